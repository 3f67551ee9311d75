//! What the list of prompts holds: its entries as any list's, and their arguments.

use mcpvals_model::{Mismatch, MismatchKind, OfferedList, PromptDiscovery, Trace, Violation};
use serde_json::Value;

use crate::judge::Judged;
use crate::matcher::of_kind;
use crate::{excerpt, listing};

/// What is wrong with the list.
pub(super) fn mismatches(discovery: &PromptDiscovery, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = listing::mismatches(&discovery.list, trace, violations)?;
    let Ok(listed) = listing::entries(OfferedList::Prompts, trace)? else { return Ok(mismatches) };
    for (prompt, arguments) in &discovery.arguments {
        let wanted = arguments.iter().map(|(name, required)| (name.as_str(), *required));
        match named(&listed, prompt) {
            Some(entry) => mismatches.extend(wanted.filter_map(|wanted| argument(prompt, wanted, entry))),
            // Told once where it is asked for by name, too.
            None if discovery.list.present.contains(prompt) => {}
            None => mismatches.extend(listing::absent(prompt, OfferedList::Prompts, &names(&listed))),
        }
    }
    let last = trace.calls.last().and_then(|call| call.answer);
    Ok(mismatches.into_iter().map(|mismatch| Mismatch { frame: mismatch.frame.or(last), ..mismatch }).collect())
}

/// Is anything asked of the list?
pub(super) fn asserts(discovery: &PromptDiscovery) -> bool {
    discovery.list.asserts() || !discovery.arguments.is_empty()
}

/// The entry of a prompt.
pub(super) fn named<'a>(listed: &[&'a Value], prompt: &str) -> Option<&'a Value> {
    listed.iter().copied().find(|entry| text(entry, "name") == Some(prompt))
}

/// The names of all.
pub(super) fn names<'a>(listed: &[&'a Value]) -> Vec<&'a str> {
    listed.iter().filter_map(|entry| text(entry, "name")).collect()
}

/// The arguments that an entry lists: name, and whether it is required.
pub(super) fn arguments(entry: &Value) -> impl Iterator<Item = (&str, bool)> {
    let listed = entry.get("arguments").and_then(Value::as_array).into_iter().flatten();
    listed.filter_map(|argument| Some((text(argument, "name")?, argument.get("required") == Some(&Value::Bool(true)))))
}

fn text<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_str)
}

fn argument(prompt: &str, (name, required): (&str, Option<bool>), entry: &Value) -> Option<Mismatch> {
    let words = |required: Option<bool>| match required {
        Some(true) => "required",
        Some(false) => "optional",
        None => "listed",
    };
    let expected = || format!("argument {} of `{prompt}` to be {}", excerpt::quoted_to(name, 60), words(required));
    let actual = match arguments(entry).find(|(listed, _)| *listed == name) {
        Some((_, came)) if required.is_none_or(|required| required == came) => return None,
        Some((_, came)) => format!("it is {}", words(Some(came))),
        None => {
            let all: Vec<String> = arguments(entry).map(|(name, _)| excerpt::quoted_to(name, 60)).take(8).collect();
            if all.is_empty() { "no arguments are listed".to_owned() } else { format!("only {}", all.join(", ")) }
        }
    };
    Some(of_kind(MismatchKind::Listing, expected(), actual))
}
