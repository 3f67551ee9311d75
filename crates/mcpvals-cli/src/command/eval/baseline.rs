//! The report of an earlier run.

use std::path::Path;

use mcpvals_model::Report;

use crate::exit::Failure;

/// A report is no larger.
const BYTES_MAX: u64 = 1 << 30;

/// Reads it, with the name of its file.
///
/// # Errors
/// Usage, where there is no such file, or it is no report.
pub(super) fn read(path: &Path) -> Result<(String, Report), Failure> {
    let name = path.display().to_string();
    let fail = |problem: String| Failure::usage(format!("cannot read the baseline `{name}`: {problem}"));
    let metadata = std::fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if !metadata.is_file() || metadata.len() > BYTES_MAX {
        return Err(fail("it is no regular file of bearable size".to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let report = serde_json::from_str(&text);
    let report = report.map_err(|error| fail(format!("it is no report of `--reporter json`: {error}")))?;
    Ok((name, report))
}
