//! `utilitySuites`: ping, pagination, logging, progress, cancellation, tasks.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Count, suite_form, test_form, untimed_form};
use super::{ExpectedError, Isolate, Matcher, SetupCall, Skip, present};

suite_form! {
    /// A suite: tests of the protocol's utilities that belong together.
    UtilitySuite {
        /// `ping` is answered.
        ping_tests: Option<Vec<PingTest>>,
        /// A list is read page by page.
        pagination_tests: Option<Vec<PaginationTest>>,
        /// Messages of the server's log.
        logging_tests: Option<Vec<LoggingTest>>,
        /// Progress of a call.
        progress_tests: Option<Vec<ProgressTest>>,
        /// A call is cancelled.
        cancellation_tests: Option<Vec<CancellationTest>>,
        /// A call is a task.
        task_tests: Option<Vec<TaskTest>>,
    }
}

test_form! {
    /// `ping` is answered with an empty result, within `maxLatency` (1 s where left out).
    PingTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// How often, one after the other.
        #[schemars(range(min = 1, max = 1_000))]
        times: Option<u32>,
        /// Is it answered between the answer to `initialize` and `notifications/initialized`, too? That is tried on a
        /// session of its own.
        before_initialized: Option<bool>,
    }
}

test_form! {
    /// A list is read page by page: it comes to an end, and no entry comes twice.
    PaginationTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// Which list.
        list: ListName,
        /// How many pages.
        pages: Option<Count>,
        /// How many entries, over all pages.
        entries: Option<Count>,
        /// Does a cursor give the same page again (`true` where left out)?
        stable: Option<bool>,
        /// Must a cursor that was never given be refused with -32602? (The protocol says that it should.)
        invalid_cursor: Option<bool>,
        /// Must cursors that are no strings (`7`, `{}`, `null`) be refused with -32602?
        wrong_types: Option<bool>,
        /// Is a cursor with one character changed tried, too? It must be refused, though not with -32603, or lead to
        /// entries that the list has. Needs a list of several pages.
        tampered: Option<bool>,
    }
}

untimed_form! {
    /// Messages of the server's log, at a level or above it.
    LoggingTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The level that is asked for; all levels are, one after the other, where left out.
        level: Option<LogLevel>,
        /// A call that makes the server log.
        trigger: Option<Call>,
        /// How many messages must come; at least one where there is a trigger.
        messages: Option<Count>,
        /// Each is in one of the messages (case ignored).
        expected_messages: Option<Vec<String>>,
        /// The `logger` of each.
        logger: Option<String>,
        /// Regular expressions that must be found in no log message from the trigger on, and in no line of stderr.
        forbidden: Option<Vec<String>>,
        /// Must a level that there is not be refused with -32602? (The protocol says that it should.)
        invalid_level: Option<bool>,
        /// How long to wait for messages after the trigger's answer, in milliseconds.
        #[schemars(range(min = 0, max = 86_400_000))]
        within: Option<f64>,
    }
}

test_form! {
    /// Progress of a call: it grows, stays below its total, and ends with the answer.
    ProgressTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The call.
        trigger: Call,
        /// How many notifications must come; at least one where left out.
        notifications: Option<Count>,
        /// The token that is given, and that they must have, of the same type; the request's id where left out.
        token: Option<ProgressToken>,
        /// Their `total`.
        total: Option<f64>,
        /// Must it be the same in all of them?
        stable_total: Option<bool>,
        /// How many may come in one second.
        #[schemars(range(min = 1))]
        max_per_second: Option<u64>,
        /// Must the last one have reached its total?
        completes: Option<bool>,
        /// Each is in one of their messages (case ignored).
        expected_messages: Option<Vec<String>>,
        /// What the call must be answered with, as in a test of a tool.
        #[serde(default, deserialize_with = "present")]
        expected_result: Option<Value>,
        /// As in a test of a tool.
        expected_error: Option<ExpectedError>,
        /// More expectations of the answer; all must hold.
        expect: Option<Box<Matcher>>,
    }
}

untimed_form! {
    /// A call is cancelled: it gets no answer any more, and the server lives on.
    CancellationTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The call; one that takes longer than `after`.
        trigger: Call,
        /// When it is cancelled, in milliseconds after it was sent.
        #[schemars(range(min = 1, max = 86_400_000))]
        after: Option<f64>,
        /// How long to look for an answer, in milliseconds.
        #[schemars(range(min = 0, max = 86_400_000))]
        quiet: Option<f64>,
        /// May the answer come all the same?
        may_answer: Option<bool>,
        /// Must its progress end, too? (The protocol says that the work should stop.)
        stops: Option<bool>,
        /// Are cancellations that name no request (`{}`, `{requestId: {}}`) sent, too? They must be ignored.
        malformed: Option<bool>,
        /// How often a quick call is made instead, each time cancelled as soon as it is sent. It may be answered or not.
        #[schemars(range(min = 1, max = 500))]
        race: Option<u32>,
    }
}

test_form! {
    /// A call is a task: it is asked about until it ends, and its result is fetched.
    TaskTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The call.
        trigger: Call,
        /// How long the server is asked to keep it, in milliseconds.
        #[schemars(range(min = 1, max = 86_400_000))]
        ttl: Option<f64>,
        /// Is it cancelled once it is known?
        cancel: Option<bool>,
        /// May one that is cancelled end in another way? (From 2026-07-28 on the protocol lets it.)
        may_finish: Option<bool>,
        /// Must the call be made just once? Otherwise it is made again, as a task and as none, to see what the server makes of
        /// that.
        once: Option<bool>,
        /// What it must give, as in a test of a tool.
        #[serde(default, deserialize_with = "present")]
        expected_result: Option<Value>,
        /// As in a test of a tool.
        expected_error: Option<ExpectedError>,
        /// More expectations of what it gives; all must hold.
        expect: Option<Box<Matcher>>,
    }
}

/// A call of a tool.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "UtilityCall")]
pub(crate) struct Call {
    /// The tool.
    #[schemars(length(min = 1))]
    pub(crate) tool: String,
    /// Its arguments.
    pub(crate) args: Option<Map<String, Value>>,
}

/// What progress is told for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ProgressToken {
    /// A text.
    Text(String),
    /// An integer.
    Number(i64),
}

/// A list of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ListName {
    /// `tools/list`.
    Tools,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    ResourceTemplates,
    /// `prompts/list`.
    Prompts,
}

/// A level of the log (RFC 5424).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LogLevel {
    /// Details.
    Debug,
    /// Information.
    Info,
    /// Of note.
    Notice,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// A critical condition.
    Critical,
    /// To be acted on at once.
    Alert,
    /// The system cannot be used.
    Emergency,
}
