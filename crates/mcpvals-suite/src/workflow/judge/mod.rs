//! The LLM judge (seed 001, 5.3): a model that gives a score to a workflow. What it is asked is a pure function of the
//! conversation, and what it said is read from the trace.

mod answer;
mod prompt;
mod record;
#[cfg(test)]
mod tests;
mod verdict;

pub use answer::vote as read_vote;
pub use prompt::{identity, is_asked, question};
pub(super) use prompt::{material, unfence};
pub(super) use verdict::{heard, turns};
