//! Where an HTTP server is: what to connect to, what to ask for.

use std::fmt;

use http::uri::PathAndQuery;
use http::{HeaderValue, Uri};

/// The address of a resource over `http` or `https`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// Scheme, host and port.
    pub(crate) origin: Origin,
    /// Path and query; begins with `/`.
    target: PathAndQuery,
}

/// Scheme, host and port: what a connection is opened to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Is it `https`?
    pub(crate) tls: bool,
    /// In lower case, an IPv6 address without brackets.
    pub(crate) host: String,
    /// The scheme's own where the address names none.
    pub(crate) port: u16,
    /// Must it be one that everybody can reach?
    pub(crate) public_only: bool,
}

impl Address {
    /// Reads an absolute URL; `Err` says what is wrong with it. A fragment is left out.
    pub(crate) fn parse(url: &str) -> Result<Self, String> {
        let bare = url.split('#').next().unwrap_or_default();
        let uri: Uri = bare.parse().map_err(|e| format!("`{url}` is no URL: {e}"))?;
        let tls = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(format!("`{url}` does not begin with http:// or https://")),
        };
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            // The address is not repeated here, because there is a password in it.
            return Err("the URL has a user's name in it: give it as an `Authorization` header instead".to_owned());
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(|| format!("`{url}` names no host"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let port = uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let target = uri.path_and_query().map_or("/", |target| target.as_str());
        let target = if target.starts_with('/') { target.to_owned() } else { format!("/{target}") };
        let target = target.parse().map_err(|e| format!("`{target}` cannot be asked for: {e}"))?;
        Ok(Self { origin: Origin { tls, host, port, public_only: false }, target })
    }

    /// Path and query as a request names them.
    pub(crate) fn target(&self) -> Uri {
        self.target.clone().into()
    }

    /// What a reference found at this address means: an absolute URL, or one that begins with `//`, `/` or `?`, or is
    /// relative to the path.
    pub(crate) fn join(&self, reference: &str) -> Result<Self, String> {
        if is_absolute(reference) {
            return Self::parse(reference);
        }
        if let Some(rest) = reference.strip_prefix("//") {
            return Self::parse(&format!("{}://{rest}", self.origin.scheme()));
        }
        let path = self.target.path();
        let folder = &path[..path.rfind('/').map_or(0, |at| at + 1)];
        let target = match reference.as_bytes().first() {
            None => self.target.to_string(),
            Some(b'/') => reference.to_owned(),
            Some(b'?') => format!("{path}{reference}"),
            Some(_) => without_dots(&format!("{folder}{reference}")),
        };
        Self::parse(&format!("{}{target}", self.origin))
    }
}

/// Does it begin with a scheme? A `://` may also stand in a query.
fn is_absolute(reference: &str) -> bool {
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    reference.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// `/a/./b/../c` is `/a/c`.
fn without_dots(target: &str) -> String {
    let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/').skip(1) {
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            other => kept.push(other),
        }
    }
    let path = format!("/{}", kept.join("/"));
    query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"))
}

impl Origin {
    /// The `Host` header: the port only where it is not the scheme's own.
    pub(crate) fn host_header(&self) -> Option<HeaderValue> {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let is_default = self.port == if self.tls { 443 } else { 80 };
        let value = if is_default { host } else { format!("{host}:{}", self.port) };
        HeaderValue::try_from(value).ok()
    }

    fn scheme(&self) -> &'static str {
        if self.tls { "https" } else { "http" }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.origin.host_header().and_then(|host| host.to_str().map(str::to_owned).ok()).unwrap_or_default();
        write!(f, "{}://{host}{}", self.origin.scheme(), self.target)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brackets = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(f, "{}://{}{}{}:{}", self.scheme(), brackets.0, self.host, brackets.1, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[track_caller]
    fn check(base: &str, reference: &str, expected: &str) {
        let joined = Address::parse(base).and_then(|base| base.join(reference));
        assert_eq!(joined.map(|address| format!("{}{}", address.origin, address.target)), Ok(expected.to_owned()));
    }

    #[test]
    fn references_are_resolved() {
        check("http://h:1/a/sse?x=1", "/messages?id=2", "http://h:1/messages?id=2");
        check("http://h:1/a/sse", "messages", "http://h:1/a/messages");
        check("http://h:1/a/sse", "../b/./c?d=../e", "http://h:1/b/c?d=../e");
        check("http://h:1/a/sse?x=1", "?y=2", "http://h:1/a/sse?y=2");
        check("https://h/sse", "//other/x", "https://other:443/x");
        check("http://h/sse", "/login?to=https://h/sse", "http://h:80/login?to=https://h/sse");
        check("http://h/sse", "http://[::1]:8/x#f", "http://[::1]:8/x");
    }

    #[test]
    fn what_is_no_address_is_said() {
        assert_eq!(Address::parse("ftp://x/").unwrap_err(), "`ftp://x/` does not begin with http:// or https://");
        assert!(Address::parse("http://").is_err());
        assert!(!Address::parse("http://me:secret@h/").unwrap_err().contains("secret"));
    }

    #[test]
    fn host_header_names_only_odd_ports() {
        let host = |url: &str| Address::parse(url).unwrap().origin.host_header().unwrap();
        assert_eq!(host("http://Example.com:80/"), "example.com");
        assert_eq!(host("https://[::1]:80/"), "[::1]:80");
    }
}
