//! What a server must not give to read, nor let subscribe to: each probe is one request, and a crash is no refusal.

use mcpvals_model::mcp::Revision;
use mcpvals_model::{
    BadUri, Call, Expectation, Matcher, Mismatch, MismatchKind, OfferedList, ResourceRefusal, ResourceTest, Trace,
    Warning, WarningKind,
};
use serde_json::{Value, json};

use super::{READ, contents, traversal};
use crate::judge::{self, Judged, crash};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::{disclosure, excerpt, listing};

/// The resource is not there: until 2025-11-25 (server/resources#error-handling), and from 2026-07-28 on.
const NOT_FOUND: i64 = -32002;
const INVALID_PARAMS: i64 = -32602;
/// Those of JSON-RPC 2.0, 5.1: none of them says that a resource is not there, but for -32602 where it is meant so.
const JSON_RPC_CODES: std::ops::RangeInclusive<i64> = -32768..=-32100;
const SUBSCRIBE: &str = "resources/subscribe";
/// No server has it.
const UNKNOWN: &str = "mcpvals-unknown://nobody/has/this";
/// No scheme, or no end of what began (RFC 3986, section 3).
const INVALID: [&str; 4] = ["", "::", "not a uri", "http://["];
/// What is in the lists.
#[derive(Debug, Default)]
pub(super) struct Listed {
    resources: Vec<String>,
    templates: Vec<String>,
}

struct Probe {
    method: &'static str,
    /// For example "an unknown URI".
    words: &'static str,
    uri: String,
    must: Must,
}

/// What must become of a probe.
enum Must {
    /// It is refused, with this error where the test does not say so itself.
    Refuse(Matcher),
    /// Nothing comes from outside.
    StayInside,
}

impl Listed {
    /// From pages as they came.
    pub(super) fn of_pages(resources: &[Value], templates: &[Value]) -> Self {
        let entries = |pages: &[Value], list: OfferedList| {
            let entries = pages.iter().filter_map(|page| page.get(list.member())?.as_array()).flatten();
            entries.filter_map(|entry| key(entry, list)).collect()
        };
        Self {
            resources: entries(resources, OfferedList::Resources),
            templates: entries(templates, OfferedList::ResourceTemplates),
        }
    }

    fn of_trace(trace: &Trace) -> Self {
        let entries = |list| {
            let entries = listing::entries(list, trace).ok().and_then(Result::ok).unwrap_or_default();
            entries.into_iter().filter_map(|entry| key(entry, list)).collect()
        };
        Self { resources: entries(OfferedList::Resources), templates: entries(OfferedList::ResourceTemplates) }
    }
}

fn key(entry: &Value, list: OfferedList) -> Option<String> {
    entry.get(list.key())?.as_str().map(str::to_owned)
}

/// Which lists the probes need.
pub(super) fn needs_lists(test: &ResourceRefusal) -> bool {
    test.kinds.contains(&BadUri::Traversal)
}

/// The method and the parameters of each request.
pub(super) fn requests(
    test: &ResourceRefusal,
    listed: &Listed,
    revision: Revision,
) -> impl Iterator<Item = (&'static str, Value)> {
    probes(test, listed, revision).into_iter().map(|probe| (probe.method, json!({"uri": probe.uri})))
}

fn probes(test: &ResourceRefusal, listed: &Listed, revision: Revision) -> Vec<Probe> {
    let any_error = || Must::Refuse(Matcher::IsError(true));
    let mut probes = Vec::new();
    for kind in &test.kinds {
        match kind {
            BadUri::UnknownUri => {
                let must = Must::Refuse(not_found(revision));
                probes.push(Probe { method: READ, words: "an unknown URI", uri: UNKNOWN.to_owned(), must });
            }
            BadUri::InvalidUri => probes.extend(INVALID.map(|text| Probe {
                method: READ,
                words: "an invalid URI",
                uri: text.to_owned(),
                must: any_error(),
            })),
            BadUri::Traversal => {
                let probe = |uri| Probe { method: READ, words: "a way out", uri, must: Must::StayInside };
                let ways = traversal::ways_out(&listed.resources, &listed.templates);
                probes.extend(ways.into_iter().map(probe));
            }
        }
    }
    let own = |uri: &String| Probe { method: READ, words: "the URI", uri: uri.clone(), must: any_error() };
    probes.extend(test.uris.iter().map(own));
    // Which error, the protocol does not say of it (MCP 2025-11-25, server/resources#error-handling).
    let words = "subscribing to an unknown URI";
    let subscribing = || Probe { method: SUBSCRIBE, words, uri: UNKNOWN.to_owned(), must: any_error() };
    probes.extend((test.subscribe && !revision.is_stateless()).then(subscribing));
    probes
}

/// What the protocol asks of the refusal of a resource that is not there.
fn not_found(revision: Revision) -> Matcher {
    let code = Matcher::ErrorCode;
    if revision >= Revision::V2026_07_28 {
        return code(INVALID_PARAMS);
    }
    Matcher::Any(vec![code(NOT_FOUND), code(INVALID_PARAMS)])
}

/// What is wrong with the answers.
pub(super) fn mismatches(test: &ResourceRefusal, trace: &Trace) -> Judged {
    let revision = revision_of(trace);
    let mut calls = asked(trace);
    let mut found = Vec::new();
    for probe in probes(test, &Listed::of_trace(trace), revision) {
        let Some(call) = calls.next() else { break };
        let words = format!("{} {}", probe.words, excerpt::quoted_to(&probe.uri, 120));
        found.extend(judge::named(&words, call, outcome(&probe, test, call, trace)?));
    }
    found.extend(test.max_latency.and_then(|limit| listing::slow(limit, "answer", asked(trace), trace)));
    Ok(found)
}

fn asked(trace: &Trace) -> impl Iterator<Item = &Call> {
    trace.calls.iter().filter(|call| [READ, SUBSCRIBE].contains(&call.method.as_str()))
}

fn outcome(probe: &Probe, test: &ResourceRefusal, call: &Call, trace: &Trace) -> Judged {
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    match &probe.must {
        Must::Refuse(_) if test.refusal.is_none() && is_told(&reply, trace) => Ok(Vec::new()),
        Must::Refuse(_) if test.refusal.is_none() && reply.is_error() && crash::is_certain(&reply.text()) => {
            Ok(crash::broken(&reply, call).into_iter().collect())
        }
        Must::Refuse(default) => {
            let expect = test.refusal.clone().unwrap_or_else(|| Expectation::Match(default.clone()));
            judge::answer(&[expect], &reply, call, trace, Vec::new)
        }
        Must::StayInside => Ok(outside(&reply, call).into_iter().collect()),
    }
}

/// Until 2025-11-25, which code tells that a resource is not there is a recommendation: any other that is none of
/// JSON-RPC's own, with words that are those of no crash, is a refusal, too.
fn is_told(reply: &Reply<'_>, trace: &Trace) -> bool {
    let Reply::Error(error) = reply else { return false };
    let is_own = |code: i64| !(JSON_RPC_CODES.contains(&code) || code == NOT_FOUND);
    let says = !error.message.trim().is_empty() && !crash::is_one(&error.message);
    revision_of(trace) < Revision::V2026_07_28 && error.code.is_some_and(is_own) && says
}

/// A refusal with another code than is recommended.
pub(super) fn warning(test: &ResourceTest, trace: &Trace) -> Option<Warning> {
    let ResourceTest::Refusal(test) = test else { return None };
    let is_asked = test.kinds.contains(&BadUri::UnknownUri) && test.refusal.is_none();
    let call = asked(trace).next().filter(|_| is_asked)?;
    let reply = judge::reply(call, trace).ok().flatten().filter(|reply| is_told(reply, trace))?;
    let message = format!("a resource that is not there is refused with {}; {NOT_FOUND} is recommended", reply.shown());
    Some(Warning { kind: WarningKind::OtherErrorCode, message })
}

fn revision_of(trace: &Trace) -> Revision {
    trace.server.as_ref().map_or(Revision::V2026_07_28, |facts| facts.protocol_version)
}

/// What came from a file that no server may give.
fn outside(reply: &Reply<'_>, call: &Call) -> Option<Mismatch> {
    let told = |(what, line): (&str, &str)| format!("{what}: {}", excerpt::quoted_to(line, 60));
    let actual = match reply {
        Reply::Result(result) => contents::texts(result).find_map(|text| disclosure::in_text(&text).map(told))?,
        Reply::Error(error) => {
            let data = error.data.map(|data| data.to_string().replace("\\n", "\n")).unwrap_or_default();
            [error.message.as_ref(), &data].into_iter().find_map(|text| disclosure::in_text(text).map(told))?
        }
    };
    let mismatch = of_kind(MismatchKind::Disclosure, "nothing from outside of what the server may give", actual);
    Some(Mismatch { frame: call.answer, ..mismatch })
}
