//! What every look at a rule is made with: the instrument, the setting, and which rules are asked for.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mcpvals_model::{OauthRule, OauthSetting, Observation, Secret, Seen, ServerSpec, Target, Trace};
use mcpvals_wire::ConnectOptions;
use mcpvals_wire::oauth::SignInError;
use mcpvals_wire::oauth::probe::{Opening, Outcome, Probe, Reply};
use serde_json::Value;

use super::token_answer::error_of;

/// What was seen, and the frame that shows it.
pub(super) type Looked = (Seen, Option<u64>);

/// The place of one case.
pub(super) struct Bench<'a> {
    pub(super) probe: Probe,
    pub(super) setting: &'a OauthSetting,
    pub(super) spec: &'a ServerSpec,
    options: &'a ConnectOptions,
    rules: &'a BTreeSet<OauthRule>,
    seen: Mutex<BTreeSet<OauthRule>>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        rules: &'a BTreeSet<OauthRule>,
        setting: &'a OauthSetting,
        (spec, options): (&'a ServerSpec, &'a ConnectOptions),
        patience: Duration,
    ) -> Self {
        let probe = Probe::new(options, patience);
        Self { probe, setting, spec, options, rules, seen: Mutex::default() }
    }

    pub(super) fn finish(self) -> Trace {
        self.probe.finish()
    }

    /// Is the rule asked for?
    pub(super) fn asks_for(&self, rule: OauthRule) -> bool {
        self.rules.contains(&rule)
    }

    /// Is the rule asked for, and not looked at yet?
    pub(super) fn wants(&self, rule: OauthRule) -> bool {
        self.asks_for(rule) && !self.seen().contains(&rule)
    }

    /// Is one of them asked for, and not looked at yet?
    pub(super) fn has_open(&self, rules: &[OauthRule]) -> bool {
        rules.iter().any(|rule| self.wants(*rule))
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, BTreeSet<OauthRule>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down what was seen of a rule, if it is asked for.
    pub(super) fn see(&self, rule: OauthRule, looked: Looked) {
        self.see_of(rule, None, looked);
    }

    /// The same, with what was done.
    pub(super) fn see_of(&self, rule: OauthRule, tried: Option<String>, (seen, frame): Looked) {
        if !self.asks_for(rule) {
            return;
        }
        self.seen().insert(rule);
        self.probe.remark(&Observation { rule, tried, seen, frame }.remark());
    }

    /// A rule about values.
    pub(super) fn compare(
        &self,
        rule: OauthRule,
        wanted: impl Into<Value>,
        found: impl Into<Value>,
        frame: Option<u64>,
    ) {
        self.see(rule, (Seen::Found { wanted: wanted.into(), found: found.into() }, frame));
    }

    /// What must not be: a list of what is wrong, empty where all is right.
    pub(super) fn list(&self, rule: OauthRule, wrong: Vec<String>, frame: Option<u64>) {
        let found = if wrong.is_empty() { Value::Null } else { Value::from(wrong) };
        self.compare(rule, Value::Null, found, frame);
    }

    /// The same, with what was done.
    pub(super) fn list_of(&self, rule: OauthRule, tried: String, wrong: Vec<String>) {
        let found = if wrong.is_empty() { Value::Null } else { Value::from(wrong) };
        self.see_of(rule, Some(tried), (Seen::Found { wanted: Value::Null, found }, None));
    }

    /// A rule that cannot be looked at here.
    pub(super) fn skip(&self, rule: OauthRule, reason: impl Into<String>) {
        if !self.wants(rule) {
            return;
        }
        self.see(rule, (Seen::NotTried { reason: reason.into() }, None));
    }

    /// The same of all of these that were not looked at.
    pub(super) fn skip_all(&self, rules: &[OauthRule], reason: &str) {
        for rule in rules.iter().filter(|rule| self.wants(**rule)) {
            self.skip(*rule, reason);
        }
    }

    /// What is asked for and cannot be found out, because something that it needs did not work.
    pub(super) fn lose(&self, rules: &[OauthRule], problem: &str) {
        for rule in rules.iter().filter(|rule| self.wants(**rule)) {
            self.see(*rule, (Seen::Lost { problem: problem.to_owned() }, None));
        }
    }

    pub(super) fn lose_the_rest(&self, problem: &str) {
        self.lose(OauthRule::ALL, problem);
    }

    /// So that no rule is passed over in silence.
    pub(super) fn tell_of_the_unseen(&self) {
        self.lose_the_rest("it was not looked at, because what it needs did not come about");
    }

    /// The server's address, where it has one.
    pub(super) fn server(&self) -> Option<&str> {
        match &self.spec.target {
            Target::Http { url, .. } | Target::Sse { url, .. } => Some(url.as_str()),
            Target::Stdio { .. } => None,
        }
    }

    /// Does the token, or none, open the server?
    pub(super) async fn open(&self, token: Option<&Secret>) -> Opening {
        self.open_at(self.spec, token).await
    }

    /// The same at another address.
    pub(super) async fn open_at(&self, spec: &ServerSpec, token: Option<&Secret>) -> Opening {
        self.probe.open(spec, self.options, token).await
    }
}

/// What a server's answer to a token says.
pub(super) fn opened(opening: &Opening) -> Looked {
    let seen = match &opening.outcome {
        Outcome::In { tools } => Seen::Granted { what: format!("`tools/list` with {tools} tools") },
        Outcome::Refused { status, challenge } => {
            let error = challenge.as_ref().and_then(|it| it.get("error")).map(str::to_owned);
            Seen::Refused { status: *status, error }
        }
        // What the server says to a session is no HTTP status.
        Outcome::Unread { problem } => Seen::Refused { status: 200, error: Some(problem.clone()) },
        Outcome::Failed { problem } => Seen::Lost { problem: problem.clone() },
    };
    (seen, opening.frame)
}

/// What an endpoint's reply says; `granted` is what is given with it, where something is.
pub(super) fn replied(
    reply: Result<Reply, SignInError>,
    granted: impl FnOnce(&Reply) -> Option<&'static str>,
) -> Looked {
    let reply = match reply {
        Ok(reply) => reply,
        Err(error) => return (Seen::Lost { problem: error.to_string() }, None),
    };
    let seen = match granted(&reply) {
        Some(what) => Seen::Granted { what: what.to_owned() },
        None => Seen::Refused { status: reply.status, error: error_of(&reply.json()) },
    };
    (seen, Some(reply.frame))
}

/// Is it a no?
pub(super) fn is_refusal(seen: &Seen) -> bool {
    matches!(seen, Seen::Refused { .. })
}
