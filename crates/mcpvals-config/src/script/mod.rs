//! TypeScript and JavaScript configs, without Node.
//!
//! Types are stripped by oxc, modules run in `QuickJS` under limits of time, memory and stack. A config computes its
//! data and nothing else: it may import local modules and JSON, and has no files, network, processes or timers.

mod engine;
mod fault;
mod graph;
mod links;
mod literal;
mod places;
mod strip;

use std::path::Path;
use std::sync::Arc;

use mcpvals_model::SecretValue;

use crate::document::Document;
use crate::error::ConfigErrors;
use crate::load::Context;
use crate::secrets::from_variable;
use crate::source::Source;

/// Runs a script and takes its default export.
pub(crate) fn run(source: Source, path: &Path, context: &Context) -> Result<Document, ConfigErrors> {
    let source = Arc::new(source);
    let outcome = engine::evaluate(&source, path, context)?;
    let secrets: Vec<SecretValue> =
        outcome.variables.iter().filter_map(|name| from_variable(name, &context.env)).collect();
    let faults = Vec::new();
    let (spans, others) = (outcome.spans, outcome.others);
    Ok(Document { source, value: outcome.value, spans, others, faults, secrets, problems: outcome.problems })
}
