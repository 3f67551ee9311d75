//! Rules by name: which are wanted, which there are, and what one is for.

use mcpvals_audit::catalogue;
use mcpvals_audit::static_phase::Selection;
use mcpvals_model::{Rule, RuleFacts};
use serde_json::json;

use crate::audit_args::{ExplainArgs, SubjectArgs};
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// What the flags say of which findings count.
///
/// # Errors
/// Usage: a rule that there is not.
pub(crate) fn selection(args: &SubjectArgs) -> Result<Selection, Failure> {
    for name in args.rules.iter().chain(&args.ignored) {
        known(name)?;
    }
    Ok(Selection {
        requirements: args.requirements.clone(),
        rules: args.rules.clone(),
        ignored: args.ignored.clone(),
        ..Selection::default()
    })
}

fn known(name: &str) -> Result<&'static Rule, Failure> {
    catalogue::rule(name).ok_or_else(|| {
        let near: Vec<&str> = catalogue::rules().iter().map(|rule| rule.id).filter(|id| are_near(id, name)).collect();
        let hint = if near.is_empty() {
            "`mcpvals audit --list-rules` names them all".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        };
        Failure::usage(format!("there is no rule `{name}`; {hint}"))
    })
}

/// Do they share a word of some length?
fn are_near(id: &str, name: &str) -> bool {
    name.split('-').filter(|word| word.len() > 3).any(|word| id.contains(word))
}

/// `mcpvals audit --list-rules`.
pub(crate) fn list(as_json: bool, output: &Output) -> Result<Exit, Failure> {
    let rules = catalogue::rules();
    let shown = if as_json {
        let facts: Vec<RuleFacts> = rules.iter().map(|rule| RuleFacts::from(*rule)).collect();
        format!("{:#}\n", json!(facts))
    } else {
        let line = |rule: &&Rule| {
            format!("{:20} {:8} {:32} {}\n", rule.requirement.as_str(), rule.severity.as_str(), rule.id, rule.title)
        };
        rules.iter().map(line).collect()
    };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

/// `mcpvals explain RULE`.
pub(crate) fn explain(args: &ExplainArgs, output: &Output) -> Result<Exit, Failure> {
    let rule = known(&args.rule)?;
    let shown = if args.json {
        format!("{:#}\n", json!(RuleFacts::from(rule)))
    } else {
        format!(
            "{}: {}\n\nrequirement  {}\nseverity     {}\nconfidence   {} %\nreferences   {}\n\n{}\n\n{}\n",
            rule.id,
            rule.title,
            rule.requirement.as_str(),
            rule.severity.as_str(),
            rule.confidence,
            rule.references.join(", "),
            rule.why,
            rule.remedy,
        )
    };
    output.result(&shown)?;
    Ok(Exit::Passed)
}
