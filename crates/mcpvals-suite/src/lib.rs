//! What each case does, and what it meant.
//!
//! [`drive`] performs a case on a session and records; it judges nothing. [`grade`] and [`violations`] are pure: they
//! read a case and a trace, so a stored trace can be graded again and gets the same verdict.
//!
//! Inside: `tools` drives and grades calls of tools, `resources` tests of resources, `prompts` those of prompts, `completions` those of
//! completion, `metrics` counts what came of them, `judge` holds any one call against
//! what is expected of it, `matcher` holds expectations against answers, `schema` keeps JSON
//! Schemas in bounds, `wire_shape` names what breaks the protocol, `resolve` carries values from one call to the next.

mod answer;
mod cache;
mod capability;
mod case;
mod completions;
mod count;
mod coverage;
mod disclosure;
mod excerpt;
#[cfg(test)]
mod golden;
mod judge;
mod listing;
mod matcher;
mod metrics;
mod mime;
mod oauth;
mod peer;
mod prompts;
#[cfg(test)]
mod properties;
mod recorded;
mod reply;
mod resolve;
mod resources;
mod schema;
mod steps;
#[cfg(test)]
mod testing;
mod tools;
mod utilities;
mod wire_shape;
mod workflow;

pub use answer::{answer_excerpt, snapshot_values};
pub use case::{Beside, Companion, Driven, another_session_is_needed, drive, grade};
pub use coverage::{exercised, offered};
pub use judge::abnormal_end;
pub use oauth::drive as drive_oauth;
pub use peer::full_offer_is_needed;
pub use recorded::exchanges;
pub use resolve::{Captures, UnusableCapture, captures_used, resolve};
pub use tools::{drive_setup, nearest_tools};
pub use wire_shape::violations;
pub use workflow::{
    ModelLink, asks_judge, facts as workflow_facts, judge_prompt, judge_question, judge_record, judge_vote,
};
