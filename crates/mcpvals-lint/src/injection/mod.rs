//! What a text tells a model to do that its user did not ask for.
//!
//! A text is made plain (nothing hidden, letters of one kind), split into sentences, and read as classes of words and
//! symbols for names, addresses and files. Patterns over these say what an order is; names of the same server's tools are
//! no order, and neither is what is denied or only talked about. Where no pattern says anything, a classifier weighs the words.

pub(crate) mod classifier;
mod commands;
mod context;
mod deeds;
mod denial;
mod files;
mod hashed;
mod languages;
mod lexicon;
mod markup;
mod parameters;
mod pattern;
mod patterns;
mod plain;
pub(crate) mod rules;
mod symbols;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::ops::Range;

use mcpvals_model::{Rule, Severity};

pub(crate) use context::Context;
pub(crate) use parameters::{find as in_parameters, in_prompt};

use plain::Plain;
use symbols::Sentence;

/// A text that says more is no worse for that.
const SAID_MAX: usize = 256;

/// Something that is said.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    /// How sure, in percent.
    pub(crate) confidence: u8,
    /// What it does, as a sentence without a full stop.
    pub(crate) reason: &'static str,
    /// Where, in bytes.
    pub(crate) place: Range<usize>,
}

impl Said {
    fn new(rule: &'static Rule, reason: &'static str, place: Range<usize>) -> Self {
        Self { rule, severity: rule.severity, confidence: rule.confidence, reason, place }
    }

    /// It may well be honest.
    fn weakened(self) -> Self {
        Self { severity: Severity::Low, confidence: self.confidence / 2, ..self }
    }
}

/// All that a text says so, in order.
pub(crate) fn find(text: &str, context: &Context) -> Vec<Said> {
    let plain = Plain::of(text);
    let handles_marks = || context.is_about_markup() || context.is_about_attacks();
    let marks = markup::find(&plain).map(|said| if handles_marks() { said.weakened() } else { said });
    let mut said: Vec<Said> = marks.into_iter().collect();
    let handles_commands = || context.is_shell() || context.is_about_attacks();
    said.extend(commands::find(&plain).map(|said| if handles_commands() { said.weakened() } else { said }));
    let sentences = symbols::sentences(&plain, context);
    let tells_purpose = context.is_description(text);
    said.extend(sentences.iter().flat_map(|sentence| in_sentence(sentence, context, tells_purpose)));
    if languages::has_letters(text) || sentences.iter().any(|sentence| languages::may_be_in(&sentence.words)) {
        said.extend(languages::find(&plain));
    }
    said.sort_by_key(|said| (said.place.start, said.rule.id, Reverse(said.severity)));
    let mut kept: Vec<Said> = Vec::new();
    for said in said.into_iter().take(SAID_MAX) {
        let is_same = |other: &&mut Said| other.rule.id == said.rule.id && said.place.start < other.place.end;
        match kept.iter_mut().find(is_same) {
            Some(other) if said.severity > other.severity => *other = said,
            Some(_) => {}
            None => kept.push(said),
        }
    }
    kept
}

fn in_sentence(sentence: &Sentence, context: &Context, tells_purpose: bool) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::new();
    for pattern in patterns::look(&sentence.words) {
        if said.iter().any(|said| said.rule.id == pattern.pattern.rule.id && said.severity > Severity::Low) {
            continue;
        }
        let Some(part) = pattern.find(sentence) else { continue };
        let found = Said::new(pattern.pattern.rule, pattern.pattern.reason, sentence.place(part.clone()));
        let is_honest = is_among_kin(pattern.pattern.rule, sentence, &part, context)
            || is_prose(pattern.pattern.rule, sentence, context)
            || is_quoted_by_a_scanner(sentence, context)
            || is_example(pattern.pattern.rule, sentence, &part)
            || tells_purpose && is_own_deed(pattern.pattern.rule, sentence, &part);
        said.push(if is_honest { found.weakened() } else { found });
    }
    said
}

/// Documents tell developers what to call; it is an order to a model only where it speaks of its user or of secrets.
fn is_prose(rule: &Rule, sentence: &Sentence, context: &Context) -> bool {
    let is_duty = [&rules::DUTY, &rules::REDIRECTION, &rules::SHADOWING].iter().any(|other| other.id == rule.id);
    let addressed = ["assistant", "agent", "user", "user's", "tool", "tools", "×"];
    is_duty && context.is_nobody() && !sentence.words.split(' ').any(|word| addressed.contains(&word))
}

/// "For example \"make it look like a painting\"": what somebody may ask of the tool, and no order by it. Secrets and strangers
/// are named by no honest example.
fn is_example(rule: &Rule, sentence: &Sentence, part: &Range<usize>) -> bool {
    let is_grave = [&rules::SECRET_READ, &rules::EXFILTRATION, &rules::COMMAND].iter().any(|other| other.id == rule.id);
    let before = &sentence.words[..part.start];
    let marks = ["e.g", "example", "examples", "such"];
    !is_grave && before.ends_with("« ") && before.split(' ').any(|word| marks.contains(&word))
}

/// What the tool says that it is for, and what its arguments are.
fn is_own_deed(rule: &Rule, sentence: &Sentence, part: &Range<usize>) -> bool {
    let is = |other: &Rule| other.id == rule.id;
    is(&rules::EXFILTRATION) && part.start == 0 && deeds::sends_its_own(sentence)
        || is(&rules::SECRET_READ)
            && (deeds::documents_an_argument(sentence, part) || deeds::uses_its_settings(sentence, part))
}

/// A scanner names what it looks for.
fn is_quoted_by_a_scanner(sentence: &Sentence, context: &Context) -> bool {
    context.is_about_attacks() && pattern::discusses(sentence)
}

/// Order among tools of one server is help, and no order of a stranger's. A tool that is called for credentials handles them.
fn is_among_kin(rule: &Rule, sentence: &Sentence, part: &Range<usize>, context: &Context) -> bool {
    let is = |others: &[&Rule]| others.iter().any(|other| other.id == rule.id);
    if is(&[&rules::SECRET_READ, &rules::SIDE_ACTION]) {
        return context.is_about_secrets();
    }
    let mut others = sentence.others.iter().filter(|(at, _)| part.contains(at)).peekable();
    if is(&[&rules::SHADOWING]) {
        return others.peek().is_some() && others.any(|(_, name)| context.has_sibling(name));
    }
    // "Use before `download_paper`": the order among one's own tools.
    if is(&[&rules::PREFERENCE]) && others.peek().is_some() && others.clone().all(|(_, name)| context.has_sibling(name))
    {
        return true;
    }
    let words = &sentence.words[part.clone()];
    let replaces = words.contains(symbols::SELF) || words.contains("this ");
    let behind = others.clone().last().map_or(part.end, |(at, _)| *at);
    let praises = is(&[&rules::PREFERENCE]) && behind < part.end;
    let rest = &sentence.words[behind..];
    let redirects = replaces && is(&[&rules::REDIRECTION]);
    if (praises || redirects) && is_conditional(rest) || redirects && rest.contains(" with ") {
        return true;
    }
    let is_kin = |name: &str| if replaces { context.has_sibling(name) } else { context.is_kin(name) };
    is(&[&rules::DUTY, &rules::REDIRECTION]) && others.any(|(_, name)| is_kin(name))
}

/// "Prefer this over `search_v1` for large results" says when; "for all searches" does not.
fn is_conditional(rest: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    has(&[
        " for ",
        " when ",
        " if ",
        " unless ",
        " where ",
        " repeatedly ",
        " multiple ",
        " individually ",
        " several ",
        " separately ",
    ]) && !has(&[" for all ", " for any ", " for every ", " for each "])
}
