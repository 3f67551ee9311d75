//! One message to an address that is no server under test: whoever wants to be told how a run went.

use std::path::Path;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::Secret;
use serde_json::Value;

use crate::transport::http::address::Address;
use crate::transport::http::client::HttpClient;
use crate::transport::http::header;

/// Posts a JSON value; the answer's body is not read, and no redirect followed.
///
/// # Errors
/// In words, where nobody answers, or not with a success.
///
/// # Cancellation
/// Dropping the future closes the connection.
pub async fn post_json(
    url: &str,
    bearer: Option<&Secret>,
    body: &Value,
    authorities: Option<&Path>,
) -> Result<(), String> {
    let address = Address::parse(url)?;
    let client = HttpClient::new(address.origin.clone(), authorities)?;
    let reply = client.send(request(&address, bearer, body)?, |_| {}).await.map_err(|error| error.to_string())?;
    if reply.status.is_success() { Ok(()) } else { Err(format!("status {}", reply.status.as_u16())) }
}

fn request(address: &Address, bearer: Option<&Secret>, body: &Value) -> Result<Request<Full<Bytes>>, String> {
    let host = address.origin.host_header().ok_or_else(|| format!("`{}` is no host", address.origin.host))?;
    let mut headers = header::base(host, &[])?;
    let body = Bytes::from(body.to_string());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    if let Some(bearer) = bearer {
        let value =
            HeaderValue::try_from(format!("Bearer {}", bearer.reveal())).map_err(|_| "the key is no header value")?;
        headers.insert(AUTHORIZATION, value);
    }
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = address.target();
    *request.headers_mut() = headers;
    Ok(request)
}
