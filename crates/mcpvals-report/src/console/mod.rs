//! Lines for people: live while a run goes on, or of a finished report. Both go through [`Live`], so that they read
//! the same.

mod case;
mod coverage;
mod fold;
mod live;
mod matrix;
mod page;
mod session;
mod style;
mod summary;
mod tally;

use std::io::{self, Write};

use mcpvals_model::{Report, RunEnd, RunStart, SuiteReport, SuiteStart};

use crate::comparison;

pub(crate) use case::{plain_case, verdict, violation_text};
pub use live::Live;
pub(crate) use page::Page;
pub(crate) use style::Role;
pub use style::{Level, Style};

/// A finished report in one line: how many cases ended how, in what time.
pub fn summary_line(report: &Report) -> String {
    summary::line(report.summary, report.duration_ms)
}

/// Writes a finished report as [`Live`] would have printed it.
pub(crate) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut live = Live::new(style.clone());
    out.write_all(live.run_started(&planned(report)).as_bytes())?;
    for session in &report.sessions {
        out.write_all(live.session_started(session).as_bytes())?;
    }
    for case in report.cases() {
        out.write_all(live.case_finished(case).as_bytes())?;
    }
    live.note_violations(&report.violations);
    live.note_coverage(report.coverage.as_ref());
    let end = RunEnd { duration_ms: report.duration_ms, interrupted: report.interrupted };
    out.write_all(live.run_finished(&end).as_bytes())?;
    out.write_all(compared(report, style).as_bytes())
}

/// What stands side by side: the models and servers of a matrix, the run and its baseline; else an empty text.
pub fn compared(report: &Report, style: &Style) -> String {
    let matrix = report.matrix.as_ref().map(|found| matrix::of(found, style)).unwrap_or_default();
    let lines = report.baseline.as_ref().map(comparison::lines).unwrap_or_default();
    let baseline = lines.iter().map(|line| format!("{line}\n"));
    matrix + &baseline.collect::<String>()
}

/// How the run began: a report that was read from a file has its suites only with their cases.
fn planned(report: &Report) -> RunStart {
    let start = |suite: &SuiteReport| SuiteStart {
        name: suite.name.clone(),
        kind: suite.kind,
        combination: suite.combination.clone(),
        cases: suite.cases.len(),
    };
    RunStart { suites: report.suites.iter().map(start).collect(), ..report.run.clone() }
}
