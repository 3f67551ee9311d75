//! Runtime tests on a terminal: what did not come as expected, and the counts.

use mcpvals_model::{Evaluation, RuntimeResults};

use super::super::found::{self, Tried};
use super::super::words;
use super::ran_role;
use super::wrap::Page;
use crate::{Level, wording};

/// Tests that are shown one by one.
const SHOWN_MAX: usize = 40;

pub(super) fn write(page: &mut Page<'_>, evaluation: &Evaluation) {
    let Some(runtime) = &evaluation.results.runtime else { return };
    if let Some(why) = &runtime.unreachable {
        page.blank();
        page.heading("the server could not be reached");
        page.item("  ", why);
        return;
    }
    if page.style.level == Level::Quiet {
        return;
    }
    let troubled = found::troubled(runtime);
    if !troubled.is_empty() {
        page.blank();
        page.heading("runtime tests");
    }
    let shown = if page.style.level == Level::Verbose { troubled.len() } else { troubled.len().min(SHOWN_MAX) };
    troubled[..shown].iter().for_each(|one| test(page, one));
    if shown < troubled.len() {
        let left = wording::count(troubled.len() - shown, "more test");
        page.line(&format!("{} {left} (-v shows all)", page.style.ellipsis()));
    }
}

fn test(page: &mut Page<'_>, one: &Tried<'_>) {
    let head = page.paint(ran_role(one.test.status), words::ran(one.test.status));
    let name = if one.name.is_empty() { one.group.as_str() } else { one.name };
    let time = one.test.response_time.map(|ms| format!("  {}", wording::millis(ms))).unwrap_or_default();
    page.line(&format!("{head}  {}{time}", crate::visible::line(&format!("{name}/{}", one.test.test))));
    page.field("expected", &one.test.expected);
    page.field("actual", &one.test.actual);
    one.test.rerun.iter().for_each(|rerun| page.field("rerun", rerun));
}

/// `42 tests: 40 passed, 2 failed`.
pub(super) fn counts(runtime: &RuntimeResults) -> String {
    if runtime.unreachable.is_some() {
        return "the server could not be reached".to_owned();
    }
    found::test_counts(runtime)
}
