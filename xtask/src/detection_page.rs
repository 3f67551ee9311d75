//! docs/detection.md: what measurements write into it.

use crate::Result;
use crate::codegen::between;
use crate::project::Project;

const PATH: &str = "docs/detection.md";

/// Puts tables between the marks of a chore.
pub(crate) fn write(project: &Project, chore: &str, tables: &str) -> Result {
    let path = project.path(PATH);
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{PATH}`: {error}"))?;
    let page = between(&page, chore, tables.trim_end());
    let page = page.ok_or_else(|| format!("`{PATH}` lacks the marks around the figures of `{chore}`"))?;
    std::fs::write(&path, page).map_err(|error| format!("cannot write `{PATH}`: {error}"))
}
