//! What is wrong with the code: rules, and what breaks them.

mod code;
mod hits;
mod static_rules;

use mcpvals_model::{Finding, Rule};

use crate::analysis::Places;
use crate::flow::Flow;
use crate::register::Registry;

/// Every rule.
pub(crate) fn all() -> Vec<&'static Rule> {
    static_rules::ALL.to_vec()
}

/// What is wrong, in the order of files and lines.
pub(crate) fn findings(flow: &Flow<'_>, registry: &Registry, places: &Places<'_>) -> Vec<Finding> {
    let _ = (flow, registry, places);
    Vec::new()
}
