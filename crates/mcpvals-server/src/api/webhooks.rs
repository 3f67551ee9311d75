//! Webhooks: who is told of events by a POST.

use http::StatusCode;
use mcpvals_store::{Webhook, new_id};
use serde::Deserialize;

use crate::address::{opened, sealed, shown};
use crate::auth::{Scope, hex};
use crate::error::ApiError;
use crate::event;
use crate::gate::Ask;
use crate::reply::Reply;
use crate::request::check_url;
use crate::schema::{WEBHOOK_REQUEST, check};
use crate::secret::{MasterKey, random};
use crate::view::{CreatedWebhook, Deleted, WebhookList, WebhookView};

/// Its secret is sealed for this.
pub(crate) const PURPOSE: &str = "webhook";

#[derive(Deserialize)]
struct WebhookRequest {
    url: String,
    #[serde(default)]
    events: Vec<String>,
}

/// Makes one; its secret is shown this once.
pub(crate) async fn create(ask: Ask) -> Result<Reply, ApiError> {
    let request: WebhookRequest = check(WEBHOOK_REQUEST, &ask.body)?;
    // It is told what others' evaluations found.
    ask.caller.may(Scope::Read)?;
    if let Some(strange) = request.events.iter().find(|pattern| !event::is_kept(pattern)) {
        return Err(ApiError::field(
            "events",
            strange.as_str(),
            format!("must name an event: {}", event::KINDS.join(", ")),
        ));
    }
    let service = &ask.service;
    check_url(service, &request.url).await.map_err(|problem| ApiError::field("url", request.url.as_str(), problem))?;
    let failed = |why: String| ApiError::internal("Unexpected server error", &why);
    let secret = format!("whsec_{}", hex(&random::<32>().map_err(failed)?));
    let mut webhook = Webhook {
        id: new_id("hook"),
        owner: ask.caller.id.clone(),
        url: sealed(&service.master, &request.url).map_err(failed)?,
        events: request.events,
        secret: service.master.seal(secret.as_bytes(), PURPOSE).map_err(failed)?,
        created_at: 0,
        last_seq: 0,
    };
    webhook.created_at = service.store.keep_webhook(&webhook).await?;
    Reply::with_status(StatusCode::CREATED, &CreatedWebhook { view: view(webhook, &service.master), secret })
}

/// Those of the caller.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    let all = ask.service.store.webhooks().await?;
    let theirs = all.into_iter().filter(|webhook| is_theirs(&ask, webhook));
    Reply::ok(&WebhookList { webhooks: theirs.map(|webhook| view(webhook, &ask.service.master)).collect() })
}

/// As it is shown: without the query of its address.
fn view(webhook: Webhook, master: &MasterKey) -> WebhookView {
    let url = opened(master, &webhook.url).unwrap_or_default();
    WebhookView::from(Webhook { url: shown(&url).into_owned(), ..webhook })
}

/// Deletes one.
pub(crate) async fn delete(ask: Ask) -> Result<Reply, ApiError> {
    let all = ask.service.store.webhooks().await?;
    let is_there = all.iter().any(|webhook| webhook.id == ask.id() && is_theirs(&ask, webhook));
    if !is_there || !ask.service.store.delete_webhook(ask.id()).await? {
        return Err(ApiError::not_found("webhook", ask.id()));
    }
    Reply::ok(&Deleted { id: ask.id().to_owned(), deleted: true })
}

fn is_theirs(ask: &Ask, webhook: &Webhook) -> bool {
    webhook.owner == ask.caller.id || ask.caller.scopes.has(Scope::Admin)
}
