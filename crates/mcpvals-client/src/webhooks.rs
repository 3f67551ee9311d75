//! Webhooks: events that are sent to an address, signed.

use std::time::{Duration, SystemTime};

use ring::hmac;

use crate::error::Error;
use crate::events::Event;
use crate::http::{Http, Request};
use crate::types::{CreatedWebhook, Deleted, WebhookList, WebhookRequest};

/// An older signature is somebody repeating an old request.
const TOLERANCE: Duration = Duration::from_mins(5);

/// See [`Client::webhooks`](crate::Client::webhooks).
#[derive(Debug, Clone, Copy)]
pub struct Webhooks<'a> {
    pub(crate) http: &'a Http,
}

impl Webhooks<'_> {
    /// Has events sent to an address; the secret that signs them is in this answer, and never again.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn create(&self, request: &WebhookRequest) -> Result<CreatedWebhook, Error> {
        self.http.data(Request::post(["webhooks"], request)?).await
    }

    /// Yours; all of them with the scope `evaluate:admin`.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn list(&self) -> Result<WebhookList, Error> {
        self.http.data(Request::get(["webhooks"])).await
    }

    /// Sends no more.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn delete(&self, id: &str) -> Result<Deleted, Error> {
        self.http.data(Request::delete(["webhooks", id])).await
    }
}

/// A request that is not from the service, or is an old one once more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The header is none of ours.
    #[error("the signature must be `t=SECONDS,v1=HEX`")]
    Malformed,
    /// Another body, or another secret.
    #[error("the signature is not of this body and secret")]
    Wrong,
    /// More than five minutes old.
    #[error("the signature is too old, or a clock is wrong")]
    Old,
    /// It is signed, and no event.
    #[error("the body is no event: {0}")]
    Body(String),
}

/// The event that a webhook's request tells. `body` as it came, byte by byte; `signature` is its header
/// `X-Mcpvals-Signature`.
///
/// # Errors
/// [`SignatureError`] where it is not signed with the secret, or not now.
pub fn verify(body: &[u8], signature: &str, secret: &str) -> Result<Event, SignatureError> {
    verify_at(SystemTime::now(), body, signature, secret)
}

fn verify_at(now: SystemTime, body: &[u8], signature: &str, secret: &str) -> Result<Event, SignatureError> {
    let (seconds, tag) = parsed(signature).ok_or(SignatureError::Malformed)?;
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signed = [seconds.to_string().as_bytes(), b".", body].concat();
    hmac::verify(&key, &signed, &tag).map_err(|_| SignatureError::Wrong)?;
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let apart = now.duration_since(at).or_else(|_| at.duration_since(now)).unwrap_or(Duration::MAX);
    if apart > TOLERANCE {
        return Err(SignatureError::Old);
    }
    serde_json::from_slice(body).map_err(|error| SignatureError::Body(error.to_string()))
}

fn parsed(signature: &str) -> Option<(u64, Vec<u8>)> {
    let (seconds, hex) = signature.strip_prefix("t=")?.split_once(",v1=")?;
    let is_right = seconds.len() <= 12 && hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pairs = is_right.then(|| hex.as_bytes().chunks(2))?;
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    Some((seconds.parse().ok()?, pairs.map(byte).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::time::{Duration, SystemTime};

    use ring::hmac;

    use super::{SignatureError, verify_at};

    fn signed(body: &str, secret: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, format!("1000.{body}").as_bytes());
        let mut text = "t=1000,v1=".to_owned();
        tag.as_ref().iter().for_each(|byte| write!(text, "{byte:02x}").unwrap());
        text
    }

    #[test]
    fn only_what_the_service_signed_now_is_taken() {
        let body = r#"{"type":"evaluation:started","eventId":"7","data":{"id":"eval_1"}}"#;
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let check = |seconds, body: &str, secret: &str, signature: &str| {
            verify_at(at(seconds), body.as_bytes(), signature, secret)
        };
        let signature = signed(body, "secret");
        assert_eq!(check(1100, body, "secret", &signature).unwrap().kind, "evaluation:started");
        assert_eq!(check(1301, body, "secret", &signature), Err(SignatureError::Old));
        assert_eq!(check(699, body, "secret", &signature), Err(SignatureError::Old));
        assert_eq!(check(1000, &format!("{body} "), "secret", &signature), Err(SignatureError::Wrong));
        assert_eq!(check(1000, body, "other", &signature), Err(SignatureError::Wrong));
        assert_eq!(check(1000, body, "secret", "t=1000,v1=00"), Err(SignatureError::Malformed));
        assert!(matches!(check(1000, "[]", "s", &signed("[]", "s")), Err(SignatureError::Body(_))));
    }
}
