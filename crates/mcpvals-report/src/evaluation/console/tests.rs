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
    let is_whole = page.style.level == Level::Verbose;
    let alike = if is_whole { troubled.iter().map(|one| vec![one]).collect() } else { alike(&troubled) };
    let shown = if is_whole { alike.len() } else { alike.len().min(SHOWN_MAX) };
    alike[..shown].iter().for_each(|tests| write_alike(page, tests));
    let left: usize = alike[shown..].iter().map(Vec::len).sum();
    if left > 0 {
        let left = wording::count(left, "more test");
        page.line(&format!("{} {left} (-v shows all)", page.style.ellipsis()));
    }
}

/// Tests of the same tool that got the same answer stand together, where the first of them is: they are one remark.
fn alike<'t, 'e>(tests: &'t [Tried<'e>]) -> Vec<Vec<&'t Tried<'e>>> {
    let key = |one: &Tried<'e>| (one.group, one.name, one.test.status, one.test.actual.as_str());
    let mut groups: Vec<Vec<&Tried<'_>>> = Vec::new();
    for one in tests {
        match groups.iter_mut().find(|group| key(group[0]) == key(one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

fn write_alike(page: &mut Page<'_>, tests: &[&Tried<'_>]) {
    let Some((first, others)) = tests.split_first() else { return };
    test(page, first);
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|one| one.test.test.as_str()).collect();
        page.field("likewise", &page.names(&names));
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
