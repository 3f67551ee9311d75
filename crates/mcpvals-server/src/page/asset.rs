//! Style and scripts: the kit's and ours, each with a tag, so that a browser that has them asks only whether they changed.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode};
use mcpvals_report::page::{ASSETS, Asset};
use sha2::{Digest as _, Sha256};

use super::visit::secured;
use crate::auth::hex;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Those of the dashboard.
const OWN: [Asset; 6] = [
    Asset { name: "icon.svg", media_type: "image/svg+xml", text: include_str!("../../templates/static/icon.svg") },
    Asset {
        name: "dashboard.css",
        media_type: "text/css; charset=utf-8",
        text: include_str!("../../templates/static/dashboard.css"),
    },
    Asset { name: "dashboard.js", media_type: SCRIPT, text: include_str!("../../templates/static/dashboard.js") },
    Asset { name: "json.js", media_type: SCRIPT, text: include_str!("../../templates/static/json.js") },
    Asset { name: "live.js", media_type: SCRIPT, text: include_str!("../../templates/static/live.js") },
    Asset { name: "playground.js", media_type: SCRIPT, text: include_str!("../../templates/static/playground.js") },
];

/// One of them.
pub(super) async fn get(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().chain(&OWN).find(|asset| asset.name == name) else {
        return secured((StatusCode::NOT_FOUND, "There is no such file\n").into_response());
    };
    let tag = format!("\"{}\"", hex(&Sha256::digest(asset.text)[..12]));
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { asset.text.into_response() };
    let answer = response.headers_mut();
    answer.insert(CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    // Asked for again each time, and answered with nothing where it is the same: a new version is seen at once.
    answer.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        answer.insert(ETAG, tag);
    }
    secured(response)
}
