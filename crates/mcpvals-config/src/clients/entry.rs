//! One server's entry in a client's file.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{HttpUrl, Reconnect, RevisionChoice, Secret, SecretValue, ServerSpec, Target};
use serde::Deserialize;
use serde_json::Value;

use super::dotenv;
use crate::defaults::DEFAULTS;
use crate::load::read_text;
use crate::lower::millis;
use crate::secrets::secrets_in;

/// No time that an entry gives is longer.
const TIMEOUT_MAX: Duration = Duration::from_hours(1);

/// What clients agree on; other members are theirs.
#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "type", alias = "transport")]
    kind: Option<String>,
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, Value>,
    /// Variables of the user's that the server gets, too (Codex).
    #[serde(default)]
    env_vars: Vec<Passed>,
    #[serde(rename = "envFile")]
    env_file: Option<String>,
    cwd: Option<String>,
    #[serde(alias = "serverUrl")]
    url: Option<String>,
    #[serde(default, alias = "http_headers")]
    headers: BTreeMap<String, String>,
    /// Headers whose values are in variables (Codex).
    #[serde(default)]
    env_http_headers: BTreeMap<String, String>,
    /// The variable that has a bearer token (Codex).
    bearer_token_env_var: Option<String>,
    /// How long the server may take to start, in seconds (Codex).
    startup_timeout_sec: Option<f64>,
    /// How long a call may take, in seconds (Codex).
    tool_timeout_sec: Option<f64>,
}

/// A variable of the user's, by its name alone or with where it is read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Passed {
    Name(String),
    Detailed { name: String, source: Option<String> },
}

/// The server that an entry describes, and its secrets. Its paths are relative to the folder.
///
/// # Errors
/// What is missing or not understood, in words.
pub(super) fn lower(
    name: &str,
    entry: Value,
    folder: &Path,
    variables: &BTreeMap<String, String>,
) -> Result<(ServerSpec, Vec<SecretValue>), String> {
    let mut entry: Entry =
        serde_json::from_value(without_nulls(entry)).map_err(|error| without_texts(&error.to_string()))?;
    entry.headers.extend(headers_from_variables(&entry, variables)?);
    for passed in std::mem::take(&mut entry.env_vars) {
        let name = match passed {
            // Of another machine.
            Passed::Detailed { source: Some(source), .. } if source == "remote" => continue,
            Passed::Name(name) | Passed::Detailed { name, .. } => name,
        };
        if let Some(value) = variables.get(&name) {
            entry.env.entry(name).or_insert_with(|| Value::String(value.clone()));
        }
    }
    if let Some(file) = &entry.env_file {
        let text = read_text(&folder.join(file)).map_err(|why| format!("its `envFile` `{file}`: {why}"))?;
        for (name, value) in dotenv::assignments(&text) {
            // What the entry itself says goes first.
            entry.env.entry(name).or_insert(Value::String(value));
        }
    }
    let usual = millis(DEFAULTS.config.timeout);
    let (startup_timeout, call_timeout) = (seconds(entry.startup_timeout_sec), seconds(entry.tool_timeout_sec));
    let target = target(entry, folder)?;
    let secrets = secrets_in(&target);
    let spec = ServerSpec {
        name: name.to_owned(),
        target,
        revision: RevisionChoice::Negotiate,
        client: ClientProfile::default(),
        // A client's own limit for the start is often for one that is started again and again: ours is no shorter.
        startup_timeout: startup_timeout.unwrap_or(usual).max(usual),
        call_timeout: call_timeout.unwrap_or(usual),
        auth: None,
        rate_limit: None,
    };
    Ok((spec, secrets))
}

/// A member that is `null` is as one that is not there.
fn without_nulls(mut entry: Value) -> Value {
    if let Value::Object(members) = &mut entry {
        members.retain(|_, value| !value.is_null());
    }
    entry
}

/// A time that can be waited.
fn seconds(written: Option<f64>) -> Option<Duration> {
    Duration::try_from_secs_f64(written?).ok().filter(|time| !time.is_zero() && *time <= TIMEOUT_MAX)
}

/// The headers whose values stand in variables.
fn headers_from_variables(
    entry: &Entry,
    variables: &BTreeMap<String, String>,
) -> Result<Vec<(String, String)>, String> {
    let value = |variable: &String| {
        let value = variables.get(variable).filter(|value| !value.is_empty());
        value.ok_or_else(|| format!("the variable {variable}, which it takes a header from, is not set"))
    };
    let mut headers = Vec::new();
    if let Some(variable) = &entry.bearer_token_env_var {
        headers.push(("Authorization".to_owned(), format!("Bearer {}", value(variable)?)));
    }
    for (name, variable) in &entry.env_http_headers {
        headers.push((name.clone(), value(variable)?.clone()));
    }
    Ok(headers)
}

fn target(entry: Entry, folder: &Path) -> Result<Target, String> {
    let kind = entry.kind.as_deref().unwrap_or(if entry.command.is_some() { "stdio" } else { "http" });
    match kind {
        "stdio" => Ok(Target::Stdio {
            command: entry.command.ok_or("it has no `command`")?,
            args: entry.args,
            env: entry.env.into_iter().filter_map(|(name, value)| Some((name, Secret::new(text(&value)?)))).collect(),
            cwd: entry.cwd.map_or_else(|| folder.to_owned(), |cwd| folder.join(cwd)),
        }),
        "http" | "streamable-http" | "streamableHttp" | "shttp" => {
            Ok(Target::Http { url: url(entry.url.as_deref())?, headers: headers(entry.headers) })
        }
        "sse" => Ok(Target::Sse {
            url: url(entry.url.as_deref())?,
            headers: headers(entry.headers),
            reconnect: Reconnect::default(),
        }),
        other => Err(format!("its type `{other}` is not known")),
    }
}

fn url(url: Option<&str>) -> Result<HttpUrl, String> {
    let url = url.ok_or("it has neither `command` nor `url`")?;
    HttpUrl::parse(url).ok_or_else(|| "its `url` is not an address with `http://` or `https://` and a host".to_owned())
}

fn headers(headers: BTreeMap<String, String>) -> Vec<(String, Secret)> {
    headers.into_iter().map(|(name, value)| (name, Secret::new(value))).collect()
}

/// Numbers and flags stand in these files without quotes, too; `null` is no variable.
fn text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// What serde says of a member of the wrong type, without the text that stands there, which may be secret.
fn without_texts(message: &str) -> String {
    match (message.find("string \""), message.rfind("\", expected")) {
        (Some(from), Some(to)) if from < to => format!("{}a text{}", &message[..from], &message[to + 1..]),
        _ => message.to_owned(),
    }
}
