//! One text, looked at by everything that looks at texts: what is hidden in it, and what it tells a model to do.

use std::ops::Range;

use mcpvals_model::{Finding, Severity, Span};

use crate::hidden::{self, Hidden, Way};
use crate::injection::{self, Context, Said};

/// Shorter words of plain letters say nothing: most are names of types.
const BYTES_MIN: usize = 16;
/// More words are no name.
const NAME_WORDS_MAX: usize = 7;
/// How often what was decoded may be encoded again.
const LAYERS_MAX: usize = 3;

/// What is wrong with a text at this place of its subject.
pub(crate) fn text(pointer: &str, text: &str, context: &Context) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    if text.len() < BYTES_MIN && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return found;
    }
    for hidden in hidden::find(text) {
        let said = inside(pointer, text, &hidden, context, LAYERS_MAX);
        let is_order = || said.iter().any(|finding| finding.severity > Severity::Low);
        if !hidden.if_ordering || is_order() {
            found.extend(said);
            found.push(hidden_finding(pointer, text, hidden));
        }
    }
    found.extend(injection::find(text, context).into_iter().map(|said| said_finding(pointer, text, &said)));
    if let Some(spoken) = spoken(text) {
        // So many words are a sentence: that it names what it is after makes it no tool for that.
        let nobody = Context::default();
        let who = if spoken.split(' ').count() > NAME_WORDS_MAX { &nobody } else { context };
        found.extend(injection::find(&spoken, who).into_iter().map(|said| said_finding(pointer, text, &said)));
    }
    found
}

/// A name as words: `ignore_previous_orders`. Places in it are places in the name.
fn spoken(name: &str) -> Option<String> {
    let is_name = !name.contains(' ') && name.bytes().filter(|byte| b"_-".contains(byte)).count() >= 2;
    is_name.then(|| name.replace(['_', '-'], " "))
}

/// What the hidden part says, and what is hidden in that.
fn inside(pointer: &str, text: &str, hidden: &Hidden, context: &Context, layers: usize) -> Vec<Finding> {
    // What is visible but for its look is read with the rest.
    let is_apart = matches!(hidden.way, Way::Tags | Way::Selectors | Way::Invisible | Way::Encoded);
    let Some(says) = hidden.says.as_deref().filter(|_| is_apart && layers > 0) else { return Vec::new() };
    let place = |said: Said| Said { place: hidden.place.clone(), ..said };
    let said = injection::find(says, context).into_iter().map(|said| said_finding(pointer, text, &place(said)));
    let deeper = hidden::find(says).into_iter().flat_map(|inner| {
        let inner = Hidden { place: hidden.place.clone(), ..inner };
        inside(pointer, text, &inner, context, layers - 1)
    });
    said.chain(deeper).collect()
}

fn hidden_finding(pointer: &str, text: &str, hidden: Hidden) -> Finding {
    let Hidden { way, place, says, .. } = hidden;
    let rule = hidden::rules::of(way);
    let told = says.as_deref().map(|says| format!(", which says `{}`", excerpt(says))).unwrap_or_default();
    let title = if way == Way::Stray { "a character without width beside a word" } else { rule.title };
    let finding = rule.found(format!("{title}{told}")).at(span(pointer, text, &place));
    // Notes of editors stand in comments, too.
    let is_note = matches!(way, Way::Comment | Way::Unshown) && !says.as_deref().is_some_and(addresses);
    // Where a long word may be broken; what it would hide is read all the same.
    let is_hyphen =
        way == Way::Invisible && text.get(place.clone()) == Some("\u{ad}") && text.matches('\u{ad}').count() == 1;
    match way {
        _ if is_note || is_hyphen => finding.as_bad_as(Severity::Low),
        // A paste leaves it behind, but hardly any server has one.
        Way::Stray => finding.as_bad_as(Severity::Medium),
        _ => finding,
    }
}

/// Does it speak to somebody?
fn addresses(text: &str) -> bool {
    const WORDS: [&str; 34] = [
        "you",
        "your",
        "must",
        "always",
        "never",
        "ignore",
        "disregard",
        "forget",
        "read",
        "send",
        "call",
        "use",
        "execute",
        "run",
        "delete",
        "include",
        "reveal",
        "don't",
        "not",
        "assistant",
        "model",
        "agent",
        "ai",
        "please",
        "tell",
        "post",
        "nobody",
        "keys",
        "password",
        "token",
        "secret",
        "secrets",
        "credentials",
        "vault",
    ];
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|word| WORDS.contains(&word.to_lowercase().as_str()))
        || !injection::find(text, &Context::default()).is_empty()
}

/// Of something that is said.
pub(crate) fn said_finding(pointer: &str, text: &str, said: &Said) -> Finding {
    let finding = said.rule.found(format!("{}: {}", said.rule.title, said.reason));
    let finding = finding.as_bad_as(said.severity).as_sure_as(f64::from(said.confidence) / 100.0);
    let shown = text.get(said.place.clone()).map(excerpt).filter(|shown| !shown.is_empty());
    let finding = finding.at(span(pointer, text, &said.place));
    match shown {
        Some(shown) => finding.showing(&shown),
        None => finding,
    }
}

/// In code points of the text.
fn span(pointer: &str, text: &str, place: &Range<usize>) -> Span {
    let characters = |end: usize| text.get(..end).map_or(0, |part| part.chars().count());
    Span::Metadata { pointer: pointer.to_owned(), start: characters(place.start), end: characters(place.end) }
}

/// Others have written it: so much of it is shown, on one line and without what has no ink, and nothing of it is obeyed.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARACTERS_MAX: usize = 200;
    let shown = text.chars().filter(|c| !hidden::has_no_ink(*c));
    let mut cut: String = shown.clone().take(CHARACTERS_MAX).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.count() > CHARACTERS_MAX {
        cut.push('…');
    }
    cut
}
