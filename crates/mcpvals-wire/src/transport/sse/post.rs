//! Writing to the endpoint of an HTTP+SSE server. Answers come on the stream, never here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method};
use mcpvals_model::{Anomaly, CallEnd};

use super::channel::Channel;
use super::reopen::is_answer_to;
use crate::transport::http::address::Address;
use crate::transport::http::body;
use crate::transport::http::header;
use crate::transport::http::recorded::SignedIn;
use crate::transport::http::redirect::{self, Followed};
use crate::transport::{Outgoing, OutgoingKind, SendError};

/// So much earlier than its caller, a request stops waiting for a stream.
const TELLING: Duration = Duration::from_millis(50);

impl Channel {
    /// POSTs a message to the endpoint, once that is known.
    pub(super) async fn post(&self, outgoing: &Outgoing) -> Result<(), SendError> {
        let Some(endpoint) = self.endpoint_by(outgoing.deadline).await else {
            let problem = "the event stream is closed, and has not been opened again so far".to_owned();
            self.fail(outgoing, CallEnd::NotSent { problem: problem.clone() });
            return Err(SendError(problem));
        };
        self.remember(outgoing);
        let mut headers = post_headers();
        if let Some(revision) = outgoing.revision {
            header::add_revision(&mut headers, revision);
        }
        let body = Bytes::from_owner(Arc::clone(&outgoing.bytes));
        let request = |address: &Address| self.http.request(Method::POST, address, headers.clone(), body.clone());
        let id = outgoing.request_id();
        let sent = match self.http.tell(&endpoint, outgoing, request).await {
            Ok(SignedIn { reply, problem: None }) => redirect::follow(&self.http, &endpoint, reply, id, request).await,
            Ok(SignedIn { reply, problem }) => Ok(Followed { reply, moved: None, refusal: problem }),
            Err(error) => Err(error),
        };
        match sent {
            Ok(followed) => {
                self.posted(outgoing, &endpoint, followed).await;
                Ok(())
            }
            Err(error) if error.is_before_sending() => {
                self.fail(outgoing, CallEnd::NotSent { problem: error.to_string() });
                Err(SendError(error.to_string()))
            }
            Err(error) => {
                self.http.note_problem(outgoing.request_id(), error.to_string());
                self.fail(outgoing, CallEnd::Closed);
                Err(SendError(error.to_string()))
            }
        }
    }

    /// Any 2xx will do (202 by convention); the answer comes on the stream.
    async fn posted(&self, outgoing: &Outgoing, endpoint: &Address, followed: Followed) {
        let Followed { mut reply, moved, refusal } = followed;
        let status = reply.status;
        let body = body::glimpse(&mut reply).await;
        if let Some(to) = moved.filter(|_| status.is_success()) {
            self.move_on(endpoint, to);
        }
        let problem = if !status.is_success() {
            Some(refusal.unwrap_or_else(|| format!("status {status} for a POST to the endpoint")))
        } else if outgoing.request_id().is_some_and(|id| is_answer_to(&body.bytes, id)) {
            Some(
                "the answer is in the body of the POST, where no client looks; it is due on the event stream"
                    .to_owned(),
            )
        } else {
            None
        };
        let anomalies = problem.map(|problem| Anomaly::Http { problem }).into_iter().collect();
        self.http.note(&reply, outgoing.request_id(), &body.bytes, anomalies);
        if !status.is_success() {
            self.fail(outgoing, CallEnd::Refused { status: status.as_u16() });
        }
    }

    /// POSTs bytes that are no message of a caller's.
    pub(super) async fn post_again(&self, endpoint: &Address, bytes: &Arc<[u8]>) -> Result<(), String> {
        let body = Bytes::from_owner(Arc::clone(bytes));
        let request = |address: &Address| self.http.request(Method::POST, address, post_headers(), body.clone());
        let first = self.http.send(request(endpoint), None).await.map_err(|e| e.to_string())?;
        let followed = redirect::follow(&self.http, endpoint, first, None, request).await;
        let Followed { mut reply, .. } = followed.map_err(|e| e.to_string())?;
        let body = body::glimpse(&mut reply).await;
        self.http.note(&reply, None, &body.bytes, Vec::new());
        let refused = || format!("the handshake was refused with status {}", reply.status);
        reply.status.is_success().then_some(()).ok_or_else(refused)
    }

    /// From now on, messages go there, if they still go to where they were redirected from.
    fn move_on(&self, from: &Address, to: Address) {
        self.endpoint.send_if_modified(|endpoint| {
            let is_meant = endpoint.as_ref() == Some(from);
            if is_meant {
                *endpoint = Some(to);
            }
            is_meant
        });
    }

    async fn endpoint_by(&self, deadline: Instant) -> Option<Address> {
        let mut endpoint = self.endpoint.subscribe();
        let known = endpoint.wait_for(Option::is_some);
        // A moment before the caller gives up, so that it learns why.
        let patience = deadline.saturating_duration_since(Instant::now()).saturating_sub(TELLING);
        let wait = patience.max(Duration::from_millis(1));
        tokio::time::timeout(wait, known).await.ok()?.ok()?.clone()
    }

    fn remember(&self, outgoing: &Outgoing) {
        let mut sent = self.sent();
        match &outgoing.kind {
            OutgoingKind::Request { id, method, .. } => {
                let router = &self.http.router;
                sent.requests.retain(|request| router.is_waiting(*request));
                sent.requests.push(*id);
                if method == "initialize" {
                    sent.initialize = Some((*id, Arc::clone(&outgoing.bytes)));
                }
            }
            OutgoingKind::Notification { method } if method == "notifications/initialized" => {
                sent.initialized = Some(Arc::clone(&outgoing.bytes));
            }
            OutgoingKind::Notification { .. } | OutgoingKind::Response => {}
        }
    }

    fn fail(&self, outgoing: &Outgoing, end: CallEnd) {
        if let Some(id) = outgoing.request_id() {
            self.http.router.fail(id, end);
        }
    }
}

fn post_headers() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers
}
