//! What came of each clause.

use mcpvals_model::{Evaluation, RequirementStatus, RuntimeStatus, Severity};

use super::super::super::clause::{Clause, Judge};
use super::super::super::found::{self, Found};
use super::super::super::words;
use super::super::{Block, Line, Table, facts, requirements};
use crate::wording;

/// What came of a clause.
pub(super) struct Answer {
    /// `PASS`, `WARN`, `FAIL`, `INFO`, `BY HAND`, `N/A`.
    pub(super) verdict: &'static str,
    pub(super) came: Line,
}

/// The clauses, what they ask for, and what came.
pub(super) fn table(evaluation: &Evaluation, clauses: impl Iterator<Item = &'static Clause>) -> Option<Block> {
    let mut table = Table::new("Clauses of the policy", ["Clause", "Asks for", "Result", "What came"]);
    for clause in clauses {
        let answer = answer(evaluation, clause);
        table.row([Line::words(clause.id), Line::words(clause.asks), Line::verdict(answer.verdict), answer.came]);
    }
    table.block()
}

pub(super) fn answer(evaluation: &Evaluation, clause: &Clause) -> Answer {
    let found = against(evaluation, clause);
    if let Some(verdict) = verdict(&found) {
        return Answer { verdict, came: broken(&found) };
    }
    if let Some(why) = not_applicable(evaluation, clause.id) {
        return Answer { verdict: "N/A", came: Line::words(why) };
    }
    let (verdict, words) = match (clause.judge, is_judged(evaluation, clause)) {
        (Judge::Person, _) => ("BY HAND", "only a person can tell"),
        (Judge::Both | Judge::Rules, false) => ("INFO", "could not be judged"),
        (Judge::Both, true) => ("BY HAND", "nothing was found against it; a person has to see the rest"),
        (Judge::Rules, true) => ("PASS", "nothing was found against it"),
    };
    Answer { verdict, came: stated(evaluation, clause.id).unwrap_or_else(|| Line::words(words)) }
}

/// Findings whose rules name the clause.
fn against<'e>(evaluation: &'e Evaluation, clause: &Clause) -> Vec<Found<'e>> {
    let reference = clause.reference();
    let rules = found::rules(evaluation);
    let names = |rule: &str| rules.get(rule).is_some_and(|rule| rule.references.contains(&reference));
    found::all(evaluation).into_iter().filter(|found| names(&found.finding.rule)).collect()
}

fn verdict(found: &[Found<'_>]) -> Option<&'static str> {
    let worst = found.iter().map(|found| found.finding.severity).max()?;
    Some(if worst >= Severity::High { "FAIL" } else { "WARN" })
}

/// How many findings, and of which rules.
fn broken(found: &[Found<'_>]) -> Line {
    let rules = found::by_rule(found);
    let mut line = Line::words(format!("{}: ", wording::count(found.len(), "finding")));
    for (index, (rule, _)) in rules.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        line = line.and_words(comma).and_code(*rule);
    }
    line
}

/// Was what the clause stands under looked at, and to be judged?
fn is_judged(evaluation: &Evaluation, clause: &Clause) -> bool {
    let Some(requirement) = clause.requirement else { return evaluation.results.requirements.is_some() };
    requirements::result_of(evaluation, requirement)
        .is_some_and(|result| result.status != RequirementStatus::NeedMoreInfo)
}

/// Clauses that are about remote, or about local servers only.
fn not_applicable(evaluation: &Evaluation, clause: &str) -> Option<&'static str> {
    let start = evaluation.server.start.as_ref()?;
    match (clause, start.url.is_some()) {
        ("5D" | "5F", false) => Some("it is started locally, over stdio"),
        ("5G", true) => Some("it is a remote server"),
        _ => None,
    }
}

/// What the makers, or the running server, say to it; or that they do not, where they would have to.
fn stated(evaluation: &Evaluation, clause: &str) -> Option<Line> {
    let told = evaluation.server.particulars.as_ref();
    let said = match clause {
        "3A" => &told?.privacy_policy,
        "3B" => &told?.contact,
        "3C" => &told?.documentation,
        "3D" => &told?.test_account,
        "5D" => &told?.authorization,
        "3E" => return Some(examples(evaluation)),
        "5F" => return Some(Line::words("it speaks ").and_code(&evaluation.server.start.as_ref()?.transport)),
        _ => return None,
    };
    Some(said.as_ref().map_or_else(
        || Line::words("nothing that was read says anything of it"),
        |said| Line::words("stated: ").and(facts::said_line(said)),
    ))
}

/// `4 examples found, 3 tried: 2 passed, 1 failed`.
fn examples(evaluation: &Evaluation) -> Line {
    let count = evaluation.server.particulars.as_ref().map_or(0, |told| told.examples.len());
    let tests = evaluation.results.runtime.as_ref().map_or(&[][..], |runtime| &runtime.example_tests);
    let tried: Vec<_> = tests.iter().filter(|test| test.status != RuntimeStatus::Skipped).collect();
    let passed = tried.iter().filter(|test| words::ran(test.status) == "PASS").count();
    let tried = wording::number(tried.len());
    Line::words(format!("{} found, {tried} tried, of which {passed} worked", wording::count(count, "example")))
}
