//! Tools, findings and rules, as XML.

use std::io;

use mcpvals_model::{AuditedTool, Finding, RuleFacts, Span, ToolFacts};

use super::super::words;
use super::{name, number, some};
use crate::junit::xml::Xml;

pub(super) fn write_tools(xml: &mut Xml<'_>, tools: &[AuditedTool]) -> io::Result<()> {
    xml.open("tools", &[])?;
    for tool in tools {
        let id = tool.id.as_str().map_or_else(|| tool.id.to_string(), str::to_owned);
        let mut attributes = vec![("id", id), ("name", tool.name.clone())];
        attributes.extend(tool.line.map(|line| ("line", line.to_string())));
        attributes.extend(tool.facts.as_ref().map(facts).unwrap_or_default());
        xml.open("tool", &attributes)?;
        let description = tool.facts.as_ref().and_then(|facts| facts.description.as_ref());
        description.iter().try_for_each(|text| xml.text("description", &[], text))?;
        tool.findings.iter().try_for_each(|finding| write_finding(xml, finding))?;
        xml.close()?;
    }
    xml.close()
}

fn facts(facts: &ToolFacts) -> Vec<(&'static str, String)> {
    some([
        ("title", facts.title.clone()),
        ("readOnlyHint", facts.read_only_hint.map(|hint| hint.to_string())),
        ("destructiveHint", facts.destructive_hint.map(|hint| hint.to_string())),
        ("idempotentHint", facts.idempotent_hint.map(|hint| hint.to_string())),
        ("openWorldHint", facts.open_world_hint.map(|hint| hint.to_string())),
        ("readsOnly", facts.reads_only.map(|reads| reads.to_string())),
    ])
}

pub(super) fn write_others(xml: &mut Xml<'_>, findings: &[Finding]) -> io::Result<()> {
    xml.open("findings", &[])?;
    findings.iter().try_for_each(|finding| write_finding(xml, finding))?;
    xml.close()
}

fn write_finding(xml: &mut Xml<'_>, finding: &Finding) -> io::Result<()> {
    let attributes = [
        ("rule", finding.rule.to_string()),
        ("requirement", name(finding.requirement)),
        ("severity", name(finding.severity)),
        ("confidence", number(finding.confidence)),
    ];
    xml.open("finding", &attributes)?;
    if let Some(subject) = &finding.subject {
        let kind = words::kind(subject).replace(' ', "-");
        xml.text("subject", &[("kind", kind)], words::name(subject))?;
    }
    finding.span.iter().try_for_each(|span| write_span(xml, span))?;
    finding.evidence.iter().try_for_each(|evidence| xml.text("evidence", &[], evidence))?;
    xml.text("message", &[], &finding.message)?;
    xml.close()
}

fn write_span(xml: &mut Xml<'_>, span: &Span) -> io::Result<()> {
    match span {
        Span::File { file, line, column, end_line, end_column } => {
            let places = [("line", line), ("column", column), ("endLine", end_line), ("endColumn", end_column)];
            let mut attributes = vec![("path", file.clone())];
            attributes.extend(places.map(|(name, place)| (name, place.to_string())));
            xml.empty("file", &attributes)
        }
        Span::Metadata { pointer, start, end } => {
            let attributes = [("pointer", pointer.clone()), ("start", start.to_string()), ("end", end.to_string())];
            xml.empty("metadata", &attributes)
        }
    }
}

pub(super) fn write_rules(xml: &mut Xml<'_>, rules: &[RuleFacts]) -> io::Result<()> {
    xml.open("rules", &[])?;
    for rule in rules {
        let attributes =
            [("id", rule.id.clone()), ("requirement", name(rule.requirement)), ("severity", name(rule.severity))];
        xml.open("rule", &attributes)?;
        xml.text("title", &[], &rule.title)?;
        xml.text("why", &[], &rule.why)?;
        xml.text("remedy", &[], &rule.remedy)?;
        rule.references.iter().try_for_each(|reference| xml.text("reference", &[], reference))?;
        xml.close()?;
    }
    xml.close()
}
