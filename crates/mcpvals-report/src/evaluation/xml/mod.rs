//! XML, as `schemas/evaluation.xsd` describes it: the whole document, and the submission's text where it was asked for.

mod findings;
mod paper;
mod runtime;
mod sandbox;
mod server;

use std::io::{self, Write};

use mcpvals_model::{Evaluation, Formula, Recommendation, RequirementResult};
use serde::Serialize;

use super::{Template, words};
use crate::junit::xml::Xml;
use crate::wording;

/// The names of the elements are in this namespace; it counts up with the document's version.
const NAMESPACE: &str = "urn:mcpvals:evaluation:1";

pub(super) fn write(evaluation: &Evaluation, template: Template, out: &mut dyn Write) -> io::Result<()> {
    let mut xml = Xml::begin(out)?;
    let mut attributes = vec![
        ("xmlns", NAMESPACE.to_owned()),
        ("formatVersion", evaluation.format_version.to_string()),
        ("mcpvalsVersion", evaluation.mcpvals_version.clone()),
        ("score", words::score(evaluation)),
        ("status", name(evaluation.status)),
    ];
    attributes.extend(evaluation.certification.map(|level| ("certification", name(level))));
    xml.open("evaluation", &attributes)?;
    server::write(&mut xml, &evaluation.server)?;
    write_formula(&mut xml, &evaluation.formula)?;
    write_summary(&mut xml, evaluation)?;
    write_requirements(&mut xml, evaluation.results.requirements.as_deref())?;
    evaluation.results.runtime.iter().try_for_each(|runtime| runtime::write(&mut xml, runtime))?;
    evaluation.sandbox.iter().try_for_each(|it| sandbox::write(&mut xml, it))?;
    write_recommendations(&mut xml, &evaluation.recommendations)?;
    findings::write_tools(&mut xml, &evaluation.tools)?;
    findings::write_others(&mut xml, &evaluation.findings)?;
    findings::write_rules(&mut xml, &evaluation.rules)?;
    runtime::write_left_out(&mut xml, &evaluation.left_out)?;
    evaluation.tags.iter().try_for_each(|tag| xml.text("tag", &[], tag))?;
    evaluation.rerun.iter().try_for_each(|rerun| xml.text("rerun", &[], rerun))?;
    if template == Template::Submission {
        paper::write(&mut xml, evaluation)?;
    }
    xml.close()
}

/// The stable name of a word, as the JSON document has it.
fn name(word: impl Serialize) -> String {
    wording::name(word)
}

fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { "0".to_owned() }
}

/// Attributes that are there only where there is something to say.
fn some<const N: usize>(attributes: [(&'static str, Option<String>); N]) -> Vec<(&'static str, String)> {
    attributes.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn write_formula(xml: &mut Xml<'_>, formula: &Formula) -> io::Result<()> {
    let attributes = some([
        ("staticWeight", Some(number(formula.static_weight))),
        ("runtimeWeight", Some(number(formula.runtime_weight))),
        ("pass", Some(number(formula.pass))),
        ("warning", Some(number(formula.warning))),
        ("staticScore", formula.static_score.map(number)),
        ("runtimeScore", formula.runtime_score.map(number)),
    ]);
    xml.empty("formula", &attributes)
}

fn write_summary(xml: &mut Xml<'_>, evaluation: &Evaluation) -> io::Result<()> {
    let summary = evaluation.summary;
    let counts = [
        ("passed", summary.passed),
        ("warned", summary.warned),
        ("failed", summary.failed),
        ("notJudged", summary.not_judged),
    ];
    xml.empty("summary", &counts.map(|(name, count)| (name, count.to_string())))
}

fn write_requirements(xml: &mut Xml<'_>, results: Option<&[RequirementResult]>) -> io::Result<()> {
    let Some(results) = results else { return Ok(()) };
    xml.open("requirements", &[])?;
    for result in results {
        let attributes = some([
            ("id", result.requirement.map(|requirement| requirement.as_str().to_owned())),
            ("title", Some(result.title.clone())),
            ("status", Some(name(result.status))),
            ("score", result.score.map(number)),
        ]);
        xml.open("requirement", &attributes)?;
        result.evidence.iter().try_for_each(|text| xml.text("evidence", &[], text))?;
        result.recommendations.iter().try_for_each(|text| xml.text("recommendation", &[], text))?;
        xml.close()?;
    }
    xml.close()
}

fn write_recommendations(xml: &mut Xml<'_>, recommendations: &[Recommendation]) -> io::Result<()> {
    xml.open("recommendations", &[])?;
    for one in recommendations {
        let attributes = some([
            ("priority", Some(name(one.priority))),
            ("category", Some(name(one.category))),
            ("requirement", one.requirement.map(name)),
        ]);
        xml.open("recommendation", &attributes)?;
        xml.text("issue", &[], &one.issue)?;
        xml.text("action", &[], &one.recommendation)?;
        xml.close()?;
    }
    xml.close()
}
