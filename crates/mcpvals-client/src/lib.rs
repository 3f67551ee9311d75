//! A client of the service that `mcpvals serve` is.
#![doc = ""]
#![doc = include_str!("../README.md")]

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
