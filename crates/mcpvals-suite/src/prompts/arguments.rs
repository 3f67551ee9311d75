//! How a prompt takes its arguments: each probe is one request, and a crash is no refusal.

use mcpvals_model::{Call, Demand, Expectation, Fault, Matcher, Mismatch, OfferedList, PromptArguments, Trace};
use serde_json::{Map, Value, json};

use super::asked::{self, Outcome};
use super::discovery;
use crate::judge::{self, Judged, crash};
use crate::reply::Reply;
use crate::{excerpt, listing};

/// JSON-RPC 2.0: invalid params; MCP asks for it where a required argument is missing (server/prompts#error-handling).
const INVALID_PARAMS: i64 = -32602;
/// An argument that no prompt has.
const UNKNOWN: &str = "mcpvalsUnknownArgument";

/// One request, and what must become of it.
struct Probe {
    /// For example "without the required argument `name`".
    words: String,
    args: Map<String, Value>,
    must: Must,
}

/// What must become of a probe.
enum Must {
    Succeed,
    /// Whatever: it shows what the refusals are worth.
    Show,
    /// What the error must be where the test does not say so itself. The protocol names a code only for what is missing.
    Fail(Matcher),
    /// Any error but a crash, where the test does not say which.
    Refuse,
}

impl From<Demand> for Must {
    fn from(demand: Demand) -> Self {
        match demand {
            Demand::Accept => Self::Succeed,
            Demand::Refuse => Self::Refuse,
        }
    }
}

/// The parameters of each request.
pub(super) fn requests(test: &PromptArguments, pages: &[Value]) -> impl Iterator<Item = Value> {
    let probes = probes(test, asked::entry(pages, &test.call.prompt));
    probes.into_iter().map(|probe| asked::params(&test.call.prompt, &probe.args))
}

/// What is wrong with the answers.
pub(super) fn mismatches(test: &PromptArguments, trace: &Trace) -> Judged {
    let listed = match listing::entries(OfferedList::Prompts, trace)? {
        Ok(listed) => listed,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let mut found: Vec<Mismatch> =
        listing::absent(&test.call.prompt, OfferedList::Prompts, &discovery::names(&listed)).into_iter().collect();
    found.extend(outcomes(test, trace)?.into_iter().flatten().flatten());
    found.extend(test.max_latency.and_then(|limit| listing::slow(limit, "answer", asked::gets(trace), trace)));
    if found.is_empty() && refuses_everything(test, &listed, trace) {
        let reason = "made-up arguments are refused, too, so that a refusal shows nothing: give `validArgs`";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    }
    if let Some(reason) = tries_nothing(test, &listed).filter(|_| found.is_empty()) {
        return Err(Fault::Expectation { reason });
    }
    Ok(found)
}

/// What the test leaves out was never there, or there is nothing to leave out: it says nothing of the server.
fn tries_nothing(test: &PromptArguments, listed: &[&Value]) -> Option<String> {
    let entry = discovery::named(listed, &test.call.prompt)?;
    let is_known =
        |name: &str| test.call.args.contains_key(name) || discovery::arguments(entry).any(|(listed, _)| listed == name);
    let mut named = test.required.iter().chain(&test.optional).flatten();
    if let Some(name) = named.find(|name| !is_known(name)) {
        return Some(format!(
            "{} is no argument of the prompt, nor in `validArgs`: it cannot be left out",
            shown(name)
        ));
    }
    let only_one = test.call.args.is_empty() && probes(test, Some(entry)).len() == 1;
    let words = "the prompt has no arguments that could be left out: give `validArgs`, `invalidArgs` or `unknownArgs`";
    only_one.then(|| words.to_owned())
}

/// Were even the arguments refused that were made up to be right?
fn refuses_everything(test: &PromptArguments, listed: &[&Value], trace: &Trace) -> bool {
    let probes = probes(test, discovery::named(listed, &test.call.prompt));
    let mut shown = probes.iter().zip(asked::gets(trace)).filter(|(probe, _)| matches!(probe.must, Must::Show));
    shown.any(|(_, call)| Reply::to(call, trace).is_none_or(|reply| reply.is_error()))
}

/// What became of each probe.
pub(super) fn outcomes(test: &PromptArguments, trace: &Trace) -> Result<Vec<Outcome>, Fault> {
    let listed = listing::entries(OfferedList::Prompts, trace)?.unwrap_or_default();
    let probes = probes(test, discovery::named(&listed, &test.call.prompt));
    let mut calls = asked::gets(trace);
    probes.iter().map(|probe| calls.next().map(|call| outcome(probe, test, call, trace)).transpose()).collect()
}

fn outcome(probe: &Probe, test: &PromptArguments, call: &Call, trace: &Trace) -> Judged {
    let expect: Vec<Expectation> = match &probe.must {
        Must::Show => return Ok(Vec::new()),
        Must::Succeed => Vec::new(),
        Must::Fail(default) => vec![test.refusal.clone().unwrap_or(Expectation::Match(default.clone()))],
        Must::Refuse => vec![test.refusal.clone().unwrap_or(Expectation::Match(Matcher::IsError(true)))],
    };
    let is_own = test.refusal.is_none();
    let is_plain = is_own && matches!(probe.must, Must::Refuse);
    let is_coded = is_own && matches!(probe.must, Must::Fail(_));
    let found = match judge::reply(call, trace)? {
        None => vec![judge::no_answer(call, trace)?],
        Some(reply) if is_plain && crash::broken(&reply, call).is_some() => {
            crash::broken(&reply, call).into_iter().collect()
        }
        // The right code does not make a refusal of a crash.
        Some(reply) if is_coded && crash::is_certain(&reply.text()) => {
            crash::broken(&reply, call).into_iter().collect()
        }
        Some(reply) => judge::answer(&expect, &reply, call, trace, Vec::new)?,
    };
    Ok(judge::named(&probe.words, call, found))
}

fn probes(test: &PromptArguments, entry: Option<&Value>) -> Vec<Probe> {
    let mut valid = asked::texts(&test.call.args);
    let is_made_up = test.call.args.is_empty() && asked::complete(&mut valid, entry);
    let listed: Vec<(&str, bool)> = entry.into_iter().flat_map(discovery::arguments).collect();
    let named = |wanted: bool| listed.iter().filter(move |(_, required)| *required == wanted).map(|(name, _)| *name);
    let required = names(test.required.as_deref(), named(true));
    let optional = names(test.optional.as_deref(), named(false).filter(|name| valid.contains_key(*name)));
    let without = |name: &str| valid.iter().filter(|(known, _)| *known != name).map(owned).collect();
    let mut probes = Vec::new();
    let must = if is_made_up { Must::Show } else { Must::Succeed };
    probes.push(Probe { words: "with valid arguments".to_owned(), args: valid.clone(), must });
    probes.extend(required.iter().map(|name| Probe {
        words: format!("without the required argument {}", shown(name)),
        args: without(name),
        must: Must::Fail(Matcher::ErrorCode(INVALID_PARAMS)),
    }));
    probes.extend(optional.iter().map(|name| Probe {
        words: format!("without the optional argument {}", shown(name)),
        args: without(name),
        must: Must::Succeed,
    }));
    probes.extend(test.invalid.as_ref().and_then(Value::as_object).map(|invalid| Probe {
        words: format!("with the invalid arguments {}", excerpt::json_to(&json!(invalid), 120)),
        args: invalid.clone(),
        must: Demand::Refuse.into(),
    }));
    probes.extend(test.unknown.map(|must| Probe {
        words: format!("with the unknown argument {}", shown(UNKNOWN)),
        args: with(&valid, UNKNOWN, json!("x")),
        must: must.into(),
    }));
    probes.extend(test.wrong_types.into_iter().flat_map(|must| wrong_types(&valid, must)));
    probes
}

fn names<'a>(given: Option<&'a [String]>, listed: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    given.map_or_else(|| listed.collect(), |given| given.iter().map(String::as_str).collect())
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

fn with(args: &Map<String, Value>, name: &str, value: Value) -> Map<String, Value> {
    let mut args = args.clone();
    args.insert(name.to_owned(), value);
    args
}

/// The protocol knows texts only.
fn wrong_types(valid: &Map<String, Value>, must: Demand) -> impl Iterator<Item = Probe> {
    valid.keys().map(move |name| Probe {
        words: format!("with a number as the argument {}", shown(name)),
        args: with(valid, name, json!(7)),
        must: must.into(),
    })
}

/// An argument for a message.
pub(super) fn shown(name: &str) -> String {
    format!("`{}`", excerpt::block(name, 60))
}
