//! Pairs of a flaw and its mending, in four languages: the flaw is found, and the mended code is left alone.
//!
//! Every flawed file says on its first line which rule it breaks: `rule: id`.

use std::path::{Path, PathBuf};

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Severity, SourceFile};
use serde_json::json;

/// At least so many of a hundred pairs are told apart.
const TOLD_APART_PERCENT: usize = 90;
const PAIRS_MIN: usize = 60;

#[test]
fn flaws_are_told_from_their_mending() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let (mut pairs, mut apart) = (0, 0);
    for language in folders(&root) {
        for pair in folders(&language) {
            let name = format!("{}/{}", last(&language), last(&pair));
            let (rule, flawed) = judged(&pair, "vulnerable");
            let (_, mended) = judged(&pair, "safe");
            let found = flawed.iter().any(|finding| finding.rule == rule && finding.severity >= expected(&rule));
            let silent = mended.iter().all(|finding| finding.rule != rule && finding.severity < Severity::High);
            pairs += 1;
            apart += usize::from(found && silent);
            let verdict = match (found, silent) {
                (true, true) => "told apart",
                (false, true) => "flaw not found",
                (true, false) => "mended code is refused",
                (false, false) => "the wrong way round",
            };
            println!("{name:<50} {rule:<30} {verdict}");
            if !found {
                println!("    flawed: {:?}", flawed.iter().map(|finding| &finding.rule).collect::<Vec<_>>());
            }
            if !silent {
                let said = mended.iter().map(|finding| format!("{}: {}", finding.rule, finding.message));
                println!("    mended: {:?}", said.collect::<Vec<_>>());
            }
        }
    }
    println!("{apart} of {pairs} pairs told apart");
    assert!(pairs >= PAIRS_MIN, "{pairs} pairs");
    assert!(apart * 100 >= pairs * TOLD_APART_PERCENT, "{apart} of {pairs}");
}

/// What is high by its rule has to be found as high.
fn expected(rule: &str) -> Severity {
    let rule = mcpvals_source::rules().into_iter().find(|known| known.id == rule);
    rule.expect("the rule exists").severity.min(Severity::High)
}

/// The rule that the first line names, and what is found.
fn judged(pair: &Path, which: &str) -> (String, Vec<Finding>) {
    let file = std::fs::read_dir(pair)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.file_stem().is_some_and(|stem| stem == which))
        .expect("both files are there");
    let text = std::fs::read_to_string(&file).expect("text");
    let first = text.lines().next().unwrap_or_default();
    let rule = first.split("rule: ").nth(1).unwrap_or_default().trim().to_owned();
    let ending = file.extension().expect("an ending").to_string_lossy().into_owned();
    let facts = mcpvals_source::analyse(&[SourceFile { path: format!("src/server.{ending}"), text }]);
    assert!(!facts.tools.is_empty(), "{}: no tool is found", file.display());
    let listed = facts.tools.iter().map(|tool| {
        let hints: serde_json::Map<_, _> =
            tool.hints.iter().map(|(name, truth)| (name.clone(), json!(truth))).collect();
        json!({ "name": tool.name, "description": tool.description, "annotations": hints })
    });
    let metadata = Metadata::of_tools(listed.collect());
    let mut findings = facts.findings.clone();
    findings.extend(mcpvals_source::compare(&facts, &metadata));
    (rule, findings)
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let mut inner: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    inner.sort();
    inner
}

fn last(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
