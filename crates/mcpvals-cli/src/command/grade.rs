//! `mcpvals grade`: judges a stored trace again, without the server.

use mcpvals_model::{Played, Verdict};
use serde_json::{Value, json};

use super::replay::read;
use crate::args::GradeArgs;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// One attempt, graded again.
struct Regraded {
    id: String,
    repetition: u32,
    attempt: u32,
    stored: Verdict,
    verdict: Verdict,
    /// Was it graded otherwise, because it rests on what was taken out of the trace? Then the stored verdict holds.
    rests_on_redacted: bool,
}

/// Grades every attempt again and says where the verdict is not the stored one.
///
/// Exit code 1 where a case did not pass, as `eval` would have said; the last attempt of a repetition counts. A trace
/// that is not whole passes for nothing.
pub(crate) fn run(args: &GradeArgs, output: &Output) -> Result<Exit, Failure> {
    let mut graded = Vec::new();
    let mut whole = true;
    for path in &args.traces {
        let stored = read(path, output)?;
        whole &= stored.cut.is_none();
        graded.extend(stored.played.into_iter().map(grade));
    }
    if graded.is_empty() {
        return Err(Failure::new(Exit::NothingToRun, "nothing to grade: the trace holds no case"));
    }
    output.result(&if args.json { format!("{:#}\n", as_json(&graded)) } else { as_text(&graded) })?;
    let counts =
        |index: usize| graded.get(index + 1).is_none_or(|next| next.attempt == 1 || next.id != graded[index].id);
    let bad = |one: &Regraded| matches!(one.verdict, Verdict::Failed { .. } | Verdict::Errored(_));
    let failed = graded.iter().enumerate().any(|(index, one)| counts(index) && bad(one));
    Ok(if failed || !whole { Exit::Failed } else { Exit::Passed })
}

fn grade(played: Played) -> Regraded {
    // What we could not find out then, the trace does not tell now.
    let verdict = match &played.verdict {
        Verdict::Errored(_) | Verdict::Skipped(_) => played.verdict.clone(),
        Verdict::Passed | Verdict::Failed { .. } => mcpvals_suite::grade(&played.case, &played.trace).verdict,
    };
    let rests_on_redacted = verdict.word() != played.verdict.word() && is_redacted(&played);
    let verdict = if rests_on_redacted { played.verdict.clone() } else { verdict };
    Regraded {
        id: played.case.id.to_string(),
        repetition: played.repetition,
        attempt: played.attempt,
        stored: played.verdict,
        verdict,
        rests_on_redacted,
    }
}

/// Does a mask stand in it? A part of a secret, its length or its letters may have decided then, and are gone now.
fn is_redacted(played: &Played) -> bool {
    let has_mask = |bytes: &[u8]| bytes.windows(9).any(|part| part.eq_ignore_ascii_case(b"redacted:"));
    let case = serde_json::to_vec(&*played.case).unwrap_or_default();
    has_mask(&case) || played.trace.frames.iter().any(|frame| has_mask(&frame.bytes))
}

fn as_text(graded: &[Regraded]) -> String {
    let lines: Vec<String> = graded.iter().flat_map(lines).map(|line| line + "\n").collect();
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

fn as_json(graded: &[Regraded]) -> Value {
    let row = |one: &Regraded| {
        json!({
            "id": one.id, "repetition": one.repetition, "attempt": one.attempt,
            "same": one.verdict.word() == one.stored.word(),
            "stored": one.stored.word(), "graded": one.verdict, "restsOnRedacted": one.rests_on_redacted,
        })
    };
    graded.iter().map(row).collect()
}
