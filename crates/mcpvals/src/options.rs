//! How a plan is run: everything that the caller decides and the config does not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CaseId, SuiteKind};
use mcpvals_wire::{Sandbox, Visitor};

use crate::CassetteMode;

/// How a plan is run. The default runs all of it, one case at a time.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches, one for each flag of the command line")]
pub struct Options {
    /// Which cases run.
    pub selection: Selection,
    /// How many cases of a `parallel` suite run at the same time, at least 1; ten, where nothing is said. Of workflows, so
    /// many conversations are held at the same time where it is said, and one where it is not.
    pub concurrency: Option<usize>,
    /// Overrides the plan's number of server instances.
    pub workers: Option<usize>,
    /// Overrides every case's number of repetitions.
    pub repeat: Option<u32>,
    /// Overrides every case's deadline for one call.
    pub timeout: Option<Duration>,
    /// Overrides every server's protocol revision.
    pub protocol_version: Option<Revision>,
    /// Start no further case after the first that fails or errs.
    pub fail_fast: bool,
    /// The seed of everything random; in the report.
    pub seed: u64,
    /// Emit [`mcpvals_model::Event::CasePlayed`] with the redacted trace of each attempt.
    pub traces: bool,
    /// Find out which of what the servers offer was exercised ([`mcpvals_model::Report::coverage`]).
    pub coverage: bool,
    /// Fetch all lists that a server declares, also those that no case needs; `coverage` does so, too.
    pub all_lists: bool,
    /// Keep what the server answered also for cases that pass.
    pub answers: bool,
    /// Store what came as the new snapshots instead of comparing with the old ones.
    pub update_snapshots: bool,
    /// What is done with cassettes; recording emits [`mcpvals_model::Event::CasePlayed`], too.
    pub cassettes: CassetteMode,
    /// Wait for each server to end by itself, and report one that does not; otherwise an idle one gets SIGTERM at once.
    pub watch_shutdown: bool,
    /// The program that guards server processes (`mcpvals` itself); without it, a `kill -9` of this process can leave
    /// grandchildren of the server behind.
    pub guard: Option<PathBuf>,
    /// In which server processes are started; it needs a guard.
    pub sandbox: Option<Sandbox>,
    /// The environment of this process, of which servers get a small clean part.
    pub environment: BTreeMap<String, String>,
    /// The user, where signing in to a server needs one.
    pub visitor: Option<Arc<dyn Visitor>>,
}

/// Which cases run. Empty sets select everything.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// A case runs if any of these is its id, is a part of it, or (with `*` or `?`) matches it as a glob.
    pub filters: Vec<String>,
    /// A case runs if it has any of these tags.
    pub tags: BTreeSet<String>,
    /// Only suites of these kinds (`--tool-health-only` and the like).
    pub kinds: BTreeSet<SuiteKind>,
    /// Only these, where given (`--last-failed`).
    pub ids: Option<BTreeSet<CaseId>>,
    /// Of a matrix, only what is played with this model (`--model`).
    pub model: Option<String>,
}

impl Options {
    /// How many cases of a parallel suite run at the same time.
    pub(crate) fn cases_at_once(&self) -> usize {
        self.concurrency.unwrap_or(10).max(1)
    }

    /// How many conversations of models are held at the same time.
    pub(crate) fn conversations(&self) -> usize {
        self.concurrency.unwrap_or(1).max(self.workers.unwrap_or(1)).max(1)
    }

    /// Are the frames of each attempt told?
    pub(crate) fn tells_frames(&self) -> bool {
        self.traces || self.cassettes == CassetteMode::Record
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
            concurrency: None,
            workers: None,
            repeat: None,
            timeout: None,
            protocol_version: None,
            fail_fast: false,
            seed: 0,
            traces: false,
            coverage: false,
            all_lists: false,
            answers: false,
            update_snapshots: false,
            cassettes: CassetteMode::Auto,
            watch_shutdown: false,
            guard: None,
            sandbox: None,
            environment: BTreeMap::new(),
            visitor: None,
        }
    }
}
