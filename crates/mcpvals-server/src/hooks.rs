//! Webhooks: each event that somebody asked for is posted to them, signed, and tried again where that does not work.
//!
//! The signature is `X-Mcpvals-Signature: t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY` with the webhook's secret, so that
//! neither the body nor its time can be changed. Delivery is at least once, in `X-Mcpvals-Delivery` each has its own id.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use mcpvals_store::{Delivery, Signal, StoredEvent, Webhook};
use mcpvals_wire::Message;
use ring::hmac;
use tokio::task::{AbortHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::address::opened;
use crate::api::webhooks::PURPOSE;
use crate::auth::{hex, is_shut_out};
use crate::error::story;
use crate::event::is_asked;
use crate::live::text_of;
use crate::service::Service;
use crate::signals::told;
use crate::time;

const LOOK: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(10);
/// How long nobody else tries what somebody is trying, in milliseconds.
const LEASE: i64 = 30_000;
/// To one of them.
const AT_ONCE: i64 = 8;
const READ: i64 = 500;
/// How long to wait after each attempt that failed, in milliseconds; then it is given up.
const PAUSES: [i64; 7] = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000];

/// Delivers, until the end.
pub(crate) async fn deliver(service: Arc<Service>, stop: CancellationToken) {
    let mut signals = service.store.signals();
    let mut posts = Posts::default();
    loop {
        if let Err(error) = round(&service, &mut posts).await {
            tracing::warn!(error = story(&error), "webhooks cannot be looked after");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(LOOK) => {}
            () = told(&mut signals, &Signal::Events) => {}
        }
    }
}

/// Who is posted to just now: each by a task of its own, so that nobody waits for one that does not answer.
#[derive(Default)]
struct Posts {
    tasks: JoinSet<()>,
    busy: HashMap<String, AbortHandle>,
}

async fn round(service: &Arc<Service>, posts: &mut Posts) -> mcpvals_store::Result<()> {
    while posts.tasks.try_join_next().is_some() {}
    posts.busy.retain(|_, task| !task.is_finished());
    for webhook in service.store.webhooks().await? {
        // Whoever is not let in any more is told nothing more.
        if is_shut_out(service, &webhook.owner).await {
            service.store.delete_webhook(&webhook.id).await?;
            continue;
        }
        owe(service, &webhook).await?;
        if !posts.busy.contains_key(&webhook.id) {
            let id = webhook.id.clone();
            posts.busy.insert(id, posts.tasks.spawn(post_all(Arc::clone(service), webhook)));
        }
    }
    Ok(())
}

/// Posts what is due to a webhook.
async fn post_all(service: Arc<Service>, webhook: Webhook) {
    loop {
        let taken = match service.store.take_deliveries(&webhook.id, AT_ONCE, LEASE).await {
            Ok(taken) if taken.is_empty() => return,
            Ok(taken) => taken,
            Err(error) => return tracing::warn!(error = story(&error), "what is due cannot be read"),
        };
        let each = taken.iter().map(|delivery| one(&service, &webhook, delivery));
        for result in futures_util::future::join_all(each).await {
            if let Err(error) = result {
                tracing::warn!(error = story(&error), "how a webhook was delivered cannot be stored");
            }
        }
    }
}

/// Notes what a webhook is to be told of.
async fn owe(service: &Service, webhook: &Webhook) -> mcpvals_store::Result<()> {
    let events = service.store.events_after(webhook.last_seq, None, READ).await?;
    let Some(last) = events.last().map(|event| event.seq) else { return Ok(()) };
    let owed: Vec<i64> =
        events.iter().filter(|event| is_asked(&event.kind, &webhook.events)).map(|event| event.seq).collect();
    service.store.owe(webhook, &owed, last).await
}

async fn one(service: &Service, webhook: &Webhook, delivery: &Delivery) -> mcpvals_store::Result<()> {
    // An event that is gone is nobody's news any more.
    let Some(event) = service.store.event(delivery.seq).await? else {
        return service.store.delivered(delivery, None).await;
    };
    match post(service, webhook, &event).await {
        Ok(()) => service.store.delivered(delivery, None).await,
        Err(why) => {
            tracing::info!(webhook = webhook.id, attempt = delivery.attempt, why, "a webhook was not delivered");
            let pause = usize::try_from(delivery.attempt - 1).ok().and_then(|index| PAUSES.get(index));
            let next = pause.map(|pause| time::now() + pause);
            service.store.delivered(delivery, Some((&why, next))).await
        }
    }
}

async fn post(service: &Service, webhook: &Webhook, event: &StoredEvent) -> Result<(), String> {
    const OTHER_KEY: &str = "its secret was sealed with another key";
    let secret = service.master.open(&webhook.secret, PURPOSE).ok_or(OTHER_KEY)?;
    let url = opened(&service.master, &webhook.url).ok_or(OTHER_KEY)?;
    let body = text_of(event);
    let seconds = time::now() / 1000;
    let headers = [
        ("x-mcpvals-signature", signature(&secret, seconds, &body)),
        ("x-mcpvals-event", event.kind.clone()),
        ("x-mcpvals-delivery", format!("{}-{}", webhook.id, event.seq)),
    ];
    let message = Message {
        url: &url,
        headers: &headers,
        body: body.as_bytes(),
        authorities: service.authorities.as_deref(),
        public_only: !service.settings().security.allow_private_addresses,
    };
    match tokio::time::timeout(PATIENCE, mcpvals_wire::post(&message)).await {
        Ok(posted) => posted,
        Err(_) => Err(format!("no answer within {} s", PATIENCE.as_secs())),
    }
}

fn signature(secret: &[u8], seconds: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let tag = hmac::sign(&key, format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex(tag.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn the_signature_is_of_time_and_body() {
        let signed = signature(b"whsec_1", 7, "{}");
        assert!(signed.starts_with("t=7,v1=") && signed.len() == 7 + 64);
        assert_ne!(signed, signature(b"whsec_1", 7, "{ }"));
        assert_ne!(signed[7..], signature(b"whsec_1", 8, "{}")[7..]);
        assert_ne!(signed, signature(b"whsec_2", 7, "{}"));
    }
}
