//! Workflows: a model uses the server to reach a goal. `drive` lets them talk; everything else reads what they said.

mod cassette;
mod drive;
mod facts;
mod grade;
mod health;
mod judge;
mod order;
mod parts;
mod state;
mod story;
mod toolbox;
mod tools;
mod voice;

use mcpvals_llm::{Client, Ledger};
use mcpvals_model::ModelSpec;

pub(crate) use cassette::exchanges;
pub(crate) use drive::drive;
pub use facts::facts;
pub(crate) use grade::grade;

/// A model, and the way to it.
#[derive(Debug, Clone, Copy)]
pub struct ModelLink<'a> {
    /// The way.
    pub client: &'a Client,
    /// The model.
    pub model: &'a ModelSpec,
    /// The judge, where there is one.
    pub judge: Option<&'a ModelSpec>,
    /// What all models of the run have taken.
    pub ledger: &'a Ledger,
}
