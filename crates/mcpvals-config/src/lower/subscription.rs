//! Tests of subscriptions.

use std::time::Duration;

use mcpvals_model::{
    Bounds, Case, CaseId, CaseKind, Change, OfferedList, ResourceCase, ResourceSubscription, ResourceTest, ToolCall,
};

use super::draft::Draft;
use super::suite::{Frame, Own, own};
use super::{Lowering, millis, title};
use crate::error::Problem;
use crate::file::{Count, ListChangedTest, SubscriptionTest, SubscriptionTrigger};
use crate::pointer::Pointer;

/// How long to wait for updates.
const WITHIN: Duration = Duration::from_secs(5);
/// How long it must be silent afterwards.
const QUIET: Duration = Duration::from_millis(500);

/// What every test of changes says of them.
struct Watching {
    trigger: Option<SubscriptionTrigger>,
    touch: Option<String>,
    append: Option<String>,
    expect_updates: Option<bool>,
    updates: Option<Count>,
    within: Option<f64>,
    expect_change: Option<bool>,
    quiet: Option<f64>,
    max_latency: Option<f64>,
}

/// Takes it out of a test: the fields of both kinds have the same names.
macro_rules! watching {
    ($test:expr) => {
        Watching {
            trigger: $test.trigger.take(),
            touch: $test.touch.take(),
            append: $test.append.take(),
            expect_updates: $test.expect_updates,
            updates: $test.updates,
            within: $test.within,
            expect_change: $test.expect_change,
            quiet: $test.quiet,
            max_latency: $test.max_latency,
        }
    };
}

impl Lowering<'_> {
    pub(super) fn subscription(&mut self, mut test: SubscriptionTest, at: Pointer) -> Draft<ResourceTest> {
        let uri = self.either(test.resource_uri.take(), test.uri.take(), "uri", &at);
        if uri.is_some() == test.list_changed.unwrap_or(false) {
            let message = "a subscription is to a `resourceUri`, or (`listChanged: true`) to the list of resources";
            self.report(Problem::new(&at, message));
        }
        let watched = self.watched(uri, OfferedList::Resources, watching!(test), &at);
        let own = own!(test);
        draft(watched, test.name, own, test.required, at)
    }

    /// The cases of a suite with those of the changes of its list.
    pub(super) fn with_list_changes(
        &mut self,
        mut cases: Vec<Case>,
        (tests, list): (Vec<ListChangedTest>, OfferedList),
        frame: &Frame<'_>,
        required: Option<bool>,
        at: &Pointer,
    ) -> Vec<Case> {
        let at = at.member("listChangedTests");
        let mut drafts = Vec::new();
        for (index, mut test) in tests.into_iter().enumerate() {
            let at = at.item(index);
            let watched = self.watched(None, list, watching!(test), &at);
            let own = own!(test);
            drafts.push(draft(watched, test.name, own, test.required, at));
        }
        let places: Vec<Option<Pointer>> =
            drafts.iter().map(|draft| draft.given.as_ref().map(|_| draft.at.member("name"))).collect();
        let kind = |test, required| CaseKind::Resource(Box::new(ResourceCase { required, test }));
        for (mut case, place) in self.drafted(drafts, frame, required, kind).into_iter().zip(places) {
            let is_taken = |title: &str| cases.iter().any(|other: &Case| other.title == title);
            match place {
                Some(place) if is_taken(&case.title) => {
                    let message = format!("two tests of suite \"{}\" have the title \"{}\"", frame.name, case.title);
                    self.report(Problem::new(&place, message));
                }
                Some(_) => {}
                None => {
                    case.title = title::free(&case.title, is_taken);
                    case.id = CaseId::new(frame.name, &case.title);
                }
            }
            cases.push(case);
        }
        cases
    }

    fn watched(
        &mut self,
        uri: Option<String>,
        list: OfferedList,
        mut test: Watching,
        at: &Pointer,
    ) -> ResourceSubscription {
        ResourceSubscription {
            uri,
            list,
            updates: self.updates(&test, at),
            change: self.change(&mut test, at),
            within: test.within.map_or(WITHIN, millis),
            changes: test.expect_change,
            quiet: test.quiet.map_or(QUIET, millis),
            max_latency: test.max_latency.map(millis),
        }
    }

    fn change(&mut self, test: &mut Watching, at: &Pointer) -> Option<Change> {
        if test.append.is_some() && test.touch.is_none() {
            self.report(Problem::of_key(&at.member("append"), "`append` says what is written to the file of `touch`"));
        }
        match (test.trigger.take(), test.touch.take()) {
            (Some(_), Some(_)) => {
                self.report(Problem::of_key(&at.member("touch"), "one thing makes it change: `trigger` or `touch`"));
                None
            }
            (Some(call), None) => Some(Change::Tool(ToolCall { tool: call.tool, args: call.args.unwrap_or_default() })),
            (None, Some(path)) => {
                let path = self.base.join(path).display().to_string();
                Some(Change::Touch { path, append: test.append.take() })
            }
            (None, None) => None,
        }
    }

    /// Where something makes it change, an update must come.
    fn updates(&mut self, test: &Watching, at: &Pointer) -> Bounds {
        let changes = test.trigger.is_some() || test.touch.is_some();
        let expected = test.expect_updates.or(changes.then_some(true));
        let otherwise = match expected {
            Some(true) => Bounds { min: Some(1), max: None },
            Some(false) => Bounds::exactly(0),
            None => Bounds { min: None, max: None },
        };
        match test.updates {
            Some(count) => {
                let bounds = self.bounds(count, &at.member("updates")).unwrap_or(otherwise);
                let is_none = bounds.max == Some(0);
                if test.expect_updates.is_some_and(|expected| expected == is_none) {
                    let message = "`updates` says how many, and `expectUpdates` the opposite";
                    self.report(Problem::of_key(&at.member("expectUpdates"), message));
                }
                bounds
            }
            None => otherwise,
        }
    }
}

fn draft(
    watched: ResourceSubscription,
    given: Option<String>,
    own: Own,
    required: Option<bool>,
    at: Pointer,
) -> Draft<ResourceTest> {
    let about = watched.uri.clone().unwrap_or_else(|| watched.list.method().to_owned());
    Draft { at, given, about, own, required, test: ResourceTest::Subscription(watched) }
}
