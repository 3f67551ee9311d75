//! The findings of an evaluation in the order in which they are read: the worst first, by what they are about.

use std::collections::BTreeMap;

use mcpvals_model::{
    AuditedTool, Evaluation, Finding, Requirement, RuleFacts, RuntimeResults, RuntimeStatus, RuntimeTest,
};
use mcpvals_model::{Severity, Span};

use super::words;
use crate::wording;

/// A finding, and the tool that it stands under, with its position in the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'e> {
    pub(super) finding: &'e Finding,
    pub(super) tool: Option<(usize, &'e AuditedTool)>,
}

impl<'e> Found<'e> {
    /// What it is about: kind and name.
    pub(super) fn about(&self) -> (&'static str, &'e str) {
        match (&self.finding.subject, self.tool, &self.finding.span) {
            (Some(subject), _, _) => (words::kind(subject), words::name(subject)),
            (None, Some((_, tool)), _) => ("tool", &tool.name),
            (None, None, Some(Span::File { file, .. })) => ("file", file),
            (None, None, _) => ("server", ""),
        }
    }

    /// `tool get_weather`; `the server`.
    pub(super) fn about_words(&self) -> String {
        match self.about() {
            ("server", "") => "the server".to_owned(),
            (kind, "") => format!("{kind} without a name"),
            (kind, name) => format!("{kind} `{name}`"),
        }
    }
}

/// What findings are about the same thing.
pub(super) struct Group<'e> {
    pub(super) found: Vec<Found<'e>>,
}

/// All, the worst first; those that are equally bad in the order of the document.
pub(super) fn all(evaluation: &Evaluation) -> Vec<Found<'_>> {
    let of_tools = evaluation.tools.iter().enumerate().flat_map(|(index, tool)| {
        tool.findings.iter().map(move |finding| Found { finding, tool: Some((index, tool)) })
    });
    let others = evaluation.findings.iter().map(|finding| Found { finding, tool: None });
    let mut all = of_tools.chain(others).collect::<Vec<_>>();
    all.sort_by_key(|found| std::cmp::Reverse(found.finding.severity));
    all
}

/// Those that count against one requirement.
pub(super) fn against(evaluation: &Evaluation, requirement: Requirement) -> Vec<Found<'_>> {
    all(evaluation).into_iter().filter(|found| found.finding.requirement == requirement).collect()
}

/// By what they are about; the groups stand in the order of their worst.
pub(super) fn groups<'e>(found: &[Found<'e>]) -> Vec<Group<'e>> {
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut groups: Vec<Group<'e>> = Vec::new();
    for one in found {
        let at = *places.entry(one.about()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.found.push(*one),
            None => groups.push(Group { found: vec![*one] }),
        }
    }
    groups
}

/// By rule, in the order of the first.
pub(super) fn by_rule<'e>(found: &[Found<'e>]) -> Vec<(&'e str, Vec<Found<'e>>)> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rules: Vec<(&'e str, Vec<Found<'e>>)> = Vec::new();
    for one in found {
        let at = *places.entry(one.finding.rule.as_ref()).or_insert(rules.len());
        match rules.get_mut(at) {
            Some((_, of_rule)) => of_rule.push(*one),
            None => rules.push((one.finding.rule.as_ref(), vec![*one])),
        }
    }
    rules
}

/// How many of each severity, the worst first.
pub(super) fn counts(evaluation: &Evaluation) -> [(Severity, usize); 4] {
    let all = all(evaluation);
    Severity::ALL.map(|severity| (severity, all.iter().filter(|found| found.finding.severity == severity).count()))
}

/// The rules of the document by name.
pub(super) fn rules(evaluation: &Evaluation) -> BTreeMap<&str, &RuleFacts> {
    evaluation.rules.iter().map(|rule| (rule.id.as_str(), rule)).collect()
}

/// A test of the runtime phase, with what it was played on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tried<'e> {
    pub(super) group: TestGroup,
    /// The tool, resource or prompt; empty where it is the server.
    pub(super) name: &'e str,
    pub(super) test: &'e RuntimeTest,
}

/// What a test is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TestGroup {
    Tools,
    Resources,
    Prompts,
    Errors,
    Examples,
    Security,
}

impl TestGroup {
    pub(super) const ALL: [Self; 6] =
        [Self::Tools, Self::Resources, Self::Prompts, Self::Errors, Self::Examples, Self::Security];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Prompts => "prompts",
            Self::Errors => "errors",
            Self::Examples => "examples",
            Self::Security => "security",
        }
    }
}

/// Every test that the runtime phase has, in the order of the document.
pub(super) fn tried(runtime: &RuntimeResults) -> Vec<Tried<'_>> {
    let of_tools = runtime.tool_tests.iter().flat_map(|tool| {
        tool.tests.iter().map(|test| Tried { group: TestGroup::Tools, name: tool.name.as_str(), test })
    });
    let items = [(TestGroup::Resources, &runtime.resource_tests), (TestGroup::Prompts, &runtime.prompt_tests)];
    let of_items = items.into_iter().flat_map(|(group, items)| {
        items.iter().map(move |item| Tried { group, name: item.name.as_str(), test: &item.test })
    });
    let whole = [
        (TestGroup::Errors, &runtime.error_tests),
        (TestGroup::Examples, &runtime.example_tests),
        (TestGroup::Security, &runtime.security_tests),
    ];
    let of_server =
        whole.into_iter().flat_map(|(group, tests)| tests.iter().map(move |test| Tried { group, name: "", test }));
    of_tools.chain(of_items).chain(of_server).collect()
}

/// Those that failed, then those that are not as they should be.
pub(super) fn troubled(runtime: &RuntimeResults) -> Vec<Tried<'_>> {
    let tried = tried(runtime);
    let of = |status| tried.iter().copied().filter(move |one: &Tried<'_>| one.test.status == status);
    of(RuntimeStatus::Failed).chain(of(RuntimeStatus::Warned)).collect()
}

/// `42 tests: 40 passed, 2 failed`.
pub(super) fn test_counts(runtime: &RuntimeResults) -> String {
    let tried = tried(runtime);
    let all = [
        (RuntimeStatus::Passed, "passed"),
        (RuntimeStatus::Warned, "warned"),
        (RuntimeStatus::Failed, "failed"),
        (RuntimeStatus::Skipped, "skipped"),
    ];
    let counts = all.map(|(status, word)| (tried.iter().filter(|one| one.test.status == status).count(), word));
    let parts = counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{} {word}", wording::number(*n)));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let tests = wording::count(tried.len(), "test");
    if parts.is_empty() { tests } else { format!("{tests}: {parts}") }
}
