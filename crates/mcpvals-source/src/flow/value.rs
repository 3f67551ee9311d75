//! What is known of a value: who it came from, and what it is made of.

use std::rc::Rc;

use super::Place;
use crate::form::{FunctionId, Name};

/// What a value that somebody else chose may still do, as bits; guards take bits away.
pub(crate) mod bit {
    pub(crate) const COMMAND: u32 = 1;
    pub(crate) const CODE: u32 = 1 << 1;
    pub(crate) const PATH: u32 = 1 << 2;
    pub(crate) const URL: u32 = 1 << 3;
    /// Where a checked host sends us on to.
    pub(crate) const REDIRECT: u32 = 1 << 4;
    pub(crate) const SQL: u32 = 1 << 5;
    /// An option where an operand was meant.
    pub(crate) const OPTION: u32 = 1 << 6;
    pub(crate) const TEMPLATE: u32 = 1 << 7;
    pub(crate) const REGEX: u32 = 1 << 9;
    pub(crate) const SIZE: u32 = 1 << 10;
    /// Whose data it is.
    pub(crate) const OWNER: u32 = 1 << 11;
    /// All that a checked value can no longer do.
    pub(crate) const CHECKED: u32 = (1 << 12) - 1;
    /// The data itself: no guard makes it another.
    pub(crate) const DATA: u32 = 1 << 12;
    /// The value is all of what it came from, and not a part of a larger text.
    pub(crate) const WHOLE: u32 = 1 << 13;
    /// It may have `..` in it.
    pub(crate) const DOTS: u32 = 1 << 14;
    /// It may be a path from the root: nothing stands before it.
    pub(crate) const ROOTED: u32 = 1 << 15;
    /// Nothing stands before it.
    pub(crate) const FREE: u32 = 1 << 16;
    /// Nobody asked whether it begins with the name of a folder, which one beside it may begin with as well.
    pub(crate) const SIBLING: u32 = 1 << 17;
    pub(crate) const ALL: u32 = (1 << 18) - 1;
}

/// What came from where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taint {
    pub(crate) label: u32,
    pub(crate) bits: u32,
    /// What the text starts with, where that is for callers to say.
    pub(crate) behind: Option<Behind>,
}

impl Taint {
    pub(crate) fn of(label: u32, bits: u32) -> Self {
        Self { label, bits, behind: None }
    }

    /// The same, from another place as well: it stands behind something only where it does so wherever it can choose a host.
    fn add(&mut self, other: &Self) {
        const HOST: u32 = bit::URL | bit::REDIRECT;
        self.behind = match (self.bits & HOST != 0, other.bits & HOST != 0) {
            (true, true) => self.behind.filter(|own| other.behind == Some(*own)),
            (true, false) => self.behind,
            (false, _) => other.behind,
        };
        self.bits |= other.bits;
    }
}

/// A parameter that a text starts with: it depends on what callers give for it whether the host is fixed by that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Behind {
    pub(crate) label: u32,
    /// A host ends there: a slash stands behind it.
    pub(crate) ended: bool,
    /// An address of ours stands before it, unless it is one itself.
    pub(crate) under: bool,
}

/// Where something came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// A parameter of a function, and which member of it.
    Parameter(FunctionId, u16, Option<Name>),
    /// All of the environment.
    Environment,
    /// A variable of the environment that holds a secret, or a member with such a name.
    Secret(Name),
    /// A file of credentials.
    Credentials(Name),
    File,
    Database,
    Network,
    Time,
    Counter,
    Random,
    /// What an encoded text was decoded to.
    Decoded,
    /// The text of an error, or its trace.
    Error,
    Trace,
}

/// What a value is, beyond its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Form {
    #[default]
    Plain,
    /// A path without `..` in it.
    Resolved,
    /// A resolved path in a text.
    ResolvedText,
    /// A path as seen from a folder: `../x` is outside of it.
    Relative,
    /// A URL that was taken apart.
    ParsedUrl,
    /// The host of a URL, or its address.
    Host,
    Address,
    /// Another part of a URL.
    UrlPart,
    Number,
    Regex,
    /// All of a list that somebody else made, within another.
    Spread,
    /// The arguments of a call, and not the request that brought them.
    Arguments,
}

/// What somebody would know who knows how a test ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fact {
    pub(crate) subject: Subject,
    pub(crate) bits: u32,
    pub(crate) when: When,
}

/// What a fact is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Subject {
    Label(u32),
    Variable(Name),
}

/// How the test has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    True,
    False,
    Either,
}

impl When {
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Either => Self::Either,
        }
    }

    pub(crate) fn holds(self, truth: bool) -> bool {
        match self {
            Self::True => truth,
            Self::False => !truth,
            Self::Either => true,
        }
    }
}

/// The members of an object, by name.
type Fields = Rc<Vec<(Name, Value)>>;

/// A value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Value {
    pub(crate) taints: Vec<Taint>,
    /// The text, with [`UNKNOWN`] and [`TAINTED`] where it is not constant.
    pub(crate) text: Option<Rc<str>>,
    /// The label that the text starts with all of, where it does.
    pub(crate) start: Option<u32>,
    /// What it is called outside of the program: `child_process.exec`.
    pub(crate) path: Option<Rc<str>>,
    pub(crate) function: Option<FunctionId>,
    /// The class of the program that it is one of.
    pub(crate) class: Option<Name>,
    pub(crate) fields: Option<Fields>,
    pub(crate) items: Option<Rc<Vec<Value>>>,
    /// What it may be, where it is an element of a list of ours, whichever.
    pub(crate) choices: Option<Rc<Vec<Value>>>,
    pub(crate) facts: Option<Rc<Vec<Fact>>>,
    /// The one label that it is, unchanged but for blanks and case.
    pub(crate) exact: Option<u32>,
    pub(crate) form: Form,
    pub(crate) truth: Option<bool>,
    /// A file's names: a module of the program.
    pub(crate) module: Option<u32>,
    /// It is nothing: `null`.
    pub(crate) null: bool,
    /// A redirect is not followed, a check is on, and the like: what a call was told.
    pub(crate) settled: bool,
    /// A path within a folder that was made to be thrown away.
    pub(crate) temporary: bool,
    /// The request that it is the answer to.
    pub(crate) answers: Option<Place>,
}

/// Stands in a text for what is not known.
pub(crate) const UNKNOWN: char = '\u{1}';
/// Stands in a text for what somebody else chose.
pub(crate) const TAINTED: char = '\u{2}';

/// No value has more sources, fields or items that are looked at.
const TAINTS_MAX: usize = 24;
pub(crate) const PARTS_MAX: usize = 200;
/// Objects with more members than that are tables, and not merged one by one.
const MERGED_MAX: usize = 80;
const TEXT_BYTES_MAX: usize = 2_000;

impl Value {
    pub(crate) fn of_text(text: impl Into<Rc<str>>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    pub(crate) fn of_path(path: impl Into<Rc<str>>) -> Self {
        Self { path: Some(path.into()), ..Self::default() }
    }

    pub(crate) fn of_label(label: u32) -> Self {
        let taints = vec![Taint::of(label, bit::ALL)];
        Self { taints, exact: Some(label), ..Self::default() }
    }

    /// The text, where all of it is constant.
    pub(crate) fn constant(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| !text.contains([UNKNOWN, TAINTED]))
    }

    /// What it is called outside, or nothing.
    pub(crate) fn called(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// Does what begins with it lie where everything is thrown away?
    pub(crate) fn is_temporary(&self) -> bool {
        self.temporary || crate::knowledge::is_made_temporary(self.called())
    }

    pub(crate) fn is_tainted(&self) -> bool {
        !self.taints.is_empty()
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.as_deref()?.iter().rev().find(|(key, _)| &**key == name).map(|(_, value)| value)
    }

    pub(crate) fn item(&self, index: usize) -> Option<&Value> {
        self.items.as_deref()?.get(index)
    }

    /// Adds what came from where.
    pub(crate) fn add_taints(&mut self, taints: &[Taint]) {
        for taint in taints {
            if let Some(own) = self.taints.iter_mut().find(|own| own.label == taint.label) {
                own.add(taint);
            } else if self.taints.len() < TAINTS_MAX {
                self.taints.push(*taint);
            }
        }
    }

    /// Only what came from where, as parts of something else.
    pub(crate) fn parts(taints: &[Taint]) -> Self {
        let mut value = Self::default();
        value.add_taints(taints);
        value
    }

    /// Takes the bits away.
    pub(crate) fn without(mut self, bits: u32) -> Self {
        for taint in &mut self.taints {
            taint.bits &= !bits;
        }
        self
    }

    /// One of the two: it may be either.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        self.add_taints(&other.taints);
        if self.text != other.text {
            // The one that is known says more than none; two that differ say what machine they are for, if it is one.
            self.text = match (self.text.take(), &other.text) {
                // `base.endsWith("/") ? base : base + "/"`.
                (Some(text), Some(also)) if text.strip_suffix('/') == Some(&**also) => Some(text),
                (Some(text), Some(also)) if also.strip_suffix('/') == Some(&*text) => Some(also.clone()),
                (Some(text), None) if is_with_separator(&text) => Some(text),
                (None, Some(also)) if is_with_separator(also) => Some(also.clone()),
                (Some(text), Some(also)) => {
                    let unknown = if self.taints.is_empty() { UNKNOWN } else { TAINTED };
                    same_host(&text, also).map(|start| Rc::from(format!("{start}{unknown}")))
                }
                (Some(text), None) if other.null || !other.is_tainted() => Some(text),
                (None, Some(text)) if self.null || self.taints.is_empty() => Some(text.clone()),
                _ => None,
            };
        }
        self.start = self.start.filter(|_| self.text.is_some() && self.start == other.start);
        self.path = self.path.take().or_else(|| other.path.clone());
        self.function = self.function.or(other.function);
        self.class = self.class.take().or_else(|| other.class.clone());
        self.fields = merged_fields(self.fields.take(), other.fields.as_ref());
        self.items = merged_items(self.items.take(), other.items.as_ref());
        self.choices =
            self.choices.take().filter(|own| other.choices.as_ref().is_some_and(|also| Rc::ptr_eq(own, also)));
        self.module = self.module.or(other.module);
        self.facts = joined(self.facts.take(), other.facts.as_ref());
        // A default beside it does not make it another.
        let constant = |value: &Self| value.taints.is_empty();
        self.exact = match (self.exact, other.exact) {
            (Some(one), Some(two)) => (one == two).then_some(one),
            (Some(one), None) if constant(other) => Some(one),
            (None, Some(two)) if self.taints.len() == other.taints.len() => Some(two),
            _ => None,
        };
        if self.form == Form::Plain {
            self.form = other.form;
        }
        self.truth = None;
        self.null &= other.null;
        self.settled |= other.settled;
        self.temporary &= other.temporary;
        self.answers = self.answers.or(other.answers);
        self
    }

    /// What it says, for the skeleton of a larger text.
    pub(crate) fn skeleton(&self, into: &mut String) {
        match &self.text {
            Some(text) => into.push_str(text),
            None if self.is_tainted() => into.push(TAINTED),
            None => into.push(UNKNOWN),
        }
    }
}

/// A text that is not known, with a separator behind it: the same without one is the other way to the same folder.
fn is_with_separator(text: &str) -> bool {
    matches!(text.strip_suffix('/').map(|rest| rest.trim_matches([UNKNOWN, TAINTED])), Some("")) && text.len() == 2
}

/// What two texts both start with, if it says which host they are URLs for: one of them has more behind it.
fn same_host<'t>(one: &'t str, other: &str) -> Option<&'t str> {
    let same = one.char_indices().zip(other.chars()).find(|((_, own), also)| own != also);
    let end = same.map_or(one.len().min(other.len()), |((at, _), _)| at);
    let start = &one[..end];
    (start.contains("://") && super::expression::host_is_fixed(start)).then_some(start)
}

/// Objects are merged member by member: what only one of them has, is that one's.
fn merged_fields(one: Option<Fields>, other: Option<&Fields>) -> Option<Fields> {
    match (one, other) {
        (Some(one), Some(other)) if !Rc::ptr_eq(&one, other) && one.len() + other.len() <= MERGED_MAX => {
            let mut merged: Vec<(Name, Value)> = Vec::new();
            for (name, value) in one.iter() {
                put(&mut merged, name, value.clone());
            }
            for (name, value) in other.iter() {
                let before = merged.iter().find(|(own, _)| own == name).map(|(_, before)| before.clone());
                put(&mut merged, name, before.map_or_else(|| value.clone(), |before| before.or(value)));
            }
            Some(Rc::new(merged))
        }
        (Some(one), _) => Some(one),
        (None, other) => other.cloned(),
    }
}

/// The member, in place of the one of that name.
fn put(members: &mut Vec<(Name, Value)>, name: &Name, value: Value) {
    match members.iter_mut().find(|(own, _)| own == name) {
        Some((_, own)) => *own = value,
        None => members.push((name.clone(), value)),
    }
}

/// Lists of the same length are merged one by one: what a function returns together.
fn merged_items(one: Option<Rc<Vec<Value>>>, other: Option<&Rc<Vec<Value>>>) -> Option<Rc<Vec<Value>>> {
    match (one, other) {
        (Some(one), Some(other)) if one.len() == other.len() && one.len() <= 4 && !Rc::ptr_eq(&one, other) => {
            let pairs = one.iter().zip(other.iter());
            Some(Rc::new(pairs.map(|(one, other)| one.clone().or(other)).collect()))
        }
        // A list that grew on one of the ways.
        (Some(one), Some(other)) if one.len() < other.len() => Some(other.clone()),
        (Some(one), _) => Some(one),
        (None, other) => other.cloned(),
    }
}

/// What stands in a list for all of another whose parts are not known.
pub(crate) fn spread(list: &Value) -> Value {
    Value { form: Form::Spread, ..super::member::element(list) }
}

/// Facts of both.
pub(crate) fn joined(one: Option<Rc<Vec<Fact>>>, two: Option<&Rc<Vec<Fact>>>) -> Option<Rc<Vec<Fact>>> {
    match (one, two) {
        (Some(one), Some(two)) if !Rc::ptr_eq(&one, two) => {
            Some(Rc::new(one.iter().chain(two.iter()).take(32).cloned().collect()))
        }
        (Some(one), _) => Some(one),
        (None, two) => two.cloned(),
    }
}

/// Cuts a text that has grown long; what is behind the cut is not known.
pub(crate) fn bounded(mut text: String) -> Rc<str> {
    if text.len() > TEXT_BYTES_MAX {
        let mut end = TEXT_BYTES_MAX;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push(UNKNOWN);
    }
    Rc::from(text)
}
