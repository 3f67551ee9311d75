//! Several calls at once: does each have the answer to its own question? Marks in the texts tell them apart.

use std::collections::HashMap;
use std::sync::LazyLock;

use mcpvals_model::{Call, Direction, Frame, Mismatch, MismatchKind, PeerCase, Trace};
use regex::Regex;

use super::asked::Asked;
use crate::matcher::of_kind;

/// A mark in an answer of ours.
static ANSWER: LazyLock<Regex> = LazyLock::new(|| pattern("answer"));
/// A mark in a trigger, and in the question where the server hands it on.
static QUESTION: LazyLock<Regex> = LazyLock::new(|| pattern("question"));

fn pattern(kind: &str) -> Regex {
    Regex::new(&format!("(?i){kind}-[0-9a-f]{{16}}")).expect("the pattern is a constant, and tested")
}

/// An answer that was given once.
struct Given {
    frame: u64,
    mark: String,
    /// The call for which it was asked, where that is known.
    owner: Option<usize>,
}

/// Answers that were lost, that several calls have, or that another call has. Nothing is said of a server in whose
/// results none comes back: it makes something else of them.
pub(super) fn mismatches(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Vec<Mismatch> {
    if !case.marked {
        return Vec::new();
    }
    let calls = super::sent(trace);
    let holders = holders(&calls, trace);
    if holders.is_empty() {
        return Vec::new();
    }
    let given = given(&calls, asked, trace);
    let of = |mark: &str| holders.get(mark).map_or(&[][..], Vec::as_slice);
    let lost = |given: &&Given| of(&given.mark).is_empty();
    // Whoever asks less often than it is called gives one answer to several.
    let shared = |given: &&Given| of(&given.mark).len() > 1 && asked.len() >= calls.len();
    let swapped =
        |given: &&Given| given.owner.is_some_and(|own| !of(&given.mark).is_empty() && !of(&given.mark).contains(&own));
    let found = [
        told(&given, lost, "in the result of no call"),
        told(&given, shared, "in the results of several calls"),
        told(&given, swapped, "in the result of another call than the one that asked"),
    ];
    found.into_iter().flatten().collect()
}

fn told(given: &[Given], is_wrong: impl Fn(&&Given) -> bool, how: &str) -> Option<Mismatch> {
    let wrong: Vec<&Given> = given.iter().filter(is_wrong).collect();
    let first = wrong.first()?;
    let actual = format!("{} of {} are {how}; the first is {}", wrong.len(), given.len(), first.mark);
    let expected = "each answer in the result of the call for which it was asked";
    Some(Mismatch { frame: Some(first.frame), ..of_kind(MismatchKind::Result, expected, actual) })
}

/// The calls in whose results each mark is.
fn holders(calls: &[&Call], trace: &Trace) -> HashMap<String, Vec<usize>> {
    let mut holders: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, call) in calls.iter().enumerate() {
        let Some(answer) = call.answer.and_then(|seq| trace.frame(seq)) else { continue };
        for mark in marks(&ANSWER, answer) {
            let held = holders.entry(mark).or_default();
            if held.last() != Some(&index) {
                held.push(index);
            }
        }
    }
    holders
}

fn given(calls: &[&Call], asked: &[Asked<'_>], trace: &Trace) -> Vec<Given> {
    let by_question: HashMap<String, usize> = (calls.iter().enumerate())
        .filter_map(|(index, call)| Some((marks(&QUESTION, trace.frame(call.request?)?).pop()?, index)))
        .collect();
    let by_id: HashMap<String, usize> = (calls.iter().enumerate())
        .filter_map(|(index, call)| Some((trace.frame(call.answer?)?.message()?.get("id")?.to_string(), index)))
        .collect();
    let questions: HashMap<u64, &Asked<'_>> = asked.iter().filter_map(|asked| Some((asked.answered?, asked))).collect();
    let owner = |frame: &Frame| match questions.get(&frame.seq) {
        Some(asked) => {
            marks(&QUESTION, trace.frame(asked.frame)?).iter().find_map(|mark| by_question.get(mark)).copied()
        }
        // An answer in a round: the request that carries it is the call's.
        None => by_id.get(&frame.message()?.get("id")?.to_string()).copied(),
    };
    let sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let mut given: HashMap<String, Vec<Given>> = HashMap::new();
    for frame in sent {
        for mark in marks(&ANSWER, frame) {
            given.entry(mark.clone()).or_default().push(Given { frame: frame.seq, mark, owner: owner(frame) });
        }
    }
    let mut once: Vec<Given> = given.into_values().filter(|given| given.len() == 1).flatten().collect();
    once.sort_by_key(|given| given.frame);
    once
}

fn marks(pattern: &Regex, frame: &Frame) -> Vec<String> {
    let text = String::from_utf8_lossy(&frame.bytes);
    let mut marks: Vec<String> = pattern.find_iter(&text).map(|found| found.as_str().to_lowercase()).collect();
    marks.dedup();
    marks
}
