//! Reads a provider's answer, at once or in pieces, no further than a limit.

use std::time::Duration;

use mcpvals_model::Provider;
use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;
use tokio::time::timeout;

use crate::retry::{self, Attempt};
use crate::stream::{Assembly, Broken, failure};

/// The longest answer that is read at once.
const ANSWER_BYTES_MAX: usize = 32 << 20;
/// So long the end of a body may come behind the last event of its stream.
const END_WAIT: Duration = Duration::from_millis(100);

/// The answer to a request that asks for pieces. Errors come at once all the same, and so do the answers of gateways
/// that know no streams.
pub(crate) async fn in_pieces(provider: Provider, response: Response) -> Result<Attempt, reqwest::Error> {
    if response.status() != 200 || is_json(response.headers()) {
        return at_once(response).await;
    }
    assemble(Assembly::new(provider), response).await
}

async fn assemble(mut assembly: Assembly, mut response: Response) -> Result<Attempt, reqwest::Error> {
    while let Some(chunk) = response.chunk().await? {
        match assembly.feed(&chunk) {
            Ok(false) => {}
            Ok(true) => {
                // A connection whose body was read to its end is there for the next request.
                let _end = timeout(END_WAIT, response.chunk()).await;
                break;
            }
            Err(broken) => return Ok(failed(broken)),
        }
    }
    Ok(assembly.finish().map_or_else(failed, |body| answered(&HeaderMap::new(), body)))
}

fn failed(broken: Broken) -> Attempt {
    match broken {
        Broken::Failed { status, body } => Attempt::Failed(retry::refused_midway(status, &body)),
        Broken::Unended(event) => Attempt::unreachable(format!("its stream ended before {event}"), false),
        Broken::Unreadable(message) => Attempt::unreadable(message),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
    media.is_some_and(|media| media.to_ascii_lowercase().starts_with("application/json"))
}

/// The answer that is one body.
pub(crate) async fn at_once(response: Response) -> Result<Attempt, reqwest::Error> {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = read(response).await?;
    Ok(attempt(status, &headers, bytes.as_deref()))
}

/// The body; `None` where it is too long.
async fn read(mut response: Response) -> Result<Option<Vec<u8>>, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

fn attempt(status: u16, headers: &HeaderMap, bytes: Option<&[u8]>) -> Attempt {
    let Some(bytes) = bytes else {
        return Attempt::unreadable(format!("it is longer than {} MiB", ANSWER_BYTES_MAX >> 20));
    };
    match serde_json::from_slice::<Value>(bytes) {
        Ok(body) if status == 200 => answered(headers, body),
        Err(error) if status == 200 => Attempt::unreadable(format!("it is not JSON: {error}")),
        body => Attempt::Failed(retry::refused(status, headers, bytes, body.ok())),
    }
}

/// A provider may say with status 200 that it failed.
fn answered(headers: &HeaderMap, body: Value) -> Attempt {
    match failure::instead(&body) {
        Some(status) => Attempt::Failed(retry::refused_as_answer(status, headers, body)),
        None => Attempt::Answered(body),
    }
}
