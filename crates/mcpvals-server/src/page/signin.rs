//! Signing in: a form that sends a key, once.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use http::HeaderMap;
use mcpvals_report::page::Markup;

use super::frame::{Page, bare};
use crate::gate::check_host;
use crate::router::Shared;

#[derive(Template)]
#[template(path = "signin.html")]
struct SignIn<'a> {
    next: &'a str,
}

/// The form.
pub(super) async fn page(State(shared): State<Shared>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    if let Err(error) = check_host(&shared, &headers) {
        let page = Page::refusal(&error, "");
        return bare(Page { status: http::StatusCode::FORBIDDEN, ..page });
    }
    let query = query.unwrap_or_default();
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "next").map(|(_, value)| value);
    let next = asked.as_deref().filter(|next| is_ours(next)).unwrap_or("/");
    let main = Markup::of(&SignIn { next });
    let line = "With an API key: mcpvals keys create --scope evaluate:read prints one. It stays in a cookie that no script can read.";
    bare(Page::new("Sign in", line, main))
}

/// A path of this service, and nowhere else.
fn is_ours(next: &str) -> bool {
    next.starts_with('/') && !next[1..].starts_with(['/', '\\']) && !next.contains(|c: char| c.is_control())
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn nobody_is_led_elsewhere() {
        for ours in ["/", "/evaluations/x?y=1"] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "", "/\t/x"] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
