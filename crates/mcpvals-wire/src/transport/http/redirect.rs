//! Redirects: followed within the origin, as every client does, and each to be seen in the trace.
//!
//! Another origin gets nothing of ours: the user's headers are for the one that the user has named.

use bytes::Bytes;
use http::header::LOCATION;
use http::{Method, Request, StatusCode};
use http_body_util::Full;

use super::address::Address;
use super::body;
use super::client::Reply;
use super::error::HttpError;
use super::recorded::RecordedClient;

/// So many in a row are followed.
const HOPS_MAX: usize = 5;

/// Where a request came to in the end.
pub(crate) struct Followed {
    /// The last answer.
    pub(crate) reply: Reply,
    /// Whose answer that is, where it is not the address that was asked.
    pub(crate) moved: Option<Address>,
    /// The answer is a redirect that is not followed, for this reason.
    pub(crate) refusal: Option<String>,
}

/// What is to be done with an answer.
enum Turn {
    Arrived,
    On(Address),
    Refused(String),
}

impl Followed {
    fn arrived(reply: Reply, moved: Option<Address>) -> Self {
        Self { reply, moved, refusal: None }
    }
}

/// Goes on from the answer of the first address for as long as it is a redirect that can be followed. Makes the same
/// request of each, when the rate allows it; `carried_by` is the request of ours that it is about.
///
/// # Errors
/// Where one of them does not answer.
pub(crate) async fn follow(
    http: &RecordedClient,
    first: &Address,
    answer: Reply,
    carried_by: Option<u64>,
    request: impl Fn(&Address) -> Request<Full<Bytes>>,
) -> Result<Followed, HttpError> {
    if !is_redirect(&answer) {
        return Ok(Followed::arrived(answer, None));
    }
    // Apart, because every exchange would be as large as this.
    Box::pin(go_on(http, first, answer, carried_by, request)).await
}

async fn go_on(
    http: &RecordedClient,
    first: &Address,
    answer: Reply,
    carried_by: Option<u64>,
    request: impl Fn(&Address) -> Request<Full<Bytes>>,
) -> Result<Followed, HttpError> {
    let (mut reply, mut moved) = (answer, None);
    let method = request(first).method().clone();
    for hops in 0.. {
        let next = match turn(moved.as_ref().unwrap_or(first), &method, &reply, hops) {
            Turn::Arrived => break,
            Turn::Refused(words) => return Ok(Followed { reply, moved, refusal: Some(words) }),
            Turn::On(next) => next,
        };
        // Read, so that its connection can be used again.
        let body = body::glimpse(&mut reply).await;
        http.note(&reply, carried_by, &body.bytes, Vec::new());
        drop(reply);
        reply = http.send(request(&next), carried_by).await?;
        moved = Some(next);
    }
    Ok(Followed::arrived(reply, moved))
}

/// Does the answer send us on?
pub(crate) fn is_redirect(reply: &Reply) -> bool {
    reply.status.is_redirection() && reply.headers.contains_key(LOCATION)
}

fn turn(from: &Address, method: &Method, reply: &Reply, hops: usize) -> Turn {
    let Some(location) = reply.headers.get(LOCATION).filter(|_| is_redirect(reply)) else { return Turn::Arrived };
    let target = String::from_utf8_lossy(location.as_bytes()).trim().to_owned();
    let status = reply.status.as_u16();
    match next(from, method, reply.status, &target, hops) {
        Ok(next) => Turn::On(next),
        Err(why) => Turn::Refused(format!("status {status}: a redirect to `{target}`, which is not followed: {why}")),
    }
}

/// `Err` says why not.
fn next(from: &Address, method: &Method, status: StatusCode, target: &str, hops: usize) -> Result<Address, String> {
    match status {
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => {}
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND if method == Method::GET => {}
        // Clients make a GET of it, without the message (RFC 9110, 15.4).
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND | StatusCode::SEE_OTHER => {
            return Err(format!("after this status a {method} cannot be relied upon to be made again"));
        }
        _ => return Err("this status is no redirect of a message".to_owned()),
    }
    let address = from.join(target)?;
    if address.origin != from.origin {
        return Err(format!("it is not at {}, for which the headers are", from.origin));
    }
    if hops >= HOPS_MAX { Err(format!("there were {HOPS_MAX} before it")) } else { Ok(address) }
}

#[cfg(test)]
mod tests {
    use http::{Method, StatusCode};

    use super::{HOPS_MAX, next};
    use crate::transport::http::address::Address;

    #[track_caller]
    fn check(status: u16, method: &Method, target: &str, hops: usize, want: Result<&str, &str>) {
        let from = Address::parse("http://h:1/a/mcp?x=1").unwrap();
        let next = next(&from, method, StatusCode::from_u16(status).unwrap(), target, hops);
        let next = next.map(|address| format!("{}{}", address.origin, address.target()));
        assert_eq!(next.as_deref().map_err(String::as_str), want);
    }

    #[test]
    fn what_keeps_method_and_origin_is_followed() {
        for status in [307, 308] {
            check(status, &Method::POST, "/mcp/", 0, Ok("http://h:1/mcp/"));
            check(status, &Method::DELETE, "mcp/", 0, Ok("http://h:1/a/mcp/"));
        }
        for status in [301, 302, 307, 308] {
            check(status, &Method::GET, "http://H:1/b", HOPS_MAX - 1, Ok("http://h:1/b"));
        }
    }

    #[test]
    fn other_redirects_are_not_followed() {
        let again = "after this status a POST cannot be relied upon to be made again";
        for status in [301, 302, 303] {
            check(status, &Method::POST, "/b", 0, Err(again));
        }
        let away = "it is not at http://h:1, for which the headers are";
        for target in ["https://h:1/mcp", "http://h/mcp", "//other:1/mcp"] {
            check(307, &Method::POST, target, 0, Err(away));
        }
        check(307, &Method::POST, "/b", HOPS_MAX, Err("there were 5 before it"));
        check(300, &Method::GET, "/b", 0, Err("this status is no redirect of a message"));
        check(308, &Method::GET, "ftp://h/", 0, Err("`ftp://h/` does not begin with http:// or https://"));
    }
}
