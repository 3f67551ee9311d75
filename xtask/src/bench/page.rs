//! The figures in docs/performance.md.

use super::BenchArgs;
use crate::Result;
use crate::codegen::between;
use crate::machine;
use crate::project::Project;

const PATH: &str = "docs/performance.md";

/// Puts the tables between the page's marks, under what they were measured on.
pub(super) fn write(project: &Project, args: &BenchArgs, chore: &str, tables: &str) -> Result {
    write_page(project, chore, &format!("{}\n\n{}", conditions(args), tables.trim_end()))
}

/// Puts a text between the marks of the chore that made it.
pub(crate) fn write_page(project: &Project, chore: &str, text: &str) -> Result {
    let path = project.path(PATH);
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{PATH}`: {error}"))?;
    let page = between(&page, chore, text).ok_or_else(|| format!("`{PATH}` lacks the marks around its figures"))?;
    std::fs::write(&path, page).map_err(|error| format!("cannot write `{PATH}`: {error}"))
}

fn conditions(args: &BenchArgs) -> String {
    format!("{} rounds, interleaved; medians. {}.", args.rounds, machine::in_words())
}
