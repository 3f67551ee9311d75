//! What every request passes, in this order: its id, the Host it is for, who is asking, how often, whether they may, where it
//! comes from, its body; then its handler, and the envelope around what that gives.

mod body;
mod origin;
mod query;

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts as _, RawPathParams, Request};
use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use http::request::Parts;
use mcpvals_store::new_id;

use crate::auth::{self, Caller};
use crate::error::{ApiError, Code, story};
use crate::rate::Standing;
use crate::reply::{Envelope, Reply};
use crate::route::Route;
use crate::service::Service;
use crate::time;

pub(crate) use origin::{allow_cross_origin, check_host, check_origin, is_allowed, own_origin};
pub(crate) use query::Query;

/// A request that passed.
pub(crate) struct Ask {
    pub(crate) service: Arc<Service>,
    pub(crate) caller: Caller,
    /// The gaps of the path.
    pub(crate) path: BTreeMap<String, String>,
    pub(crate) query: Query,
    pub(crate) body: Bytes,
    /// After which event a browser's stream that broke goes on.
    pub(crate) last_event: Option<String>,
}

impl Ask {
    pub(crate) async fn of(
        service: &Arc<Service>,
        parts: &mut Parts,
        (caller, query, body): (Caller, Query, Bytes),
    ) -> Result<Self, ApiError> {
        let last_event =
            parts.headers.get("last-event-id").map(|id| String::from_utf8_lossy(id.as_bytes()).into_owned());
        Ok(Self { service: Arc::clone(service), caller, path: gaps(parts).await?, query, body, last_event })
    }

    /// A gap of the path.
    pub(crate) fn id(&self) -> &str {
        self.path.get("id").map(String::as_str).unwrap_or_default()
    }
}

/// What is known of a request before it is answered.
struct Passage {
    request_id: String,
    origin: String,
    standing: Option<Standing>,
}

/// Answers a request by its route.
pub(crate) async fn pass(service: Arc<Service>, route: &'static Route, request: Request) -> Response {
    let (began, now) = (Instant::now(), time::now());
    let (mut parts, body) = request.into_parts();
    let mut passage = Passage { request_id: new_id("req"), origin: own_origin(&parts), standing: None };
    let outcome = match admitted(&service, route, &mut parts, &mut passage).await {
        Err(error) => Err(error),
        Ok(caller) => match body::read(route, &parts, body).await {
            Err(error) => Err(error),
            Ok(body) => handled(&service, route, &mut parts, (caller, body)).await,
        },
    };
    let Passage { request_id, origin, standing } = &passage;
    let mut response = Envelope { request_id, now, standing: *standing, origin }.wrap(outcome);
    allow_cross_origin(&service, &parts.headers, &mut response);
    let (status, took) = (response.status().as_u16(), began.elapsed());
    service.meter.count(status, took);
    if let Some(telemetry) = &service.telemetry {
        telemetry.instruments().request(parts.method.as_str(), route.path, status, took);
    }
    tracing::info!(
        request = request_id,
        method = parts.method.as_str(),
        path = parts.uri.path(),
        status,
        ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        "answered"
    );
    response
}

/// Who is asking, once they may.
async fn admitted(
    service: &Service,
    route: &Route,
    parts: &mut Parts,
    passage: &mut Passage,
) -> Result<Caller, ApiError> {
    let address = address(parts);
    check_host(service, &parts.headers)?;
    let known = match route.scope {
        Some(_) => auth::caller(service, &parts.headers, address).await,
        None => Ok(auth::anyone(address)),
    };
    let standing = count(service, &route.bucket(), &known, address).await;
    passage.standing = Some(standing);
    if standing.is_over {
        return Err(too_many(standing));
    }
    let caller = known?;
    if let Some(scope) = route.scope {
        caller.may(scope)?;
    }
    check_origin(service, parts, &caller)?;
    Ok(caller)
}

async fn handled(
    service: &Arc<Service>,
    route: &'static Route,
    parts: &mut Parts,
    (caller, body): (Caller, Bytes),
) -> Result<Reply, ApiError> {
    let query = Query::read(parts.uri.query(), route.parameters)?;
    let ask = Ask::of(service, parts, (caller, query, body)).await?;
    caught((route.handler)(ask), "Unexpected server error").await
}

/// One request too many.
pub(crate) fn too_many(standing: Standing) -> ApiError {
    let error = ApiError::new(Code::RateLimitExceeded, format!("More than {} requests in an hour", standing.limit));
    error.with("constraint", format!("at most {} in an hour", standing.limit)).after(standing.seconds_left())
}

/// Counts a request. Whoever is not known is counted, too: by address.
pub(crate) async fn count(
    service: &Service,
    bucket: &str,
    known: &Result<Caller, ApiError>,
    address: IpAddr,
) -> Standing {
    let counted = known.as_ref().map_or_else(|_| auth::unknown(address), |caller| caller.id.clone());
    service.rates.count(service, bucket, &counted).await
}

/// A panic of one handler is that request's, and nobody else's.
pub(crate) async fn caught<T>(handling: BoxFuture<'static, Result<T, ApiError>>, message: &str) -> Result<T, ApiError> {
    let panic = match AssertUnwindSafe(handling).catch_unwind().await {
        Ok(outcome) => return outcome,
        Err(panic) => panic,
    };
    let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Err(ApiError::internal(message, &format!("panic: {words}")))
}

/// The gaps of a path.
async fn gaps(parts: &mut Parts) -> Result<BTreeMap<String, String>, ApiError> {
    let unreadable = |error: axum::extract::rejection::RawPathParamsRejection| {
        ApiError::field("path", story(&error), "must be readable text")
    };
    let gaps = RawPathParams::from_request_parts(parts, &()).await.map_err(unreadable)?;
    Ok(gaps.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// Who is at the other end of the connection. What a proxy says of it is not believed: it can be said by anybody.
pub(crate) fn address(parts: &Parts) -> IpAddr {
    let known = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    known.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}
