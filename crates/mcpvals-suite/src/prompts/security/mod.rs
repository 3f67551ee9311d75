//! What is put into a prompt must stay data: harmless texts and injections go into the same arguments, and all but their
//! own place must be the same.

mod alike;
mod asks;
mod bare;
mod builtin;
mod computed;
mod control;
mod decoy;
mod filled;
mod placeholder;
mod refill;
mod shape;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wording;

use mcpvals_model::{Call, Fault, InjectionDemand, Mismatch, MismatchKind, OfferedList, PromptSecurity, Trace};
use serde_json::{Map, Value};

use self::alike::{Compared, Difference};
use self::asks::{Ask, What};
use self::control::Control;
use super::asked::{self, Outcome};
use super::{discovery, messages};
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::{excerpt, listing};

/// The parameters of each request; harmless texts are new each time, and are read from the trace again.
pub(super) fn requests(test: &PromptSecurity, pages: &[Value]) -> impl Iterator<Item = Value> {
    let asks = asks::of(test, asked::entry(pages, &test.call.prompt));
    asks.into_iter().map(|ask| asked::params(&test.call.prompt, &ask.args()))
}

/// What is wrong with the answers.
pub(super) fn mismatches(test: &PromptSecurity, trace: &Trace) -> Judged {
    let listed = match listing::entries(OfferedList::Prompts, trace)? {
        Ok(listed) => listed,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let mut found: Vec<Mismatch> =
        listing::absent(&test.call.prompt, OfferedList::Prompts, &discovery::names(&listed)).into_iter().collect();
    found.extend(outcomes(test, trace)?.into_iter().flatten().flatten());
    found.extend(test.max_latency.and_then(|limit| listing::slow(limit, "answer", asked::gets(trace), trace)));
    if found.is_empty() && compares_nothing(test, &listed, trace) {
        let reason = "harmless text is refused, too, so that nothing was compared: give `args` that are accepted";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    }
    Ok(found)
}

/// What injections are compared with.
#[derive(Default)]
struct Baselines<'a> {
    harmless: Vec<Baseline<'a>>,
    /// For the next injection only.
    reworded: Option<Baseline<'a>>,
    scattered: Option<Baseline<'a>>,
}

impl Baselines<'_> {
    /// The decoys of an injection that is judged.
    fn forget_decoys(&mut self) {
        (self.reworded, self.scattered) = (None, None);
    }
}

/// An answer to a harmless text, with what was sent.
struct Baseline<'a> {
    sent: Map<String, Value>,
    /// `None` where even that is refused.
    messages: Option<&'a [Value]>,
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

/// What became of each injection, and of each harmless text that was not answered.
pub(super) fn outcomes(test: &PromptSecurity, trace: &Trace) -> Result<Vec<Outcome>, Fault> {
    let listed = listing::entries(OfferedList::Prompts, trace)?.unwrap_or_default();
    let asks = asks::of(test, discovery::named(&listed, &test.call.prompt));
    let mut calls = asked::gets(trace);
    let mut baselines = Baselines::default();
    let mut outcomes = Vec::new();
    for ask in &asks {
        let Some(call) = calls.next() else {
            outcomes.push(None);
            continue;
        };
        let Some(sent) = asked::sent(call, trace) else {
            return Err(Fault::Limit { reason: "the request is not in the trace".to_owned() });
        };
        match (&ask.what, judge::reply(call, trace)?) {
            (_, None) => {
                let found = vec![judge::no_answer(call, trace)?];
                outcomes.push(Some(judge::named(&words(ask, &sent), call, found)));
            }
            (What::Harmless { first }, Some(reply)) => {
                if *first {
                    baselines = Baselines::default();
                }
                baselines.harmless.push(Baseline { sent, messages: result(&reply) });
            }
            (What::Reworded, Some(reply)) => baselines.reworded = Some(Baseline { sent, messages: result(&reply) }),
            (What::Scattered, Some(reply)) => baselines.scattered = Some(Baseline { sent, messages: result(&reply) }),
            (What::Injection(must), Some(reply)) => {
                let injection = Injected { ask, must, sent: &sent, reply: &reply };
                let found = injection.found(&baselines);
                outcomes.push(Some(found.into_iter().map(|it| Mismatch { frame: call.answer, ..it }).collect()));
                baselines.forget_decoys();
            }
        }
    }
    Ok(outcomes)
}

/// Was every harmless text refused? Then nothing was compared.
fn compares_nothing(test: &PromptSecurity, listed: &[&Value], trace: &Trace) -> bool {
    let asks = asks::of(test, discovery::named(listed, &test.call.prompt));
    let harmless = asks.iter().zip(asked::gets(trace)).filter(|(ask, _)| matches!(ask.what, What::Harmless { .. }));
    let refused = |call: &Call| matches!(Reply::to(call, trace), Some(Reply::Error(_)));
    harmless.into_iter().all(|(_, call)| refused(call))
}

fn result<'a>(reply: &Reply<'a>) -> Option<&'a [Value]> {
    match reply {
        Reply::Result(result) => Some(messages::all(result)),
        Reply::Error(_) => None,
    }
}

/// For example: with "…" as `name`.
fn words(ask: &Ask, sent: &Map<String, Value>) -> String {
    let one = |name: &String| {
        let text = sent.get(name).and_then(Value::as_str).unwrap_or_default();
        format!("{} as {}", excerpt::quoted_to(text, 80), super::arguments::shown(name))
    };
    format!("with {}", ask.names.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// An injection with its answer.
struct Injected<'a> {
    ask: &'a Ask,
    must: &'a InjectionDemand,
    sent: &'a Map<String, Value>,
    reply: &'a Reply<'a>,
}

impl Injected<'_> {
    fn found(&self, baselines: &Baselines<'_>) -> Vec<Mismatch> {
        let Some(came) = result(self.reply) else {
            let was_taken = baselines.harmless.iter().any(|harmless| harmless.messages.is_some());
            return self.refused(was_taken).into_iter().collect();
        };
        let difference =
            self.computed(baselines, came).or_else(|| self.compared(baselines)?.difference((self.sent, came)));
        let injected = difference.map(|difference| {
            let expected = format!("{}: {}", words(self.ask, self.sent), difference.expected);
            Mismatch { pointer: difference.pointer, ..of_kind(MismatchKind::Injection, expected, difference.actual) }
        });
        injected.into_iter().chain(self.unmet(came)).collect()
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
