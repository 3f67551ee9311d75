//! What came of each clause.

use mcpvals_model::{Evaluation, Requirement, RequirementStatus, RuntimeStatus, Severity};

use super::super::super::clause::{CLAUSES, Clause, Judge, JudgedBy};
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
        row(&mut table, evaluation, clause);
    }
    table.block()
}

/// The clauses that stand under a requirement, those that its findings break though they stand elsewhere, and what no clause
/// asks for: whoever reads that it failed finds here by what.
pub(super) fn of_requirement(evaluation: &Evaluation, requirement: Requirement) -> Option<Block> {
    let against = found::against(evaluation, requirement);
    let rules = found::rules(evaluation);
    let names = |found: &Found<'_>, clause: &Clause| {
        let rule = rules.get(found.finding.rule.as_ref());
        rule.is_some_and(|rule| rule.references.contains(&clause.reference()))
    };
    let is_bad = |found: &Found<'_>| found.finding.severity >= Severity::Medium;
    let stands_here = |clause: &&'static Clause| {
        clause.requirement == Some(requirement) || against.iter().any(|found| is_bad(found) && names(found, clause))
    };
    let mut table = Table::new("Clauses of the policy", ["Clause", "Asks for", "Result", "What came"]);
    for clause in CLAUSES.iter().filter(stands_here) {
        row(&mut table, evaluation, clause);
    }
    let is_named = |found: &Found<'_>| CLAUSES.iter().any(|clause| names(found, clause));
    let rest: Vec<Found<'_>> = against.iter().filter(|found| is_bad(found) && !is_named(found)).copied().collect();
    if let Some(verdict) = verdict(&rest) {
        table.row([Line::words("–"), Line::words("What no clause names."), Line::verdict(verdict), broken(&rest)]);
    }
    table.block()
}

fn row(table: &mut Table, evaluation: &Evaluation, clause: &Clause) {
    let answer = answer(evaluation, clause);
    table.row([Line::words(clause.id), Line::words(clause.asks), Line::verdict(answer.verdict), answer.came]);
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
        (Judge::Both, true) if clause.id == "2B" && !is_compared(evaluation) => {
            ("BY HAND", "no document or manifest that was read promises tools: there was nothing to compare them with")
        }
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

/// Was what the server lists held against what its documents and manifests promise? The evidence says so where it was.
fn is_compared(evaluation: &Evaluation) -> bool {
    let says =
        |line: &String| line.contains("tools are documented") || line.contains("tools are named in the documents");
    let result = requirements::result_of(evaluation, Requirement::FunctionalityMatch);
    result.is_some_and(|result| result.evidence.iter().any(says))
}

/// Was what the clause is about looked at, and to be judged? What was not seen passes no clause.
fn is_judged(evaluation: &Evaluation, clause: &Clause) -> bool {
    let is_seen = |requirement: &Requirement| {
        requirements::result_of(evaluation, *requirement)
            .is_some_and(|result| result.status != RequirementStatus::NeedMoreInfo)
    };
    let statics = evaluation.results.requirements.is_some();
    match clause.judged_by {
        JudgedBy::Requirement(requirement) => is_seen(&requirement),
        JudgedBy::Tools => statics && !evaluation.tools.is_empty(),
        JudgedBy::Calls => evaluation.results.runtime.iter().any(|runtime| {
            runtime.tool_tests.iter().flat_map(|tool| &tool.tests).any(|test| test.status != RuntimeStatus::Skipped)
        }),
        JudgedBy::Start => is_reached(evaluation),
        JudgedBy::Documents => statics,
    }
}

fn is_reached(evaluation: &Evaluation) -> bool {
    evaluation.results.runtime.as_ref().is_some_and(|runtime| runtime.unreachable.is_none())
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
        // How it is reached, or lets in, has to have been seen.
        "5D" | "5F" if !is_reached(evaluation) => return None,
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
