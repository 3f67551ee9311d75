//! API keys: list, make, revoke. What is secret of one is answered once, when it is made.

use http::StatusCode;
use serde::Deserialize;

use crate::auth::{Scopes, fresh_key};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::reply::Reply;
use crate::schema::{KEY_REQUEST, check};
use crate::service::Service;
use crate::time;
use crate::view::{CreatedKey, Deleted, KeyList, KeyView};

const DAY: i64 = 86_400_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeyRequest {
    name: String,
    scopes: Vec<String>,
    #[serde(default)]
    expires_in_days: Option<i64>,
    #[serde(default)]
    priority: i64,
}

/// Those that there are.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&all(&ask.service).await?)
}

/// As they are shown.
pub(crate) async fn all(service: &Service) -> Result<KeyList, ApiError> {
    Ok(KeyList { keys: service.store.keys().await?.into_iter().map(KeyView::from).collect() })
}

/// Makes one.
pub(crate) async fn create(ask: Ask) -> Result<Reply, ApiError> {
    let request: KeyRequest = check(KEY_REQUEST, &ask.body)?;
    let now = time::now();
    let life = (now, request.expires_in_days.map(|days| now + days * DAY));
    let fresh = fresh_key(&request.name, Scopes::of(&request.scopes), request.priority, life);
    let fresh = fresh.map_err(|why| ApiError::internal("The key cannot be made", &why))?;
    ask.service.store.keep_key(&fresh.key).await?;
    tracing::info!(caller = ask.caller.id, key = fresh.key.id, "key made");
    Reply::with_status(StatusCode::CREATED, &CreatedKey { view: fresh.key.into(), key: fresh.text })
}

/// From now on, it is not taken any more.
pub(crate) async fn revoke(ask: Ask) -> Result<Reply, ApiError> {
    if !ask.service.store.revoke_key(ask.id()).await? {
        return Err(ApiError::not_found("key that is good", ask.id()));
    }
    ask.service.keys.forget();
    tracing::info!(caller = ask.caller.id, key = ask.id(), "key revoked");
    Reply::ok(&Deleted { id: ask.id().to_owned(), deleted: true })
}
