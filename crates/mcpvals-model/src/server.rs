//! How to reach the server under test.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::mcp::Revision;
use crate::profile::ClientProfile;
use crate::{Auth, Secret};

/// A server, and how a session with it is held.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerSpec {
    /// The name that suites use; `server` where the file has just one.
    pub name: String,
    /// The process to start or the URL to speak to.
    pub target: Target,
    /// Which protocol revision to speak.
    pub revision: RevisionChoice,
    /// What we declare as a client, and how we answer the server's requests.
    pub client: ClientProfile,
    /// The deadline of spawn, handshake and listing together.
    pub startup_timeout: Duration,
    /// The deadline of one call that has none of its own.
    pub call_timeout: Duration,
    /// How fast calls may follow each other, over all workers.
    pub rate_limit: Option<RateLimit>,
    /// How our client signs in, where the server is spoken to over HTTP.
    pub auth: Option<Box<Auth>>,
}

/// Where the server is.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A child process that speaks on stdin and stdout.
    Stdio {
        /// Program: a path, or a name looked up in `PATH`. `mcpvals` is always this very program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Added to the small clean environment that every server gets.
        env: BTreeMap<String, Secret>,
        /// Working directory, absolute.
        cwd: PathBuf,
    },
    /// Streamable HTTP (2025-03-26 and later).
    Http {
        /// The MCP endpoint.
        url: HttpUrl,
        /// Sent with every request.
        headers: Vec<(String, Secret)>,
    },
    /// HTTP with SSE as in 2024-11-05.
    Sse {
        /// The address of the event stream.
        url: HttpUrl,
        /// Sent with every request.
        headers: Vec<(String, Secret)>,
        /// What to do when the stream breaks.
        reconnect: Reconnect,
    },
}

/// An `http://` or `https://` address with a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpUrl(String);

/// Opening a broken event stream again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reconnect {
    /// Whether to try at all.
    pub enabled: bool,
    /// The wait between two tries.
    pub interval: Duration,
    /// How often to try before giving up.
    pub attempts_max: u32,
}

/// A token bucket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateLimit {
    /// Calls per second in the long run; greater than 0.
    pub per_second: f64,
    /// Calls that may come at once.
    pub burst: u32,
}

/// Which revision of the protocol to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionChoice {
    /// The newest that both sides know.
    Negotiate,
    /// This one is offered; where there is a handshake, a server may answer with an older one.
    Forced(Revision),
}

impl HttpUrl {
    /// Takes an address with scheme `http` or `https` and a host; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        (known && !host.is_empty() && !text.contains(char::is_whitespace)).then(|| Self(text.to_owned()))
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Reconnect {
    fn default() -> Self {
        Self { enabled: true, interval: Duration::from_secs(5), attempts_max: 10 }
    }
}

impl Target {
    /// `stdio`, `http` or `sse`: for reports.
    pub fn transport(&self) -> &'static str {
        match self {
            Self::Stdio { .. } => "stdio",
            Self::Http { .. } => "http",
            Self::Sse { .. } => "sse",
        }
    }
}
