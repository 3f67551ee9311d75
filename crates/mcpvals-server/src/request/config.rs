//! A whole config, read as the worker's child will read it: what is wrong with it is told before it is accepted.

use std::path::Path;

use mcpvals_config::{ConfigError, Context, Scope, load};
use mcpvals_store::new_id;
use mcpvals_wire::Redactor;
use serde_json::Value;

use super::violation;
use crate::engine::variables;
use crate::error::Violation;
use crate::service::Service;
use crate::work;

/// All that is wrong with it, each with its place.
pub(super) async fn mistakes(service: &Service, config: &Value) -> Vec<Violation> {
    // Where nothing can be written, whoever runs it will say so.
    let Ok(folder) = service.work.folder(&new_id("check")) else { return Vec::new() };
    let context =
        Context { env: variables(service, &service.settings()), cwd: folder.clone(), named: true, scope: Scope::RUN };
    let text = config.to_string();
    let read = tokio::task::spawn_blocking(move || {
        let found = read(&folder, &text, &context);
        // Nothing of it is kept.
        let _ = std::fs::remove_dir_all(&folder);
        found
    });
    read.await.unwrap_or_default()
}

fn read(folder: &Path, text: &str, context: &Context) -> Vec<Violation> {
    let path = folder.join("mcp-eval.config.json");
    let written = work::write(&path, text.as_bytes());
    let Err(errors) = written.map_or(Ok(None), |()| load(&path, context).map(Some)) else { return Vec::new() };
    let redactor = Redactor::new(errors.secrets());
    errors.errors().iter().map(|error| told(error, &redactor)).collect()
}

fn told(error: &ConfigError, redactor: &Redactor) -> Violation {
    let field = format!("config{}", error.pointer.replace('/', ".").replace("~1", "/").replace("~0", "~"));
    violation(&field, Value::Null, redactor.text(&error.message).into_owned())
}
