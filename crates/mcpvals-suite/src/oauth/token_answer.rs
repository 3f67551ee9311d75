//! What a token endpoint says.

use mcpvals_model::{Secret, Seen};
use mcpvals_wire::oauth::probe::{Probe, Reply};
use serde_json::Value;

use super::bench::Looked;

/// Tokens, a no, or neither.
pub(super) enum Answer {
    Tokens(Box<Tokens>),
    Refused { status: u16, error: Option<String>, frame: u64 },
    Lost { problem: String },
}

/// What was given, and what had been asked for.
#[derive(Clone)]
pub(super) struct Tokens {
    pub(super) access: Secret,
    pub(super) refresh: Option<Secret>,
    pub(super) id_token: Option<String>,
    /// The scopes that the response names.
    pub(super) scope: Option<Vec<String>>,
    pub(super) expires_in: Option<f64>,
    pub(super) reply: Reply,
    /// The scopes that were asked for.
    pub(super) asked: Vec<String>,
    pub(super) nonce: Option<String>,
}

/// More of what an error says is not kept.
const ERROR_CHARS_MAX: usize = 300;

impl Answer {
    /// What is secret in it becomes known to the redaction.
    pub(super) fn of(reply: Result<Reply, String>, probe: &Probe) -> Self {
        let reply = match reply {
            Ok(reply) => reply,
            Err(problem) => return Self::Lost { problem },
        };
        let body = reply.json();
        if let Some(access) = text(&body, "access_token").filter(|token| reply.is_success() && !token.is_empty()) {
            return Self::Tokens(Box::new(Tokens::of(&access, &body, reply, probe)));
        }
        let error = error_of(&body).or_else(|| reply.is_success().then(|| what_came(&reply, &body)));
        Self::Refused { status: reply.status, error, frame: reply.frame }
    }

    pub(super) fn tokens(self) -> Result<Tokens, String> {
        match self {
            Self::Tokens(tokens) => Ok(*tokens),
            Self::Refused { status, error, .. } => {
                Err(format!("the token endpoint answers with status {status}{}", behind_colon(error.as_deref())))
            }
            Self::Lost { problem } => Err(problem),
        }
    }

    pub(super) fn seen(&self) -> Looked {
        match self {
            Self::Tokens(tokens) => (Seen::Granted { what: "an access token".to_owned() }, Some(tokens.reply.frame)),
            Self::Refused { status, error, frame } => {
                (Seen::Refused { status: *status, error: error.clone() }, Some(*frame))
            }
            Self::Lost { problem } => (Seen::Lost { problem: problem.clone() }, None),
        }
    }

    /// The error's code.
    pub(super) fn error(&self) -> Option<&str> {
        match self {
            Self::Refused { error, .. } => error.as_deref().and_then(|error| error.split([':', ',']).next()),
            Self::Tokens(_) | Self::Lost { .. } => None,
        }
    }
}

impl Tokens {
    fn of(access: &str, body: &Value, reply: Reply, probe: &Probe) -> Self {
        probe.learn("access_token", access);
        if text(body, "token_type").is_some_and(|kind| kind.eq_ignore_ascii_case("dpop")) {
            probe.take_bound();
        }
        let secret = |name: &'static str| {
            let value = text(body, name)?;
            probe.learn(name, &value);
            Some(value)
        };
        Self {
            access: Secret::new(access),
            refresh: secret("refresh_token").map(Secret::new),
            id_token: secret("id_token"),
            scope: text(body, "scope").map(|scope| words(&scope)),
            expires_in: body.get("expires_in").and_then(Value::as_f64),
            reply,
            asked: Vec::new(),
            nonce: None,
        }
    }

    /// A token that was there already.
    pub(super) fn given(access: &Secret, reply: Reply) -> Self {
        let access = access.clone();
        Self {
            access,
            refresh: None,
            id_token: None,
            scope: None,
            expires_in: None,
            reply,
            asked: Vec::new(),
            nonce: None,
        }
    }

    /// What was granted: what the response says, else what was asked for (RFC 6749, 5.1).
    pub(super) fn granted(&self) -> &[String] {
        self.scope.as_deref().unwrap_or(&self.asked)
    }

    /// The frame that shows them.
    pub(super) fn frame(&self) -> u64 {
        self.reply.frame
    }
}

/// What a token endpoint gave that is no token response.
fn what_came(reply: &Reply, body: &Value) -> String {
    let kind = reply.header("content-type").unwrap_or_else(|| "without a `Content-Type`".to_owned());
    match (reply.body.is_empty(), body.is_object()) {
        (true, _) => "an empty body, and no token response".to_owned(),
        (false, true) => "JSON without an `access_token`, and no error of OAuth".to_owned(),
        (false, false) => format!("{} bytes ({kind}) that are no JSON object, and no token response", reply.body.len()),
    }
}

/// `error: error_description`, within bounds.
pub(super) fn error_of(body: &Value) -> Option<String> {
    let code = text(body, "error")?;
    let told = text(body, "error_description").map_or(code.clone(), |words| format!("{code}: {words}"));
    Some(told.chars().take(ERROR_CHARS_MAX).collect())
}

pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// Scopes, in the order in which they stand.
pub(super) fn words(scope: &str) -> Vec<String> {
    scope.split_whitespace().map(str::to_owned).collect()
}

pub(super) fn behind_colon(words: Option<&str>) -> String {
    words.map(|words| format!(": {words}")).unwrap_or_default()
}
