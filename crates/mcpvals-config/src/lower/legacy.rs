//! Suites of version 0.1.0 of the npm package: read, and told to be not there yet, never passed over in silence.

use serde_json::Value;

use super::Lowering;
use crate::error::Problem;
use crate::file::ConfigFile;
use crate::pointer::Pointer;

/// Has the file any of these suites?
pub(super) fn is_given(file: &ConfigFile) -> bool {
    lists(file).iter().any(|(_, _, suites)| !suites.is_empty())
}

impl Lowering<'_> {
    pub(super) fn legacy_suites(&mut self, file: &ConfigFile) {
        for (member, milestone, suites) in lists(file) {
            if suites.is_empty() {
                continue;
            }
            let at = Pointer::root().member(member);
            let message = format!("`{member}` cannot be run yet (milestone {milestone}): it holds {}", names(suites));
            // With `--tool-health-only` and the like nobody asked for them.
            if self.context.scope.uses(member) {
                self.report(Problem::of_key(&at, message));
            } else {
                self.notes.push(message);
            }
        }
    }
}

fn lists(file: &ConfigFile) -> [(&'static str, &'static str, &[Value]); 1] {
    [("oauth2Suites", "M4", file.oauth2_suites.as_deref().unwrap_or_default())]
}

/// For example `2 suites: "A", "B"`.
fn names(suites: &[Value]) -> String {
    const SHOWN_MAX: usize = 5;
    let names = suites.iter().filter_map(|suite| suite["name"].as_str());
    let mut names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    if names.len() > SHOWN_MAX {
        names.truncate(SHOWN_MAX);
        names.push("…".to_owned());
    }
    let noun = if suites.len() == 1 { "suite" } else { "suites" };
    let count = format!("{} {noun}", suites.len());
    if names.is_empty() { count } else { format!("{count}: {}", names.join(", ")) }
}
