//! Weak signs that add up over two neighbouring sentences, where no single phrase says it.

use std::collections::HashMap;
use std::sync::LazyLock;

use mcpvals_model::Rule;

use super::symbols::Sentence;
use super::{Context, Said, lexicon, rules};

/// Longer sentences are lists and schemas, in which every sign stands by chance.
const WORDS_MAX: usize = 60;
/// From this weight on it is an order; few honest tools that speak firmly reach it.
const WEIGHT_MIN: u32 = 5;

const DUTY: u16 = 1;
const OTHER: u16 = 1 << 1;
const SECRET: u16 = 1 << 2;
const SINK: u16 = 1 << 3;
const COVERT: u16 = 1 << 4;
const AUTHORITY: u16 = 1 << 5;
const THREAT: u16 = 1 << 6;
const AGAINST: u16 = 1 << 7;
const CHANGE: u16 = 1 << 8;
const ORDER: u16 = 1 << 9;
const MODEL: u16 = 1 << 10;
const MOVE: u16 = 1 << 11;

/// What each sign weighs: what honest tools say often weighs little.
const WEIGHTS: [(u16, u32); 12] = [
    (DUTY, 1),
    (OTHER, 2),
    (SECRET, 2),
    (SINK, 2),
    (COVERT, 2),
    (AUTHORITY, 1),
    (THREAT, 1),
    (AGAINST, 2),
    (CHANGE, 1),
    (ORDER, 1),
    (MODEL, 2),
    (MOVE, 1),
];

/// Words, and what they are a sign of.
const SIGNS: [(u16, &str); 12] = [
    (DUTY, "must shall always obliged compulsory mandatory never required ought invariably kindly"),
    (OTHER, "§"),
    (
        SECRET,
        "× credentials passwords password mnemonic cookies keychain clipboard transcript conversation confidential ssn passport seed",
    ),
    (SINK, "¬ ±"),
    (COVERT, "silently quietly secretly covertly discreetly unnoticed hidden unmentioned invisible"),
    (AUTHORITY, "compliance administrator regulation audit gdpr policy protocol directive mandated"),
    (THREAT, "otherwise lest void rejected penalty refused corrupted terminated"),
    (AGAINST, "regardless irrespective disregard ignore pretend notwithstanding"),
    (CHANGE, ""),
    (ORDER, "before after whenever prior following beforehand afterwards prerequisite"),
    (MODEL, "assistant agent agents llm ai"),
    (MOVE, ""),
];

static WORDS: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
    let mut words: HashMap<String, u16> = HashMap::new();
    let listed =
        SIGNS.iter().flat_map(|(sign, list)| list.split_ascii_whitespace().map(|word| (*sign, word.to_owned())));
    let classes = [(CHANGE, "tamper"), (MOVE, "send")];
    let of_classes =
        classes.iter().flat_map(|(sign, class)| lexicon::forms_of(class).into_iter().map(|word| (*sign, word)));
    for (sign, word) in listed.chain(of_classes) {
        *words.entry(word).or_default() |= sign;
    }
    words
});

/// The first place where enough comes together.
pub(super) fn find(sentences: &[Sentence], context: &Context) -> Option<Said> {
    if context.is_nobody() || context.is_about_secrets() {
        return None;
    }
    let mut before = 0;
    for sentence in sentences {
        let here = signs(sentence, context);
        let both = here | before;
        if here != 0 && weight(both) >= WEIGHT_MIN && is_telling(both) {
            let place = sentence.place(0..sentence.words.len());
            return Some(Said::new(rule(both), "what it says adds up to an order that no user gave", place));
        }
        before = here;
    }
    None
}

fn signs(sentence: &Sentence, context: &Context) -> u16 {
    let mut words = sentence.words.split(' ');
    let mut signs = words.by_ref().take(WORDS_MAX).fold(0, |signs, word| signs | WORDS.get(word).copied().unwrap_or(0));
    if words.next().is_some() {
        return 0;
    }
    // Its own family is no stranger.
    if sentence.others.iter().all(|(_, name)| context.is_kin(name)) {
        signs &= !OTHER;
    }
    signs
}

fn weight(signs: u16) -> u32 {
    WEIGHTS.iter().filter(|(sign, _)| signs & sign != 0).map(|(_, weight)| weight).sum()
}

/// Something of somebody else is meant, and something is to be done with it.
fn is_telling(signs: u16) -> bool {
    signs & (OTHER | SECRET | SINK | COVERT | AGAINST) != 0 && signs & (DUTY | CHANGE | ORDER | MOVE | AGAINST) != 0
}

fn rule(signs: u16) -> &'static Rule {
    match signs {
        _ if signs & SINK != 0 => &rules::EXFILTRATION,
        _ if signs & SECRET != 0 => &rules::SECRET_READ,
        _ if signs & OTHER != 0 => &rules::DUTY,
        _ if signs & COVERT != 0 => &rules::SECRECY,
        _ => &rules::TAMPERING,
    }
}
