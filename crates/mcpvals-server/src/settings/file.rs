//! What the file of settings says, put over what holds without it.

use std::path::Path;

use mcpvals_model::{LimitsFile, SecurityFile};
use serde::{Deserialize, Serialize};

use super::{Limits, Observability, Security};

/// Of the file, what is the service's.
#[derive(Debug, Clone, Default)]
pub struct SettingsFile {
    /// Who may do what.
    pub security: Option<SecurityFile>,
    /// How much.
    pub limits: Option<LimitsFile>,
    /// Who is told how it went.
    pub observability: Option<ObservabilityFile>,
    /// Hooks of the user's own, by name.
    pub custom_hooks: Vec<String>,
}

/// Who is told how it went.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservabilityFile {
    /// Is anybody? No, where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Where events are posted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

fn put<T>(to: &mut T, from: Option<T>) {
    if let Some(from) = from {
        *to = from;
    }
}

/// Paths are relative to the folder of the file.
pub(super) fn secure(to: &mut Security, file: SecurityFile, folder: &Path) {
    put(&mut to.require_auth, file.require_auth);
    put(&mut to.allowed_origins, file.allowed_origins);
    put(&mut to.allowed_hosts, file.allowed_hosts);
    let roots = |roots: Vec<String>| roots.iter().map(|root| folder.join(root)).collect();
    put(&mut to.allowed_roots, file.allowed_roots.map(roots));
    put(&mut to.allowed_commands, file.allowed_commands);
    put(&mut to.allowed_packages, file.allowed_packages);
    put(&mut to.allow_private_addresses, file.allow_private_addresses);
    put(&mut to.allowed_variables, file.allowed_variables);
    put(&mut to.sandbox, file.sandbox);
    to.require_sandbox = file.require_sandbox.or(to.require_sandbox.take());
    put(&mut to.sandbox_network, file.sandbox_network);
    let jwt = file.jwt.unwrap_or_default();
    put(&mut to.jwt.issuer, jwt.issuer);
    put(&mut to.jwt.audience, jwt.audience);
    let is_address = |jwks: &str| jwks.starts_with("https://") || jwks.starts_with("http://");
    let place = |jwks: String| if is_address(&jwks) { jwks } else { folder.join(jwks).display().to_string() };
    to.jwt.jwks = jwt.jwks.map(place).or(to.jwt.jwks.take());
}

pub(super) fn limit(to: &mut Limits, file: LimitsFile) {
    put(&mut to.max_concurrent_evaluations, file.max_concurrent_evaluations);
    put(&mut to.max_concurrent_per_key, file.max_concurrent_per_key);
    put(&mut to.max_concurrent_per_target, file.max_concurrent_per_target);
    put(&mut to.max_queued, file.max_queued);
    put(&mut to.max_file_size, file.max_file_size);
    put(&mut to.evaluation_timeout, file.evaluation_timeout);
    put(&mut to.retention_days, file.retention_days);
    put(&mut to.report_hours, file.report_hours);
    to.requests_per_hour.extend(file.requests_per_hour.unwrap_or_default());
}

pub(super) fn observe(to: &mut Observability, file: ObservabilityFile) {
    put(&mut to.enabled, file.enabled);
    to.endpoint = file.endpoint.or(to.endpoint.take());
}
