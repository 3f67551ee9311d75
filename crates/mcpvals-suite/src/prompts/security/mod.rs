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
mod injected;
mod innocent;
#[cfg(test)]
mod keyword;
mod placeholder;
mod refill;
mod shape;
#[cfg(test)]
mod tests;
mod usual;
mod walk;
#[cfg(test)]
mod wording;

use mcpvals_model::{Call, Fault, Mismatch, OfferedList, PromptSecurity, Trace};
use serde_json::Value;

use self::asks::What;
use self::injected::{Baseline, Baselines, Injected, result, words};
use self::usual::Usual;
use super::asked::{self, Outcome};
use super::discovery;
use crate::judge::{self, Judged};
use crate::listing;
use crate::reply::Reply;

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
    if found.is_empty() && asks::of(test, discovery::named(&listed, &test.call.prompt)).is_empty() {
        let reason = "the prompt has no arguments, so that nothing can be put into it: give `args`";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    }
    if found.is_empty() && compares_nothing(test, &listed, trace) {
        let reason = "harmless text is refused, too, so that nothing was compared: give `args` that are accepted";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    }
    if let Some(reason) = unknown(test, &listed, trace).filter(|_| found.is_empty()) {
        return Err(Fault::Expectation { reason });
    }
    Ok(found)
}

/// An argument of the test's own that the prompt does not list, and that does nothing: it is misspelt.
fn unknown(test: &PromptSecurity, listed: &[&Value], trace: &Trace) -> Option<String> {
    let entry = discovery::named(listed, &test.call.prompt)?;
    let names: Vec<&str> = discovery::arguments(entry).map(|(name, _)| name).collect();
    let injections = asks::of(test, Some(entry)).into_iter().zip(asked::gets(trace));
    let injections = injections.filter(|(ask, _)| matches!(ask.what, What::Injection(_)));
    let name = injections.into_iter().find_map(|(ask, call)| {
        let messages = Reply::to(call, trace).as_ref().and_then(result).unwrap_or_default();
        let args = ask.args();
        let is_used = |name: &String| {
            let sent = args.get(name).and_then(Value::as_str).unwrap_or_default();
            messages.iter().any(|message| super::messages::any_text(message, &|came| came.contains(sent)))
        };
        ask.names.iter().find(|name| !names.contains(&name.as_str()) && !is_used(name)).cloned()
    })?;
    let known: Vec<String> = names.iter().map(|name| super::arguments::shown(name)).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name = super::arguments::shown(&name);
    Some(format!("{name} is no argument of the prompt, whose list has {known}; what was put into it is in no message"))
}

/// What became of each injection, and of each harmless text that was not answered.
pub(super) fn outcomes(test: &PromptSecurity, trace: &Trace) -> Result<Vec<Outcome>, Fault> {
    let listed = listing::entries(OfferedList::Prompts, trace)?.unwrap_or_default();
    let asks = asks::of(test, discovery::named(&listed, &test.call.prompt));
    let usual = Usual::of(&asks, trace);
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
                let injection = Injected { ask, must, sent: &sent, reply: &reply, usual: &usual };
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
