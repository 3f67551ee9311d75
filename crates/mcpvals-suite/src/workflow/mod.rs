//! Workflows: a model uses the server to reach a goal. `drive` lets them talk; everything else reads what they said.

mod cassette;
mod drive;
mod grade;
mod health;
mod order;
mod parts;
mod story;
mod tools;

use mcpvals_llm::Client;
use mcpvals_model::ModelSpec;

pub(crate) use cassette::exchanges;
pub(crate) use drive::drive;
pub(crate) use grade::grade;

/// A model, and the way to it.
#[derive(Debug, Clone, Copy)]
pub struct ModelLink<'a> {
    /// The way.
    pub client: &'a Client,
    /// The model.
    pub model: &'a ModelSpec,
}
