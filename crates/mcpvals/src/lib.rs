//! Evaluates an MCP server: plays a plan's cases against it and says, for each, whether the server did right.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use mcpvals::{CancellationToken, Context, Options, Scope, evaluate_file};
//!
//! let (env, cwd) = (std::env::vars().collect(), std::env::current_dir()?);
//! let context = Context { env, cwd, named: true, scope: Scope::RUN };
//! let report = evaluate_file(
//!     "mcp-eval.config.yaml".as_ref(),
//!     &context,
//!     &Options::default(),
//!     &mut |event| println!("{event:?}"),
//!     &CancellationToken::new(),
//! )
//! .await?;
//! assert!(report.passed);
//! # Ok(())
//! # }
//! ```
//!
//! Whatever a server does, [`evaluate`] returns a [`Report`]: a server that crashes, hangs or lies is a verdict in
//! it, not an `Err`.

mod calibrate;
mod cassette;
mod error;
mod file;
mod judged;
mod options;
mod rerun;
mod run;
mod seal;
mod select;
mod snapshot;
mod whole_file;

pub use calibrate::{Labelled, calibrate};
pub use cassette::{CassetteError, CassetteMode, Cassettes};
pub use error::EvaluateError;
pub use file::{evaluate_file, load};
pub use judged::{JudgeError, Judged, judged};
pub use mcpvals_config::{ConfigErrors, Context, Scope, Suites};
pub use mcpvals_model as model;
pub use mcpvals_model::{Event, Plan, Report};
pub use mcpvals_wire::Redactor;
pub use options::{Options, Selection};
pub use run::{evaluate, in_a_rate, key_for_judge, key_of_judge, verdict_of_repetitions};
pub use select::{Selected, select};
pub use snapshot::{SnapshotError, Snapshots};
pub use tokio_util::sync::CancellationToken;
