//! Tests of subscriptions.

use std::time::Duration;

use mcpvals_model::{Bounds, Change, ResourceSubscription, ResourceTest, ToolCall};

use super::draft::Draft;
use super::suite::own;
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::SubscriptionTest;
use crate::pointer::Pointer;

/// How long to wait for updates.
const WITHIN: Duration = Duration::from_secs(5);
/// How long it must be silent afterwards.
const QUIET: Duration = Duration::from_millis(500);

impl Lowering<'_> {
    pub(super) fn subscription(&mut self, mut test: SubscriptionTest, at: Pointer) -> Draft<ResourceTest> {
        let uri = self.either(test.resource_uri.take(), test.uri.take(), "uri", &at);
        if uri.is_some() == test.list_changed.unwrap_or(false) {
            let message = "a subscription is to a `resourceUri`, or (`listChanged: true`) to the list of resources";
            self.report(Problem::new(&at, message));
        }
        let updates = self.updates(&test, &at);
        let own = own!(test);
        let (given, required) = (test.name.take(), test.required);
        let about = uri.clone().unwrap_or_else(|| "resources/list".to_owned());
        let subscription = ResourceSubscription {
            uri,
            change: self.change(&mut test, &at),
            updates,
            within: test.within.map_or(WITHIN, millis),
            changes: test.expect_change,
            quiet: test.quiet.map_or(QUIET, millis),
            max_latency: test.max_latency.map(millis),
        };
        Draft { at, given, about, own, required, test: ResourceTest::Subscription(subscription) }
    }

    fn change(&mut self, test: &mut SubscriptionTest, at: &Pointer) -> Option<Change> {
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
    fn updates(&mut self, test: &SubscriptionTest, at: &Pointer) -> Bounds {
        let changes = test.trigger.is_some() || test.touch.is_some();
        let expected = test.expect_updates.or(changes.then_some(true));
        let otherwise = match expected {
            Some(true) => Bounds { min: Some(1), max: None },
            Some(false) => Bounds::exactly(0),
            None => Bounds { min: None, max: None },
        };
        match test.updates {
            Some(_) if test.expect_updates.is_some() => {
                let message = "`updates` says how many: leave out `expectUpdates`";
                self.report(Problem::of_key(&at.member("expectUpdates"), message));
                otherwise
            }
            Some(count) => self.bounds(count, &at.member("updates")).unwrap_or(otherwise),
            None => otherwise,
        }
    }
}
