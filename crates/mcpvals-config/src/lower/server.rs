//! Servers: which members go with which transport, and where the secrets are.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use mcpvals_model::mcp::is_header_name;
use mcpvals_model::{HttpUrl, RateLimit, Reconnect, RevisionChoice, Secret, ServerSpec, Target};
use serde_json::Value;

use super::{Lowering, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{ConfigFile, Server, Transport};
use crate::pointer::Pointer;
use crate::secrets::{from_command, from_header, from_named, from_url};

/// Stands in for an address that cannot be used: a reserved name, never spoken to.
const NO_ADDRESS: &str = "http://unknown.invalid/";

/// The values of environment variables and headers with a name, over all servers.
pub(super) fn values_named<'a>(name: &'a str, servers: &'a [ServerSpec]) -> impl Iterator<Item = &'a str> {
    servers.iter().flat_map(move |server| match &server.target {
        Target::Stdio { env, .. } => env.get(name).map(Secret::reveal).into_iter().collect::<Vec<_>>(),
        Target::Http { headers, .. } | Target::Sse { headers, .. } => {
            let named = headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
            named.map(|(_, value)| value.reveal()).collect()
        }
    })
}

impl Lowering<'_> {
    /// All servers in the file's order; never empty.
    pub(super) fn servers(&mut self, file: &ConfigFile) -> Vec<ServerSpec> {
        let root = Pointer::root();
        let timeout = millis(file.timeout.unwrap_or(DEFAULTS.config.timeout));
        let mut specs = Vec::new();
        if let Some(server) = &file.server {
            specs.push(self.server("server", server, timeout, &root.member("server")));
        }
        if let Some(servers) = &file.servers {
            let at = root.member("servers");
            if file.server.is_some() {
                self.report(Problem::of_key(&at, "`server` and `servers` exclude each other"));
            }
            specs.extend(servers.iter().filter_map(|(name, server)| {
                let server: Server = Server::deserialize_checked(server)?;
                Some(self.server(name, &server, timeout, &at.member(name)))
            }));
            if servers.is_empty() {
                self.report(Problem::new(&at, "`servers` is empty"));
            }
        }
        if file.server.is_none() && file.servers.is_none() {
            let bad = self.is_bad(&root.member("server")) || self.is_bad(&root.member("servers"));
            if !bad {
                self.report(Problem::new(&root, "`server` is missing: how is the server under test reached?"));
            }
        }
        specs
    }

    fn server(&mut self, name: &str, server: &Server, timeout: Duration, at: &Pointer) -> ServerSpec {
        let transport_is_bad = self.is_bad(&at.member("transport"));
        if !transport_is_bad {
            self.check_members(server, at);
        }
        ServerSpec {
            name: name.to_owned(),
            target: self.target(server, at),
            revision: server.protocol_version.map_or(RevisionChoice::Negotiate, RevisionChoice::Forced),
            client: self.client(server.client.as_ref(), &at.member("client")),
            startup_timeout: server.startup_timeout.map_or(timeout, millis),
            call_timeout: timeout,
            auth: self.auth(server, at),
            rate_limit: server.rate_limit.as_ref().map(|limit| RateLimit {
                per_second: limit.per_second,
                burst: limit.burst.unwrap_or(DEFAULTS.rate_limit.burst),
            }),
        }
    }

    /// Tells members that do not go with the transport, rather than leave them without effect.
    fn check_members(&mut self, server: &Server, at: &Pointer) {
        use Transport::{Http, Shttp, Sse, Stdio, StreamableHttp};
        const REMOTE: &str = "`shttp` or `sse`";
        let (stdio, sse) = match server.transport {
            Stdio => (true, false),
            Shttp | Http | StreamableHttp => (false, false),
            Sse => (false, true),
        };
        let members = [
            ("command", server.command.is_some(), stdio, "`stdio`"),
            ("args", server.args.is_some(), stdio, "`stdio`"),
            ("env", server.env.is_some(), stdio, "`stdio`"),
            ("cwd", server.cwd.is_some(), stdio, "`stdio`"),
            ("url", server.url.is_some(), !stdio, REMOTE),
            ("headers", server.headers.is_some(), !stdio, REMOTE),
            ("reconnect", server.reconnect.is_some(), sse, "`sse`"),
            ("reconnectInterval", server.reconnect_interval.is_some(), sse, "`sse`"),
            ("maxReconnectAttempts", server.max_reconnect_attempts.is_some(), sse, "`sse`"),
        ];
        for (name, given, fits, transports) in members {
            if given && !fits {
                let message = format!("`{name}` goes with transport {transports} only");
                self.report(Problem::of_key(&at.member(name), message));
            }
        }
    }

    fn target(&mut self, server: &Server, at: &Pointer) -> Target {
        match server.transport {
            Transport::Stdio => self.process(server, at),
            Transport::Shttp | Transport::Http | Transport::StreamableHttp => {
                Target::Http { url: self.url(server, at), headers: self.headers(server, at) }
            }
            Transport::Sse => {
                let defaults = &DEFAULTS.server;
                let reconnect = Reconnect {
                    enabled: server.reconnect.unwrap_or(defaults.reconnect),
                    interval: millis(server.reconnect_interval.unwrap_or(defaults.reconnect_interval)),
                    attempts_max: server.max_reconnect_attempts.unwrap_or(defaults.max_reconnect_attempts),
                };
                Target::Sse { url: self.url(server, at), headers: self.headers(server, at), reconnect }
            }
        }
    }

    fn process(&mut self, server: &Server, at: &Pointer) -> Target {
        let command = server.command.clone().unwrap_or_default();
        if command.is_empty() && !self.is_bad(&at.member("command")) && !self.is_bad(&at.member("transport")) {
            self.report(Problem::new(at, "`command` is missing: which program is the server?"));
        }
        let args = server.args.clone().unwrap_or_default();
        self.secrets.extend(from_command(&command, &args));
        let env = self.env(server.env.as_ref(), &at.member("env"));
        Target::Stdio { command, args, env, cwd: self.cwd(server) }
    }

    fn cwd(&self, server: &Server) -> PathBuf {
        let joined = server.cwd.as_ref().map_or_else(|| self.base.clone(), |cwd| self.base.join(cwd));
        // Without `.` and trailing slashes, so that equal folders have equal names.
        joined.components().collect()
    }

    fn env(&mut self, env: Option<&BTreeMap<String, String>>, at: &Pointer) -> BTreeMap<String, Secret> {
        let mut lowered = BTreeMap::new();
        for (name, value) in env.into_iter().flatten() {
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                self.report(Problem::of_key(&at.member(name), "not a possible environment variable"));
            }
            self.secrets.extend(from_named(name, value));
            lowered.insert(name.clone(), Secret::new(value.as_str()));
        }
        lowered
    }

    fn url(&mut self, server: &Server, at: &Pointer) -> HttpUrl {
        let place = at.member("url");
        let text = server.url.as_deref().unwrap_or_default();
        self.secrets.extend(from_url(text));
        if let Some(url) = HttpUrl::parse(text) {
            return url;
        }
        // The address itself may hold a secret: the code frame shows what the file says, which does not.
        if server.url.is_some() {
            self.report(Problem::new(&place, "not an address with `http://` or `https://` and a host"));
        } else if !self.is_bad(&place) {
            self.report(Problem::new(at, "`url` is missing: where is the server?"));
        }
        HttpUrl::parse(NO_ADDRESS).expect("the stand-in is an address")
    }

    fn headers(&mut self, server: &Server, at: &Pointer) -> Vec<(String, Secret)> {
        let at = at.member("headers");
        let mut lowered = Vec::new();
        for (name, value) in server.headers.iter().flatten() {
            if !is_header_name(name) || value.chars().any(|c| c.is_control() && c != '\t') {
                self.report(Problem::of_key(&at.member(name), "not a possible HTTP header"));
            }
            self.secrets.extend(from_header(name, value));
            lowered.push((name.clone(), Secret::new(value.as_str())));
        }
        lowered
    }
}

impl Server {
    /// Reads a member of `servers`, which the schema has checked.
    fn deserialize_checked(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}
