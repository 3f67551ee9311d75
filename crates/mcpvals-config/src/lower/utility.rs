//! Suites of tests of the protocol's utilities.

use std::time::Duration;

use mcpvals_model::{
    Bounds, CancellationTest, CaseKind, LoggingTest, OddCursors, OfferedList, PaginationTest, PingTest, ProgressTest,
    ProgressToken, Suite, SuiteKind, TaskTest, ToolCall, UtilityCase, UtilityTest,
};

use super::call::Expected;
use super::draft::Draft;
use super::sampling::each;
use super::suite::{World, head, no_tests, own};
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, ListName, LogLevel, UtilityCall, UtilitySuite};
use crate::pointer::Pointer;

/// How long a ping may take.
const PING: Duration = Duration::from_secs(1);
/// How long to wait for what is logged after an answer.
const LOGGED: Duration = Duration::from_millis(500);
/// When a call is cancelled.
const CANCELLED: Duration = Duration::from_millis(200);
/// How long to look for an answer to a cancelled call.
const QUIET: Duration = Duration::from_secs(1);
/// How long a task is to be kept.
const KEPT: Duration = Duration::from_mins(1);
const AT_LEAST_ONE: Bounds = Bounds { min: Some(1), max: None };
const LEVELS: [LogLevel; 8] = [
    LogLevel::Debug,
    LogLevel::Info,
    LogLevel::Notice,
    LogLevel::Warning,
    LogLevel::Error,
    LogLevel::Critical,
    LogLevel::Alert,
    LogLevel::Emergency,
];

type UtilityDraft = Draft<UtilityTest>;

/// A test with what every test says of itself.
macro_rules! draft {
    ($test:expr, $at:expr, $about:expr, $utility:expr) => {
        Draft {
            at: $at.clone(),
            given: $test.name.take(),
            about: $about,
            own: own!($test),
            required: $test.required,
            test: $utility,
        }
    };
}

/// What a test expects of the answer to its trigger; a snapshot without a name has the test's.
macro_rules! expectations {
    ($lowering:expr, $test:expr, $suite:expr, $trigger:expr, $at:expr) => {{
        let expected = Expected {
            result: $test.expected_result.take(),
            error: $test.expected_error.as_ref(),
            latency_ms: $test.max_latency,
            expect: $test.expect.as_deref(),
        };
        let snapshot = format!("{}/{}", $suite, $test.name.as_ref().unwrap_or(&$trigger.tool));
        $lowering.expectations(expected, &snapshot, $at)
    }};
}

impl Lowering<'_> {
    pub(super) fn utility_suites(&mut self, suites: Vec<UtilitySuite>, world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.utility_suite(suite, world, &at.item(index))).collect()
    }

    fn utility_suite(&mut self, mut suite: UtilitySuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite);
        let drafts = self.utility_drafts(&mut suite, &head.name, at);
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        let kind = |test, required| CaseKind::Utility(Box::new(UtilityCase { required, test }));
        self.suite(head, SuiteKind::Utility, world, at, |this, frame| this.drafted(drafts, frame, suite.required, kind))
    }

    fn utility_drafts(&mut self, suite: &mut UtilitySuite, name: &str, at: &Pointer) -> Vec<UtilityDraft> {
        let mut drafts = Vec::new();
        each(suite.ping_tests.take(), &at.member("pingTests"), |test, at| drafts.push(ping(test, at)));
        each(suite.pagination_tests.take(), &at.member("paginationTests"), |test, at| {
            drafts.push(self.pagination(test, at));
        });
        each(suite.logging_tests.take(), &at.member("loggingTests"), |test, at| drafts.push(self.logging(test, at)));
        each(suite.progress_tests.take(), &at.member("progressTests"), |test, at| {
            drafts.push(self.progress(test, name, at));
        });
        each(suite.cancellation_tests.take(), &at.member("cancellationTests"), |test, at| {
            drafts.push(self.cancellation(test, at));
        });
        each(suite.task_tests.take(), &at.member("taskTests"), |test, at| drafts.push(self.task(test, name, at)));
        drafts
    }

    fn pagination(&mut self, mut test: file::PaginationTest, at: &Pointer) -> UtilityDraft {
        let list = offered(test.list);
        let utility = UtilityTest::Pagination(PaginationTest {
            list,
            pages: test.pages.and_then(|count| self.bounds(count, &at.member("pages"))),
            entries: test.entries.and_then(|count| self.bounds(count, &at.member("entries"))),
            stable: test.stable.unwrap_or(true),
            refuses_unknown_cursor: test.invalid_cursor.unwrap_or(false),
            other_connection: test.other_connection.unwrap_or(false),
            odd_cursors: odd_cursors(&test),
            max_latency: test.max_latency.map(millis),
        });
        draft!(test, at, list.method().to_owned(), utility)
    }

    fn logging(&mut self, mut test: file::LoggingTest, at: &Pointer) -> UtilityDraft {
        let trigger = test.trigger.take().map(call);
        if trigger.is_none() && (test.messages.is_some() || test.expected_messages.is_some() || test.logger.is_some()) {
            self.report(Problem::new(at, "nothing makes the server log: give a `trigger`"));
        }
        let levels = test.level.map_or_else(|| LEVELS.to_vec(), |level| vec![level]);
        // With all levels, the last one would hide what the trigger logs.
        let levels = if test.level.is_none() && trigger.is_some() { vec![LogLevel::Debug] } else { levels };
        let count = test.messages.and_then(|count| self.bounds(count, &at.member("messages")));
        let about = trigger.as_ref().map_or_else(|| "logging/setLevel".to_owned(), |call| call.tool.clone());
        let utility = UtilityTest::Logging(LoggingTest {
            levels: levels.into_iter().map(level).collect(),
            trigger,
            messages: count.unwrap_or(AT_LEAST_ONE),
            contains: test.expected_messages.take().unwrap_or_default(),
            forbidden: self.patterns(test.forbidden.take(), &at.member("forbidden")),
            logger: test.logger.take(),
            refuses_unknown_level: test.invalid_level.unwrap_or(false),
            within: test.within.map_or(LOGGED, millis),
        });
        draft!(test, at, about, utility)
    }

    fn patterns(&mut self, patterns: Option<Vec<String>>, at: &Pointer) -> Vec<String> {
        let patterns = patterns.unwrap_or_default();
        patterns.iter().enumerate().for_each(|(index, pattern)| self.check_regex(pattern, &at.item(index)));
        patterns
    }

    fn progress(&mut self, mut test: file::ProgressTest, suite: &str, at: &Pointer) -> UtilityDraft {
        let trigger = call(test.trigger.clone());
        let expect = expectations!(self, test, suite, trigger, at);
        let count = test.notifications.and_then(|count| self.bounds(count, &at.member("notifications")));
        let about = trigger.tool.clone();
        let utility = UtilityTest::Progress(ProgressTest {
            trigger,
            notifications: count.unwrap_or(AT_LEAST_ONE),
            token: test.token.take().map(token),
            total: test.total,
            stable_total: test.stable_total.unwrap_or(false),
            max_per_second: test.max_per_second,
            completes: test.completes.unwrap_or(false),
            contains: test.expected_messages.take().unwrap_or_default(),
            expect,
        });
        draft!(test, at, about, utility)
    }

    fn cancellation(&mut self, mut test: file::CancellationTest, at: &Pointer) -> UtilityDraft {
        self.check_race(&test, at);
        let trigger = call(test.trigger.clone());
        let about = trigger.tool.clone();
        let utility = UtilityTest::Cancellation(CancellationTest {
            trigger,
            after: test.after.map_or(CANCELLED, millis),
            quiet: test.quiet.map_or(QUIET, millis),
            may_answer: test.may_answer.unwrap_or(false),
            stops: test.stops.unwrap_or(false),
            malformed: test.malformed.unwrap_or(false),
            race: test.race,
        });
        draft!(test, at, about, utility)
    }

    /// In a race there is no time after which a call is cancelled, and any end of it is right.
    fn check_race(&mut self, test: &file::CancellationTest, at: &Pointer) {
        let given = [
            ("after", test.after.is_some()),
            ("quiet", test.quiet.is_some()),
            ("mayAnswer", test.may_answer.is_some()),
            ("stops", test.stops.is_some()),
        ];
        for (name, _) in given.into_iter().filter(|(_, is_given)| *is_given && test.race.is_some()) {
            self.report(Problem::of_key(&at.member(name), "has no place beside `race`"));
        }
    }

    fn task(&mut self, mut test: file::TaskTest, suite: &str, at: &Pointer) -> UtilityDraft {
        let trigger = call(test.trigger.clone());
        let (cancel, may_finish) = (test.cancel.unwrap_or(false), test.may_finish.unwrap_or(false));
        let expect = expectations!(self, test, suite, trigger, at);
        if cancel && !expect.is_empty() {
            self.report(Problem::of_key(&at.member("cancel"), "a task that is cancelled gives nothing to expect"));
        }
        let (about, once) = (trigger.tool.clone(), test.once.unwrap_or(false));
        let ttl = test.ttl.map_or(KEPT, millis);
        draft!(test, at, about, UtilityTest::Task(TaskTest { trigger, ttl, cancel, may_finish, once, expect }))
    }
}

fn ping(mut test: file::PingTest, at: &Pointer) -> UtilityDraft {
    let (times, max_latency) = (test.times.unwrap_or(1), test.max_latency.map_or(PING, millis));
    let before_initialized = test.before_initialized.unwrap_or(false);
    draft!(test, at, "ping".to_owned(), UtilityTest::Ping(PingTest { times, before_initialized, max_latency }))
}

fn odd_cursors(test: &file::PaginationTest) -> Vec<OddCursors> {
    let tried = [(test.wrong_types, OddCursors::WrongTypes), (test.tampered, OddCursors::Tampered)];
    tried.into_iter().filter(|(is_tried, _)| *is_tried == Some(true)).map(|(_, cursors)| cursors).collect()
}

pub(super) fn call(call: UtilityCall) -> ToolCall {
    ToolCall { tool: call.tool, args: call.args.unwrap_or_default() }
}

fn token(token: file::ProgressToken) -> ProgressToken {
    match token {
        file::ProgressToken::Text(text) => ProgressToken::Text(text),
        file::ProgressToken::Number(number) => ProgressToken::Number(number),
    }
}

fn offered(list: ListName) -> OfferedList {
    match list {
        ListName::Tools => OfferedList::Tools,
        ListName::Resources => OfferedList::Resources,
        ListName::ResourceTemplates => OfferedList::ResourceTemplates,
        ListName::Prompts => OfferedList::Prompts,
    }
}

/// Its name in the protocol.
fn level(level: LogLevel) -> String {
    format!("{level:?}").to_lowercase()
}
