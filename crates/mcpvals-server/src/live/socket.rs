//! One client of the WebSocket: first it says who it is, then what it wants to hear.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use mcpvals_store::StoredEvent;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::hub::News;
use super::message::{self, Command, Subscription};
use crate::api::evaluations;
use crate::auth::{self, Caller, Scope};
use crate::engine::LEASE;
use crate::error::{ApiError, Code};
use crate::event::{SYSTEM_STATUS, is_asked};
use crate::service::Service;
use crate::time;

/// How long a client may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);
const BEAT: Duration = Duration::from_secs(20);
/// How often it is asked whether a client would still be let in.
pub(super) const LOOK: Duration = Duration::from_secs(2);
/// A client that answers no heartbeat for so long is gone.
const SILENCE_MAX: Duration = Duration::from_mins(1);
/// Whoever takes so long to take one message is too slow.
const SEND_MAX: Duration = Duration::from_secs(10);
/// No longer message is read, in bytes.
pub(crate) const MESSAGE_BYTES_MAX: usize = 64 << 10;
const SUBSCRIPTIONS_MAX: usize = 1000;
/// Commands in a second, beyond which a client waits for itself.
const COMMANDS_MAX: u32 = 200;
const READ: i64 = 500;

/// Codes of RFC 6455, 7.4.1, and of the registry behind it.
const POLICY: u16 = 1008;
const GOING_AWAY: u16 = 1001;
const PROTOCOL: u16 = 1002;
const NO_TEXT: u16 = 1007;
const TOO_BIG: u16 = 1009;
const TRY_AGAIN: u16 = 1013;

/// Speaks with a client until one of the two has enough.
pub(crate) async fn accept(
    socket: WebSocket,
    service: Arc<Service>,
    (known, address): (Option<Caller>, IpAddr),
    stop: CancellationToken,
) {
    let mut client = Client::new(socket, Arc::clone(&service), address);
    let Some(counted) = client.introduced(known).await else { return };
    service.meter.sockets.fetch_add(1, Ordering::Relaxed);
    client.talk(&stop).await;
    service.meter.sockets.fetch_sub(1, Ordering::Relaxed);
    drop(counted);
}

struct Client {
    socket: WebSocket,
    service: Arc<Service>,
    address: IpAddr,
    caller: Option<Caller>,
    /// By evaluation; all is nothing.
    wanted: BTreeMap<Option<String>, Wanted>,
    heard: Instant,
    commands: (Instant, u32),
}

struct Wanted {
    events: Vec<String>,
    /// What was told already: of what is told twice, the second is left out.
    after: i64,
}

/// Why the conversation ends.
struct Over;

impl Client {
    fn new(socket: WebSocket, service: Arc<Service>, address: IpAddr) -> Self {
        let commands = (Instant::now(), 0);
        Self { socket, service, address, caller: None, wanted: BTreeMap::new(), heard: Instant::now(), commands }
    }

    /// Finds out who it is, and whether there is room for one more of theirs.
    async fn introduced(&mut self, known: Option<Caller>) -> Option<Place> {
        let (caller, asked) = match known {
            Some(caller) => (caller, None),
            None if self.service.settings().security.require_auth => {
                let (caller, id) = self.first_words().await?;
                (caller, Some(id))
            }
            None => (auth::anyone(self.address), None),
        };
        let place = Place::of(&self.service, &caller).await;
        let place = match place {
            Ok(place) => place,
            Err(error) => {
                let _ = self.say(message::error(asked.flatten(), &error, time::now())).await;
                self.close(POLICY, &error.message).await;
                return None;
            }
        };
        if let Some(id) = asked {
            let data = json!({ "scopes": caller.scopes.names() });
            self.say(message::answer("auth:success", id, &data)).await.ok()?;
        }
        self.caller = Some(caller);
        Some(place)
    }

    /// Who they say they are, and the `id` of the message that says so.
    async fn first_words(&mut self) -> Option<(Caller, Option<Value>)> {
        let until = Instant::now() + INTRODUCTION;
        loop {
            let text = match tokio::time::timeout_at(until, self.socket.recv()).await {
                Ok(Some(Ok(Message::Text(text)))) => text,
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
                Ok(Some(Ok(_))) | Err(_) => {
                    self.refuse(&auth::required("The first message must be `auth`"), POLICY).await;
                    return None;
                }
                Ok(Some(Err(error))) => {
                    let _ = self.broken(error).await;
                    return None;
                }
                Ok(None) => return None,
            };
            let (id, command) = message::read(&text);
            let Ok(Command::Auth { token }) = command else {
                let _ = self
                    .say(message::error(id, &auth::required("The first message must be `auth`"), time::now()))
                    .await;
                self.close(POLICY, "authentication required").await;
                return None;
            };
            return match auth::by_bearer(&self.service, &token).await {
                Ok(caller) => Some((caller, id)),
                Err(error) => {
                    let _ = self.say(message::error(id, &error, time::now())).await;
                    self.close(POLICY, "authentication required").await;
                    None
                }
            };
        }
    }

    async fn talk(&mut self, stop: &CancellationToken) {
        let mut news = self.service.hub.listen();
        let mut beat = tokio::time::interval(BEAT);
        let mut look = tokio::time::interval(LOOK);
        beat.tick().await;
        loop {
            // Each branch is cancel safe: nothing is taken that is not handled.
            let done = tokio::select! {
                () = stop.cancelled() => {
                    self.close(GOING_AWAY, "the service ends").await;
                    return;
                }
                received = self.socket.recv() => match received {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => self.broken(error).await,
                    None => Err(Over),
                },
                news = news.recv() => match news {
                    Ok(news) => self.pass_on(&news).await,
                    Err(RecvError::Lagged(missed)) => {
                        let error = ApiError::new(Code::RateLimitExceeded, format!("Too slow: {missed} events were not taken in time; come again with `lastEventId`"));
                        self.refuse(&error, TRY_AGAIN).await;
                        Err(Over)
                    }
                    Err(RecvError::Closed) => Err(Over),
                },
                _ = beat.tick() => self.beat().await,
                _ = look.tick() => self.look().await,
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Whoever breaks the rules is told which.
    async fn broken(&mut self, error: axum::Error) -> Result<(), Over> {
        use tungstenite::Error;
        let (code, words) = match error.into_inner().downcast_ref::<Error>() {
            Some(Error::Capacity(_)) => (TOO_BIG, "no message may be longer than 64 KiB"),
            Some(Error::Utf8(_)) => (NO_TEXT, "a text frame must be UTF-8"),
            Some(Error::Protocol(_)) => (PROTOCOL, "that is not RFC 6455"),
            // Nobody is there any more.
            _ => return Err(Over),
        };
        self.close(code, words).await;
        Err(Over)
    }

    /// A key that was revoked or has expired ends what was begun with it.
    async fn look(&mut self) -> Result<(), Over> {
        let Some(caller) = &self.caller else { return Ok(()) };
        if auth::is_still_known(&self.service, caller).await {
            return Ok(());
        }
        self.refuse(&auth::required("The key or token is not taken any more"), POLICY).await;
        Err(Over)
    }

    async fn beat(&mut self) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE_MAX {
            self.close(GOING_AWAY, "no answer to heartbeats").await;
            return Err(Over);
        }
        self.send(Message::Ping(bytes::Bytes::new())).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), Over> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                self.slow_down().await;
                let (id, command) = message::read(&text);
                let (answer, subscribed) = match command {
                    Ok(Command::Subscribe(wanted)) => (self.subscribe(&wanted, id.clone()).await, Some(wanted)),
                    Ok(command) => (self.obey(command, id.clone()).await, None),
                    Err(error) => (Err(error), None),
                };
                match (answer, subscribed) {
                    (Ok(answer), None) => self.say(answer).await,
                    (Ok(answer), Some(wanted)) => {
                        self.say(answer).await?;
                        self.tell_missed(wanted).await
                    }
                    (Err(error), _) => self.say(message::error(id, &error, time::now())).await,
                }
            }
            Message::Binary(_) => {
                let error = ApiError::field("", "", "must be a text frame");
                self.say(message::error(None, &error, time::now())).await
            }
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(Over),
        }
    }

    /// Whoever says very much waits for itself, and for nobody else.
    async fn slow_down(&mut self) {
        let (began, number) = &mut self.commands;
        if began.elapsed() >= Duration::from_secs(1) {
            (*began, *number) = (Instant::now(), 0);
        }
        *number += 1;
        if *number > COMMANDS_MAX {
            tokio::time::sleep_until(*began + Duration::from_secs(1)).await;
        }
    }

    async fn obey(&mut self, command: Command, id: Option<Value>) -> Result<String, ApiError> {
        match command {
            Command::Auth { token } => {
                let caller = auth::by_bearer(&self.service, &token).await?;
                caller.may(Scope::Read)?;
                let data = json!({ "scopes": caller.scopes.names() });
                Ok(message::answer("auth:success", id, &data))
            }
            Command::Subscribe(wanted) => self.subscribe(&wanted, id).await,
            Command::Unsubscribe { evaluation } => {
                let was = self.wanted.remove(&evaluation).is_some();
                let data = json!({ "evaluationId": evaluation, "wasSubscribed": was });
                Ok(message::answer("unsubscribed", id, &data))
            }
            Command::GetStatus { evaluation } => {
                let view = evaluations::view(&self.service, &evaluation).await?;
                let view = view.ok_or_else(|| ApiError::not_found("evaluation", &evaluation))?;
                let data = serde_json::to_value(&view)
                    .map_err(|error| ApiError::internal("Unexpected server error", &error))?;
                Ok(message::answer("status", id, &data))
            }
            Command::Ping => Ok(message::answer("pong", id, &json!({}))),
        }
    }

    /// Whether it may be subscribed to.
    async fn subscribe(&mut self, wanted: &Subscription, id: Option<Value>) -> Result<String, ApiError> {
        if self.wanted.len() >= SUBSCRIPTIONS_MAX && !self.wanted.contains_key(&wanted.evaluation) {
            return Err(ApiError::new(Code::RateLimitExceeded, format!("More than {SUBSCRIPTIONS_MAX} subscriptions")));
        }
        if let Some(evaluation) = &wanted.evaluation {
            let found = self.service.store.evaluation(evaluation).await?;
            found.ok_or_else(|| ApiError::not_found("evaluation", evaluation))?;
        }
        let data = json!({ "evaluationId": wanted.evaluation, "events": wanted.events, "lastEventId": wanted.after.map(|seq| seq.to_string()) });
        Ok(message::answer("subscribed", id, &data))
    }

    /// What was missed, where that is asked for, up to what listeners hear by now; whatever comes twice is left out by its
    /// number. Then what happens from now on.
    async fn tell_missed(
        &mut self,
        Subscription { evaluation, events, after: from }: Subscription,
    ) -> Result<(), Over> {
        let mut after = self.read(self.service.store.known(from.unwrap_or(0)).await).await?;
        while from.is_some() && !self.service.stop.is_cancelled() {
            self.look().await?;
            let missed = self.service.store.events_after(after, evaluation.as_deref(), READ).await;
            let missed = self.read(missed).await?;
            after = missed.last().map_or(after, |event| event.seq);
            for event in missed.iter().filter(|event| is_asked(&event.kind, &events)) {
                self.say(message::event(event)).await?;
            }
            if i64::try_from(missed.len()) != Ok(READ) {
                break;
            }
        }
        self.wanted.insert(evaluation, Wanted { events, after });
        Ok(())
    }

    /// Where events cannot be read, it is not gone on as if there were none.
    async fn read<T>(&mut self, read: mcpvals_store::Result<T>) -> Result<T, Over> {
        match read {
            Ok(read) => Ok(read),
            Err(error) => {
                self.refuse(&ApiError::from(error), TRY_AGAIN).await;
                Err(Over)
            }
        }
    }

    async fn pass_on(&mut self, news: &News) -> Result<(), Over> {
        match news {
            News::System(text) => {
                // Before anything is subscribed, only this is told; afterwards where it is asked for.
                let is_wanted = self.wanted.is_empty()
                    || self.wanted.values().any(|wanted| is_asked(SYSTEM_STATUS, &wanted.events));
                if is_wanted { self.say(text.to_string()).await } else { Ok(()) }
            }
            News::Event(event) if self.wants(event) => self.say(message::event(event)).await,
            News::Event(_) => Ok(()),
        }
    }

    fn wants(&mut self, event: &StoredEvent) -> bool {
        let keys: BTreeSet<Option<String>> = [None, Some(event.evaluation.clone())].into();
        let mut is_wanted = false;
        for key in keys {
            if let Some(wanted) = self.wanted.get_mut(&key)
                && event.seq > wanted.after
            {
                wanted.after = event.seq;
                is_wanted |= is_asked(&event.kind, &wanted.events);
            }
        }
        is_wanted
    }

    async fn say(&mut self, text: String) -> Result<(), Over> {
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Over> {
        match tokio::time::timeout(SEND_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Over),
        }
    }

    async fn refuse(&mut self, error: &ApiError, code: u16) {
        let text = message::error(None, error, time::now());
        let _ = self.say(text).await;
        self.close(code, &error.message).await;
    }

    async fn close(&mut self, code: u16, reason: &str) {
        // No longer reason fits (RFC 6455, 5.5).
        let reason: String = reason.chars().take(100).collect();
        let _ = self.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

/// One of the connections that a caller may have.
pub(crate) struct Place {
    service: Arc<Service>,
    caller: String,
    /// Do the other nodes count it, too?
    is_shared: bool,
}

impl Place {
    /// Of one key, on all nodes together.
    const MOST: u32 = 10;

    async fn of(service: &Arc<Service>, caller: &Caller) -> Result<Self, ApiError> {
        caller.may(Scope::Read)?;
        let full = || ApiError::new(Code::RateLimitExceeded, format!("More than {} connections", Self::MOST));
        Self::take(service, &caller.id).await?.ok_or_else(full)
    }

    /// Nothing where they have all of them.
    async fn take(service: &Arc<Service>, caller: &str) -> Result<Option<Self>, ApiError> {
        let Some(mut place) = Self::take_here(service, caller) else { return Ok(None) };
        if service.store.is_shared() {
            place.is_shared =
                service.store.open_connection(&service.node, caller, i64::from(Self::MOST), LEASE).await?;
            return Ok(place.is_shared.then_some(place));
        }
        Ok(Some(place))
    }

    fn take_here(service: &Arc<Service>, caller: &str) -> Option<Self> {
        let mut open = service.connections.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let number = open.entry(caller.to_owned()).or_insert(0);
        if *number >= Self::MOST {
            return None;
        }
        *number += 1;
        drop(open);
        Some(Self { service: Arc::clone(service), caller: caller.to_owned(), is_shared: false })
    }

    fn leave_here(&self) {
        let mut open = self.service.connections.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(number) = open.get_mut(&self.caller) {
            *number -= 1;
            if *number == 0 {
                open.remove(&self.caller);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave_here();
        if self.is_shared {
            let (service, caller) = (Arc::clone(&self.service), std::mem::take(&mut self.caller));
            tokio::spawn(async move {
                if let Err(error) = service.store.close_connection(&service.node, &caller).await {
                    tracing::warn!(%error, "a connection that is over still counts");
                }
            });
        }
    }
}
