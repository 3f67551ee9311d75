//! Which machine a request asks, and whether anybody looks at what it answers.

use std::rc::Rc;

use super::{Flow, Label, Place, TAINTED, UNKNOWN, Value};

/// Which machine a request asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// One that stands in the source.
    Host(Rc<str>),
    /// This one.
    Here,
    /// One whose address is made at run time.
    Unnamed,
}

/// What is done with the promise of an answer, and not with the answer.
const OF_PROMISES: [&str; 3] = ["then", "catch", "finally"];

impl Flow<'_> {
    /// Notes which machine is asked at a place: where several are, one that stands in the source says more.
    pub(super) fn asks_at(&mut self, place: Place, url: &Value) -> Option<Asked> {
        if self.shallow {
            return None;
        }
        let asked = self.asked_by(url);
        let named = matches!(asked, Asked::Host(_));
        let known = self.asked.entry(place).or_insert_with(|| asked.clone());
        if named {
            *known = asked.clone();
        }
        Some(asked)
    }

    fn asked_by(&self, url: &Value) -> Asked {
        let host = host_of(url.text.as_deref().unwrap_or_default());
        // A name under a constant one is as good as that.
        let is_known = |host: &str| !host.is_empty() && !host.contains([UNKNOWN, TAINTED]);
        let named =
            is_known(host) || host.split_once('.').is_some_and(|(_, rest)| is_known(rest) && rest.contains('.'));
        let hidden = url.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Decoded));
        match named {
            true if is_local(host) => Asked::Here,
            true => Asked::Host(Rc::from(host)),
            // Who hides an address has a reason.
            false if hidden => Asked::Host(Rc::from("an address that stands encoded in the source")),
            false => Asked::Unnamed,
        }
    }

    /// A function that asks what it is given was given this.
    pub(super) fn asks_given(&mut self, place: Place, url: &Value) {
        if matches!(self.asked_by(url), Asked::Host(_)) {
            self.asks_at(place, url);
        }
    }

    /// Somebody looks at an answer: hands it on, or asks for a member of it.
    pub(super) fn looked_at(&mut self, value: &Value) {
        if let Some(place) = value.answers.filter(|_| !self.shallow) {
            self.answers_used.insert(place);
        }
    }

    /// The same, by a member: `response.ok`, and not `request.catch(…)`.
    pub(super) fn looked_at_by(&mut self, value: &Value, member: &str) {
        if !OF_PROMISES.contains(&member) {
            self.looked_at(value);
        }
    }
}

/// The host of a URL, without its port and who signs in.
pub(super) fn host_of(url: &str) -> &str {
    let rest = url.split("://").nth(1).unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or(host);
    if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() }
}

pub(in crate::flow) fn is_local(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "0.0.0.0" | "::1" | "host.docker.internal")
        || host.starts_with("[::1]")
        || host.rsplit('.').next() == Some("local")
}
