//! The result of `tools/list`: one malformed entry hides no other, an unusable list hides all.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, fails, hides_tools, passes};
use super::run::play;

const MODERN: &[Via] = &[Via::Stdio, Via::Http];
const SSE: &[Via] = &[Via::Sse];

pub(super) fn rows() -> Vec<Row> {
    [of_lists(), of_entries()].concat()
}

fn of_lists() -> Vec<Row> {
    vec![
        hides_tools(Flaw::ToolsNotArray, &["`tools/list`", "`tools`"]).seen(&["result-shape"]),
        hides_tools(Flaw::ToolsMissing, &["`tools/list`", "`tools`"]).seen(&["result-shape"]),
        passes(Flaw::SameCursorForever).seen(&["endless-pages"]),
        // The pages that the zoo makes up lack what 2026-07-28 asks for.
        passes(Flaw::NewCursorsForever).via(MODERN).seen(&["endless-pages", "result-shape"]),
        passes(Flaw::NewCursorsForever).via(SSE).seen(&["endless-pages"]),
        passes(Flaw::CursorNotString).seen(&["result-shape"]),
        passes(Flaw::UnstableOrder),
        passes(Flaw::CacheHintsMissing).via(MODERN).seen(&["result-shape"]),
        passes(Flaw::CacheHintsMissing).via(SSE),
    ]
}

fn of_entries() -> Vec<Row> {
    let named = |row: Row| row.seen(&["malformed-entry"]);
    let missing = |flaw, words| named(fails(flaw, "echo", "unknownTool", words));
    vec![
        named(passes(Flaw::ToolWithoutInputSchema)).warned("unusableSchema"),
        named(passes(Flaw::InputSchemaTrue)).warned("unusableSchema"),
        named(passes(Flaw::InputSchemaNotObjectType)).warned("invalidArguments"),
        named(passes(Flaw::InputSchemaInvalid)).warned("unusableSchema"),
        named(passes(Flaw::OutputSchemaInvalid)),
        named(passes(Flaw::HintNotBoolean)).warned("unusableSchema"),
        named(passes(Flaw::DescriptionNotString)).warned("unusableSchema"),
        named(passes(Flaw::OneMalformedTool)),
        passes(Flaw::DuplicateToolNames).seen(&["duplicate-name"]),
        missing(Flaw::ToolWithoutName, &["the tool \"echo\"", "21 tools"]),
        missing(Flaw::ToolNameNotString, &["the tool \"echo\"", "21 tools"]),
        missing(Flaw::ToolNameWithBlanks, &["\"echo a message\""]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}
