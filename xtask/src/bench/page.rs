//! The figures in docs/performance.md.

use super::BenchArgs;
use crate::Result;
use crate::codegen::between;
use crate::project::Project;

const PATH: &str = "docs/performance.md";

/// Puts the tables between the page's marks, under what they were measured on.
pub(super) fn write(project: &Project, args: &BenchArgs, tables: &str) -> Result {
    let path = project.path(PATH);
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{PATH}`: {error}"))?;
    let text = format!("{}\n\n{}", conditions(args), tables.trim_end());
    let page =
        between(&page, "bench --write", &text).ok_or_else(|| format!("`{PATH}` lacks the marks around its figures"))?;
    std::fs::write(&path, page).map_err(|error| format!("cannot write `{PATH}`: {error}"))
}

fn conditions(args: &BenchArgs) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let model = model.trim_start_matches(['\t', ' ', ':']);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    format!(
        "{} rounds, interleaved; medians. {cores} cores ({model}), {} {}; load at the end {load}.",
        args.rounds,
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}
