//! What the running server did, test by test.

use mcpvals_model::{Evaluation, LeftOut, Performance, RuntimeResults, RuntimeStatus, ToolTest};

use super::super::found::{self, Tried};
use super::super::words;
use super::{Block, Line, Section, Table};
use crate::wording;

/// Rows of one table.
const ROWS_MAX: usize = 200;

/// All of the runtime phase in short: what did not go well in full.
pub(super) fn section(evaluation: &Evaluation) -> Section {
    let section = Section::new("runtime", "Runtime tests");
    let Some(runtime) = &evaluation.results.runtime else {
        return section
            .with([Block::words("The server was not started: only its source and metadata were looked at.")]);
    };
    if let Some(why) = &runtime.unreachable {
        return section.with([unreachable(why)]);
    }
    let mut section = section.with([Block::words(gist(runtime))]);
    section.blocks.extend(tests("What did not come as expected", &found::troubled(runtime)));
    section.blocks.extend(tools(&runtime.tool_tests));
    section.blocks.extend(runtime.performance.as_ref().map(performance));
    section
}

pub(super) fn unreachable(why: &str) -> Block {
    Block::Paragraph(Line::strong("The server could not be reached: ").and_words(why))
}

/// `42 tests: 40 passed, 1 warned, 1 failed. 12 tools were called, 2 were left out.`
pub(in super::super) fn gist(runtime: &RuntimeResults) -> String {
    let tests = found::test_counts(runtime);
    let called = runtime.tool_tests.iter().filter(|tool| tool.status != RuntimeStatus::Skipped).count();
    let called = format!("{} called", wording::count(called, "tool"));
    let left = match runtime.left_out.len() {
        0 => String::new(),
        n => format!(", {} left out", wording::number(n)),
    };
    format!("{tests}; {called}{left}.")
}

/// Tests with what was expected and what came.
pub(super) fn tests(caption: &'static str, tried: &[Tried<'_>]) -> Vec<Block> {
    let mut table = Table::new(caption, ["Test", "On", "Result", "Expected", "Came", "Again with"]);
    for one in tried.iter().take(ROWS_MAX) {
        let on = if one.name.is_empty() { Line::words("the server") } else { Line::code(one.name) };
        table.row([
            Line::code(&one.test.test),
            on,
            Line::verdict(words::ran(one.test.status)),
            Line::words(&one.test.expected),
            Line::words(&one.test.actual),
            one.test.rerun.as_ref().map(Line::code).unwrap_or_default(),
        ]);
    }
    let left = tried.len().saturating_sub(ROWS_MAX);
    let more = format!("And {} more: the JSON document has all.", wording::number(left));
    table.block().into_iter().chain((left > 0).then(|| Block::words(more))).collect()
}

/// One row for each tool: how its tests went.
pub(super) fn tools(tools: &[ToolTest]) -> Option<Block> {
    let mut table = Table::new("Tools that were called", ["Tool", "Result", "First answer", "Tests"]);
    for tool in tools {
        table.row([
            Line::code(&tool.name),
            Line::verdict(words::ran(tool.status)),
            Line::words(answer(tool)),
            Line::words(tests_of(tool)),
        ]);
    }
    table.block()
}

/// `success in 12 ms`.
pub(super) fn answer(tool: &ToolTest) -> String {
    let came = tool.result.as_ref().map(|result| if result.success { "success" } else { "error" });
    let time = tool.response_time.map(|ms| format!("in {}", wording::millis(ms)));
    [came.map(str::to_owned), time].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn tests_of(tool: &ToolTest) -> String {
    let tests = tool.tests.iter().filter(|test| test.status != RuntimeStatus::Skipped).collect::<Vec<_>>();
    let passed = tests.iter().filter(|test| test.status == RuntimeStatus::Passed).count();
    format!("{passed} of {} passed", tests.len())
}

pub(super) fn performance(performance: &Performance) -> Block {
    let [startup, min, avg, max] =
        [performance.startup, performance.min, performance.avg, performance.max].map(wording::millis);
    let count = wording::count(performance.count, "call");
    let text = format!(
        " speed: ready in {startup}; {count} of `tools/list`: {avg} on average, {min} at least, {max} at most."
    );
    Block::Paragraph(Line::verdict(words::ran(performance.status)).and_words(text))
}

/// What was left out, and why.
pub(super) fn left_out<'e>(left_out: impl IntoIterator<Item = &'e LeftOut>) -> Option<Block> {
    let line = |one: &LeftOut| Line::code(&one.name).and_words(format!(": {}", one.reason));
    let lines = left_out.into_iter().map(line).collect::<Vec<_>>();
    (!lines.is_empty()).then_some(Block::List(lines))
}
