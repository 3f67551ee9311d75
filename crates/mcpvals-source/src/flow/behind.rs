//! Texts that start with a parameter: whether that fixes the host of a URL, callers say.
//!
//! `fetch(base + "/" + path)`: whoever gives a constant for `base` does not let `path` choose a host.

use super::expression::host_is_fixed;
use super::value::bounded;
use super::{Behind, Flow, Label, TAINTED, Taint, UNKNOWN, Value, bit};
use crate::form::FunctionId;

/// What stands before a text, once a call says what the parameter is that it starts with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// A host that is chosen already.
    Fixed,
    /// A parameter of the caller, whose callers say it.
    Caller(Behind),
    /// Something else, or nothing.
    Open,
}

impl Start {
    /// What can still be done behind it.
    pub(super) fn applied(self, taint: &mut Taint) {
        match self {
            Self::Fixed => taint.bits &= !(bit::URL | bit::REDIRECT),
            Self::Caller(behind) => taint.behind = Some(behind),
            Self::Open => {}
        }
    }
}

/// The label that a text of these parts starts with, if it starts with all of one and nothing is known of its text.
pub(super) fn start_of(values: &[Value]) -> Option<u32> {
    let first = values.iter().find(|value| value.text.as_deref() != Some(""))?;
    starts_with(first)
}

/// The label that a value starts with: it is all of it, or a text that does.
fn starts_with(value: &Value) -> Option<u32> {
    if value.text.is_some() { value.start } else { value.exact }
}

/// Notes that a part stands behind what the text starts with; `before` is the text so far.
pub(super) fn stands_behind(part: &mut Value, start: Option<u32>, before: &str) {
    let Some(label) = start.filter(|_| before.starts_with(TAINTED)) else { return };
    let ended = ends_behind(before);
    for taint in part.taints.iter_mut().filter(|taint| taint.label != label) {
        taint.behind = Some(Behind { label, ended, under: false });
    }
}

/// A URL that an address of ours is put before, unless it is one itself: where a word of ours begins it, it is none.
pub(super) fn under_base(url: &Value) -> Value {
    let text = url.text.as_deref().unwrap_or_default();
    let mut url = url.clone();
    if is_relative(text) {
        return url.without(bit::URL | bit::REDIRECT);
    }
    if let Some(label) = starts_with(&url) {
        for taint in &mut url.taints {
            taint.behind = match taint.behind {
                Some(behind) => Some(Behind { under: true, ..behind }),
                None if taint.label == label => Some(Behind { label, ended: false, under: true }),
                None => None,
            };
        }
    }
    url
}

/// Does it begin with a word of ours that no address begins with?
fn is_relative(text: &str) -> bool {
    let ours = text.split([TAINTED, UNKNOWN]).next().unwrap_or_default();
    !ours.is_empty() && !ours.contains(':') && !ours.starts_with("//") && !ours.starts_with('\\')
}

/// Does a host end right behind what the text starts with?
fn ends_behind(text: &str) -> bool {
    text.strip_prefix(TAINTED).is_some_and(|behind| behind.starts_with(['/', '?', '#']))
}

impl Flow<'_> {
    /// The text that a function answers, with what it was given where its parameter stood first.
    pub(super) fn text_answered(&mut self, returns: &Value, id: FunctionId, values: &[Value], answer: &mut Value) {
        let (Some(label), Some(text)) = (returns.start, &returns.text) else { return };
        let (Label::Parameter(..), Some(rest)) = (self.label_of(label), text.strip_prefix(TAINTED)) else { return };
        let base = self.given(label, id, values);
        let mut text = String::new();
        self.skeleton_of(&base, &mut text);
        text.push_str(rest);
        answer.text = Some(bounded(text));
        answer.start = starts_with(&base);
    }

    /// What a call gives for the parameter that a text starts with.
    pub(super) fn start_given(&mut self, behind: Option<Behind>, id: FunctionId, values: &[Value]) -> Start {
        let Some(behind) = behind.filter(|own| matches!(self.label_of(own.label), Label::Parameter(..))) else {
            return Start::Open;
        };
        let base = self.given(behind.label, id, values);
        let mut text = String::new();
        self.skeleton_of(&base, &mut text);
        if behind.ended {
            text.push('/');
        }
        if host_is_fixed(&text) || behind.under && is_relative(&text) {
            return Start::Fixed;
        }
        match starts_with(&base) {
            Some(label) => Start::Caller(Behind { label, ended: ends_behind(&text), under: behind.under }),
            None => Start::Open,
        }
    }
}
