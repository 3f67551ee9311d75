//! What keeps an evaluation from running at all: our side only.

use mcpvals_config::ConfigErrors;

use crate::{CassetteError, SnapshotError};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    /// The config file cannot be used; everything that is wrong with it.
    #[error(transparent)]
    Config(#[from] ConfigErrors),
    /// The selection leaves no case.
    #[error("nothing to run: {why}")]
    NothingToRun {
        /// What was selected, and what there would have been.
        why: String,
    },
    /// The stored snapshots cannot be read or written.
    #[error(transparent)]
    Snapshots(#[from] SnapshotError),
    /// A cassette cannot be read or written.
    #[error(transparent)]
    Cassettes(#[from] CassetteError),
}
