//! Is there such a tool?

use std::sync::Arc;

use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{Mismatch, MismatchKind, Trace};

use crate::excerpt;
use crate::matcher::of_kind;

/// Names that are offered instead of a wrong one.
const NEAREST_MAX: usize = 3;
/// Below this, two names have nothing to do with each other.
const LIKENESS_MIN: f64 = 0.7;

/// The tool as listed.
pub(super) fn tool<'a>(name: &str, offer: &'a Offer) -> Option<&'a Arc<Tool>> {
    offer.tools.iter().find(|tool| tool.name() == name)
}

/// May the tool be there? A malformed one can be called all the same. One of a list that could not be read is not found
/// by any client.
pub(super) fn may_be_called(name: &str, offer: &Offer) -> bool {
    tool(name, offer).is_some()
        || offer
            .malformed
            .iter()
            .any(|entry| entry.usable && entry.method == "tools/list" && entry.name.as_deref() == Some(name))
}

/// The mismatch where the tool is not there, with the names that are nearest.
pub(crate) fn unknown(name: &str, trace: &Trace) -> Option<Mismatch> {
    (!may_be_called(name, &trace.offer)).then(|| mismatch(name, instead(name, trace)))
}

/// The mismatch where the tool is none of these.
pub(crate) fn not_among(name: &str, names: &[&str]) -> Mismatch {
    mismatch(name, others(name, names))
}

fn mismatch(name: &str, instead: String) -> Mismatch {
    of_kind(MismatchKind::UnknownTool, format!("the tool {}", excerpt::quoted_to(name, 80)), instead)
}

fn instead(name: &str, trace: &Trace) -> String {
    let names: Vec<&str> = trace.offer.tools.iter().map(|tool| tool.name()).collect();
    if let Some((method, why)) = trace.offer.unread.iter().find(|(method, _)| method == "tools/list") {
        return unread(method, why, names.len());
    }
    if names.is_empty() && !declares_tools(trace) {
        return "no tools at all: the server does not declare them".to_owned();
    }
    others(name, &names)
}

/// What there is instead.
fn others(name: &str, names: &[&str]) -> String {
    let shown = |names: &[&str]| names.iter().map(|name| excerpt::quoted_to(name, 80)).collect::<Vec<_>>().join(", ");
    match (names, nearest(name, names).as_slice()) {
        ([], _) => "no tools at all".to_owned(),
        (names, []) if names.len() <= 8 => format!("only {}", shown(names)),
        (names, []) => format!("{} tools, none with a name like it", names.len()),
        (_, nearest) => format!("no such tool; nearest: {}", shown(nearest)),
    }
}

fn unread(method: &str, why: &str, count: usize) -> String {
    let why = excerpt::block(why, 300);
    match count {
        0 => format!("`{method}` cannot be read: {why}"),
        1 => format!("`{method}` cannot be read beyond one tool: {why}"),
        count => format!("`{method}` cannot be read beyond {count} tools: {why}"),
    }
}

fn declares_tools(trace: &Trace) -> bool {
    trace.server.as_ref().is_some_and(|facts| facts.capabilities.get("tools").is_some())
}

/// The names of offered tools that are most like this one, the likest first; at most three.
pub fn nearest_tools<'a>(name: &str, offer: &'a Offer) -> Vec<&'a str> {
    nearest(name, &offer.tools.iter().map(|tool| tool.name()).collect::<Vec<_>>())
}

/// Most alike first; the order of the list where two are equally so.
fn nearest<'a>(name: &str, names: &[&'a str]) -> Vec<&'a str> {
    let plain = |name: &str| name.to_lowercase().replace(['-', '.', '/', ' '], "_");
    let wanted = plain(excerpt::head(name, 200));
    let likeness = |name: &&'a str| (strsim::jaro_winkler(&wanted, &plain(excerpt::head(name, 200))), *name);
    let mut alike: Vec<(f64, &str)> =
        names.iter().take(1000).map(likeness).filter(|(l, _)| *l >= LIKENESS_MIN).collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    alike.into_iter().take(NEAREST_MAX).map(|(_, name)| name).collect()
}
