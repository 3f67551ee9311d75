//! One message of ours over HTTP, and what the server makes of it.
//!
//! Whatever comes back ends the request: with its answer, or with the word for why there is none.

use http::StatusCode;
use http::header::LOCATION;
use mcpvals_model::{Anomaly, CallEnd};

use super::body::{self, Body, BodyEnd};
use super::client::Reply;
use super::endpoint::Endpoint;
use super::error::HttpError;
use super::stream;
use crate::router::Arrival;
use crate::transport::{Outgoing, SendError};

/// So much is kept of a body that is no message: enough for the error page of a proxy.
const FOREIGN_BYTES_MAX: usize = 64 << 10;

/// Sends a message and reads what comes back, to its end.
///
/// # Errors
/// Where nothing was sent, or the connection broke before an answer came; a request's caller is told through the router
/// in any case.
pub(super) async fn exchange(endpoint: &Endpoint, outgoing: &Outgoing) -> Result<(), SendError> {
    let request = endpoint.post(outgoing);
    match endpoint.http.send_message(request, outgoing).await {
        Ok(reply) => {
            endpoint.remember(outgoing, &reply);
            read(endpoint, outgoing, reply).await;
            Ok(())
        }
        Err(error) => {
            lost(endpoint, outgoing, &error);
            Err(SendError(error.to_string()))
        }
    }
}

fn lost(endpoint: &Endpoint, outgoing: &Outgoing, error: &HttpError) {
    let id = outgoing.request_id();
    if error.is_before_sending() {
        fail(endpoint, id, CallEnd::NotSent { problem: error.to_string() });
    } else {
        endpoint.http.note_problem(id, error.to_string());
        fail(endpoint, id, CallEnd::Closed);
    }
}

async fn read(endpoint: &Endpoint, outgoing: &Outgoing, reply: Reply) {
    let status = reply.status;
    let is_request = outgoing.request_id().is_some();
    match reply.media_type().as_str() {
        _ if status == StatusCode::ACCEPTED || status == StatusCode::NO_CONTENT => {
            accepted(endpoint, outgoing, reply).await;
        }
        "text/event-stream" if status.is_success() && is_request => stream::read(endpoint, outgoing, reply).await,
        "application/json" if status.is_success() && is_request => whole(endpoint, outgoing, reply).await,
        "application/json" if !status.is_success() => whole(endpoint, outgoing, reply).await,
        media => {
            let problem = foreign(&reply, media, is_request);
            refused(endpoint, outgoing, reply, problem).await;
        }
    }
    if status == StatusCode::NOT_FOUND && endpoint.has_session() {
        endpoint.http.router.closed("the server does not know the session any more (HTTP 404)");
    }
}

/// A JSON body: a message, whatever the status.
async fn whole(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply) {
    let id = outgoing.request_id();
    let Body { bytes, at, end } = body::read(&mut reply, endpoint.limits.frame_bytes_max).await;
    match end {
        BodyEnd::Whole if bytes.trim_ascii().is_empty() => empty(endpoint, id, &reply),
        BodyEnd::Whole => {
            let arrival = Arrival::new(bytes, at);
            endpoint.http.router.arrive(Arrival { http: Some(reply.head()), carried_by: id, ..arrival });
            let status = reply.status.as_u16();
            // Nothing else will come on this exchange.
            let end = if reply.status.is_success() { CallEnd::Misanswered } else { CallEnd::Refused { status } };
            fail(endpoint, id, end);
        }
        BodyEnd::TooLong => {
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let kept = &bytes[..bytes.len().min(FOREIGN_BYTES_MAX)];
            endpoint.http.note(&reply, id, kept, vec![Anomaly::TooLarge { bytes: size }]);
            fail(endpoint, id, CallEnd::Misanswered);
        }
        BodyEnd::Broken(problem) => {
            endpoint.http.note(&reply, id, &bytes, vec![Anomaly::CutOff, Anomaly::Http { problem }]);
            fail(endpoint, id, CallEnd::Closed);
        }
    }
}

fn empty(endpoint: &Endpoint, id: Option<u64>, reply: &Reply) {
    let status = reply.status.as_u16();
    endpoint.http.note(reply, id, &[], problem(format!("status {status} with an empty body")));
    fail(endpoint, id, CallEnd::Refused { status });
}

/// 202 and 204: right for a notification and a response of ours; a request is owed an answer.
async fn accepted(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply) {
    let status = reply.status.as_u16();
    let id = outgoing.request_id();
    let Body { bytes, .. } = body::read(&mut reply, FOREIGN_BYTES_MAX).await;
    let anomalies = match id {
        Some(_) => problem(format!("status {status} for a request: accepted, but not answered")),
        None if status != 202 => problem(format!("status {status}, where 202 is due")),
        None if !bytes.is_empty() => problem("status 202 with a body".to_owned()),
        None => Vec::new(),
    };
    endpoint.http.note(&reply, id, &bytes, anomalies);
    fail(endpoint, id, CallEnd::Refused { status });
}

/// Anything else: kept as it is, and named.
async fn refused(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply, words: String) {
    let id = outgoing.request_id();
    let Body { bytes, end, .. } = body::read(&mut reply, FOREIGN_BYTES_MAX).await;
    let mut anomalies = problem(words);
    if let BodyEnd::Broken(words) = end {
        anomalies.extend(problem(words));
    }
    endpoint.http.note(&reply, id, &bytes, anomalies);
    fail(endpoint, id, CallEnd::Refused { status: reply.status.as_u16() });
}

/// What is wrong with an answer that carries no message.
fn foreign(reply: &Reply, media: &str, is_request: bool) -> String {
    let status = reply.status;
    let target = reply.headers.get(LOCATION).map(|target| String::from_utf8_lossy(target.as_bytes()).into_owned());
    match (status.is_redirection(), target) {
        (true, Some(target)) => format!("status {}: a redirect to `{target}`, which is not followed", status.as_u16()),
        _ if !status.is_success() => format!("status {status}"),
        _ if !is_request => format!("status {}, where 202 is due", status.as_u16()),
        _ if media.is_empty() => "no content type".to_owned(),
        _ => format!("content type `{media}`"),
    }
}

pub(super) fn problem(words: String) -> Vec<Anomaly> {
    vec![Anomaly::Http { problem: words }]
}

/// Ends a request that has no answer; of a notification nothing is awaited.
pub(super) fn fail(endpoint: &Endpoint, id: Option<u64>, end: CallEnd) {
    if let Some(id) = id {
        endpoint.http.router.fail(id, end);
    }
}
