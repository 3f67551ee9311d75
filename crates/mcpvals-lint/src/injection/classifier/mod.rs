//! What weighs like an order, a lure or a deed on the side, by weights that were learnt from labelled tools.
//!
//! Beside the patterns, which give reasons: for what they have no words for. `cargo xtask train-classifier` makes the weights,
//! from tools that are labelled by hand; docs/detection.md has what it finds of sources that it was not trained on.

mod features;
mod help;
mod shape;
mod texts;
mod tongue;
mod weights;

use std::ops::Range;

use mcpvals_model::{Finding, Rule, Severity};
use serde_json::Value;

use super::symbols::Sentence;
use super::{Context, Said, deeds, rules};
use crate::judge;

pub use features::BUCKETS;
pub use shape::Shape;
use texts::Text;

/// What kind of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Field {
    /// What the tool does.
    Description,
    /// Of an argument: its name and what is said of it.
    Parameter,
}

/// What was learnt to tell from honest words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The model is to do what its user did not ask for.
    Order,
    /// The model is to choose this tool, or to tell it what it knows.
    Lure,
    /// The tool does more than it is called for.
    SideAction,
}

impl Kind {
    /// In the order of the weights.
    pub const ALL: [Self; 3] = [Self::Order, Self::Lure, Self::SideAction];

    fn rule(self) -> (&'static Rule, &'static str) {
        match self {
            Self::Order => (&rules::LIKELY_ORDER, "its words weigh like those of orders that no user gave"),
            Self::Lure => (&rules::LIKELY_LURE, "its words weigh like those that court a model, or sound it out"),
            Self::SideAction => {
                (&rules::LIKELY_SIDE_ACTION, "its words weigh like those of deeds that nobody asked for")
            }
        }
    }
}

/// Some sentences that are judged together.
#[derive(Debug)]
pub struct Window {
    /// What they are made of, as numbers below [`BUCKETS`]: in order, each once.
    pub buckets: Vec<u32>,
    /// The sentences, by their position among all of the text.
    sentences: Range<usize>,
}

/// A window that weighs too much.
struct Heavy<'a> {
    window: &'a Window,
    /// How far it stands above the threshold.
    margin: f32,
    shape: Shape,
}

/// Fewer words are a label: whatever they weigh, they say too little.
const WORDS_MIN: usize = 6;

/// So far above the threshold stands a lure that is no English sentence.
const FAR: f32 = 0.5;

/// Every sentence of a text, and every two that stand together: an order often takes two. Labels are none.
fn windows(sentences: &[Sentence], field: Field) -> Vec<Window> {
    let lengths: Vec<usize> = sentences.iter().map(length).collect();
    let is_said = |sentences: &Range<usize>| lengths[sentences.clone()].iter().sum::<usize>() >= WORDS_MIN;
    let singles: Vec<Vec<u32>> = sentences.iter().map(|sentence| features::of_sentence(sentence, field)).collect();
    let both = |(at, two): (usize, &[Vec<u32>])| {
        let sentences = at..at + 2;
        is_said(&sentences).then(|| Window { buckets: features::of_both(&two[0], &two[1]), sentences })
    };
    let pairs: Vec<Window> = singles.windows(2).enumerate().filter_map(both).collect();
    let alone = |(at, buckets)| Window { buckets, sentences: at..at + 1 };
    singles.into_iter().enumerate().map(alone).filter(|window| is_said(&window.sentences)).chain(pairs).collect()
}

/// In words; two letters count as one where no blanks need stand between words.
fn length(sentence: &Sentence) -> usize {
    let of_word = |word: &str| if word.is_ascii() { 1 } else { word.chars().count().div_ceil(2) };
    sentence.words.split_ascii_whitespace().map(of_word).sum()
}

/// All windows of a tool's texts, with their shapes: what the weights are learnt from.
pub fn of_tool(tool: &Value) -> Vec<(Window, Shape)> {
    let context = Context::of_tool(tool, &[]);
    let in_text = |text: &Text| {
        let sentences = text.sentences(&context);
        let shaped = |window: Window| {
            let shape = shape::of(&sentences[window.sentences.clone()], &context);
            (window, shape)
        };
        windows(&sentences, text.field).into_iter().map(shaped).collect::<Vec<_>>()
    };
    texts::of(tool).iter().flat_map(in_text).collect()
}

/// What is said of a tool; where something as bad has been `found` in the same text, nothing more is.
pub(crate) fn find(tool: &Value, context: &Context, found: &[Finding]) -> Vec<Finding> {
    texts::of(tool).iter().flat_map(|text| in_text(text, tool, context, found)).collect()
}

fn in_text(text: &Text, tool: &Value, context: &Context, found: &[Finding]) -> Vec<Finding> {
    let worst = found.iter().filter(|finding| text.holds(finding)).map(|finding| finding.severity).max();
    let sentences = text.sentences(context);
    let windows = windows(&sentences, text.field);
    let heavy = Kind::ALL
        .into_iter()
        .filter_map(|kind| Some((kind, heaviest(&windows, kind, text.field, &sentences, context)?)));
    let meant = heavy.filter(|(kind, heavy)| {
        worst < Some(severity(*kind, heavy)) && (*kind != Kind::Lure || !text.takes_talk(tool))
    });
    meant.map(|(kind, heaviest)| finding(text, kind, &sentences, &heaviest)).collect()
}

/// The window that has the shape of an order most of all, and of these the one that stands furthest above the threshold.
fn heaviest<'a>(
    windows: &'a [Window],
    kind: Kind,
    field: Field,
    sentences: &[Sentence],
    context: &Context,
) -> Option<Heavy<'a>> {
    let weighed = windows.iter().map(|window| (window, weights::margin(&window.buckets, kind)));
    let heavy = weighed.filter(|(_, margin)| *margin > 0.0).filter_map(|(window, margin)| {
        let said = &sentences[beside_purpose(window, sentences, field)];
        let shape = if said.is_empty() { Shape::Nothing } else { shape::of(said, context) };
        let is_lure = kind == Kind::Lure && margin >= FAR && shape::may_court(said, field);
        let is_meant = (shape > Shape::Nothing || is_lure)
            && !said.iter().any(|one| help::is_help(one, context))
            && !(kind == Kind::SideAction && is_purpose(said, sentences, field))
            && !help::fills_a_place(said, context);
        is_meant.then_some(Heavy { window, margin, shape })
    });
    heavy.max_by(|one, other| one.shape.cmp(&other.shape).then(one.margin.total_cmp(&other.margin)))
}

/// What a description says beside the deed that it begins with, which is what the tool is for.
fn beside_purpose(window: &Window, sentences: &[Sentence], field: Field) -> Range<usize> {
    let Range { start, end } = window.sentences;
    let is_purpose = |one: &Sentence| deeds::looks(one) || deeds::sends_its_own(one);
    let is_told = field == Field::Description && start == 0 && sentences.first().is_some_and(is_purpose);
    start + usize::from(is_told)..end
}

/// Is it told of what a tool is for that sends something of its own? "It is encrypted and uploaded."
fn is_purpose(said: &[Sentence], sentences: &[Sentence], field: Field) -> bool {
    let sends = field == Field::Description && sentences.first().is_some_and(deeds::sends_its_own);
    sends && !said.iter().any(deeds::takes_more)
}

/// What only weighs like an order, and is not put like one, may well be firm documentation.
fn severity(kind: Kind, heavy: &Heavy) -> Severity {
    let severity = kind.rule().0.severity;
    if heavy.shape < Shape::Order { severity.min(Severity::Medium) } else { severity }
}

fn finding(text: &Text, kind: Kind, sentences: &[Sentence], heavy: &Heavy) -> Finding {
    let (rule, reason) = kind.rule();
    let place = |sentence: &Sentence| sentence.place(0..sentence.words.len());
    let first = sentences.get(heavy.window.sentences.start).map_or(0..0, place);
    let last = sentences.get(heavy.window.sentences.end - 1).map_or(first.clone(), place);
    let said = Said {
        severity: severity(kind, heavy),
        confidence: confidence(rule, heavy.margin),
        ..Said::new(rule, reason, text.place(first.start..last.end))
    };
    judge::said_finding(&text.pointer, text.words, &said)
}

/// The further above the threshold, the surer; never as sure as where a reason can be given.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held between 0 and 20")]
fn confidence(rule: &Rule, margin: f32) -> u8 {
    rule.confidence + (margin * 10.0).clamp(0.0, 20.0) as u8
}
