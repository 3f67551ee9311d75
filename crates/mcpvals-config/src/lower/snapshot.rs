//! Snapshots: a name for each, unique in the file.

use std::collections::BTreeMap;

use mcpvals_model::SnapshotSpec;

use super::Lowering;
use crate::error::Problem;
use crate::file::{Redact, Snapshot};
use crate::pointer::Pointer;
use crate::spans::Part;

/// Stands for a value that is not compared, where the file gives no word of its own.
const REDACTED: &str = "[redacted]";

impl Lowering<'_> {
    /// `own_name` is the name of a snapshot that has none in the file.
    pub(super) fn snapshot(
        &mut self,
        snapshot: Option<&Snapshot>,
        own_name: &str,
        at: &Pointer,
    ) -> Option<SnapshotSpec> {
        let (name, redact) = match snapshot? {
            Snapshot::Flag(false) => return None,
            Snapshot::Flag(true) => (None, None),
            Snapshot::Name(name) => (Some(name), None),
            Snapshot::Details(details) => (details.name.as_ref(), details.redact.as_ref()),
        };
        let redact = redact.map(|redact| self.redactions(redact, &at.member("redact"))).unwrap_or_default();
        let name = match name {
            Some(name) => self.given_name(name, at),
            None => self.free_name(own_name, at),
        };
        Some(SnapshotSpec { name, redact, stored: None, update: false })
    }

    fn given_name(&mut self, name: &str, at: &Pointer) -> String {
        if name.is_empty() {
            self.report(Problem::new(at, "a snapshot's name must not be empty"));
        }
        if self.snapshots.insert(name.to_owned(), at.clone()).is_some() {
            self.report(Problem::new(at, format!("two snapshots are called \"{name}\"")));
        }
        name.to_owned()
    }

    fn free_name(&mut self, own_name: &str, at: &Pointer) -> String {
        let numbered = (2_u32..).map(|number| format!("{own_name} ({number})"));
        let mut names = std::iter::once(own_name.to_owned()).chain(numbered);
        let name = names.find(|name| !self.snapshots.contains_key(name)).unwrap_or_default();
        self.snapshots.insert(name.clone(), at.clone());
        name
    }

    fn redactions(&mut self, redact: &Redact, at: &Pointer) -> BTreeMap<String, String> {
        match redact {
            Redact::Named(named) => {
                for path in named.keys() {
                    self.check_json_path(path, &at.member(path), Part::Key);
                }
                named.clone()
            }
            Redact::Paths(paths) => {
                for (index, path) in paths.iter().enumerate() {
                    self.check_json_path(path, &at.item(index), Part::Value);
                }
                paths.iter().map(|path| (path.clone(), REDACTED.to_owned())).collect()
            }
        }
    }
}
