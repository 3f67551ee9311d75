//! What the service remembers: evaluations and their queue, events, documents, reports, keys, settings, webhooks.
//!
//! One [`Store`] on SQLite (a file) or on PostgreSQL (several machines), the same SQL on both, and one suite of tests for
//! both. All truth about an evaluation is here: its state changes in one place ([`Status::may_become`]), in the transaction
//! that writes the event which tells of it. Whoever runs an evaluation holds it by its *attempt*: a write of one that has lost
//! it is refused ([`StoreError::Lost`]).
//!
//! Times are milliseconds since 1970, by the database's clock where several machines share it. JSON is text, and is not looked
//! into here.

mod backup;
mod change;
mod connection;
mod dialect;
mod document;
mod error;
mod evaluation;
mod event;
mod id;
mod key;
mod list;
mod node;
mod open;
mod packed;
mod queue;
mod rate;
mod report;
mod retention;
mod session;
mod setting;
mod signal;
mod statistics;
mod status;
mod webhook;

pub use document::Document;
pub use error::StoreError;
pub use evaluation::{Evaluation, NewEvaluation};
pub use event::{NewEvent, StoredEvent};
pub use id::new_id;
pub use key::Key;
pub use list::{Filter, Listed, Order, Page, SortBy};
pub use node::Node;
pub use open::Location;
pub use queue::{Beat, Claim, Ending, Held, Limits, Snapshot, Sweeping, Swept};
pub use rate::Window;
pub use report::Report;
pub use retention::Vacuumed;
pub use setting::SettingChange;
pub use signal::Signal;
pub use statistics::{Day, Point, Target, Totals};
pub use status::Status;
pub use webhook::{Delivery, Webhook};

use std::sync::Arc;

use sqlx::AnyPool;
use tokio::sync::broadcast;

use dialect::Dialect;

/// The service's memory. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    reader: AnyPool,
    /// The same as `reader` on PostgreSQL; one connection on SQLite, which has one writer.
    writer: AnyPool,
    dialect: Dialect,
    signals: broadcast::Sender<Signal>,
    listener: Option<Arc<open::Listener>>,
}

/// The result of everything here.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Milliseconds since 1970.
pub type Millis = i64;
