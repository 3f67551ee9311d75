//! How a client becomes known: registered before, by the address of its metadata, or now (MCP, basic/authorization, client
//! registration approaches; RFC 7591).

use mcpvals_model::{Auth, ClientMethod, Grant, Secret};
use serde_json::{Value, json};

use super::client::Client;
use super::error::{Result, SignInError};
use super::fetch::Fetch;
use super::metadata::ServerMetadata;

const WHAT: &str = "the registration of the client";

/// The client for this authorization server, in the order of the specification.
///
/// # Errors
/// Where there is no way, or the registration is refused.
pub(super) async fn client(
    fetch: &Fetch,
    auth: &Auth,
    server: &ServerMetadata,
    redirect_uri: Option<&str>,
    scope: Option<&str>,
) -> Result<Client> {
    if let Some(id) = &auth.client.id {
        return Ok(Client { id: id.clone(), secret: auth.client.secret.clone(), method: None });
    }
    if let Some(url) = auth.client.metadata_url.as_ref().filter(|_| server.client_id_metadata_document_supported) {
        return Ok(Client { id: url.clone(), secret: None, method: Some(ClientMethod::None) });
    }
    let endpoint = auth.endpoints.registration.as_ref().or(server.registration_endpoint.as_ref());
    let endpoint = endpoint.ok_or_else(|| {
        SignInError::new(
            WHAT,
            "the authorization server registers no clients by itself: register one there, and give its `clientId`",
        )
    })?;
    let request = request(auth, server, redirect_uri, scope);
    let fetched = fetch.json(endpoint, &request).await?;
    let answer = fetched.json().unwrap_or_default();
    let id = answer.get("client_id").and_then(Value::as_str).filter(|id| fetched.is_success() && !id.is_empty());
    let id = id.ok_or_else(|| SignInError::new(WHAT, refusal(endpoint, fetched.status, &answer)))?;
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    Ok(Client {
        id: id.to_owned(),
        secret: text("client_secret").map(Secret::new),
        method: text("token_endpoint_auth_method").and_then(method),
    })
}

/// What we say of ourselves. A refresh token is wanted wherever it can be had.
fn request(auth: &Auth, server: &ServerMetadata, redirect_uri: Option<&str>, scope: Option<&str>) -> Value {
    let main = match &auth.grant {
        Grant::ClientCredentials => "client_credentials",
        Grant::DeviceCode { .. } => "urn:ietf:params:oauth:grant-type:device_code",
        Grant::JwtBearer { .. } | Grant::Enterprise(_) => "urn:ietf:params:oauth:grant-type:jwt-bearer",
        Grant::AuthorizationCode { .. } | Grant::Bearer { .. } | Grant::RefreshToken { .. } => "authorization_code",
    };
    let has_user = matches!(&auth.grant, Grant::AuthorizationCode { .. } | Grant::DeviceCode { .. });
    let refresh = (has_user && server.takes_grant("refresh_token")).then_some("refresh_token");
    let grants: Vec<&str> = std::iter::once(main).chain(refresh).collect();
    let mut request = json!({
        "client_name": "mcpvals",
        "grant_types": grants,
        "response_types": if redirect_uri.is_some() { vec!["code"] } else { Vec::new() },
        "token_endpoint_auth_method": wanted_method(auth, server).as_str(),
        "application_type": "native",
    });
    if let Some(uri) = redirect_uri {
        request["redirect_uris"] = json!([uri]);
    }
    if let Some(scope) = scope {
        request["scope"] = json!(scope);
    }
    request
}

/// A program on the user's machine keeps no secret, unless it acts for itself or the server takes nothing else.
fn wanted_method(auth: &Auth, server: &ServerMetadata) -> ClientMethod {
    let theirs = server.token_endpoint_auth_methods_supported.as_deref().unwrap_or_default();
    let takes = |method: ClientMethod| theirs.iter().any(|known| known == method.as_str());
    let needs_secret = matches!(auth.grant, Grant::ClientCredentials);
    let preferred = [ClientMethod::None, ClientMethod::Basic, ClientMethod::Post];
    let mut fitting = preferred.into_iter().filter(|method| !needs_secret || *method != ClientMethod::None);
    let default = if needs_secret { ClientMethod::Basic } else { ClientMethod::None };
    auth.client.method.unwrap_or_else(|| fitting.find(|method| takes(*method)).unwrap_or(default))
}

/// The method with this name.
pub(super) fn method(name: &str) -> Option<ClientMethod> {
    let known = [ClientMethod::Basic, ClientMethod::Post, ClientMethod::PrivateKeyJwt, ClientMethod::None];
    known.into_iter().find(|method| method.as_str() == name)
}

fn refusal(endpoint: &str, status: u16, answer: &Value) -> String {
    let said = super::token::error_words(answer);
    format!("POST {endpoint} gave status {status}{said}, and no `client_id`")
}
