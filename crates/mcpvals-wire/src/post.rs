//! Single requests to addresses that are no server under test: whoever wants to be told how a run went, a set of keys.

use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::Secret;
use serde_json::Value;

use crate::transport::http::address::Address;
use crate::transport::http::client::{HttpClient, Reply};
use crate::transport::http::header;

/// A message to be posted.
#[derive(Debug, Clone, Copy)]
pub struct Message<'a> {
    /// To whom.
    pub url: &'a str,
    /// Besides the usual ones, or instead of them; names in lower case.
    pub headers: &'a [(&'a str, String)],
    /// JSON, unless a header says otherwise.
    pub body: &'a [u8],
    /// A file of certificate authorities to believe, too.
    pub authorities: Option<&'a Path>,
    /// Must its address be one that everybody can reach?
    pub public_only: bool,
}

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
    let text = body.to_string();
    let message = Message { url, headers: &[], body: text.as_bytes(), authorities, public_only: false };
    sent(&message, bearer).await
}

/// Posts a message; the answer's body is not read, and no redirect followed.
///
/// # Errors
/// In words, where nobody answers, or not with a success.
///
/// # Cancellation
/// Dropping the future closes the connection.
pub async fn post(message: &Message<'_>) -> Result<(), String> {
    sent(message, None).await
}

async fn sent(message: &Message<'_>, bearer: Option<&Secret>) -> Result<(), String> {
    let mut address = Address::parse(message.url)?;
    address.origin.public_only = message.public_only;
    let client = HttpClient::new(address.origin.clone(), message.authorities)?;
    let mut request = request(&address, bearer, Method::POST, message.body)?;
    for (name, value) in message.headers {
        let value = HeaderValue::try_from(value.as_str()).map_err(|_| format!("`{name}` cannot be sent"))?;
        let name = HeaderName::try_from(*name).map_err(|_| format!("`{name}` cannot be sent"))?;
        request.headers_mut().insert(name, value);
    }
    success(client.send(request, |_| {}).await.map_err(|error| error.to_string())?).map(drop)
}

/// Gets a body of at most so many bytes; no redirect is followed.
///
/// # Errors
/// In words, where nobody answers, not with a success, or with more.
///
/// # Cancellation
/// Dropping the future closes the connection.
pub async fn get_bytes(url: &str, bytes_max: usize, authorities: Option<&Path>) -> Result<Vec<u8>, String> {
    let address = Address::parse(url)?;
    let client = HttpClient::new(address.origin.clone(), authorities)?;
    let request = request(&address, None, Method::GET, &[])?;
    let mut reply = success(client.send(request, |_| {}).await.map_err(|error| error.to_string())?)?;
    let mut body = Vec::new();
    while let Some((piece, _)) = reply.chunk().await.map_err(|error| error.to_string())? {
        if body.len() + piece.len() > bytes_max {
            return Err(format!("the answer is longer than {bytes_max} bytes"));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// Can anybody be reached there? Opens a connection, and closes it.
///
/// # Errors
/// In words, why not.
pub async fn reach(url: &str, patience: Duration) -> Result<(), String> {
    let Address { origin, .. } = Address::parse(url)?;
    let connected = tokio::net::TcpStream::connect((origin.host.as_str(), origin.port));
    match tokio::time::timeout(patience, connected).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("no answer within {} ms", patience.as_millis())),
    }
}

/// The host and port of an address over HTTP; nothing where it is none.
pub fn host_and_port(url: &str) -> Option<(String, u16)> {
    let (scheme, rest) = url.split_once("://")?;
    // Only what stands before the path names a user: an `@` behind it must not hide the host.
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let host = rest[..end].rfind('@').map_or(0, |at| at + 1);
    let bare = format!("{scheme}://{}", &rest[host..]);
    Address::parse(&bare).ok().map(|address| (address.origin.host, address.origin.port))
}

fn success(reply: Reply) -> Result<Reply, String> {
    if reply.status.is_success() { Ok(reply) } else { Err(format!("status {}", reply.status.as_u16())) }
}

fn request(
    address: &Address,
    bearer: Option<&Secret>,
    method: Method,
    body: &[u8],
) -> Result<Request<Full<Bytes>>, String> {
    let host = address.origin.host_header().ok_or_else(|| format!("`{}` is no host", address.origin.host))?;
    let mut headers = header::base(host, &[])?;
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    if method == Method::POST {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    }
    if let Some(bearer) = bearer {
        let value =
            HeaderValue::try_from(format!("Bearer {}", bearer.reveal())).map_err(|_| "the key is no header value")?;
        headers.insert(AUTHORIZATION, value);
    }
    let mut request = Request::new(Full::new(Bytes::copy_from_slice(body)));
    *request.method_mut() = method;
    *request.uri_mut() = address.target();
    *request.headers_mut() = headers;
    Ok(request)
}
