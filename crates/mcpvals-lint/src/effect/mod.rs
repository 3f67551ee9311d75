//! What a call of a tool does to the world, as far as what is said of it tells.
//!
//! Whoever calls tools unasked goes by this: it says "reads" only where everything that speaks of it agrees.

mod account;
mod asides;
mod calls;
mod cjk;
mod clauses;
mod codes;
mod computing;
mod doing;
mod name;
mod phrases;
mod reading;
mod said;
mod schema;
mod switches;
mod written;

use serde_json::Value;

use crate::words::{self, Verb};
use account::{Account, account};
use computing::computes;
pub(crate) use doing::{Opened, heads_with_a_deed, is_doing, opens_with};
pub(crate) use name::{Lead, is_thing_to_see, lead};
pub(crate) use said::{SaidToDo, said_to_do, says_read_only};

/// What a call of a tool does, and how we know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// How we know, as a clause: "its name says `delete`".
    pub reason: String,
}

/// What a call of a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectKind {
    /// Nothing: it looks or computes, and may be called at will.
    Reads,
    /// It adds, changes or tells somebody something.
    Writes,
    /// It takes away or overwrites what was there.
    Deletes,
    /// Nobody says, or what is said does not agree.
    Unknown,
}

impl Effect {
    fn new(kind: EffectKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }
}

/// What a call of this tool does: by its annotations, and else by its name, description and schema.
///
/// Anything that speaks against reading outweighs what speaks for it, an annotation too.
pub fn effect(tool: &Value) -> Effect {
    let name = words::of_name(tool["name"].as_str().unwrap_or_default());
    let lead = lead(&name, &tool["inputSchema"]);
    contradiction(tool, lead.as_ref()).unwrap_or_else(|| claim(tool, lead.as_ref()))
}

/// What says that it is no reader.
fn contradiction(tool: &Value, lead: Option<&Lead>) -> Option<Effect> {
    let annotations = &tool["annotations"];
    let description = tool["description"].as_str().unwrap_or_default();
    let annotated_reader = annotations["readOnlyHint"] == true;
    if annotated_reader && annotations["destructiveHint"] == true {
        return Some(Effect::new(EffectKind::Unknown, "it is annotated as read-only and as destructive"));
    }
    if let Some(effect) = by_words(tool, description, lead, annotated_reader) {
        return Some(effect);
    }
    if let Some(words) = deed_on_the_side(description) {
        return Some(Effect::new(EffectKind::Unknown, format!("its description says `{words}`")));
    }
    if annotations["destructiveHint"] == true {
        return Some(Effect::new(EffectKind::Deletes, "it is annotated as destructive"));
    }
    if annotations["readOnlyHint"] == false {
        return Some(Effect::new(EffectKind::Writes, "it is annotated as not read-only"));
    }
    titled(tool).or_else(|| schema::harm(tool, annotated_reader))
}

/// What a title says that the name does not ("Get and reset settings").
fn titled(tool: &Value) -> Option<Effect> {
    let titles = [&tool["title"], &tool["annotations"]["title"]];
    let (word, verb) = titles.into_iter().filter_map(Value::as_str).find_map(name::deed_of_title)?;
    Some(Effect::new(harm(verb)?, format!("its title says `{word}`")))
}

/// The verb of its name or of its description that does something.
fn by_words(tool: &Value, description: &str, lead: Option<&Lead>, annotated_reader: bool) -> Option<Effect> {
    // Whoever annotates a reader may start a search and open a page; nobody creates or runs anything by reading.
    let contradicts = |verb: Verb, word: &str| !annotated_reader || verb != Verb::Write || is_deed(word);
    if let Some(Lead { verb, word }) = lead
        && let Some(kind) = harm(*verb)
        && contradicts(*verb, word)
        && !(annotated_reader && name_is_explained(tool))
    {
        return Some(Effect::new(kind, format!("its name says `{word}`")));
    }
    // What adds numbers says "adds".
    let computes = |word: &str| lead.is_some_and(|lead| lead.verb == Verb::Read && word.starts_with(&lead.word));
    if let Some(SaidToDo { verb, words }) = said_to_do(description)
        && let Some(kind) = harm(verb)
        && contradicts(verb, words.rsplit(' ').next().unwrap_or_default())
        && !computes(&words)
    {
        return Some(Effect::new(kind, format!("its description says `{words}`")));
    }
    let word = heads_with_a_deed(description)?;
    Some(Effect::new(EffectKind::Unknown, format!("its description says `{word}`")))
}

/// Whether the description tells what a verb in the name is of: of a thing that is looked at (`update_status` "Shows …"), or
/// of a value that comes and goes back (`merge_json`).
///
/// That is enough where an annotation says "reads" as well, and for nobody else.
pub(crate) fn name_is_explained(tool: &Value) -> bool {
    let description = tool["description"].as_str().unwrap_or_default();
    let name = words::of_name(tool["name"].as_str().unwrap_or_default());
    let reads = matches!(account(description), Account::Reads(_))
        && said_to_do(description).is_none()
        && phrases::deed(description).is_none();
    reads && (computes(description) || is_thing_to_see(&name))
}

/// Whether the verb, in either form, is of a deed that no annotation makes a reading.
fn is_deed(word: &str) -> bool {
    const ALSO: [&str; 12] =
        ["set", "click", "navigate", "toggle", "transfer", "submit", "press", "pay", "buy", "sell", "approve", "sign"];
    let is = |word: &str| words::is_plain_deed(word) || ALSO.contains(&word);
    is(word) || word.strip_suffix('s').is_some_and(is)
}

/// The words of a description that tell of a deed, though no verb of its sentences need be one.
pub(crate) fn deed_on_the_side(description: &str) -> Option<String> {
    asides::deed(description).or_else(|| phrases::deed(description)).or_else(|| calls::deed(description))
}

/// Whether a description as a whole says that its tool reads.
pub(crate) fn says_that_it_reads(description: &str) -> bool {
    matches!(account(description), Account::Reads(_))
}

fn harm(verb: Verb) -> Option<EffectKind> {
    match verb {
        Verb::Read => None,
        Verb::Write => Some(EffectKind::Writes),
        Verb::Delete => Some(EffectKind::Deletes),
        Verb::Run => Some(EffectKind::Unknown),
    }
}

/// What says that it is a reader, where nothing says that it is none: an annotation, or its name and its description both.
fn claim(tool: &Value, lead: Option<&Lead>) -> Effect {
    if tool["annotations"]["readOnlyHint"] == true {
        return Effect::new(EffectKind::Reads, "it is annotated as read-only, and nothing speaks against it");
    }
    let name = words::of_name(tool["name"].as_str().unwrap_or_default());
    let unknown = |reason: String| Effect::new(EffectKind::Unknown, reason);
    let reader = lead.filter(|lead| lead.verb == Verb::Read);
    match (account(tool["description"].as_str().unwrap_or_default()), reader) {
        (Account::Reads(said), Some(Lead { word, .. })) => Effect::new(
            EffectKind::Reads,
            format!("its name says `{word}`, its description `{said}`, and nothing speaks against it"),
        ),
        (Account::Reads(said), None) if !name.iter().any(|word| words::is_verb(word) || is_doing(word)) => Effect::new(
            EffectKind::Reads,
            format!("its description begins with `{said}`, its name has no verb, and nothing speaks against it"),
        ),
        (Account::Silent, Some(lead)) if name::is_plain(&name, lead) => {
            Effect::new(EffectKind::Reads, format!("its name says `{}`, and nothing speaks against it", lead.word))
        }
        (Account::Does(said), _) if !said.is_empty() => {
            unknown(format!("its description says `{said}`, which is no plain word of reading"))
        }
        (Account::Does(_) | Account::Reads(_) | Account::Silent, _) => {
            unknown("nothing says whether it only reads".to_owned())
        }
    }
}

#[cfg(test)]
mod paraphrases;
#[cfg(test)]
mod tests;
