//! Reads a list over all its pages. What is wrong with one entry does not hide the others; what is wrong with a page
//! is told, and what came before it is kept.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::{Answer, Malformed, Offer, ServerFacts, Tool};
use serde_json::{Value, json};

use super::ask::Ask;
use super::usable::Outcome;
use super::wire::Wire;

const METHOD_NOT_FOUND: i64 = -32601;

/// A list of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Resources,
    ResourceTemplates,
    Prompts,
}

/// What a list gave.
#[derive(Debug, Default)]
struct Read {
    entries: Vec<Value>,
    /// Why it could not be read to its end.
    unread: Option<String>,
}

/// What a server offers, and what could still be called though it is malformed.
#[derive(Debug, Default, Clone)]
pub(crate) struct Offered {
    pub(crate) offer: Arc<Offer>,
    /// Tools with a name that [`Tool::read`] does not take.
    pub(crate) usable: Arc<Vec<Arc<Tool>>>,
}

impl List {
    pub(crate) const ALL: [Self; 4] = [Self::Tools, Self::Resources, Self::ResourceTemplates, Self::Prompts];

    fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// Does the server say that it has this list? One that said nothing readable may have any.
    pub(crate) fn is_declared(self, facts: &ServerFacts) -> bool {
        let capability = match self {
            Self::Tools => "tools",
            Self::Resources | Self::ResourceTemplates => "resources",
            Self::Prompts => "prompts",
        };
        !facts.capabilities.is_object() || facts.capabilities.get(capability).is_some()
    }
}

/// Reads these lists into an offer; the others stay as they were.
pub(crate) async fn read(wire: &Wire, lists: &[List], before: &Offered, deadline: Instant) -> Offered {
    let mut offer = Offer::clone(&before.offer);
    let mut usable = Arc::clone(&before.usable);
    for list in lists {
        let method = list.method();
        offer.malformed.retain(|malformed| malformed.method != method);
        offer.unread.retain(|(unread, _)| unread != method);
        let read = pages(wire, *list, deadline).await;
        offer.unread.extend(read.unread.map(|why| (method.to_owned(), why)));
        match list {
            List::Tools => usable = Arc::new(take_tools(&mut offer, &read.entries)),
            List::Resources => offer.resources = take_entries(&mut offer, *list, read.entries, "uri"),
            List::ResourceTemplates => {
                offer.resource_templates = take_entries(&mut offer, *list, read.entries, "uriTemplate");
            }
            List::Prompts => offer.prompts = take_entries(&mut offer, *list, read.entries, "name"),
        }
    }
    Offered { offer: Arc::new(offer), usable }
}

fn take_tools(offer: &mut Offer, entries: &[Value]) -> Vec<Arc<Tool>> {
    let mut usable = Vec::new();
    offer.tools.clear();
    for (index, raw) in entries.iter().enumerate() {
        match Tool::read(raw) {
            Ok(tool) => offer.tools.push(Arc::new(tool)),
            Err(problems) => {
                let named = malformed(List::Tools, index, raw, &problems);
                if named.usable {
                    usable.push(Arc::new(Tool::from(raw.clone())));
                }
                offer.malformed.push(named);
            }
        }
    }
    usable
}

/// Entries of the other lists are kept as they came; one without the member that names it is told, too.
fn take_entries(offer: &mut Offer, list: List, entries: Vec<Value>, key: &str) -> Vec<Value> {
    for (index, raw) in entries.iter().enumerate() {
        let problem = match raw.get(key) {
            Some(Value::String(text)) if !text.is_empty() => continue,
            Some(_) => format!("`{key}` is not a non-empty string"),
            None if raw.is_object() => format!("`{key}` is missing"),
            None => "it is not an object".to_owned(),
        };
        offer.malformed.push(malformed(list, index, raw, &[problem]));
    }
    entries
}

fn malformed(list: List, index: usize, raw: &Value, problems: &[String]) -> Malformed {
    let name = raw.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    Malformed {
        method: list.method().to_owned(),
        index,
        name: name.map(str::to_owned),
        problem: problems.join(", "),
        usable: name.is_some(),
        raw: raw.clone(),
    }
}

async fn pages(wire: &Wire, list: List, deadline: Instant) -> Read {
    let mut read = Read::default();
    let mut cursors = BTreeSet::new();
    let mut params = Value::Null;
    for count in 0..wire.limits.pages_max {
        let next = match page(wire, list, &params, deadline).await {
            Ok(page) => read.take(list, &page, wire.limits.entries_max),
            Err(_) if count > 0 && Instant::now() >= deadline => Err(out_of_time(count)),
            Err(problem) => Err(problem),
        };
        match next {
            Ok(None) => return read,
            Ok(Some(cursor)) if !cursors.insert(cursor.clone()) => {
                return read.stop(format!("its pages never end: the cursor {cursor:?} came twice"));
            }
            Ok(Some(cursor)) => params = json!({"cursor": cursor}),
            Err(problem) => return read.stop(problem),
        }
    }
    read.stop(format!("its pages never end: {} were read", wire.limits.pages_max))
}

/// A list that goes on and on is told apart from one that is only slow.
fn out_of_time(pages: usize) -> String {
    const MANY: usize = 100;
    let words = if pages < MANY { "its pages have no end so far" } else { "its pages never end" };
    format!("{words}: {pages} were read when the time was up")
}

/// The result of one page, or why there is none.
async fn page(wire: &Wire, list: List, params: &Value, deadline: Instant) -> Result<Value, String> {
    let ask = Ask::own(list.method(), params, deadline);
    match Outcome::of(wire.exchange(ask).await.done) {
        Outcome::Usable(Answer::Result(result)) => Ok(result),
        // There is no capability for templates of their own: who has none need not know the method.
        Outcome::Usable(Answer::Error { code: Some(METHOD_NOT_FOUND), .. }) if list == List::ResourceTemplates => {
            Ok(json!({"resourceTemplates": []}))
        }
        Outcome::Usable(Answer::Error { code, message, .. })
        | Outcome::Spoilt(Answer::Error { code, message, .. }, _) => Err(error_words(code, &message)),
        Outcome::Spoilt(Answer::Result(_), spoil) => Err(format!("a client cannot use its answer: {}", spoil.words)),
        Outcome::Missing(end) => Err(end_words(&end)),
    }
}

/// `error -32601: method not found`.
pub(crate) fn error_words(code: Option<i64>, message: &str) -> String {
    match code {
        Some(code) => format!("error {code}: {message}"),
        None => format!("an error without a code: {message}"),
    }
}

/// How a request ended that has no usable answer.
pub(crate) fn end_words(end: &CallEnd) -> String {
    match end {
        CallEnd::Answered => "an answer with neither result nor error".to_owned(),
        CallEnd::TimedOut { after_ms } => format!("no answer within {after_ms} ms"),
        CallEnd::Misanswered => "what came cannot be an answer to it".to_owned(),
        CallEnd::Closed => "the connection was closed before the answer came".to_owned(),
        CallEnd::Refused { status } => format!("HTTP status {status} without a message of the protocol"),
        CallEnd::Cancelled => "it was cancelled".to_owned(),
        CallEnd::NotSent { problem } => format!("it could not be sent: {problem}"),
    }
}

impl Read {
    /// Takes a page's entries; the cursor of the next.
    fn take(&mut self, list: List, page: &Value, entries_max: usize) -> Result<Option<String>, String> {
        let member = list.member();
        let Some(entries) = page.get(member).and_then(Value::as_array) else {
            return Err(format!("its result has no array `{member}`"));
        };
        let room = entries_max.saturating_sub(self.entries.len());
        self.entries.extend(entries.iter().take(room).cloned());
        if entries.len() > room {
            return Err(format!("it has more than {entries_max} entries"));
        }
        match page.get("nextCursor") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(cursor)) if cursor.is_empty() => Ok(None),
            Some(Value::String(cursor)) => Ok(Some(cursor.clone())),
            Some(other) => Err(format!("`nextCursor` is not a string: {other}")),
        }
    }

    fn stop(self, why: String) -> Self {
        Self { unread: Some(why), ..self }
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Offer;
    use serde_json::json;

    use super::{List, Read, take_tools};

    #[test]
    fn malformed_tool_does_not_hide_its_neighbours() {
        let mut offer = Offer::default();
        let entries = [
            json!({"name": "a", "inputSchema": {}}),
            json!({"name": "b"}),
            json!(7),
            json!({"name": "c", "inputSchema": {}}),
        ];
        let usable = take_tools(&mut offer, &entries);
        let names: Vec<&str> = offer.tools.iter().map(|tool| tool.name()).collect();
        assert_eq!(names, ["a", "c"]);
        let malformed: Vec<String> =
            offer.malformed.iter().map(|entry| format!("{} {} {}", entry.index, entry.problem, entry.usable)).collect();
        assert_eq!(malformed, ["1 `inputSchema` is missing true", "2 it is not an object false"]);
        assert_eq!(usable[0].name(), "b");
    }

    #[track_caller]
    fn check(page: &serde_json::Value, want: Result<Option<&str>, &str>) {
        let got = Read::default().take(List::Tools, page, 2);
        assert_eq!(got.as_ref().map(Option::as_deref).map_err(String::as_str), want);
    }

    #[test]
    fn pages_tell_their_successor_or_what_is_wrong() {
        check(&json!({"tools": []}), Ok(None));
        check(&json!({"tools": [], "nextCursor": null}), Ok(None));
        check(&json!({"tools": [], "nextCursor": "2"}), Ok(Some("2")));
        check(&json!({"tools": [], "nextCursor": 2}), Err("`nextCursor` is not a string: 2"));
        check(&json!({"tools": {}}), Err("its result has no array `tools`"));
        check(&json!({"tools": [1, 2, 3]}), Err("it has more than 2 entries"));
    }
}
