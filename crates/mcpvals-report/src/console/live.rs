//! Folds the events of a run to lines, as they come. Results come in the order of the config.

use std::collections::BTreeMap;

use mcpvals_model::{
    CaseId, CaseResult, Coverage, Covering, Event, Fault, RunEnd, RunStart, SessionStart, SuiteName, Summary, Verdict,
    VerdictWord, Violation, Warning,
};

use super::fold::Fold;
use super::tally::{Tally, note_verdict};
use super::{Level, Page, Role, Style, case, coverage, session, summary};
use crate::means::Means;
use crate::{visible, wording};

/// Warnings of one kind that are shown at passed cases; the others are counted in the summary.
const WARNINGS_MAX: usize = 5;

/// What was told of a run so far. Its memory does not grow with the cases that ended.
pub struct Live {
    style: Style,
    tally: Tally,
    /// How many cases each suite has.
    planned: BTreeMap<SuiteName, usize>,
    suite: Option<Suite>,
    /// The last session line of each server: ten thousand sessions with one server are one line.
    sessions: BTreeMap<String, String>,
    /// Cases that began and have no result yet; `true` where an attempt was played.
    running: BTreeMap<CaseId, bool>,
    /// Why the last errored case errored.
    fault: Option<Fault>,
    covering: Covering,
    /// Of a finished report, which has the sum already.
    coverage: Option<Coverage>,
    /// Was anything told at all?
    told: bool,
}

/// The suite whose cases are coming.
struct Suite {
    name: SuiteName,
    cases: Summary,
    means: Means,
    fold: Fold,
}

impl Live {
    /// Before the first event.
    pub fn new(style: Style) -> Self {
        Self {
            style,
            tally: Tally::default(),
            planned: BTreeMap::new(),
            suite: None,
            sessions: BTreeMap::new(),
            running: BTreeMap::new(),
            fault: None,
            covering: Covering::default(),
            coverage: None,
            told: false,
        }
    }

    /// The lines to print now, each with its newline; often none.
    pub fn on_event(&mut self, event: &Event) -> String {
        self.covering.take(event);
        match event {
            Event::RunStarted(start) => self.run_started(start),
            Event::SessionStarted(start) => self.session_started(start),
            Event::CaseStarted(id) => {
                self.running.insert(id.clone(), false);
                String::new()
            }
            Event::CasePlayed(played) => {
                self.running.insert(played.case.id.clone(), true);
                String::new()
            }
            Event::CaseFinished(result) => {
                self.running.remove(&result.id);
                self.note_violations(&result.violations);
                self.case_finished(result)
            }
            Event::Noted(note) => self.noted(note),
            Event::SessionFinished(end) => {
                self.note_violations(&end.violations);
                String::new()
            }
            Event::RunFinished(end) => self.run_finished(end),
        }
    }

    /// How far the run is, for a bar that the caller draws: one line without colour or newline.
    pub fn progress(&self) -> String {
        let cases = self.tally.cases;
        let total = self.planned.values().sum::<usize>();
        let played = cases.total + self.running.values().filter(|played| **played).count();
        let mut parts = vec![format!("{} of {}", wording::number(played), wording::count(total, "case"))];
        parts.extend((cases.failed > 0).then(|| format!("{} failed", wording::number(cases.failed))));
        parts.extend((cases.errored > 0).then(|| format!("{} errored", wording::number(cases.errored))));
        let mut waiting = self.running.iter().filter(|(_, played)| !**played).map(|(id, _)| id);
        if let Some(id) = waiting.next() {
            const ID_CHARS_MAX: usize = 50;
            let id = visible::excerpt(id.as_str(), ID_CHARS_MAX, self.style.ellipsis());
            let more = waiting.count();
            parts.push(if more == 0 { id } else { format!("{id} and {} more", wording::number(more)) });
        }
        parts.join(self.style.dot())
    }

    pub(super) fn run_started(&mut self, start: &RunStart) -> String {
        self.planned = start.suites.iter().map(|suite| (suite.name.clone(), suite.cases)).collect();
        let style = self.style.clone();
        let mut page = Page::new(&style);
        if style.level == Level::Verbose {
            page.line(&format!("seed {}", start.seed));
        }
        start.notes.iter().for_each(|note| add_note(&mut page, note));
        self.tell(page)
    }

    fn noted(&mut self, note: &str) -> String {
        let style = self.style.clone();
        let mut page = Page::new(&style);
        add_note(&mut page, note);
        self.tell(page)
    }

    pub(super) fn session_started(&mut self, start: &SessionStart) -> String {
        let style = self.style.clone();
        let mut page = Page::new(&style);
        let line = session::line(start, &style).filter(|_| style.level != Level::Quiet);
        if let Some(line) = line.filter(|line| self.sessions.get(&start.server) != Some(line)) {
            page.line(&style.paint(Role::Dim, &session::with_time(&line, start, &style)));
            if style.level == Level::Verbose && !start.tools.is_empty() {
                page.field("tools", &session::tools(start));
            }
            self.sessions.insert(start.server.clone(), line);
        }
        self.tell(page)
    }

    pub(super) fn case_finished(&mut self, result: &CaseResult) -> String {
        let style = self.style.clone();
        let mut page = Page::new(&style);
        self.enter_suite(&mut page, result);
        self.tell_case(&mut page, result);
        self.tally.note_case(result);
        self.leave_full_suite(&mut page);
        self.tell(page)
    }

    pub(super) fn note_violations(&mut self, violations: &[Violation]) {
        self.tally.note_violations(violations);
    }

    pub(super) fn note_coverage(&mut self, coverage: Option<&Coverage>) {
        self.coverage = coverage.cloned();
    }

    pub(super) fn run_finished(&mut self, end: &RunEnd) -> String {
        let style = self.style.clone();
        let mut page = Page::new(&style);
        self.leave_suite(&mut page);
        let summary = summary::of(&self.tally, end, &style);
        page.text(if self.told { &summary } else { summary.trim_start_matches('\n') });
        if let Some(coverage) = self.coverage.take().or_else(|| self.covering.finish()) {
            page.text(&coverage::of(&coverage, &style));
        }
        self.tell(page)
    }

    fn tell(&mut self, page: Page<'_>) -> String {
        let text = page.finish();
        self.told |= !text.is_empty();
        text
    }

    fn enter_suite(&mut self, page: &mut Page<'_>, result: &CaseResult) {
        if self.suite.as_ref().is_none_or(|suite| suite.name != result.suite) {
            self.leave_suite(page);
            if self.style.level != Level::Quiet {
                self.head(page, &result.suite);
            }
            let (name, cases) = (result.suite.clone(), Summary::default());
            self.suite = Some(Suite { name, cases, means: Means::default(), fold: Fold::default() });
        }
        if let Some(suite) = &mut self.suite {
            note_verdict(&mut suite.cases, result.verdict.word());
            suite.means.note(result);
        }
    }

    fn head(&self, page: &mut Page<'_>, suite: &SuiteName) {
        if self.told {
            page.blank();
        }
        let name = self.style.paint(Role::Strong, &visible::line(suite.as_str()));
        let cases = self.planned.get(suite).map(|cases| format!(" ({})", wording::count(*cases, "case")));
        page.line(&format!("{name}{}", self.style.paint(Role::Dim, &cases.unwrap_or_default())));
    }

    fn leave_full_suite(&mut self, page: &mut Page<'_>) {
        let full = |suite: &Suite| self.planned.get(&suite.name).is_some_and(|planned| suite.cases.total >= *planned);
        if self.suite.as_ref().is_some_and(full) {
            self.end_suite(page);
        }
    }

    fn leave_suite(&mut self, page: &mut Page<'_>) {
        let full = |suite: &Suite| self.planned.get(&suite.name).is_some_and(|planned| suite.cases.total >= *planned);
        if !self.suite.as_ref().is_some_and(full) {
            self.end_suite(page);
        }
        self.suite = None;
    }

    /// The suite's score and metrics.
    fn end_suite(&mut self, page: &mut Page<'_>) {
        let Some(suite) = &mut self.suite else { return };
        if let Some(held) = suite.fold.flush(&self.style) {
            page.line(&held);
        }
        if self.style.level == Level::Quiet {
            return;
        }
        let cases = suite.cases;
        let line = match cases.ran() {
            0 => "none ran".to_owned(),
            ran => {
                let (passed, ran) = (wording::number(cases.passed), wording::number(ran));
                format!("{passed} of {ran} passed, {}", wording::percent(cases.score()))
            }
        };
        page.line(&self.style.paint(Role::Dim, &format!("      {line}")));
        if let Some(means) = suite.means.words() {
            page.line(&self.style.paint(Role::Dim, &format!("      {means}")));
        }
    }

    fn tell_case(&mut self, page: &mut Page<'_>, result: &CaseResult) {
        let word = result.verdict.word();
        let warnings = self.warnings_to_show(result);
        let same_fault = self.is_same_fault(&result.verdict);
        if self.is_told(word, same_fault, !warnings.is_empty()) {
            self.flush(page);
            if same_fault { case::add_same_reason(page, result, &warnings) } else { case::add(page, result, &warnings) }
        }
    }

    fn flush(&mut self, page: &mut Page<'_>) {
        if let Some(line) = self.suite.as_mut().and_then(|suite| suite.fold.flush(&self.style)) {
            page.line(&line);
        }
    }

    /// What did not pass is told always; what is as expected, while there is room.
    fn is_told(&mut self, word: VerdictWord, same_fault: bool, warns: bool) -> bool {
        let (quiet, verbose) = (self.style.level == Level::Quiet, self.style.level == Level::Verbose);
        match word {
            VerdictWord::Failed => true,
            VerdictWord::Errored if !same_fault => true,
            VerdictWord::Passed | VerdictWord::Skipped if quiet => false,
            VerdictWord::Passed | VerdictWord::Skipped | VerdictWord::Errored => {
                verbose || warns || self.suite.as_mut().is_none_or(|suite| suite.fold.admit(word))
            }
        }
    }

    fn is_same_fault(&mut self, verdict: &Verdict) -> bool {
        let Verdict::Errored(fault) = verdict else { return false };
        let same = self.style.level != Level::Verbose && self.fault.as_ref() == Some(fault);
        self.fault = Some(fault.clone());
        same
    }

    fn warnings_to_show<'a>(&self, result: &'a CaseResult) -> Vec<&'a Warning> {
        let undecided = matches!(result.verdict.word(), VerdictWord::Failed | VerdictWord::Errored);
        let all = undecided || self.style.level == Level::Verbose;
        let early = |warning: &&Warning| self.tally.warnings_of(warning.kind) < WARNINGS_MAX;
        result.warnings.iter().filter(|warning| all || early(warning)).collect()
    }
}

fn add_note(page: &mut Page<'_>, note: &str) {
    if page.style.level != Level::Quiet {
        page.line(&format!("{} {}", page.style.paint(Role::Warning, "note"), visible::line(note)));
    }
}
