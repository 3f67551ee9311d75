//! One injection with its answer, against what came for harmless texts and for its decoys.

use mcpvals_model::{InjectionDemand, Mismatch, MismatchKind};
use serde_json::{Map, Value};

use super::alike::{self, Compared, Difference};
use super::asks::Ask;
use super::computed;
use super::control::Control;
use super::innocent;
use super::usual::Usual;
use crate::matcher::of_kind;
use crate::prompts::{arguments, asked, messages};
use crate::reply::Reply;
use crate::{disclosure, excerpt};

/// What injections are compared with.
#[derive(Default)]
pub(super) struct Baselines<'a> {
    pub(super) harmless: Vec<Baseline<'a>>,
    /// For the next injection only.
    pub(super) reworded: Option<Baseline<'a>>,
    pub(super) scattered: Option<Baseline<'a>>,
}

impl Baselines<'_> {
    /// The decoys of an injection that is judged.
    pub(super) fn forget_decoys(&mut self) {
        (self.reworded, self.scattered) = (None, None);
    }
}

/// An answer to a harmless text, with what was sent.
pub(super) struct Baseline<'a> {
    pub(super) sent: Map<String, Value>,
    /// `None` where even that is refused.
    pub(super) messages: Option<&'a [Value]>,
}

impl<'a> Baseline<'a> {
    fn exchange(&self) -> Option<alike::Exchange<'_>> {
        self.messages.map(|messages: &'a [Value]| (&self.sent, messages))
    }

    fn control(&self, injected: &Injected<'_>) -> Control<'_> {
        Control::new(&injected.ask.names, injected.sent, (&self.sent, self.messages))
    }

    /// Does its answer say this number?
    fn says(&self, number: u64) -> bool {
        self.messages.is_some_and(|messages| computed::is_in(number, messages))
    }
}

/// The messages, where there are any.
pub(super) fn result<'a>(reply: &Reply<'a>) -> Option<&'a [Value]> {
    match reply {
        Reply::Result(result) => Some(messages::all(result)),
        Reply::Error(_) => None,
    }
}

/// For example: with "…" as `name`.
pub(super) fn words(ask: &Ask, sent: &Map<String, Value>) -> String {
    let one = |name: &String| {
        let text = sent.get(name).and_then(Value::as_str).unwrap_or_default();
        format!("{} as {}", excerpt::quoted_to(text, 80), arguments::shown(name))
    };
    format!("with {}", ask.names.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// An injection with its answer.
pub(super) struct Injected<'a> {
    pub(super) ask: &'a Ask,
    pub(super) must: &'a InjectionDemand,
    pub(super) sent: &'a Map<String, Value>,
    pub(super) reply: &'a Reply<'a>,
    pub(super) usual: &'a Usual,
}

impl Injected<'_> {
    pub(super) fn found(&self, baselines: &Baselines<'_>) -> Vec<Mismatch> {
        let Some(came) = result(self.reply) else {
            let was_taken = baselines.harmless.iter().any(|harmless| harmless.messages.is_some());
            return self.refused(was_taken).into_iter().collect();
        };
        let compared = || {
            self.compared(baselines)
                .filter(|_| !self.is_nothing(baselines, came) && !self.is_usual(came))?
                .difference((self.sent, &self.without_chance(baselines, came)))
        };
        let difference = self.disclosed(baselines, came).or_else(|| self.computed(baselines, came)).or_else(compared);
        let injected = difference.map(|difference| {
            let expected = format!("{}: {}", words(self.ask, self.sent), difference.expected);
            Mismatch { pointer: difference.pointer, ..of_kind(MismatchKind::Injection, expected, difference.actual) }
        });
        injected.into_iter().chain(self.unmet(came)).collect()
    }

    /// What the text led to, in a shell or a file, where neither the text nor a harmless one says it.
    fn disclosed(&self, baselines: &Baselines<'_>, came: &[Value]) -> Option<Difference> {
        let harmless = baselines.harmless.iter().filter_map(|harmless| harmless.messages).flatten();
        let said = |what: &str, value: &Value| {
            messages::any_text(value, &|text| disclosure::in_text(text).is_some_and(|(found, _)| found == what))
        };
        let known: Vec<&Value> = harmless.chain(self.sent.values()).collect();
        let is_new = |what: &&str| !known.iter().any(|value| said(what, value));
        let what = came.iter().find_map(messages::disclosed).filter(is_new)?;
        let (expected, actual) = ("nothing that the text led to".to_owned(), messages::shown(came));
        Some(Difference { expected, actual: format!("{what}: {actual}"), pointer: Some("/messages".to_owned()) })
    }

    /// What it is compared with; a text without signs has one decoy, which is both.
    fn compared<'b>(&'b self, baselines: &'b Baselines<'_>) -> Option<Compared<'b>> {
        let [one, other] = baselines.harmless.as_slice() else { return None };
        let scattered = baselines.scattered.as_ref();
        let control = |decoy: &'b Baseline<'_>| decoy.control(self);
        Some(Compared {
            names: &self.ask.names,
            harmless: [one.exchange()?, other.exchange()?],
            reworded: baselines.reworded.as_ref().or(scattered).map(control),
            scattered: scattered.map(control),
        })
    }

    /// Texts that try nothing may be worded as the server likes, in the same messages.
    fn is_nothing(&self, baselines: &Baselines<'_>, came: &[Value]) -> bool {
        let mut texts = self.ask.names.iter().filter_map(|name| self.sent.get(name)?.as_str());
        let mut harmless = baselines.harmless.iter().filter_map(|harmless| harmless.messages);
        let arguments: Vec<&str> = self.sent.keys().map(String::as_str).collect();
        texts.all(|text| innocent::is_innocent(text, &arguments))
            && harmless.any(|expected| is_built_alike(expected, came))
    }

    /// Did each of the messages come for another text, too?
    fn is_usual(&self, came: &[Value]) -> bool {
        came.iter().enumerate().all(|(index, message)| self.usual.has(index, message, &self.ask.names, self.sent))
    }

    /// With each message without any argument that came for another text, too, as it came at first.
    fn without_chance(&self, baselines: &Baselines<'_>, came: &[Value]) -> Vec<Value> {
        let mut harmless = baselines.harmless.iter().map(|harmless| harmless.messages.unwrap_or_default());
        let (one, other) = (harmless.next().unwrap_or_default(), harmless.next().unwrap_or_default());
        let fixed = |index: usize| one.get(index).filter(|message| other.get(index) == Some(*message));
        let usual = |(index, message): (usize, &Value)| {
            let is_usual = self.usual.has(index, message, &self.ask.names, self.sent);
            fixed(index).filter(|_| is_usual).unwrap_or(message).clone()
        };
        came.iter().enumerate().map(usual).collect()
    }

    /// What an expression in the text comes to, and no other text does.
    fn computed(&self, baselines: &Baselines<'_>, came: &[Value]) -> Option<Difference> {
        let others = || baselines.harmless.iter().chain(&baselines.reworded).chain(&baselines.scattered);
        let texts = || self.ask.names.iter().filter_map(|name| self.sent.get(name)?.as_str());
        let is_new = |product: &u64| computed::is_in(*product, came) && !others().any(|other| other.says(*product));
        let product = texts().flat_map(computed::products).find(is_new)?;
        let (expected, actual) = ("its placeholders as they are".to_owned(), messages::shown(came));
        Some(Difference { expected, actual: format!("{product} in {actual}"), pointer: Some("/messages".to_owned()) })
    }

    /// A refusal is right unless the text must come back. An internal error is none; it says nothing of the text where
    /// harmless texts give an error, too.
    fn refused(&self, was_harmless_taken: bool) -> Option<Mismatch> {
        let is_refusal = asked::is_refusal(self.reply);
        let (is_right, kind, wanted) = match self.must {
            InjectionDemand::Refused => (is_refusal, MismatchKind::MissingError, "a refusal"),
            InjectionDemand::Data | InjectionDemand::Sanitized => {
                (is_refusal || !was_harmless_taken, MismatchKind::UnexpectedError, "a result, or a refusal")
            }
            InjectionDemand::Kept | InjectionDemand::Becomes(_) => (false, MismatchKind::UnexpectedError, "a result"),
        };
        let expected = || format!("{}: {wanted}", words(self.ask, self.sent));
        (!is_right).then(|| of_kind(kind, expected(), self.reply.shown()))
    }

    /// What is asked of the injection beside that it stays data.
    fn unmet(&self, came: &[Value]) -> Option<Mismatch> {
        let texts = || self.ask.names.iter().filter_map(|name| self.sent.get(name)?.as_str());
        let comes =
            |wanted: &str| came.iter().any(|message| messages::any_text(message, &|text| text.contains(wanted)));
        let (holds, kind, words_of_it) = match self.must {
            InjectionDemand::Data => return None,
            InjectionDemand::Refused => (false, MismatchKind::MissingError, "a refusal".to_owned()),
            InjectionDemand::Sanitized => {
                (!texts().any(comes), MismatchKind::Injection, "messages without that text as it was sent".to_owned())
            }
            InjectionDemand::Kept => {
                (texts().all(comes), MismatchKind::Injection, "messages with that text as it was sent".to_owned())
            }
            InjectionDemand::Becomes(text) => {
                (comes(text), MismatchKind::Injection, format!("messages with {}", excerpt::quoted(text)))
            }
        };
        let expected = || format!("{}: {words_of_it}", words(self.ask, self.sent));
        (!holds).then(|| of_kind(kind, expected(), messages::shown(came)))
    }
}

/// The same roles and kinds of content, in the same order.
fn is_built_alike(expected: &[Value], came: &[Value]) -> bool {
    let build = |message: &Value| [&message["role"], &message["content"]["type"]].map(Value::clone);
    expected.len() == came.len() && expected.iter().zip(came).all(|(expected, came)| build(expected) == build(came))
}
