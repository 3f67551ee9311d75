//! Walks a folder and prints what its code registers, can do, and does wrong: `cargo run --example analyse FOLDER`.
#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use std::path::Path;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{SourceFile, Span};

fn main() {
    let mut files = Vec::new();
    let mut quiet = false;
    for argument in std::env::args().skip(1) {
        if argument == "--findings" {
            quiet = true;
            continue;
        }
        let root = Path::new(&argument);
        collect(root, root, &mut files);
    }
    let started = std::time::Instant::now();
    let mut facts = mcpvals_source::analyse(&files);
    let took = started.elapsed();
    let listed = facts.tools.iter().map(|tool| {
        let hints: serde_json::Map<_, _> =
            tool.hints.iter().map(|(name, truth)| (name.clone(), (*truth).into())).collect();
        serde_json::json!({ "name": tool.name, "description": tool.description, "annotations": hints })
    });
    let compared = mcpvals_source::compare(&facts, &Metadata::of_tools(listed.collect()));
    facts.findings.extend(compared);
    if !quiet {
        println!("languages {:?}", facts.languages);
        for tool in &facts.tools {
            println!(
                "tool {} at {} handler={} parameters={:?} hints={:?}\n     {:?}",
                tool.name,
                place(&tool.span),
                tool.has_handler,
                tool.parameters,
                tool.hints,
                tool.description.as_deref().map(|text| text.chars().take(90).collect::<String>()),
            );
            for (capability, span) in &tool.capabilities {
                println!("     can {capability:?} at {}", place(span));
            }
        }
        for prompt in &facts.prompts {
            println!("prompt {} at {}", prompt.name, place(&prompt.span));
        }
        for resource in &facts.resources {
            println!("resource {} at {}", resource.name, place(&resource.span));
        }
        for span in &facts.computed {
            println!("computed at {}", place(span));
        }
        for left in &facts.left_out {
            println!("left out {left:?}");
        }
    }
    for finding in &facts.findings {
        let span = finding.span.as_ref().map(place).unwrap_or_default();
        println!(
            "{} {} {:.2} {} {:?}\n     {}\n     {}",
            finding.severity.as_str(),
            finding.rule,
            finding.confidence,
            span,
            finding.subject,
            finding.message,
            finding.evidence.as_deref().unwrap_or_default()
        );
    }
    println!("{} files, {} tools, {} findings in {took:?}", files.len(), facts.tools.len(), facts.findings.len());
}

fn place(span: &Span) -> String {
    match span {
        Span::File { file, line, column, .. } => format!("{file}:{line}:{column}"),
        Span::Metadata { pointer, .. } => pointer.clone(),
    }
}

fn collect(root: &Path, path: &Path, into: &mut Vec<SourceFile>) {
    if path.is_dir() {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        let mut inner: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        inner.sort();
        for entry in inner {
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !matches!(name.as_str(), "node_modules" | ".git" | "target" | "__pycache__") {
                collect(root, &entry, into);
            }
        }
    } else if let Ok(text) = std::fs::read_to_string(path) {
        let shown = path.strip_prefix(root).ok().filter(|inner| !inner.as_os_str().is_empty()).unwrap_or(path);
        into.push(SourceFile { path: shown.to_string_lossy().replace('\\', "/"), text });
    }
}
