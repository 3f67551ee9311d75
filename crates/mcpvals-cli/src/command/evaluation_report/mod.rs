//! Where the report of an evaluation goes, and how it looks there.

mod ending;
mod plan;

use std::path::Path;

use mcpvals_audit::config::Layers;
use mcpvals_model::Evaluation;
use mcpvals_report::evaluation::{Format, Options, render};

use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

pub(crate) use plan::{Plan, plan};

/// Writes it to stdout, or to the file of `--output`; and to the file of `--report`, too.
///
/// # Errors
/// Usage, where a file cannot be written.
pub(crate) fn write(
    evaluation: &Evaluation,
    plan: &Plan,
    layers: &Layers,
    environment: &Environment,
    output: &Output,
) -> Result<(), Failure> {
    let (include_evidence, include_recommendations) = layers.includes();
    let options = Options {
        template: plan.template,
        include_evidence,
        include_recommendations,
        style: super::eval::style(environment, output),
    };
    let (file, format) = &plan.main;
    let in_files = plan.aside.as_ref().map(|(path, format)| (path, format));
    for (path, format) in in_files.into_iter().chain(file.as_ref().map(|path| (path, format))) {
        to_file(path, &rendered(*format, evaluation, &options), environment)?;
        output.note(&format!("the report is in {}", path.display()));
    }
    if file.is_none() {
        output.result(&String::from_utf8_lossy(&rendered(*format, evaluation, &options)))?;
    }
    Ok(())
}

fn rendered(format: Format, evaluation: &Evaluation, options: &Options) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Memory takes everything.
    let _ = render(format, evaluation, options, &mut bytes);
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    bytes
}

fn to_file(path: &Path, bytes: &[u8], environment: &Environment) -> Result<(), Failure> {
    std::fs::write(environment.cwd.join(path), bytes)
        .map_err(|error| Failure::unwritten(&format!("`{}`", path.display()), &error))
}
