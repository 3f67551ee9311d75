//! What the user should know beside the verdict.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use mcpvals_model::{Expectation, Matcher, SnapshotSpec, ToolCase, Trace, Verdict, Warning, WarningKind};

use super::grade::Tested;
use super::{arguments, error_shape, offered};
use crate::matcher::wanted_snapshots;
use crate::reply::Reply;
use crate::{excerpt, schema};

pub(super) fn of(tested: &Tested<'_>, verdict: &Verdict) -> Vec<Warning> {
    let Tested { case: tool, trace, listed, .. } = *tested;
    let reply = tested.reply.as_ref();
    let mut warnings = Vec::new();
    if tool.expect.is_empty() && tool.verify.iter().all(|call| call.expect.is_empty()) {
        warnings.push(warning(WarningKind::NothingAsserted, "nothing is asserted but that the call succeeds"));
    }
    if let Some(listed) = listed {
        warnings.extend(arguments::warning(tool, listed));
        warnings.extend(output_schema(listed, reply));
    } else {
        warnings.extend(malformed(tool, trace));
        warnings.extend(unlisted(tested, verdict));
    }
    warnings.extend(reply.and_then(|reply| error_shape::warning(reply, &tool.call.args)));
    if *verdict == Verdict::Passed {
        warnings.extend(reply.iter().flat_map(|reply| stored(&tool.expect, reply)));
    }
    warnings.extend(cut(trace));
    warnings
}

fn warning(kind: WarningKind, message: impl Into<String>) -> Warning {
    Warning { kind, message: message.into() }
}

/// The tool's outputSchema, where it cannot be used or not for this answer.
fn output_schema(listed: &Arc<Tool>, reply: Option<&Reply<'_>>) -> Option<Warning> {
    let usable = schema::of_output(listed)?;
    let why = match (usable.as_ref(), reply) {
        (Err(why), _) => why.clone(),
        (Ok(compiled), Some(Reply::Result(result))) => compiled.faults(result.get("structuredContent")?).err()?,
        (Ok(_), _) => return None,
    };
    let words = format!("the outputSchema of `{}` cannot be used: {why}", listed.name());
    Some(warning(WarningKind::UnusableSchema, words))
}

/// The tool is in the list, but not as it should be.
fn malformed(tool: &ToolCase, trace: &Trace) -> Option<Warning> {
    let name = tool.call.tool.as_str();
    let entry = trace.offer.malformed.iter().find(|entry| entry.name.as_deref() == Some(name))?;
    let unchecked = "so neither its arguments nor its result were held against its schemas";
    let words = format!("`{name}` is malformed in the server's list, {unchecked}: {}", entry.problem);
    Some(warning(WarningKind::UnusableSchema, excerpt::block(&words, 400)))
}

/// An error came as expected, but perhaps for another reason: no such tool. A test that speaks of that means it, and so does
/// one that speaks of anything unknown, unless a tool has nearly that name.
fn unlisted(tested: &Tested<'_>, verdict: &Verdict) -> Option<Warning> {
    let name = tested.case.call.tool.as_str();
    let is_misspelt = !offered::nearest_tools(name, &tested.trace.offer).is_empty();
    let is_meant = tested.case.expect.iter().any(|expectation| match of_unknown_tools(expectation, name) {
        About::Tools => true,
        About::Unknown => !is_misspelt,
        About::Other => false,
    });
    if *verdict != Verdict::Passed || is_meant {
        return None;
    }
    let missing = offered::unknown(name, tested.trace)?;
    let words =
        format!("{} is not in the server's list, which may be the whole error: {}", missing.expected, missing.actual);
    Some(warning(WarningKind::UnlistedTool, words))
}

/// What an expected error is about.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Other,
    /// Of something unknown, or of the code for that.
    Unknown,
    /// Of tools, or of this one by its name.
    Tools,
}

fn of_unknown_tools(expectation: &Expectation, name: &str) -> About {
    let speaks = |text: &String| {
        let text = text.to_lowercase();
        if text.contains("tool") || text.contains(&name.to_lowercase()) {
            About::Tools
        } else if text.contains("unknown") || text.contains("-3260") {
            About::Unknown
        } else {
            About::Other
        }
    };
    match expectation {
        Expectation::Error(text) => speaks(text),
        Expectation::Match(Matcher::ErrorCode(_)) => About::Unknown,
        Expectation::Match(Matcher::Contains(texts) | Matcher::Matches(texts)) => {
            texts.iter().map(speaks).max().unwrap_or(About::Other)
        }
        Expectation::Match(_) | Expectation::Result(_) | Expectation::Latency(_) => About::Other,
    }
}

/// Snapshots of the tested call that are stored now.
pub(crate) fn stored(expect: &[Expectation], reply: &Reply<'_>) -> Vec<Warning> {
    let matchers = expect.iter().filter_map(|expectation| match expectation {
        Expectation::Match(matcher) => Some(matcher),
        Expectation::Result(_) | Expectation::Error(_) | Expectation::Latency(_) => None,
    });
    matchers.flat_map(|matcher| stored_of(matcher, reply)).collect()
}

fn stored_of(matcher: &Matcher, reply: &Reply<'_>) -> Vec<Warning> {
    let values = wanted_snapshots(matcher, reply).unwrap_or_default();
    let mut specs = Vec::new();
    collect(matcher, &mut specs);
    let words = |(name, value)| {
        let old = specs.iter().find(|spec| spec.name == name)?.stored.as_ref();
        match old {
            None => Some(warning(
                WarningKind::SnapshotStored,
                format!("the snapshot `{name}` is stored for the first time"),
            )),
            Some(old) if *old != value => {
                Some(warning(WarningKind::SnapshotStored, format!("the snapshot `{name}` is stored anew")))
            }
            Some(_) => None,
        }
    };
    values.into_iter().filter_map(words).collect()
}

fn collect<'a>(matcher: &'a Matcher, specs: &mut Vec<&'a SnapshotSpec>) {
    match matcher {
        Matcher::Snapshot(spec) => specs.push(spec),
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().for_each(|matcher| collect(matcher, specs)),
        Matcher::Not(inner) => collect(inner, specs),
        Matcher::JsonPath(paths) => paths.values().for_each(|matcher| collect(matcher, specs)),
        _ => {}
    }
}

fn cut(trace: &Trace) -> Option<Warning> {
    let came = match trace.frames_not_kept {
        0 => return None,
        1 => "1 frame".to_owned(),
        frames => format!("{frames} frames"),
    };
    let unchecked = match trace.messages_not_kept {
        0 => String::new(),
        messages => format!("; {messages} of them could not be checked against the protocol"),
    };
    let words = format!("the trace is not complete: {came} came after its limit was reached{unchecked}");
    Some(warning(WarningKind::TraceCut, words))
}
