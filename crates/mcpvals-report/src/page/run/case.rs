//! One case: a line to unfold.

use std::collections::BTreeMap;

use askama::Template;
use mcpvals_model::{CaseResult, Mismatch, Played, Verdict, VerdictWord, Violation};

use crate::page::{Ids, Markup, badge, blocks, code, replay, snippet, text};
use crate::trace_file::StoredTrace;
use crate::{console, model, visible, wording};

/// What cases are shown with: the names that are taken, and the traces that were kept.
pub(super) struct Shown<'a> {
    pub(super) ids: &'a mut Ids,
    played: BTreeMap<&'a str, Vec<&'a Played>>,
    room: replay::Room,
}

#[derive(Template)]
#[template(path = "run/case.html")]
struct Case {
    id: String,
    word: &'static str,
    badge: Markup,
    title: Markup,
    marks: Vec<Markup>,
    note: Markup,
    is_open: bool,
    facts: Markup,
    timelines: Vec<Markup>,
}

impl<'a> Shown<'a> {
    pub(super) fn new(traces: &'a [StoredTrace], ids: &'a mut Ids) -> Self {
        let mut played: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
        for one in traces.iter().flat_map(|trace| &trace.played) {
            played.entry(one.case.id.as_str()).or_default().push(one);
        }
        Self { ids, played, room: replay::Room::of_report() }
    }
}

pub(super) fn html(case: &CaseResult, shown: &mut Shown<'_>) -> Markup {
    let word = case.verdict.word();
    // Frames have names that begin with it, and a name is not endless.
    let id = shown.ids.unique(&format!("case-{}", visible::cut(case.id.as_str(), 90).0));
    let (timelines, framed) = timelines(case, &id, shown);
    Markup::of(&Case {
        id,
        word: wording::past(word),
        badge: badge(wording::verdict(word)),
        title: text(&case.title),
        marks: [case.is_flaky().then(|| badge("flaky")), (!case.warnings.is_empty()).then(|| badge("warned"))]
            .into_iter()
            .flatten()
            .collect(),
        note: note(case),
        is_open: matches!(word, VerdictWord::Failed | VerdictWord::Errored),
        facts: blocks::facts(facts(case, &framed)),
        timelines,
    })
}

/// Why it was skipped, or how long it took.
fn note(case: &CaseResult) -> Markup {
    match (&case.verdict, &case.latency) {
        (Verdict::Skipped(reason), _) => text(&reason.to_string()),
        (_, Some(latency)) if latency.count > 1 => {
            text(&format!("p50 {}, p95 {}", wording::millis(latency.p50_ms), wording::millis(latency.p95_ms)))
        }
        (_, Some(latency)) => text(&wording::millis(latency.mean_ms)),
        (_, None) => Markup::default(),
    }
}

type Fact = (String, Markup);

/// Frames of the case that are in the page, and what their names begin with.
#[derive(Default)]
struct Framed {
    prefix: String,
    seqs: Vec<u64>,
}

impl Framed {
    /// `frame 12`, as a link where it is there.
    fn link(&self, seq: u64) -> Markup {
        if !self.seqs.contains(&seq) {
            return text(&format!("frame {seq}"));
        }
        Markup::new(format!("<a href=\"#{}frame-{seq}\">frame {seq}</a>", self.prefix))
    }
}

fn facts(case: &CaseResult, framed: &Framed) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut add = |label: &str, value: Markup| facts.push((label.to_owned(), value));
    match &case.verdict {
        Verdict::Passed | Verdict::Skipped(_) => {}
        Verdict::Errored(fault) => add("reason", snippet::pre(&fault.to_string())),
        Verdict::Failed { .. } => {
            let many = case.verdict.mismatches().count() > 1;
            case.verdict.mismatches().for_each(|one| mismatch(one, many, framed, &mut add));
        }
    }
    outcome(case, &mut add);
    case.warnings.iter().for_each(|warning| add("warning", text(&warning.message)));
    case.violations.iter().for_each(|one| add("protocol", violation(one)));
    circumstances(case, &mut add);
    facts
}

fn mismatch(mismatch: &Mismatch, is_one_of_many: bool, framed: &Framed, add: &mut impl FnMut(&str, Markup)) {
    if is_one_of_many {
        add("mismatch", text(&wording::name(mismatch.kind)));
    }
    add("expected", snippet::pre(&mismatch.expected));
    add("actual", snippet::pre(&mismatch.actual));
    let frame = mismatch.frame.map(|frame| framed.link(frame));
    let place: Vec<Markup> = [mismatch.pointer.as_deref().map(code), frame].into_iter().flatten().collect();
    if !place.is_empty() {
        let place: Vec<&str> = place.iter().map(Markup::as_str).collect();
        add("at", Markup::new(place.join(", ")));
    }
    if let Some(rule) = &mismatch.rule {
        add("rule", code(rule));
    }
    if let Some(diff) = &mismatch.diff {
        add("difference", snippet::diff(diff));
    }
}

/// What the server answered, and what that was worth.
fn outcome(case: &CaseResult, add: &mut impl FnMut(&str, Markup)) {
    let told = |answer: &str| case.verdict.mismatches().any(|mismatch| mismatch.actual == answer);
    if let Some(answer) = case.answer.as_deref().filter(|answer| !answer.trim().is_empty() && !told(answer)) {
        add("answer", snippet::pre(answer));
    }
    if let Some(attempts) = wording::attempts(&case.attempts) {
        add("attempts", text(&attempts));
    }
    if let Some(rate) = &case.pass_rate {
        add("rate", text(&wording::pass_rate(rate)));
    }
    if case.attempts.len() > 1 {
        for problem in &wording::problems(&case.attempts) {
            add("problems", text(problem));
        }
    }
    if let Some(latency) = case.latency.as_ref().filter(|latency| latency.count > 1) {
        add("latency", text(&wording::latency(latency)));
    }
    if let Some(words) = model::words(&case.workflow) {
        add("model", text(&words));
    }
    if let Some(words) = model::judge_words(&case.workflow) {
        add("judge", text(&words));
    }
    // Of several repetitions, the numbers of frames repeat, and say nothing.
    let metric = if case.attempts.len() > 1 { wording::metric_alone } else { wording::metric };
    let metrics: Vec<String> = case.metrics.iter().filter(|it| it.score.is_some()).map(metric).collect();
    if !metrics.is_empty() {
        add("metrics", text(&metrics.join(" · ")));
    }
    if let Some(score) = model::score(case) {
        add("score", text(&wording::percent(score)));
    }
}

fn violation(violation: &Violation) -> Markup {
    text(&console::violation_text(violation))
}

/// What helps to find out more.
fn circumstances(case: &CaseResult, add: &mut impl FnMut(&str, Markup)) {
    if !case.stderr_tail.trim().is_empty() {
        add("stderr", snippet::pre(case.stderr_tail.trim_end()));
    }
    if let Some(tool) = case.tool.as_deref().filter(|tool| *tool != case.title) {
        add("tool", code(tool));
    }
    if !case.place.file.is_empty() {
        add("in the config", code(&format!("{}:{}:{}", case.place.file, case.place.line, case.place.column)));
    }
    if !case.rerun.is_empty() {
        add("rerun", snippet::copied(&case.rerun));
    }
}

fn timelines(case: &CaseResult, id: &str, shown: &mut Shown<'_>) -> (Vec<Markup>, Framed) {
    let Some(played) = shown.played.get(case.id.as_str()).cloned() else { return Default::default() };
    let played: Vec<&Played> = played.into_iter().filter(|one| !one.trace.frames.is_empty()).collect();
    let mut timelines = Vec::new();
    for one in &played {
        let (which, prefix) = match played.len() {
            1 => (String::new(), format!("{id}-")),
            _ => (
                format!(" of repetition {}, attempt {}", one.repetition, one.attempt),
                format!("{id}-{}-{}-", one.repetition, one.attempt),
            ),
        };
        timelines.extend(replay::embedded(&one.trace, (&which, &prefix), &mut shown.room, shown.ids));
    }
    let framed = match played[..] {
        [one] if timelines.len() == 1 => {
            Framed { prefix: format!("{id}-"), seqs: one.trace.frames.iter().map(|frame| frame.seq).collect() }
        }
        _ => Framed::default(),
    };
    (timelines, framed)
}
