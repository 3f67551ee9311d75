//! Rendering of reports, traces and what servers offer. Pure: no clock, no environment, no file; text comes out, or
//! goes to a writer that is passed in.
//!
//! Every format is a fold of the same [`Report`](mcpvals_model::Report) or the same events, so that they cannot
//! disagree. Text that a server sent is never passed on raw: control characters are made visible.

mod calibration;
mod comparison;
pub mod console;
pub mod evaluation;
mod format;
mod gaps;
mod github;
pub mod inspect;
mod json;
mod junit;
mod markdown;
mod matrix;
mod means;
pub mod mock;
mod model;
pub mod page;
mod paper;
mod schema;
mod table;
mod tap;
pub mod timeline;
pub mod trace_file;
mod visible;
mod wording;

pub use calibration::calibration;
pub use console::{Level, Style};
pub use format::{Format, UnknownFormat, render};
pub use github::step_summary;
pub use json::write_json;
pub use schema::{cassette_schema, evaluation_event_schema, evaluation_schema, report_schema, trace_schema};
pub use visible::{block as visible, json as visible_json};
