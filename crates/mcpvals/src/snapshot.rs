//! Stored answers: one JSON file beside the config, written only when the user asks for it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use mcpvals_model::{Event, Matcher, Plan, VerdictWord};
use serde_json::Value;

use crate::whole_file;

/// The snapshots of one config file.
#[derive(Debug)]
pub struct Snapshots {
    path: PathBuf,
    stored: BTreeMap<String, Value>,
    changed: bool,
}

/// The file of snapshots cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It cannot be read or written.
    #[error("cannot access the snapshots in `{path}`")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no JSON object.
    #[error("the snapshots in `{path}` are not a JSON object; delete the file and run with --update-snapshots")]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
}

impl Snapshots {
    /// Reads `CONFIG.snap.json` beside the config file; empty where there is none.
    ///
    /// # Errors
    /// [`SnapshotError`] if the file is there and cannot be used.
    pub fn beside(config: &Path) -> Result<Self, SnapshotError> {
        let is_nameless = mcpvals_config::is_stdin(config);
        let name = if is_nameless { OsStr::new("mcp-eval.config") } else { config.file_name().unwrap_or_default() };
        let mut name = name.to_owned();
        name.push(".snap.json");
        let path = config.with_file_name(name);
        let stored = match std::fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_err(|source| SnapshotError::Format { path: path.clone(), source })?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(source) => return Err(SnapshotError::Io { path, source }),
        };
        Ok(Self { path, stored, changed: false })
    }

    /// Gives each snapshot matcher of the plan what is stored for it.
    pub fn fill(&self, plan: &mut Plan, update: bool) {
        for case in plan.suites.iter_mut().flat_map(|suite| &mut suite.cases) {
            for matcher in case.kind.matchers_mut() {
                self.fill_matcher(matcher, update);
            }
        }
    }

    fn fill_matcher(&self, matcher: &mut Matcher, update: bool) {
        match matcher {
            Matcher::Snapshot(spec) => {
                spec.stored = self.stored.get(&spec.name).cloned();
                spec.update = update;
            }
            Matcher::All(inner) | Matcher::Any(inner) => inner.iter_mut().for_each(|m| self.fill_matcher(m, update)),
            Matcher::Not(inner) => self.fill_matcher(inner, update),
            Matcher::JsonPath(paths) => paths.values_mut().for_each(|m| self.fill_matcher(m, update)),
            Matcher::Equals(_)
            | Matcher::Contains(_)
            | Matcher::NotContains(_)
            | Matcher::Matches(_)
            | Matcher::Schema(_)
            | Matcher::Approx { .. }
            | Matcher::Length(_)
            | Matcher::ContentTypes(_)
            | Matcher::IsError(_)
            | Matcher::ErrorCode(_) => {}
        }
    }

    /// Takes what a passed case wants stored.
    pub fn take(&mut self, event: &Event) {
        let Event::CaseFinished(result) = event else { return };
        if result.verdict.word() != VerdictWord::Passed {
            return;
        }
        for (name, value) in &result.snapshots {
            self.changed |= self.stored.get(name) != Some(value);
            self.stored.insert(name.clone(), value.clone());
        }
    }

    /// Writes the file, if anything in it changed: whole or not at all.
    ///
    /// # Errors
    /// [`SnapshotError::Io`] if it cannot be written.
    pub fn save(&self) -> Result<(), SnapshotError> {
        if !self.changed {
            return Ok(());
        }
        let format = |source| SnapshotError::Format { path: self.path.clone(), source };
        let text = whole_file::text(&self.stored).map_err(format)?;
        whole_file::write(&self.path, &text).map_err(|source| SnapshotError::Io { path: self.path.clone(), source })
    }
}
