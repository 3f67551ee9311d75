//! From a challenge to the authorization server (MCP, basic/authorization, authorization server discovery).

use std::net::IpAddr;

use http::Uri;
use mcpvals_model::HttpUrl;
use serde_json::Value;

use super::challenge::Challenge;
use super::error::{Result, SignInError};
use super::fetch::Fetch;
use super::metadata::{ResourceMetadata, ServerMetadata};

const OF_RESOURCE: &str = "oauth-protected-resource";
const OF_SERVER: &str = "oauth-authorization-server";
const OPENID: &str = "openid-configuration";

/// What the server says of itself as a resource: where the challenge says, else below `/.well-known/` with its path, else
/// without (RFC 9728, 3 and 5.1). `None` where there is nothing, as in 2025-03-26.
pub(super) async fn resource(
    fetch: &Fetch,
    server: &str,
    challenge: Option<&Challenge>,
    allows_http: bool,
) -> Result<Option<ResourceMetadata>> {
    const WHAT: &str = "the metadata of the protected resource";
    let named = challenge.and_then(|challenge| challenge.get("resource_metadata"));
    if let Some(url) = named.filter(|url| HttpUrl::parse(url).is_none()) {
        let problem = format!("the server's challenge names `{url}`, which is no address (RFC 9728, 5.1)");
        return Err(SignInError::new(WHAT, problem));
    }
    // The server's own place is known already; nobody is led to other machines in the clear.
    let strays = |url: &&str| !allows_http && !is_safe(url) && split(url).0 != split(server).0;
    if let Some(url) = named.filter(strays) {
        let problem = format!(
            "{url} is neither `https` nor on this machine, nor at the server (RFC 9728, 3); `allowHttp` lets it"
        );
        return Err(SignInError::new(WHAT, problem));
    }
    let candidates = named.map_or_else(|| places_of_resource(server), |url| vec![url.to_owned()]);
    let mut places = Places::new(fetch, WHAT);
    for url in &candidates {
        let Some(document) = places.document(url).await else { continue };
        let metadata: ResourceMetadata = serde_json::from_value(document)
            .map_err(|error| SignInError::new(WHAT, format!("{url} has what cannot be read: {error}")))?;
        let said = metadata.resource.as_deref().unwrap_or_default();
        if !is_of(said, server) {
            let problem = format!("{url} is about the resource `{said}`, and not about {server} (RFC 9728, 3.3)");
            return Err(SignInError::new(WHAT, problem));
        }
        return Ok(Some(metadata));
    }
    places.nothing()?;
    match named {
        Some(url) => {
            Err(SignInError::new(WHAT, format!("there is nothing at {url}, which the server's challenge names")))
        }
        None => Ok(None),
    }
}

/// Places that are asked for a document, one after the other: what is at the first is no reason not to ask the next.
struct Places<'a> {
    fetch: &'a Fetch,
    what: &'static str,
    /// What went wrong first.
    problem: Option<SignInError>,
}

impl<'a> Places<'a> {
    fn new(fetch: &'a Fetch, what: &'static str) -> Self {
        Self { fetch, what, problem: None }
    }

    async fn document(&mut self, url: &str) -> Option<Value> {
        self.fetch.document(url, self.what).await.unwrap_or_else(|error| {
            self.problem.get_or_insert(error);
            None
        })
    }

    /// Where there was nothing at any of them.
    ///
    /// # Errors
    /// Where one of them may have had something.
    fn nothing(self) -> Result<()> {
        self.problem.map_or(Ok(()), Err)
    }
}

/// What an authorization server says of itself: RFC 8414 first, then OpenID, with the path behind `/.well-known/…` before
/// the other way round. `None` where there is nothing.
///
/// # Errors
/// Also where the document is another issuer's (RFC 8414, 3.3).
pub(super) async fn server(fetch: &Fetch, issuer: &str, is_exact: bool) -> Result<Option<ServerMetadata>> {
    const WHAT: &str = "the metadata of the authorization server";
    let mut places = Places::new(fetch, WHAT);
    for url in &places_of_server(issuer) {
        let Some(document) = places.document(url).await else { continue };
        let metadata: ServerMetadata =
            serde_json::from_value(document).map_err(|error| SignInError::new(WHAT, format!("{url}: {error}")))?;
        if is_exact && !is_issuer(&metadata.issuer, issuer) {
            let problem =
                format!("{url} is of the issuer `{}`, and not of `{issuer}` (RFC 8414, 3.3)", metadata.issuer);
            return Err(SignInError::new(WHAT, problem));
        }
        return Ok(Some(metadata));
    }
    places.nothing().map(|()| None)
}

/// Letter by letter (RFC 8414, 3.3), but for the slash of an empty path: the SDK of Python writes one where there was none.
pub(super) fn is_issuer(said: &str, named: &str) -> bool {
    fn bare(url: &str) -> &str {
        let origin = url.strip_suffix('/').filter(|origin| origin.contains("://") && *origin == split(url).0);
        origin.unwrap_or(url)
    }
    bare(said) == bare(named)
}

/// Where a server's metadata as a resource are looked for, where its challenge does not say.
pub(super) fn places_of_resource(server: &str) -> Vec<String> {
    let (origin, path) = split(server);
    let paths = if path.is_empty() { vec![""] } else { vec![path, ""] };
    paths.into_iter().map(|path| format!("{origin}/.well-known/{OF_RESOURCE}{path}")).collect()
}

/// Where an authorization server's metadata are looked for, in the order of the specification.
pub(super) fn places_of_server(issuer: &str) -> Vec<String> {
    let (origin, path) = split(issuer);
    let inserted = [OF_SERVER, OPENID].map(|name| format!("{origin}/.well-known/{name}{path}"));
    let appended = (!path.is_empty()).then(|| format!("{origin}{path}/.well-known/{OPENID}"));
    inserted.into_iter().chain(appended).collect()
}

/// The metadata of 2025-03-26, in which the server is its own authorization server: at its origin, or taken for granted.
pub(super) async fn old(fetch: &Fetch, server_url: &str) -> Result<ServerMetadata> {
    let (origin, _) = split(server_url);
    Ok(server(fetch, origin, false).await?.unwrap_or_else(|| ServerMetadata::taken_for_granted(origin)))
}

/// Is the address encrypted, or on this machine? Nothing that is secret goes elsewhere (OAuth 2.1, 1.5).
pub(super) fn is_safe(url: &str) -> bool {
    let Some((scheme, _)) = url.split_once("://") else { return false };
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http") && is_here(url)
}

/// A name that only begins like one of this machine's is somebody else's, and so is what stands before an `@`.
fn is_here(url: &str) -> bool {
    let Ok(url) = url.parse::<Uri>() else { return false };
    let name = url.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Origin, and path without a slash at its end. The query is no part of a resource's place.
pub(super) fn split(url: &str) -> (&str, &str) {
    let bare = url.split(['?', '#']).next().unwrap_or_default();
    let host = bare.find("://").map_or(0, |at| at + 3);
    let end = bare[host..].find('/').map_or(bare.len(), |at| host + at);
    (&bare[..end], bare[end..].trim_end_matches('/'))
}

/// Is that resource this server, or a part of its origin that it is in?
pub(super) fn is_of(resource: &str, server: &str) -> bool {
    let ((origin, path), (of_server, below)) = (split(resource), split(server));
    let query = |url| str::split_once(url, '?').map(|(_, query)| query);
    // A resource has no fragment (RFC 8707, 2), and a query only where the server's address has the same.
    if resource.contains('#') || query(resource).is_some_and(|of_resource| query(server) != Some(of_resource)) {
        return false;
    }
    let rest = below.strip_prefix(path);
    !resource.is_empty()
        && origin.eq_ignore_ascii_case(of_server)
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{is_issuer, is_of, is_safe, split};

    #[test]
    fn what_is_not_encrypted_stays_on_this_machine() {
        for safe in ["https://as.example/x", "http://localhost:1/x", "http://127.0.0.1/", "http://[::1]:8080/x"] {
            assert!(is_safe(safe), "{safe}");
        }
        let elsewhere = [
            "http://as.example/",
            "http://localhost.evil.example/",
            "http://127.evil.example/",
            "http://localhost:x@evil.example/",
            "http://127.0.0.1@evil.example/",
            "ftp://localhost/",
            "x",
            "http://10.0.0.1",
        ];
        for url in elsewhere {
            assert!(!is_safe(url), "{url}");
        }
    }

    #[test]
    fn issuer_is_the_one_that_was_named() {
        for (said, named) in
            [("https://as", "https://as/"), ("https://as/", "https://as"), ("https://as/a", "https://as/a")]
        {
            assert!(is_issuer(said, named), "{said} {named}");
        }
        for (said, named) in
            [("https://as/a", "https://as/a/"), ("https://as", "https://as2"), ("https://as?", "https://as"), ("", "/")]
        {
            assert!(!is_issuer(said, named), "{said} {named}");
        }
    }

    #[test]
    fn places_are_split() {
        assert_eq!(split("https://h:1/a/b/?x#y"), ("https://h:1", "/a/b"));
        assert_eq!(split("http://h:1/a/b?c"), ("http://h:1", "/a/b"));
        assert_eq!(split("https://h"), ("https://h", ""));
        assert_eq!(split("https://h/"), ("https://h", ""));
    }

    #[test]
    fn resource_is_the_server_or_above_it() {
        for resource in ["https://h/a/mcp", "https://h/a", "https://h", "https://H/a/mcp/"] {
            assert!(is_of(resource, "https://h/a/mcp"), "{resource}");
        }
        for resource in [
            "",
            "https://evil/a/mcp",
            "https://h/b",
            "https://h/a/mc",
            "http://h/a/mcp",
            "https://h:2/a",
            "https://h/a/mcp#x",
            "https://h/a/mcp?x=1",
        ] {
            assert!(!is_of(resource, "https://h/a/mcp"), "{resource}");
        }
    }
}
