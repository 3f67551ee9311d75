//! What was said in one session, in order: its own frames and those of its cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use mcpvals_model::{CallEnd, Channel, Frame, Played, SessionEnd, Trace, VerdictWord};

use super::frames::{self, Context};
use super::{Room, axis, call};
use crate::page::{Ids, Markup, badge, blocks, text};
use crate::timeline::{self, ids::Ids as Requests};
use crate::trace_file::StoredTrace;
use crate::{console, wording};

/// One session of the traces.
pub(super) struct Session<'a> {
    number: u64,
    server: String,
    transport: String,
    config: String,
    played: Vec<&'a Played>,
    ends: Vec<&'a SessionEnd>,
}

#[derive(Template)]
#[template(path = "replay/session.html")]
struct SessionHtml {
    id: String,
    title: Markup,
    facts: Markup,
    remarks: Vec<Markup>,
    axis: Markup,
    frames: Markup,
    channels: Vec<(&'static str, &'static str, String)>,
    methods: Vec<String>,
    cases: Vec<String>,
    count: usize,
}

/// A channel: how the page names it, and in words.
pub(super) fn channel(channel: Channel) -> (&'static str, &'static str) {
    match channel {
        Channel::Wire => ("wire", "messages"),
        Channel::Http => ("http", "HTTP"),
        Channel::Authorization => ("auth", "sign-in"),
        Channel::Llm => ("llm", "model"),
        Channel::Process => ("stderr", "stderr"),
    }
}

/// The sessions, by number.
pub(super) fn all(traces: &[StoredTrace]) -> Vec<Session<'_>> {
    let mut sessions: BTreeMap<u64, Session<'_>> = BTreeMap::new();
    for trace in traces {
        for one in trace.played.iter().filter(|one| !one.trace.frames.is_empty()) {
            of(&mut sessions, trace, one.session).played.push(one);
        }
        for end in &trace.ends {
            of(&mut sessions, trace, end.session).ends.push(end);
        }
    }
    sessions.into_values().collect()
}

fn of<'s, 'a>(sessions: &'s mut BTreeMap<u64, Session<'a>>, trace: &StoredTrace, number: u64) -> &'s mut Session<'a> {
    let start = trace.sessions.iter().find(|start| start.session == number);
    sessions.entry(number).or_insert_with(|| Session {
        number,
        server: trace.server(number).to_owned(),
        transport: start.map(|start| start.transport.clone()).unwrap_or_default(),
        config: trace.header.config.clone(),
        played: Vec::new(),
        ends: Vec::new(),
    })
}

impl<'a> Session<'a> {
    pub(super) fn id(&self) -> String {
        format!("session-{}", self.number)
    }

    pub(super) fn title(&self) -> String {
        format!("Session {}", self.number)
    }

    pub(super) fn count(&self) -> usize {
        self.traces().map(|(_, trace)| trace.frames.len()).sum()
    }

    /// The name of the case, empty for the session's own; and what was recorded.
    fn traces(&self) -> impl Iterator<Item = (String, &'a Arc<Trace>)> {
        let own = self.ends.iter().map(|end| (String::new(), &end.trace));
        own.chain(self.played.iter().map(|one| (case_name(one), &one.trace)))
    }
}

/// `suite/title`, with the attempt where there are several.
fn case_name(played: &Played) -> String {
    let id = played.case.id.as_str();
    if played.repetition > 1 || played.attempt > 1 {
        format!("{id} (repetition {}, attempt {})", played.repetition, played.attempt)
    } else {
        id.to_owned()
    }
}

/// The part of a session: what it was, its axis, its frames.
pub(super) fn html(session: &Session<'_>, id: &str, room: &mut Room, ids: &mut Ids) -> Markup {
    let traces: Vec<(String, &Arc<Trace>)> = session.traces().collect();
    let requests: Vec<Requests> = traces.iter().map(|(_, trace)| Requests::of(trace)).collect();
    let mut order: Vec<(usize, &Frame)> = Vec::new();
    for (at, (_, trace)) in traces.iter().enumerate() {
        order.extend(trace.frames.iter().map(|frame| (at, frame)));
    }
    order.sort_by_key(|(_, frame)| (frame.seq, frame.at_us));
    let mut list = Markup::default();
    let mut drawn = Vec::new();
    for (at, frame) in order {
        let (case, trace) = &traces[at];
        let (transport, server, config) =
            (session.transport.as_str(), session.server.as_str(), session.config.as_str());
        let context = Context { trace, requests: &requests[at], case, transport, server, config, prefix: "" };
        if let Some(html) = frames::html(frame, &context, room, ids) {
            list.push(&html);
            drawn.push(frame);
        }
    }
    let mut cases: Vec<String> = traces.iter().map(|(case, _)| case.clone()).filter(|case| !case.is_empty()).collect();
    cases.truncate(CHOICES_MAX);
    Markup::of(&SessionHtml {
        id: id.to_owned(),
        title: text(&session.title()),
        facts: blocks::facts(facts(session)),
        remarks: remarks(session),
        axis: axis::svg(&drawn, id),
        frames: list,
        channels: channels(&drawn),
        methods: methods(&drawn),
        cases,
        count: drawn.len(),
    })
}

/// Methods and cases that can be chosen from.
const CHOICES_MAX: usize = 500;

fn channels(frames: &[&Frame]) -> Vec<(&'static str, &'static str, String)> {
    let all = [Channel::Wire, Channel::Http, Channel::Authorization, Channel::Llm, Channel::Process];
    let counted = all.map(|one| (channel(one), frames.iter().filter(|frame| frame.channel == one).count()));
    let used = counted.into_iter().filter(|(_, count)| *count > 0);
    used.map(|((name, words), count)| (name, words, wording::number(count))).collect()
}

fn methods(frames: &[&Frame]) -> Vec<String> {
    let mut methods: Vec<String> = frames.iter().filter_map(|frame| call::method(frame).map(str::to_owned)).collect();
    methods.sort();
    methods.dedup();
    methods.truncate(CHOICES_MAX);
    methods
}

fn facts(session: &Session<'_>) -> Vec<(String, Markup)> {
    let mut facts = Vec::new();
    let mut add = |label: &str, value: String| {
        if !value.is_empty() {
            facts.push((label.to_owned(), text(&value)));
        }
    };
    let server = session.traces().find_map(|(_, trace)| trace.server.clone());
    add("Server", session.server.clone());
    add("Says it is", server.as_ref().map(|facts| format!("{} {}", facts.name, facts.version)).unwrap_or_default());
    add("MCP", server.as_ref().map(|facts| wording::revision(facts)).unwrap_or_default());
    add("Transport", session.transport.clone());
    let end = session.traces().find_map(|(_, trace)| trace.process_end.as_ref().map(timeline::process_end));
    add("Process", end.unwrap_or_default());
    facts
}

/// Verdicts, calls without an answer, frames that were not kept, breaches of the protocol.
fn remarks(session: &Session<'_>) -> Vec<Markup> {
    let mut remarks: Vec<Markup> = session.played.iter().filter_map(|one| remark(one)).collect();
    for (_, trace) in session.traces() {
        for call in trace.calls.iter().filter(|call| call.end != CallEnd::Answered) {
            let frame = call.request.map(|frame| format!(" (frame {frame})")).unwrap_or_default();
            remarks.push(text(&format!("{}{frame}: {}", call.method, timeline::call_end(&call.end))));
        }
        if trace.frames_not_kept > 0 {
            let count = usize::try_from(trace.frames_not_kept).unwrap_or(usize::MAX);
            remarks
                .push(text(&format!("{} came and not kept: the trace was full", wording::count(count, "more frame"))));
        }
    }
    let violations = session.ends.iter().flat_map(|end| &end.violations);
    remarks.extend(violations.map(|one| text(&format!("protocol: {}", console::violation_text(one)))));
    remarks.truncate(CHOICES_MAX);
    remarks
}

/// A case that did not pass, and why.
fn remark(played: &Played) -> Option<Markup> {
    let word = played.verdict.word();
    let why = match word {
        VerdictWord::Passed => return None,
        VerdictWord::Failed => {
            let first = played.verdict.mismatches().next()?;
            let frame = first.frame.map(|frame| format!(" (frame {frame})")).unwrap_or_default();
            format!("expected {}, got {}{frame}", first.expected, first.actual)
        }
        VerdictWord::Errored | VerdictWord::Skipped => timeline::reason(&played.verdict).unwrap_or_default(),
    };
    Some(Markup::new(format!("{} {}: {}", badge(wording::verdict(word)), text(&case_name(played)), text(&why))))
}

/// Attempts without a frame: skipped, or never begun.
pub(super) fn unplayed(traces: &[StoredTrace]) -> Markup {
    let all = traces.iter().flat_map(|trace| &trace.played).filter(|one| one.trace.frames.is_empty());
    let facts: Vec<(String, Markup)> = all
        .take(CHOICES_MAX)
        .map(|one| {
            let reason = timeline::reason(&one.verdict).unwrap_or_default();
            let verdict = badge(wording::verdict(one.verdict.word()));
            (entry_name(one), Markup::new(format!("{verdict} {}", text(&reason))))
        })
        .collect();
    if facts.is_empty() { Markup::default() } else { blocks::facts(facts) }
}

fn entry_name(played: &Played) -> String {
    crate::visible::line(&case_name(played)).into_owned()
}
