//! Where the report of an evaluation goes, and how it looks there.

use std::path::Path;

use mcpvals_model::Evaluation;

use crate::audit_args::ReportArgs;
use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// Writes it to stdout, or to the file of `--output`; and to the file of `--report`, too.
///
/// # Errors
/// Usage, where a file cannot be written.
pub(crate) fn write(
    evaluation: &Evaluation,
    args: &ReportArgs,
    file: Option<&Path>,
    environment: &Environment,
    output: &Output,
) -> Result<(), Failure> {
    let text = format!("{:#}\n", serde_json::json!(evaluation));
    for path in args.report.as_deref().into_iter().chain(file) {
        std::fs::write(environment.cwd.join(path), &text)
            .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
    }
    if file.is_none() { output.result(&text) } else { Ok(()) }
}
