//! A client of the service that `mcpvals serve` is.
//!
//! ```no_run
//! # async fn demo() -> Result<(), mcpvals_client::Error> {
//! use std::time::Duration;
//!
//! use mcpvals_client::{Client, EvaluationRequest, ReportRequest, ReportRequestFormat};
//!
//! let client = Client::builder("http://localhost:3457").key("mcpv_…").build()?;
//! let request = EvaluationRequest { server_path: Some("my-server".to_owned()), ..EvaluationRequest::default() };
//! let accepted = client.evaluations().create(&request).await?;
//! let evaluation = client.evaluations().wait(&accepted.id, Duration::from_secs(600)).await?;
//! println!("{:?}: {:?}", evaluation.status, evaluation.score);
//! let request = ReportRequest { format: Some(ReportRequestFormat::Markdown), ..ReportRequest::default() };
//! let report = client.reports().create(&evaluation.id, &request).await?;
//! println!("{}", String::from_utf8_lossy(&client.reports().download(&report.report_id).await?));
//! # Ok(())
//! # }
//! ```
//!
//! The types of requests and answers are made from the service's own description (`schemas/openapi.json`). A word that a
//! newer service may say where an enumeration stands is kept in its variant `Other`.
//!
//! Requests are sent again where that is right: after 429 and 5xx, and where no connection came about; with growing waits
//! and a random part, or as long as `Retry-After` asks. Dropping a future ends its request.

mod client;
mod error;
mod evaluations;
mod events;
mod http;
mod keys;
mod reports;
mod retry;
mod service;
mod tools;
mod types;
mod webhooks;

pub use client::{Client, ClientBuilder};
pub use error::{ApiError, Error};
pub use evaluations::{EvaluationFilter, Evaluations};
pub use events::{Event, EventFilter};
pub use keys::Keys;
pub use reports::Reports;
pub use tools::Tools;
pub use types::*;
pub use webhooks::{SignatureError, Webhooks, verify};
