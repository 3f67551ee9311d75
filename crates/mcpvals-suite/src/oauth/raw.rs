//! Requests of the protocol by hand, over Streamable HTTP: with whatever token, or none, in whatever session.

use mcpvals_model::{Secret, Seen, Target};
use mcpvals_wire::oauth::probe::Reply;
use serde_json::{Value, json};

use super::bench::{Bench, Looked, replied};

const HANDSHAKE: &str = "2025-11-25";
const STATELESS: &str = "2026-07-28";

type Pairs = Vec<(String, String)>;

/// A session that was begun with a token.
pub(super) struct Raw<'a> {
    bench: &'a Bench<'a>,
    url: String,
    /// Those of the config.
    headers: Pairs,
    version: String,
    /// What the server gave.
    session: Option<String>,
}

/// What came of a request.
pub(super) struct Said {
    pub(super) reply: Reply,
    pub(super) message: Value,
}

impl<'a> Raw<'a> {
    /// Without a session, as clients of either era ask; nothing where the server has another transport.
    pub(super) fn of_nobody(bench: &'a Bench<'a>) -> Vec<Self> {
        let of = |version: &&str| Self::new(bench, None, version).ok();
        [HANDSHAKE, STATELESS].iter().filter_map(of).collect()
    }

    fn new(bench: &'a Bench<'a>, at: Option<&str>, version: &str) -> Result<Self, String> {
        let Target::Http { url, headers } = &bench.spec.target else {
            return Err("it needs a server over Streamable HTTP".to_owned());
        };
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned())).collect();
        let url = at.unwrap_or(url.as_str()).to_owned();
        Ok(Self { bench, url, headers, version: version.to_owned(), session: None })
    }

    /// Begins a session; its first answer, where it is a refusal.
    ///
    /// # Errors
    /// Where there is no session to be had, in words.
    pub(super) async fn begin(bench: &'a Bench<'a>, at: Option<&str>, token: &Secret) -> Result<Self, String> {
        let mut raw = Self::new(bench, at, HANDSHAKE)?;
        let said = raw.call("initialize", greeting(), token).await?;
        if said.message.get("result").is_some() {
            raw.session = said.reply.header("mcp-session-id");
            let agreed = said.message.pointer("/result/protocolVersion").and_then(Value::as_str);
            agreed.unwrap_or(HANDSHAKE).clone_into(&mut raw.version);
            raw.notify("notifications/initialized", token).await?;
            return Ok(raw);
        }
        if [401, 403].contains(&said.reply.status) {
            return Err(format!("the server refuses the token with status {}", said.reply.status));
        }
        // A server of 2026-07-28 knows no handshake.
        STATELESS.clone_into(&mut raw.version);
        Ok(raw)
    }

    /// The same without a session: as a request that begins one, where the server has sessions.
    pub(super) async fn outside(&self, headers: &[(String, String)]) -> Result<Said, String> {
        let bare = Raw {
            session: None,
            headers: self.headers.clone(),
            url: self.url.clone(),
            version: self.version.clone(),
            ..*self
        };
        if bare.is_stateless() {
            return bare.ask("tools/list", &json!({}), headers).await;
        }
        bare.ask("initialize", &greeting(), headers).await
    }

    /// Where it is.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Has the server given the session an id?
    pub(super) fn has_id(&self) -> bool {
        self.session.is_some()
    }

    /// A request with the token.
    pub(super) async fn call(&self, method: &str, params: Value, token: &Secret) -> Result<Said, String> {
        let said = self.ask(method, &params, &self.bearing(token)).await?;
        if !self.bench.probe.wants_nonce(&self.url, &said.reply) {
            return Ok(said);
        }
        self.ask(method, &params, &self.bearing(token)).await
    }

    /// Opens the session's stream with a token.
    pub(super) async fn stream(&self, token: &Secret) -> Looked {
        let accept = ("accept".to_owned(), "text/event-stream".to_owned());
        let reply = self.bench.probe.get(&self.url, &[self.around(token), vec![accept]].concat()).await;
        replied(reply, |reply| reply.is_success().then_some("its stream"))
    }

    /// Ends the session with a token.
    pub(super) async fn end(&self, token: &Secret) -> Looked {
        let reply = self.bench.probe.delete(&self.url, &self.around(token)).await;
        replied(reply, |reply| reply.is_success().then_some("its end"))
    }

    /// What stands around a request without a body. (A proof of a key is for POST, and is no good here.)
    fn around(&self, token: &Secret) -> Pairs {
        [self.headers.clone(), self.own_headers("", &Value::Null), self.bearing(token)].concat()
    }

    /// The headers that carry a token.
    fn bearing(&self, token: &Secret) -> Pairs {
        self.bench.probe.credentials(&self.url, token.reveal())
    }

    /// A request with these headers and no token of ours.
    pub(super) async fn ask(&self, method: &str, params: &Value, headers: &[(String, String)]) -> Result<Said, String> {
        let mut params = params.clone();
        if self.is_stateless()
            && let Some(members) = params.as_object_mut()
        {
            members.insert("_meta".to_owned(), meta());
        }
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let all = [self.headers.clone(), self.own_headers(method, &params), headers.to_vec()].concat();
        let reply = self.bench.probe.json(&self.url, &message, &all).await.map_err(|error| error.to_string())?;
        Ok(Said { message: reply.json(), reply })
    }

    async fn notify(&self, method: &str, token: &Secret) -> Result<(), String> {
        let message = json!({"jsonrpc": "2.0", "method": method});
        let all = [self.headers.clone(), self.own_headers(method, &Value::Null), self.bearing(token)].concat();
        let sent = self.bench.probe.json(&self.url, &message, &all).await;
        sent.map(|_| ()).map_err(|error| error.to_string())
    }

    fn own_headers(&self, method: &str, params: &Value) -> Pairs {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers: Pairs = self.session.iter().map(|id| header("mcp-session-id", id)).collect();
        if method != "initialize" {
            headers.push(header("mcp-protocol-version", &self.version));
        }
        if self.is_stateless() {
            headers.push(header("mcp-method", method));
            let name = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str);
            headers.extend(name.map(|name| header("mcp-name", name)));
        }
        headers
    }

    fn is_stateless(&self) -> bool {
        self.version == STATELESS
    }
}

/// The parameters of `initialize`.
fn greeting() -> Value {
    json!({"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": {"name": "mcpvals", "version": env!("CARGO_PKG_VERSION")}})
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": {"name": "mcpvals", "version": env!("CARGO_PKG_VERSION")},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// What the server says, or that it says nothing; `what` is what it gives where it lets in.
pub(super) fn looked(said: &Result<Said, String>, what: &str) -> Looked {
    match said {
        Ok(said) => said.seen(what),
        Err(problem) => (Seen::Lost { problem: problem.clone() }, None),
    }
}

impl Said {
    /// Was it let in? An error of the protocol or of a tool is a refusal, too, with the status with which it came.
    pub(super) fn seen(&self, what: &str) -> Looked {
        let is_error = self.message.pointer("/result/isError") == Some(&json!(true));
        let is_given = self.reply.is_success() && self.message.get("result").is_some() && !is_error;
        let seen = if is_given {
            Seen::Granted { what: what.to_owned() }
        } else {
            Seen::Refused { status: self.reply.status, error: self.error() }
        };
        (seen, Some(self.reply.frame))
    }

    /// Is it an answer of the protocol, a result or an error?
    pub(super) fn is_of_the_protocol(&self) -> bool {
        self.message.get("result").is_some() || self.message.get("error").is_some_and(Value::is_object)
    }

    /// What the refusal says.
    pub(super) fn error(&self) -> Option<String> {
        let challenge = self.reply.challenge().and_then(|it| it.get("error").map(str::to_owned));
        let message = self.message.pointer("/error/message").and_then(Value::as_str).map(str::to_owned);
        let text = self.message.pointer("/result/content/0/text").and_then(Value::as_str).map(str::to_owned);
        let words = challenge.or(message).or(text)?;
        Some(words.chars().take(300).collect())
    }

    /// The result; `null` where there is none.
    pub(super) fn result(&self) -> Value {
        self.message.get("result").cloned().unwrap_or_default()
    }
}
