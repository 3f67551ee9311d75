//! Evaluates a config file from Rust and prints one line for each case.
//!
//! `cargo run -p mcpvals --example evaluate -- CONFIG`

#![expect(clippy::print_stdout, reason = "what it is for")]

use std::path::PathBuf;

use mcpvals::{CancellationToken, Context, Event, Options, Scope, evaluate_file};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = PathBuf::from(std::env::args().nth(1).ok_or("which config file?")?);
    let env: std::collections::BTreeMap<String, String> = std::env::vars().collect();
    let context = Context { env: env.clone(), cwd: std::env::current_dir()?, named: true, scope: Scope::RUN };
    let options = Options { environment: env, ..Options::default() };
    let mut lines = Vec::new();
    let report = evaluate_file(
        &config,
        &context,
        &options,
        &mut |event| {
            if let Event::CaseFinished(case) = event {
                lines.push(format!("{:?}  {}", case.verdict.word(), case.id));
            }
        },
        &CancellationToken::new(),
    )
    .await?;
    for line in lines {
        println!("{line}");
    }
    println!("score {:.0} %", report.score.value() * 100.0);
    Ok(())
}
