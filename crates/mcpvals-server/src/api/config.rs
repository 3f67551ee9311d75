//! What the service can do, and its settings.

use std::collections::BTreeMap;

use mcpvals_model::Requirement;
use serde_json::Value;

use crate::address::{sealed, shown};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::rate::unknown_buckets;
use crate::reply::{Reply, VERSION};
use crate::schema::{CONFIG_UPDATE, check};
use crate::service::Service;
use crate::settings::{Changes, Observability, Settings, changes};
use crate::time::timestamp;
use crate::view::{Capabilities, ConfigUpdated, ConfigView, HookNames};

/// Its settings.
pub(crate) async fn get(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&view(&ask.service.settings()))
}

/// As they are shown.
pub(crate) fn view(settings: &Settings) -> ConfigView {
    ConfigView {
        version: VERSION,
        mcpvals_version: env!("CARGO_PKG_VERSION"),
        capabilities: Capabilities {
            static_analysis: true,
            runtime_testing: true,
            observability_integration: true,
            multi_format: true,
        },
        limits: settings.limits.clone(),
        supported_transports: vec!["stdio", "sse", "http"],
        supported_formats: vec!["json", "markdown", "html", "xml", "sarif", "junit"],
        hooks: HookNames {
            available: Requirement::DIRECTORY.map(Requirement::as_str).to_vec(),
            custom: settings.custom_hooks.clone(),
        },
        observability: Observability {
            endpoint: settings.observability.endpoint.as_deref().map(|endpoint| shown(endpoint).into_owned()),
            ..settings.observability
        },
    }
}

/// Changes settings, of all nodes, and remembers who did.
pub(crate) async fn update(ask: Ask) -> Result<Reply, ApiError> {
    let mut wanted: Changes = check(CONFIG_UPDATE, &ask.body)?;
    if let Some((_, why)) = wanted.limits.iter().flat_map(unknown_buckets).next() {
        return Err(ApiError::field("limits.requestsPerHour", Value::Null, why));
    }
    let service = &ask.service;
    service.reload().await?;
    let before = service.settings();
    prepare_endpoint(&mut wanted, &before, service)?;
    let stored = merged(service, &wanted).await?;
    let after = (*before).clone().with(&stored, &service.master);
    let changes = changes(&before, &after);
    let at = service.store.keep_settings(&stored, &ask.caller.id, &changes).await?;
    service.reload().await?;
    tracing::info!(caller = ask.caller.id, changes = changes.join("; "), "settings changed");
    Reply::ok(&ConfigUpdated { updated: true, changes, applied_at: timestamp(at) })
}

/// Whoever sends back what is shown of an address leaves it as it is. A new one is stored sealed, where it is not all shown.
fn prepare_endpoint(wanted: &mut Changes, before: &Settings, service: &Service) -> Result<(), ApiError> {
    let Some(told) = &mut wanted.observability else { return Ok(()) };
    let known = before.observability.endpoint.as_deref();
    told.endpoint.take_if(|endpoint| known.is_some_and(|known| *endpoint == shown(known)));
    let sealed = told.endpoint.as_deref().map(|endpoint| sealed(&service.master, endpoint)).transpose();
    told.endpoint = sealed.map_err(|why| ApiError::internal("Unexpected server error", &why))?;
    Ok(())
}

/// What was stored before, with what is wanted now.
async fn merged(service: &Service, wanted: &Changes) -> Result<BTreeMap<String, String>, ApiError> {
    let mut stored = service.store.settings().await?;
    let wanted = serde_json::to_value(wanted).map_err(|error| ApiError::internal("Unexpected server error", &error))?;
    for (name, block) in wanted.as_object().into_iter().flatten() {
        let known = stored.get(name).and_then(|text| serde_json::from_str::<Value>(text).ok());
        let mut known = known.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        put(&mut known, block);
        stored.insert(name.clone(), known.to_string());
    }
    Ok(stored)
}

fn put(known: &mut Value, wanted: &Value) {
    for (name, value) in wanted.as_object().into_iter().flatten() {
        match &mut known[name] {
            inner @ Value::Object(_) if value.is_object() => put(inner, value),
            inner => *inner = value.clone(),
        }
    }
}
