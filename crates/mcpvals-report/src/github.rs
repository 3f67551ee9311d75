//! Annotations of GitHub Actions: failures, errors and warnings at their line in the config file.

use std::io::{self, Write};

use mcpvals_model::{CaseResult, Report, SourcePlace, Verdict, VerdictWord};

use crate::means;
use crate::{console, markdown, visible, wording};

/// GitHub shows ten annotations of a kind for each step, and drops the others in silence.
const SHOWN_MAX: usize = 10;
/// Longer annotations are cut by GitHub.
const CHARS_MAX: usize = 4_000;

/// The report for the job's page (`$GITHUB_STEP_SUMMARY`), within GitHub's limit of 1 MiB.
pub fn step_summary(report: &Report) -> String {
    const SUMMARY_CHARS_MAX: usize = 250_000;
    markdown::document(report, SUMMARY_CHARS_MAX)
}

pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let wrong = report.cases().filter(|case| is_wrong(case)).map(error).collect::<Vec<_>>();
    write_some("error", &wrong, out)?;
    write_some("warning", &warnings(report), out)?;
    for suite in &report.suites {
        if let Some(means) = means::of_suite(&suite.metrics) {
            writeln!(out, "metrics of {}: {means}", visible::line(suite.name.as_str()))?;
        }
    }
    writeln!(out, "{} in {}", wording::summary(report.summary), wording::millis(report.duration_ms))
}

/// What is shown at a place.
struct Note {
    place: Option<SourcePlace>,
    title: String,
    message: String,
}

fn is_wrong(case: &CaseResult) -> bool {
    matches!(case.verdict.word(), VerdictWord::Failed | VerdictWord::Errored)
}

fn error(case: &CaseResult) -> Note {
    let title = format!("{} {}", wording::verdict(case.verdict.word()), case.id);
    let block = console::plain_case(case);
    // The first line is the title again.
    let body = block.split_once('\n').map_or("", |(_, body)| body);
    let message = if body.trim().is_empty() { reason(&case.verdict) } else { body.trim_end().to_owned() };
    Note { place: Some(case.place.clone()), title, message }
}

fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Errored(fault) => fault.to_string(),
        Verdict::Skipped(reason) => reason.to_string(),
        Verdict::Passed | Verdict::Failed { .. } => wording::past(verdict.word()).to_owned(),
    }
}

fn warnings(report: &Report) -> Vec<Note> {
    let mut notes = Vec::new();
    for case in report.cases() {
        notes.extend(case.warnings.iter().map(|warning| Note {
            place: Some(case.place.clone()),
            title: case.id.to_string(),
            message: warning.message.clone(),
        }));
    }
    notes.extend(report.violations.iter().map(|violation| Note {
        place: None,
        title: format!("protocol violation: {}", wording::name(violation.kind)),
        message: format!("{} (see {})", violation.message, violation.spec),
    }));
    notes
}

/// As many as GitHub shows; the last says how many more there are.
fn write_some(level: &str, notes: &[Note], out: &mut dyn Write) -> io::Result<()> {
    let shown = if notes.len() > SHOWN_MAX { SHOWN_MAX - 1 } else { notes.len() };
    for note in &notes[..shown] {
        writeln!(out, "{}", line(level, note))?;
    }
    if notes.len() > shown {
        let title = format!("{} more", wording::number(notes.len() - shown));
        let message = "the report has all; GitHub shows ten of a kind".to_owned();
        writeln!(out, "{}", line(level, &Note { place: None, title, message }))?;
    }
    Ok(())
}

/// `::error file=a.yaml,line=3,col=5,title=…::…`
fn line(level: &str, note: &Note) -> String {
    let mut fields = Vec::new();
    if let Some(place) = note.place.as_ref().filter(|place| !place.file.is_empty()) {
        fields.push(format!("file={}", property(&place.file)));
        fields.extend((place.line > 0).then(|| format!("line={}", place.line)));
        fields.extend((place.line > 0 && place.column > 0).then(|| format!("col={}", place.column)));
    }
    fields.push(format!("title={}", property(&note.title)));
    let (message, left) = visible::cut(&note.message, CHARS_MAX);
    let end = if left > 0 { "\n… the report has all" } else { "" };
    format!("::{level} {}::{}", fields.join(","), data(&format!("{message}{end}")))
}

/// Text after the second `::`.
fn data(text: &str) -> String {
    visible::block(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    visible::line(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use mcpvals_model::SourcePlace;

    use super::{Note, line, write_some};

    fn note(title: &str, message: &str) -> Note {
        let place = SourcePlace { file: "a,b.yaml".to_owned(), line: 3, column: 0 };
        Note { place: Some(place), title: title.to_owned(), message: message.to_owned() }
    }

    #[test]
    fn separators_in_texts_are_escaped() {
        let line = line("error", &note("x: 100 %", "a::b\nc, 5 %"));
        assert_eq!(line, "::error file=a%2Cb.yaml,line=3,title=x%3A 100 %25::a::b%0Ac, 5 %25");
    }

    #[test]
    fn a_server_cannot_write_commands_of_its_own() {
        let line = line("error", &note("t", "x\n::set-output name=a::b\r\n::stop"));
        assert_eq!(line.lines().count(), 1);
    }

    #[test]
    fn the_tenth_annotation_counts_the_rest() {
        let notes = (0..25).map(|n| note(&n.to_string(), "x")).collect::<Vec<_>>();
        let mut out = Vec::new();
        write_some("error", &notes, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 10);
        assert!(text.ends_with("::error title=16 more::the report has all; GitHub shows ten of a kind\n"), "{text}");
    }
}
