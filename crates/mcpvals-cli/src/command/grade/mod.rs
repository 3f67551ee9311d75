//! `mcpvals grade`: judges a stored trace again, without the server.

mod case;

use std::collections::BTreeSet;

use mcpvals_model::{CaseId, Metric, MinPassRate, Played, Score, Verdict, VerdictWord};
use serde_json::{Value, json};

use super::replay::read;
use crate::args::GradeArgs;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use case::OfCase;

/// One attempt, graded again.
struct Regraded {
    id: CaseId,
    repetition: u32,
    attempt: u32,
    stored: Verdict,
    verdict: Verdict,
    metrics: Vec<Metric>,
    min_pass_rate: Option<MinPassRate>,
    /// Was it graded otherwise, because it rests on what was taken out of the trace? Then the stored verdict holds.
    rests_on_redacted: bool,
    /// Is it the last attempt of its repetition?
    counts: bool,
}

/// Grades every attempt again and says where the verdict is not the stored one.
///
/// Exit code 1 where a case failed or erred, as `eval` would have said: the last attempt of a repetition counts, and all
/// repetitions together, as far as the trace has them, make the case. A trace that is not whole passes for nothing.
///
/// # Errors
/// Nothing to run, where no case of the traces was run.
pub(crate) fn run(args: &GradeArgs, output: &Output) -> Result<Exit, Failure> {
    let mut graded = Vec::new();
    let mut whole = true;
    for path in &args.traces {
        let stored = read(path, output)?;
        whole &= stored.cut.is_none();
        graded.extend(grade_all(stored.played));
    }
    if graded.is_empty() {
        return Err(Failure::new(Exit::NothingToRun, "nothing to grade: the trace holds no case"));
    }
    let cases = case::all(&graded);
    let shown = if args.json { format!("{:#}\n", as_json(&graded, &cases)) } else { as_text(&graded, &cases) };
    output.result(&shown)?;
    let has = |words: &[VerdictWord]| cases.iter().any(|case| case.is(words));
    if has(&[VerdictWord::Failed, VerdictWord::Errored]) || !whole {
        return Ok(Exit::Failed);
    }
    if !has(&[VerdictWord::Passed]) {
        return Err(Failure::new(Exit::NothingToRun, "every case in the trace was skipped"));
    }
    Ok(Exit::Passed)
}

/// All of one file. Cases that were played at the same time stand between each other's attempts.
fn grade_all(played: Vec<Played>) -> Vec<Regraded> {
    let mut graded: Vec<Regraded> = played.into_iter().map(grade).collect();
    let mut seen = BTreeSet::new();
    for one in graded.iter_mut().rev() {
        one.counts = seen.insert((one.id.clone(), one.repetition));
    }
    graded
}

fn grade(played: Played) -> Regraded {
    // What we could not find out then, the trace does not tell now.
    let graded = mcpvals_suite::grade(&played.case, &played.trace);
    let verdict = match &played.verdict {
        Verdict::Errored(_) | Verdict::Skipped(_) => played.verdict.clone(),
        Verdict::Passed | Verdict::Failed { .. } => graded.verdict,
    };
    let rests_on_redacted = verdict.word() != played.verdict.word() && is_redacted(&played);
    let verdict = if rests_on_redacted { played.verdict.clone() } else { verdict };
    Regraded {
        id: played.case.id.clone(),
        repetition: played.repetition,
        attempt: played.attempt,
        stored: played.verdict,
        verdict,
        metrics: graded.metrics,
        min_pass_rate: played.case.min_pass_rate,
        rests_on_redacted,
        counts: true,
    }
}

/// Does a mask stand in it? A part of a secret, its length or its letters may have decided then, and are gone now.
fn is_redacted(played: &Played) -> bool {
    let has_mask = |bytes: &[u8]| bytes.windows(9).any(|part| part.eq_ignore_ascii_case(b"redacted:"));
    let case = serde_json::to_vec(&*played.case).unwrap_or_default();
    has_mask(&case) || played.trace.frames.iter().any(|frame| has_mask(&frame.bytes))
}

fn as_text(graded: &[Regraded], cases: &[OfCase<'_>]) -> String {
    let lines = graded.iter().flat_map(lines).chain(cases.iter().flat_map(OfCase::lines));
    let lines: Vec<String> = lines.map(|line| line + "\n").collect();
    mcpvals_report::visible(&lines.concat()).into_owned()
}

fn lines(one: &Regraded) -> Vec<String> {
    let again = one.repetition > 1 || one.attempt > 1;
    let which = if again { format!("  repetition {}, attempt {}", one.repetition, one.attempt) } else { String::new() };
    let other = one.verdict.word() != one.stored.word();
    let was = match (other, one.rests_on_redacted) {
        (true, _) => format!("  (the trace says {})", word(&one.stored)),
        (false, true) => "  (as the trace says: it rests on what was redacted)".to_owned(),
        (false, false) => String::new(),
    };
    let mut lines = vec![format!("{:<5} {}{which}{was}", word(&one.verdict), one.id)];
    for mismatch in one.verdict.mismatches() {
        lines.extend([format!("  expected  {}", mismatch.expected), format!("  actual    {}", mismatch.actual)]);
    }
    match &one.verdict {
        Verdict::Errored(fault) => lines.push(format!("  reason    {fault}")),
        Verdict::Skipped(reason) => lines.push(format!("  reason    {reason}")),
        Verdict::Passed | Verdict::Failed { .. } => {}
    }
    lines
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "PASS",
        Verdict::Failed { .. } => "FAIL",
        Verdict::Errored(_) => "ERROR",
        Verdict::Skipped(_) => "SKIP",
    }
}

fn as_json(graded: &[Regraded], cases: &[OfCase<'_>]) -> Value {
    let row = |one: &Regraded| {
        json!({
            "id": one.id, "repetition": one.repetition, "attempt": one.attempt,
            "same": one.verdict.word() == one.stored.word(),
            "stored": one.stored.word(), "graded": one.verdict, "restsOnRedacted": one.rests_on_redacted,
            "metrics": one.metrics, "score": Score::mean(one.metrics.iter().filter_map(|metric| metric.score)),
        })
    };
    let attempts: Vec<Value> = graded.iter().map(row).collect();
    let cases: Vec<Value> = cases.iter().map(OfCase::as_json).collect();
    json!({"attempts": attempts, "cases": cases})
}
