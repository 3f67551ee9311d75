//! Which of what a server offers was exercised: the facts, their fold, and what a report says of them.

mod covered;
mod fold;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Score;

pub use covered::{COVERED_ITEMS_MAX, COVERED_NAME_BYTES_MAX, Covered, ItemKind};
pub use fold::Covering;

/// Which of what the servers of a run offer was exercised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Over all servers.
    #[serde(flatten)]
    pub total: CoverageTotal,
    /// Each server with which a session was held, by name.
    pub servers: Vec<ServerCoverage>,
}

/// How much was exercised. A tool, a parameter, a value, a resource, a template, a prompt, an argument: each counts 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CoverageTotal {
    /// `covered` of `items`, rounded down to a tenth; 100 where nothing is offered.
    pub percent: f64,
    /// How many items were exercised.
    pub covered: usize,
    /// How many items are offered.
    pub items: usize,
}

/// One server. What it offers stands in the order of its own lists, over all sessions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServerCoverage {
    /// The server's name in the plan.
    pub server: String,
    /// Over everything that it offers.
    #[serde(flatten)]
    pub total: CoverageTotal,
    /// Does it offer more than was counted? Ten thousand items are, with names of up to 2,048 bytes, and of a list that
    /// could not be read to its end its beginning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Its tools.
    pub tools: Vec<ToolCoverage>,
    /// Its resources.
    pub resources: Vec<ResourceCoverage>,
    /// Its resource templates.
    pub resource_templates: Vec<ResourceTemplateCoverage>,
    /// Its prompts.
    pub prompts: Vec<PromptCoverage>,
}

/// A tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolCoverage {
    /// Its name.
    pub name: String,
    /// Was a call to it answered? An error is an answer, too.
    pub exercised: bool,
    /// What its `inputSchema` lets a caller give.
    pub parameters: Vec<ParameterCoverage>,
}

/// A parameter of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ParameterCoverage {
    /// Its name; `a.b` for the member `b` of the object `a`.
    pub name: String,
    /// Was it given in a call that was answered?
    pub exercised: bool,
    /// The values among which a caller chooses, where the schema says which.
    pub values: Vec<ValueCoverage>,
}

/// A value that a parameter can have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ValueCoverage {
    /// The value.
    pub value: Value,
    /// Was it given in a call that was answered?
    pub exercised: bool,
}

/// A resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceCoverage {
    /// Where it is.
    pub uri: String,
    /// Was it read, and was that answered?
    pub exercised: bool,
}

/// A resource template.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceTemplateCoverage {
    /// The template.
    pub uri_template: String,
    /// Was a URI read that it could have made, and was that answered?
    pub exercised: bool,
}

/// A prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptCoverage {
    /// Its name.
    pub name: String,
    /// Was it got, and was that answered?
    pub exercised: bool,
    /// What it takes.
    pub arguments: Vec<ArgumentCoverage>,
}

/// An argument of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ArgumentCoverage {
    /// Its name.
    pub name: String,
    /// Was it given when the prompt was got?
    pub exercised: bool,
}

impl CoverageTotal {
    /// So many of so many.
    pub fn of(covered: usize, items: usize) -> Self {
        let per_mille = u32::try_from((covered * 1000).checked_div(items).unwrap_or(1000)).unwrap_or(1000);
        Self { percent: f64::from(per_mille) / 10.0, covered, items }
    }

    /// The share, not rounded; full where nothing is offered.
    pub fn score(self) -> Score {
        Score::ratio(self.covered, self.items)
    }
}
