//! The device code (RFC 8628).

use std::time::{Duration, Instant};

use http::HeaderMap;
use mcpvals_model::Consent;
use serde_json::{Map, Value};

use super::pair;
use crate::oauth::consent::{self, Visitor};
use crate::oauth::error::{Result, SignInError};
use crate::oauth::token::{self, Desk, Tokens};

/// The name of the grant.
pub(in crate::oauth) const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
const WHAT: &str = "the device authorization";
/// How often the token endpoint is asked where the server does not say (RFC 8628, 3.2), and how much longer it waits
/// after `slow_down` (3.5).
const INTERVAL: Duration = Duration::from_secs(5);
/// A server that names no end.
const LIFE: Duration = Duration::from_mins(30);

/// Asks for a code, has it confirmed, and asks for the token until there is one.
///
/// # Errors
/// Where it is refused or expires.
pub(in crate::oauth) async fn tokens(
    endpoint: &str,
    parameters: Vec<(String, String)>,
    consent: &Consent,
    visitor: Option<&dyn Visitor>,
    desk: &Desk<'_>,
    learn: impl Fn(&'static str, &str),
) -> Result<Tokens> {
    let resource = parameters.iter().find(|(name, _)| name == "resource").cloned();
    let given = device_code(endpoint, parameters, desk).await?;
    let text = |name: &str| given.get(name).and_then(Value::as_str);
    let missing = |name: &str| SignInError::new(WHAT, format!("POST {endpoint} gave no `{name}`"));
    let device_code = text("device_code").ok_or_else(|| missing("device_code"))?;
    let user_code = text("user_code").ok_or_else(|| missing("user_code"))?;
    let page = text("verification_uri").ok_or_else(|| missing("verification_uri"))?;
    learn("device_code", device_code);
    let complete = text("verification_uri_complete");
    consent::confirmed((page, user_code), complete, consent, visitor, desk.fetch).await?;
    let seconds = |name: &str| given.get(name).and_then(Value::as_u64).map(Duration::from_secs);
    let ends = Instant::now() + seconds("expires_in").unwrap_or(LIFE).min(LIFE);
    let asked = vec![pair("grant_type", GRANT), pair("device_code", device_code)];
    let asked = asked.into_iter().chain(resource).collect();
    poll(asked, seconds("interval").unwrap_or(INTERVAL), ends, desk).await
}

async fn device_code(endpoint: &str, parameters: Vec<(String, String)>, desk: &Desk<'_>) -> Result<Value> {
    let (mut parameters, mut headers) = (parameters, HeaderMap::new());
    desk.client.prove((desk.identity, &Map::new()), desk.server, &mut parameters, &mut headers, desk.redactor)?;
    let has_id = parameters.iter().any(|(name, _)| name == "client_id");
    parameters.extend((!has_id).then(|| pair("client_id", desk.client.id.clone())));
    let fetched = desk.fetch.form(endpoint, &parameters, headers).await?;
    let answer = fetched.json().unwrap_or_default();
    if fetched.is_success() {
        return Ok(answer);
    }
    let words = token::error_words(&answer);
    Err(SignInError::new(WHAT, format!("POST {endpoint} gave status {}{words}", fetched.status)))
}

async fn poll(
    parameters: Vec<(String, String)>,
    mut interval: Duration,
    ends: Instant,
    desk: &Desk<'_>,
) -> Result<Tokens> {
    loop {
        if Instant::now() + interval > ends {
            return Err(SignInError::new(WHAT, "nobody has confirmed the code in time"));
        }
        tokio::time::sleep(interval).await;
        let fetched = desk.ask(parameters.clone()).await?;
        match token::error_code(&fetched.json().unwrap_or_default()).as_deref() {
            Some("authorization_pending") => {}
            Some("slow_down") => interval += INTERVAL,
            _ => return token::read(&fetched, desk.url),
        }
    }
}
