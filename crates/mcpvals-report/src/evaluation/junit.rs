//! JUnit XML of an evaluation: a suite for each requirement and for each kind of runtime tests, valid as that of a run.
//!
//! What a reviewer would refuse fails: `critical` and `high` findings, requirements and tests that failed. Everything
//! milder passes and says in its `system-out` what it is, because a CI server knows nothing between green and red.

use std::io::{self, Write};

use mcpvals_model::{Evaluation, RequirementResult, RequirementStatus, RuntimeResults, RuntimeStatus, Severity};

use super::found::{self, Found, TestGroup, Tried};
use super::words;
use crate::junit::xml::Xml;

/// A test case, and how it ended.
struct Case {
    name: String,
    class: String,
    seconds: f64,
    end: End,
}

enum End {
    Passed { remark: String },
    Failed { kind: String, message: String, text: String },
    Skipped { why: String },
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

pub(super) fn write(evaluation: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    let suites = suites(evaluation);
    let all = || suites.iter().flat_map(|suite| &suite.cases);
    let mut xml = Xml::begin(out)?;
    let attributes = [
        ("name", "mcpvals evaluation".to_owned()),
        ("tests", all().count().to_string()),
        ("failures", all().filter(|case| case.is_failed()).count().to_string()),
        ("errors", "0".to_owned()),
        ("time", seconds(all().map(|case| case.seconds).sum())),
    ];
    xml.open("testsuites", &attributes)?;
    for suite in &suites {
        write_suite(&mut xml, evaluation, suite)?;
    }
    xml.close()
}

fn suites(evaluation: &Evaluation) -> Vec<Suite> {
    let requirements = evaluation.results.requirements.iter().flatten();
    let mut suites = requirements.map(|result| of_requirement(evaluation, result)).collect::<Vec<_>>();
    // A document without the static phase may still have findings: of hooks, or of what came back.
    let judged = |found: &Found<'_>| {
        let mut results = evaluation.results.requirements.iter().flatten();
        results.any(|result| result.requirement == Some(found.finding.requirement))
    };
    let others = found::all(evaluation).into_iter().filter(|found| !judged(found)).collect::<Vec<_>>();
    suites.extend((!others.is_empty()).then(|| Suite { name: "Findings".to_owned(), cases: of_findings(&others) }));
    suites.extend(evaluation.results.runtime.iter().flat_map(of_runtime));
    suites
}

fn of_requirement(evaluation: &Evaluation, result: &RequirementResult) -> Suite {
    let whole = Case { name: result.title.clone(), class: result.title.clone(), seconds: 0.0, end: end(result) };
    let found = result.requirement.map(|requirement| found::against(evaluation, requirement)).unwrap_or_default();
    let mut cases = vec![whole];
    cases.extend(of_findings(&found));
    Suite { name: result.title.clone(), cases }
}

fn end(result: &RequirementResult) -> End {
    let text = result.evidence.iter().chain(&result.recommendations).cloned().collect::<Vec<_>>().join("\n");
    match result.status {
        RequirementStatus::Pass | RequirementStatus::Warn => End::Passed { remark: text },
        RequirementStatus::Fail => {
            let message = format!("{} is not met (score {})", result.title, words::share(result.score));
            End::Failed { kind: "requirement".to_owned(), message, text }
        }
        RequirementStatus::NeedMoreInfo => {
            let why = if text.is_empty() { "there was nothing to judge it by".to_owned() } else { text };
            End::Skipped { why }
        }
    }
}

/// One case for each rule and what it is about.
fn of_findings(found: &[Found<'_>]) -> Vec<Case> {
    let by_rule = found::by_rule(found);
    let parts =
        by_rule.iter().flat_map(|(rule, found)| found::groups(found).into_iter().map(move |group| (*rule, group)));
    parts.map(|(rule, group)| of_rule(rule, &group.found)).collect()
}

fn of_rule(rule: &str, found: &[Found<'_>]) -> Case {
    let about = found.first().map_or_else(String::new, Found::about_words).replace('`', "");
    let lines = found.iter().map(|one| line(one)).collect::<Vec<_>>().join("\n");
    let worst = found.iter().map(|one| one.finding.severity).max().unwrap_or(Severity::Low);
    let end = if worst >= Severity::High {
        let message = found.first().map_or_else(String::new, |one| one.finding.message.clone());
        End::Failed { kind: rule.to_owned(), message, text: lines }
    } else {
        End::Passed { remark: lines }
    };
    Case { name: format!("{rule}: {about}"), class: about, seconds: 0.0, end }
}

fn line(found: &Found<'_>) -> String {
    let finding = found.finding;
    let place = words::place(finding).map(|place| format!(" at {place}")).unwrap_or_default();
    let evidence = finding.evidence.as_ref().map(|evidence| format!("\n  {evidence}")).unwrap_or_default();
    format!("{}{place}: {}{evidence}", finding.severity.as_str(), finding.message)
}

fn of_runtime(runtime: &RuntimeResults) -> Vec<Suite> {
    if let Some(why) = &runtime.unreachable {
        let end = End::Failed { kind: "unreachable".to_owned(), message: why.clone(), text: String::new() };
        let case = Case { name: "start".to_owned(), class: "runtime".to_owned(), seconds: 0.0, end };
        return vec![Suite { name: "Runtime".to_owned(), cases: vec![case] }];
    }
    let tried = found::tried(runtime);
    let suites = TestGroup::ALL.map(|group| {
        let mut cases = tried.iter().filter(|one| one.group == group).map(of_test).collect::<Vec<_>>();
        if group == TestGroup::Tools {
            cases.extend(runtime.left_out.iter().map(|left| skipped(&left.name, &left.reason)));
        }
        Suite { name: format!("Runtime: {}", group.as_str()), cases }
    });
    suites.into_iter().filter(|suite| !suite.cases.is_empty()).collect()
}

fn of_test(one: &Tried<'_>) -> Case {
    let test = one.test;
    let came = format!("expected {}, got {}", test.expected, test.actual);
    let again = test.rerun.as_ref().map(|rerun| format!("\nrerun: {rerun}")).unwrap_or_default();
    let end = match test.status {
        RuntimeStatus::Passed => End::Passed { remark: String::new() },
        RuntimeStatus::Warned => End::Passed { remark: format!("warning: {came}{again}") },
        RuntimeStatus::Failed => End::Failed { kind: test.test.clone(), text: format!("{came}{again}"), message: came },
        RuntimeStatus::Skipped => End::Skipped { why: test.actual.clone() },
    };
    let class = if one.name.is_empty() { one.group.as_str() } else { one.name };
    let name = if one.name.is_empty() { test.test.clone() } else { format!("{}: {}", one.name, test.test) };
    Case { name, class: class.to_owned(), seconds: test.response_time.unwrap_or(0.0) / 1000.0, end }
}

fn skipped(name: &str, reason: &str) -> Case {
    let end = End::Skipped { why: reason.to_owned() };
    Case { name: format!("{name}: left out"), class: name.to_owned(), seconds: 0.0, end }
}

impl Case {
    fn is_failed(&self) -> bool {
        matches!(self.end, End::Failed { .. })
    }
}

fn write_suite(xml: &mut Xml<'_>, evaluation: &Evaluation, suite: &Suite) -> io::Result<()> {
    let skipped = suite.cases.iter().filter(|case| matches!(case.end, End::Skipped { .. })).count();
    let attributes = [
        ("name", suite.name.clone()),
        ("tests", suite.cases.len().to_string()),
        ("failures", suite.cases.iter().filter(|case| case.is_failed()).count().to_string()),
        ("errors", "0".to_owned()),
        ("skipped", skipped.to_string()),
        ("time", seconds(suite.cases.iter().map(|case| case.seconds).sum())),
    ];
    xml.open("testsuite", &attributes)?;
    xml.open("properties", &[])?;
    let properties = [
        ("mcpvals", evaluation.mcpvals_version.clone()),
        ("server", words::server(evaluation)),
        ("score", words::score(evaluation)),
    ];
    let sandbox = evaluation.sandbox.as_ref().map(|it| ("sandbox", super::paper::sandbox_gist(it)));
    for (name, value) in properties.into_iter().chain(sandbox) {
        xml.empty("property", &[("name", name.to_owned()), ("value", value)])?;
    }
    xml.close()?;
    suite.cases.iter().try_for_each(|case| write_case(xml, case))?;
    xml.close()
}

fn write_case(xml: &mut Xml<'_>, case: &Case) -> io::Result<()> {
    let attributes = [("name", case.name.clone()), ("classname", case.class.clone()), ("time", seconds(case.seconds))];
    xml.open("testcase", &attributes)?;
    match &case.end {
        End::Passed { remark } if remark.is_empty() => {}
        End::Passed { remark } => xml.text("system-out", &[], remark)?,
        End::Failed { kind, message, text } => {
            xml.text("failure", &[("type", kind.clone()), ("message", message.clone())], text)?;
        }
        End::Skipped { why } => xml.empty("skipped", &[("message", why.clone())])?,
    }
    xml.close()
}

/// Seconds with three digits; what is no duration counts as none.
fn seconds(seconds: f64) -> String {
    format!("{:.3}", if seconds.is_finite() { seconds.max(0.0) } else { 0.0 })
}
