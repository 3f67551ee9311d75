//! Calls tools that only read with the arguments that are about to be written, so that what the server refuses is
//! written with `skip`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{CallEnd, CallRole};
use mcpvals_report::visible;
use mcpvals_wire::{Params, Redactor, Session};
use serde_json::{Value, json};

use super::{args_of, hint};

/// How long one tool may take, and all of them together.
const PATIENCE: Duration = Duration::from_secs(5);
pub(super) const PATIENCE_WITH_ALL: Duration = Duration::from_secs(30);
/// How much of a refusal is written.
const WORDS_MAX: usize = 120;
/// First words of names of tools that only read, where nothing else says whether they do.
const READERS: [&str; 18] = [
    "get", "list", "read", "search", "find", "show", "describe", "count", "check", "view", "lookup", "echo", "ping",
    "status", "info", "help", "version", "whoami",
];

/// What came of the calls that were made, by tool.
#[derive(Default)]
pub(super) struct Trials(BTreeMap<String, Trial>);

pub(super) enum Trial {
    /// It succeeded, or failed in a way that no arguments would mend.
    Stands,
    /// What the server said, or that it said nothing.
    Refused(String),
}

impl Trials {
    pub(super) fn of(&self, tool: &Tool) -> Option<&Trial> {
        self.0.get(tool.name())
    }
}

/// Does the tool say that it only reads, or, where it says nothing, does its name?
pub(super) fn only_reads(tool: &Tool) -> bool {
    match (hint(tool, "readOnlyHint"), hint(tool, "destructiveHint")) {
        (Some(reads), _) => reads,
        (None, Some(true)) => false,
        (None, _) => READERS.contains(&first_word(tool.name()).as_str()),
    }
}

/// The first word of `get_sum`, `get-sum` or `getSum`.
fn first_word(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters.take_while(char::is_ascii_lowercase)).collect()
}

/// Calls one after the other, as long as there is time and the server lives.
pub(super) async fn run(session: &Session, offer: &Offer, redactor: &Redactor) -> Trials {
    let mut trials = Trials::default();
    let deadline = Instant::now() + PATIENCE_WITH_ALL;
    let may_be_tried = |tool: &Tool| only_reads(tool) && hint(tool, "openWorldHint") != Some(true);
    for tool in offer.tools.iter().filter(|tool| may_be_tried(tool)) {
        if Instant::now() >= deadline || !session.is_alive() {
            break;
        }
        trials.0.insert(tool.name().to_owned(), trial(session, tool, redactor).await);
    }
    trials
}

async fn trial(session: &Session, tool: &Tool, redactor: &Redactor) -> Trial {
    ask(session, "tools/call", &json!({"name": tool.name(), "arguments": args_of(tool)}), redactor).await
}

/// Sends one request.
pub(super) async fn ask(session: &Session, method: &str, params: &Value, redactor: &Redactor) -> Trial {
    let mut recording = session.begin();
    let end = recording.call(CallRole::Tested, method, Params::from(params), PATIENCE).await;
    let answer = recording.last_answer();
    recording.finish();
    match answer {
        Some(answer) if answer.is_error() => Trial::Refused(words(&redactor.text(&answer.text()))),
        None if matches!(end, CallEnd::TimedOut { .. }) => {
            Trial::Refused(format!("no answer within {} s", PATIENCE.as_secs()))
        }
        Some(_) | None => Trial::Stands,
    }
}

/// The beginning, in one line.
fn words(said: &str) -> String {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = visible(&said).into_owned();
    if said.chars().count() <= WORDS_MAX {
        return said;
    }
    said.chars().take(WORDS_MAX).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Value, json};

    use super::{only_reads, words};

    #[track_caller]
    fn check(name: &str, annotations: &Value, reads: bool) {
        let raw = json!({"name": name, "inputSchema": {"type": "object"}, "annotations": annotations});
        assert_eq!(only_reads(&Tool::read(&raw).expect("it is a tool")), reads, "{raw}");
    }

    #[test]
    fn a_name_counts_where_there_are_no_hints() {
        check("get_sum", &json!({}), true);
        check("listFiles", &json!({"title": "Files"}), true);
        check("Search", &json!({}), true);
        check("getaway", &json!({}), false);
        check("delete_all", &json!({}), false);
        check("delete_all", &json!({"readOnlyHint": true}), true);
        check("get_sum", &json!({"readOnlyHint": false}), false);
        check("get_sum", &json!({"destructiveHint": true}), false);
    }

    #[test]
    fn a_refusal_is_one_line_and_short() {
        assert_eq!(words("no\n such\u{1b}[0m  zone"), "no such\\x1b[0m zone");
        assert_eq!(words(&"x".repeat(300)).chars().count(), 121);
    }
}
