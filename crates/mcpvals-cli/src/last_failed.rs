//! What did not pass in the last run of a config: kept in the user's cache, for `--last-failed`.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use mcpvals_model::{CaseId, Report, VerdictWord};

use crate::environment::Environment;

/// The ids of the cases that failed or errored in the last run of this config; `None` where none is on record.
pub(crate) fn recall(config: &Path, environment: &Environment) -> Option<BTreeSet<CaseId>> {
    let ids: BTreeSet<CaseId> = serde_json::from_slice(&std::fs::read(file(config, environment)?).ok()?).ok()?;
    (!ids.is_empty()).then_some(ids)
}

/// Keeps them; of what a run of only some cases left out, what is known already. A cache that cannot be written costs
/// only `--last-failed`.
pub(crate) fn remember(config: &Path, report: &Report, is_whole: bool, environment: &Environment) {
    let Some(file) = file(config, environment) else { return };
    let mut ids = if is_whole { BTreeSet::new() } else { recall(config, environment).unwrap_or_default() };
    for case in report.cases() {
        match case.verdict.word() {
            VerdictWord::Failed | VerdictWord::Errored => drop(ids.insert(case.id.clone())),
            VerdictWord::Passed => drop(ids.remove(&case.id)),
            VerdictWord::Skipped => {}
        }
    }
    let written = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    if let (Ok(()), Ok(json)) = (written, serde_json::to_vec(&ids)) {
        let _ = std::fs::write(file, json);
    }
}

fn file(config: &Path, environment: &Environment) -> Option<PathBuf> {
    let path = std::fs::canonicalize(config).ok()?;
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    Some(environment.cache()?.join("last-failed").join(format!("{:016x}.json", hasher.finish())))
}
