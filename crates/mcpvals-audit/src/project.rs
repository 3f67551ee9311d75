//! A server's project, as the other crates open it.

use std::collections::BTreeMap;
use std::path::Path;

pub use mcpvals_project::{Advisories, Kind, OpenOptions, Project, ProjectError, Start, StartTarget};

/// Opens a folder, a file, a bundle or an installed package.
///
/// # Errors
/// That it is not there, or cannot be read.
pub fn open(
    given: &str,
    cwd: &Path,
    environment: &BTreeMap<String, String>,
    file_bytes_max: Option<u64>,
) -> Result<Project, ProjectError> {
    let usual = OpenOptions::new(cwd, environment.clone());
    let file_bytes_max = file_bytes_max.unwrap_or(usual.file_bytes_max);
    mcpvals_project::open(given, &OpenOptions { file_bytes_max, ..usual })
}
