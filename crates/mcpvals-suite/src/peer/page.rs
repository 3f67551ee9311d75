//! Pages to which a server sends its user (MCP 2025-11-25, client/elicitation#safe-url-handling): addresses that are opened
//! in a browser, with nothing in them that others must not read.

use std::collections::BTreeSet;

use iri_string::types::IriStr;
use mcpvals_model::mcp::is_by_url;
use mcpvals_model::{Asks, Mismatch, MismatchKind, Trace, Violation, ViolationKind, Warning, WarningKind};

use serde_json::Value;

use super::asked::Asked;
use super::words::words;
use crate::matcher::of_kind;
use crate::reply::received;
use crate::{excerpt, judge};

const COMPLETE: &str = "notifications/elicitation/complete";
/// Parameters of a URL that hold credentials.
const CREDENTIALS: [&str; 17] = [
    "password",
    "passwd",
    "pwd",
    "secret",
    "client secret",
    "token",
    "access token",
    "refresh token",
    "id token",
    "auth token",
    "api key",
    "apikey",
    "api token",
    "session token",
    "bearer",
    "private key",
    "jwt",
];

/// An address that is no page of the web: scripts, data, files.
pub(super) fn foreign(asked: &Asked<'_>) -> Option<Mismatch> {
    let url = address(asked)?;
    let parsed = IriStr::new(url).ok()?;
    let is_web = ["http", "https"].iter().any(|scheme| parsed.scheme_str().eq_ignore_ascii_case(scheme));
    (!is_web).then(|| mismatch(MismatchKind::Requests, "an `https` (or `http`) URL of a page", quoted(url), asked))
}

/// A credential in the address.
pub(super) fn secret(asked: &Asked<'_>) -> Option<Mismatch> {
    let url = address(asked)?;
    let actual = format!("{} in {}", credential(url)?, quoted(url));
    Some(mismatch(MismatchKind::Disclosure, "a URL without credentials", actual, asked))
}

/// News that a page was visited to which nobody was sent, which fails tests of elicitation.
pub(super) fn unasked(asks: Asks, trace: &Trace, violations: &[Violation]) -> Vec<Mismatch> {
    let is_news = |seq: u64| Some(trace.frame(seq)?.message()?.get("method")? == COMPLETE);
    let is_unasked = |violation: &&Violation| {
        let kinds = [ViolationKind::UndeclaredNotification, ViolationKind::NotificationShape];
        let of_kind = kinds.contains(&violation.kind) && asks == Asks::Elicitation;
        of_kind && violation.frame.and_then(is_news) == Some(true)
    };
    violations.iter().filter(is_unasked).map(judge::breach).collect()
}

/// An `elicitationId` that two pages have (client/elicitation: it identifies one). A page that an error requires may be
/// required again by the next.
pub(super) fn doubled(asked: &[Asked<'_>]) -> Option<Mismatch> {
    let mut seen = BTreeSet::new();
    let error = |it: &Asked<'_>| it.answered.is_none().then_some(it.frame);
    let ids = asked.iter().filter(|it| is_by_url(it.params));
    let mut ids = ids.filter_map(|it| Some((it, it.params.get("elicitationId")?.as_str()?)));
    let (again, id) = ids.find(|(it, id)| !seen.insert((error(it), *id)))?;
    let actual = format!("{} again", excerpt::quoted_to(id, 80));
    Some(mismatch(MismatchKind::Requests, "an `elicitationId` of its own for each page", actual, again))
}

/// News of a visit to a page that the user did not want to visit.
pub(super) fn unvisited(asked: &[Asked<'_>], trace: &Trace) -> Option<Mismatch> {
    let action = |frame: u64| trace.frame(frame)?.message()?.pointer("/result/action")?.as_str();
    let declined = asked.iter().filter(|it| it.answered.and_then(action).is_some_and(|action| action != "accept"));
    let declined: Vec<&Value> = declined.filter_map(|it| it.params.get("elicitationId")).collect();
    let is_news = |message: &Value| {
        message["method"] == COMPLETE && declined.iter().any(|id| message.pointer("/params/elicitationId") == Some(*id))
    };
    let (frame, _) = received(trace).find(|(_, message)| is_news(message))?;
    let expected = "no news of a visit to a page that the user did not want to visit";
    let mismatch = of_kind(MismatchKind::Notifications, expected, format!("`{COMPLETE}`"));
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

/// One doubt for all pages that are not encrypted and not on this machine.
pub(super) fn warnings(asked: &[Asked<'_>]) -> Vec<Warning> {
    let unsafe_url = asked.iter().filter_map(address).find(|url| is_plain(url));
    let message = |url| format!("{} is not `https`, which pages should be outside of development", quoted(url));
    unsafe_url.into_iter().map(|url| Warning { kind: WarningKind::PlainUrl, message: message(url) }).collect()
}

fn address<'t>(asked: &Asked<'t>) -> Option<&'t str> {
    asked.params.get("url").filter(|_| is_by_url(asked.params))?.as_str()
}

fn mismatch(kind: MismatchKind, expected: &str, actual: String, asked: &Asked<'_>) -> Mismatch {
    Mismatch { frame: Some(asked.frame), ..of_kind(kind, expected, actual) }
}

fn quoted(url: &str) -> String {
    excerpt::quoted_to(url, 120)
}

fn is_plain(url: &str) -> bool {
    let Ok(parsed) = IriStr::new(url) else { return false };
    let host = parsed.authority_components().map(|authority| authority.host().to_lowercase()).unwrap_or_default();
    parsed.scheme_str().eq_ignore_ascii_case("http") && !is_loopback(&host)
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || host.ends_with(".localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// What of a URL holds a credential, in words.
fn credential(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let user = authority.rsplit_once('@').and_then(|(user, _)| user.split_once(':'));
    if user.is_some_and(|(_, password)| !password.is_empty()) {
        return Some("a password before the host".to_owned());
    }
    let mut parameters = rest.split(['?', '#', '&']).skip(1).filter_map(|parameter| parameter.split_once('='));
    let is_credential = |(name, value): &(&str, &str)| !value.is_empty() && CREDENTIALS.contains(&&*words(name));
    let (name, _) = parameters.find(is_credential)?;
    Some(format!("the parameter `{}`", excerpt::block(name, 60)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::asked::Asked;
    use super::{credential, doubled, foreign, is_plain};

    #[test]
    fn urls_hold_no_credentials() {
        let held = |url: &str| credential(url).is_some();
        for bad in ["https://ann:pw@example.com/", "https://e.com/?x=1&access_token=abc", "https://e.com/#apiKey=1"] {
            assert!(held(bad), "{bad}");
        }
        let good = ["https://ann@example.com/", "https://e.com/connect?elicitationId=1&state=x&response_type=token"];
        for good in good.into_iter().chain(["https://e.com/?token=", "https://e.com/reset-password", "nothing"]) {
            assert!(!held(good), "{good}");
        }
    }

    #[test]
    fn id_is_that_of_one_page() {
        let page = json!({"mode": "url", "url": "https://e.com/", "elicitationId": "1"});
        let asked = |frame: u64, answered| Asked { frame, params: &page, answered };
        let is_doubled = |asked: [Asked<'_>; 2]| doubled(&asked).is_some();
        assert!(is_doubled([asked(1, Some(2)), asked(3, Some(4))]), "two requests");
        assert!(is_doubled([asked(1, None), asked(1, None)]), "two pages of one error");
        assert!(!is_doubled([asked(1, None), asked(3, None)]), "required again");
    }

    #[test]
    fn only_pages_of_the_web_are_opened() {
        let is_foreign = |url: &str| {
            let params = json!({"mode": "url", "url": url});
            foreign(&Asked { frame: 1, params: &params, answered: None }).is_some()
        };
        for bad in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "JavaScript:x", "ftp://e.com/"] {
            assert!(is_foreign(bad), "{bad}");
        }
        for good in ["https://e.com/", "HTTPS://e.com/", "http://localhost:1/"] {
            assert!(!is_foreign(good), "{good}");
        }
    }

    #[test]
    fn pages_are_encrypted_unless_they_are_on_this_machine() {
        assert!(is_plain("http://example.com/") && is_plain("http://10.0.0.1/") && is_plain("HTTP://e.com"));
        for good in ["https://e.com/", "http://localhost:3000/", "http://127.0.0.1/", "http://[::1]:8080/x", "x"] {
            assert!(!is_plain(good), "{good}");
        }
    }
}
