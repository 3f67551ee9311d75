//! One requirement: what the directory asks, what was seen, what was tried and came, what is wrong, what to do.

use mcpvals_model::{Evaluation, Requirement, RequirementResult};

use super::super::super::found::{self, TestGroup, Tried};
use super::super::super::words;
use super::super::{Block, Line, Section, Table, facts, findings, requirements, runtime};
use super::answer;
use crate::wording;

/// One of the five that a directory asks for; said also where it was not looked at.
pub(super) fn directory(evaluation: &Evaluation, requirement: Requirement) -> Section {
    let result = requirements::result_of(evaluation, requirement);
    let mut section = Section::new(requirement.as_str(), requirement.title());
    section.blocks.push(result.map_or_else(|| Block::words("It was not looked at."), outcome));
    section.blocks.extend(answer::of_requirement(evaluation, requirement));
    section.sections.extend(result.and_then(|result| seen(result, requirement.as_str())));
    section.sections.extend(examples(evaluation, requirement));
    section.sections.extend(tried(evaluation, requirement));
    section.sections.extend(wrong(evaluation, requirement));
    section.sections.extend(result.and_then(|result| to_do(result, requirement.as_str())));
    section
}

/// One that no directory asks for, where it was looked at.
pub(super) fn beyond(evaluation: &Evaluation, requirement: Requirement) -> Option<Section> {
    let result = requirements::result_of(evaluation, requirement)?;
    let mut section = Section::new(requirement.as_str(), requirement.title()).with([outcome(result)]);
    section.blocks.extend(list(&result.evidence));
    let found = found::against(evaluation, requirement);
    section.sections = findings::by_rule(evaluation, &found, requirement.as_str());
    section.sections.extend(to_do(result, requirement.as_str()));
    Some(section)
}

/// What a custom hook says.
pub(super) fn of_hook((index, result): (usize, &RequirementResult)) -> Section {
    let id = format!("hook-{}", index + 1);
    let section = Section::new(id.clone(), format!("Hook: {}", result.title)).with([outcome(result)]);
    let section = section.with(list(&result.evidence));
    Section { sections: to_do(result, &id).into_iter().collect(), ..section }
}

fn outcome(result: &RequirementResult) -> Block {
    let score = result.score.map_or_else(
        || " there was nothing to judge it by".to_owned(),
        |score| format!(" score {}", words::share(Some(score))),
    );
    Block::Paragraph(Line::verdict(words::outcome(result.status)).and_words(score))
}

fn seen(result: &RequirementResult, prefix: &str) -> Option<Section> {
    let list = list(&result.evidence)?;
    Some(Section::new(format!("{prefix}-seen"), "What was seen").with([list]))
}

fn to_do(result: &RequirementResult, prefix: &str) -> Option<Section> {
    let list = list(&result.recommendations)?;
    Some(Section::new(format!("{prefix}-to-do"), "What to do").with([list]))
}

fn list(lines: &[String]) -> Option<Block> {
    (!lines.is_empty()).then(|| Block::List(lines.iter().map(Line::words).collect()))
}

/// Examples that the documents show.
fn examples(evaluation: &Evaluation, requirement: Requirement) -> Option<Section> {
    let told = evaluation.server.particulars.as_ref().filter(|_| requirement == Requirement::WorkingExamples)?;
    let mut table = Table::new("Examples that were found", ["Example", "Found in"]);
    for said in &told.examples {
        table.row([Line::code(&said.text), Line::code(facts::said_place(said))]);
    }
    Some(Section::new("examples", "Examples that were found").with([table.block()?]))
}

/// What was tried with the running server.
fn tried(evaluation: &Evaluation, requirement: Requirement) -> Option<Section> {
    let runtime = evaluation.results.runtime.as_ref()?;
    let groups: &[TestGroup] = match requirement {
        Requirement::FunctionalityMatch => &[TestGroup::Tools, TestGroup::Resources, TestGroup::Prompts],
        Requirement::PromptInjection => &[TestGroup::Security],
        Requirement::WorkingExamples => &[TestGroup::Examples],
        Requirement::ErrorHandling => &[TestGroup::Errors],
        _ => &[],
    };
    let tried = found::tried(runtime).into_iter().filter(|one| groups.contains(&one.group)).collect::<Vec<_>>();
    let mut section = Section::new(format!("{}-tried", requirement.as_str()), "What was tried, and what came");
    if requirement == Requirement::FunctionalityMatch {
        section.blocks.extend(runtime::tools(&runtime.tool_tests));
        section.blocks.extend(folded(&tried));
    } else {
        section.blocks.extend(runtime::tests("Tests", &tried));
    }
    (!section.is_empty()).then_some(section)
}

fn folded(tried: &[Tried<'_>]) -> Option<Block> {
    let summary = Line::words(format!("All {} one by one", wording::count(tried.len(), "test")));
    let blocks = runtime::tests("Tests one by one", tried);
    (!tried.is_empty()).then_some(Block::Fold { summary, blocks, is_open: false })
}

fn wrong(evaluation: &Evaluation, requirement: Requirement) -> Option<Section> {
    let found = found::against(evaluation, requirement);
    let mut section = Section::new(format!("{}-findings", requirement.as_str()), "What was found");
    section.sections = findings::by_rule(evaluation, &found, requirement.as_str());
    (!section.is_empty()).then_some(section)
}
