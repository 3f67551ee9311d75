//! Prints what a project is: `cargo run -p mcpvals-project --example project -- PATH`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use mcpvals_model::Span;
use mcpvals_project::{Advisories, OpenOptions, open};

fn main() {
    let Some(given) = std::env::args().nth(1) else { return eprintln!("usage: project PATH") };
    let cwd = std::env::current_dir().unwrap_or_default();
    let options = OpenOptions::new(cwd, std::env::vars().collect());
    let project = match open(&given, &options) {
        Ok(project) => project,
        Err(error) => return eprintln!("{error}"),
    };
    let advisories = std::env::args().nth(2).map(|path| Advisories::open(path).expect("they can be read"));
    println!(
        "{} {} {} ({:?}) in {}",
        project.given,
        project.name,
        project.version,
        project.kind,
        project.root.display()
    );
    for (kind, files) in [
        ("source", &project.source),
        ("tests", &project.tests),
        ("documents", &project.documents),
        ("other", &project.other),
    ] {
        println!("{kind}: {}", files.len());
        files.iter().take(15).for_each(|file| println!("  {} ({})", file.path, file.text.len()));
    }
    println!("start: {:#?}", project.start);
    project.looked.iter().for_each(|looked| println!("looked: {}: {}", looked.file, looked.found));
    project.left_out.iter().for_each(|out| println!("left out: {}: {}", out.name, out.reason));
    for finding in project.findings(advisories.as_ref()) {
        let severity = finding.severity.as_str();
        let subject = finding.subject.as_ref().map(|subject| format!("{subject:?} ")).unwrap_or_default();
        println!(
            "{severity} {}: {subject}{} [{}]",
            finding.rule,
            finding.message,
            finding.evidence.unwrap_or_default()
        );
        if let Some(Span::File { file, line, .. }) = finding.span {
            println!("    {file}:{line}");
        }
    }
}
