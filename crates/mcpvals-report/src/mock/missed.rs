//! The words for a request that was never recorded: what was asked, and what the nearest was.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Exchange, Recording};

/// Longer values are cut.
const SHOWN_MAX: usize = 200;
/// How many differences and methods are named.
const NAMED_MAX: usize = 5;
/// Members that say what is meant: another one is further away than any other arguments.
const NAMES: [&str; 4] = ["name", "uri", "ref", "taskId"];

/// A place at which two requests differ.
struct Difference<'a> {
    path: String,
    recorded: Option<&'a Value>,
    asked: Option<&'a Value>,
}

/// The error's code and message.
pub(super) fn words(recording: &Recording, method: &str, params: &Value) -> (i64, String) {
    let nearest = recording.of_method(method).map(|at| differences(&recording.exchanges[at], params));
    match nearest.min_by_key(|found| distance(found)) {
        Some(found) => {
            let asked = shown(Some(params));
            let words = format!("`{method}` {asked} is not in the recording; the nearest that is has {}", said(&found));
            (-32602, words)
        }
        None => (-32601, format!("`{method}` is not in the recording; what is: {}", methods(recording))),
    }
}

fn methods(recording: &Recording) -> String {
    let asked = recording.exchanges.iter().filter(|exchange| exchange.id.is_some());
    let names: BTreeSet<String> = asked.map(|exchange| format!("`{}`", exchange.method)).collect();
    listed(names.into_iter().collect())
}

fn differences<'a>(exchange: &'a Exchange, params: &'a Value) -> Vec<Difference<'a>> {
    let mut found = Vec::new();
    compare("", Some(&exchange.params), Some(params), &mut found);
    found
}

/// Objects are compared member by member, everything else as a whole.
fn compare<'a>(path: &str, recorded: Option<&'a Value>, asked: Option<&'a Value>, found: &mut Vec<Difference<'a>>) {
    if let (Some(Value::Object(old)), Some(Value::Object(new))) = (recorded, asked) {
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            compare(&path, old.get(name), new.get(name), found);
        }
    } else if recorded != asked {
        found.push(Difference { path: path.to_owned(), recorded, asked });
    }
}

fn distance(found: &[Difference<'_>]) -> usize {
    let is_name = |path: &str| NAMES.contains(&path.split('.').next().unwrap_or_default());
    found.iter().map(|difference| if is_name(&difference.path) { 1000 } else { 1 }).sum()
}

fn said(found: &[Difference<'_>]) -> String {
    let one = |it: &Difference<'_>| match (it.recorded, it.asked) {
        (None, _) => format!("no `{}`", it.path),
        (recorded, None) => format!("`{}`: {} as well", it.path, shown(recorded)),
        (recorded, asked) => format!("`{}`: {} instead of {}", it.path, shown(recorded), shown(asked)),
    };
    listed(found.iter().map(one).collect())
}

fn listed(mut words: Vec<String>) -> String {
    let more = words.len().saturating_sub(NAMED_MAX);
    words.truncate(NAMED_MAX);
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

fn shown(value: Option<&Value>) -> String {
    let text = value.map(Value::to_string).unwrap_or_default();
    if text.chars().count() <= SHOWN_MAX {
        return text;
    }
    text.chars().take(SHOWN_MAX).chain(['…']).collect()
}
