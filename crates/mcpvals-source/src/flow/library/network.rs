//! Other machines: what is asked of them, and what is sent.

use super::super::asked::{Asked, host_of, is_local};
use super::super::behind::under_base;
use super::super::call::Made;
use super::super::expression::host_is_fixed;
use super::super::{EventKind, Flow, HitKind, Label, Value, bit};
use crate::facts::Capability;
use crate::language::Language;

impl Flow<'_> {
    /// A request with its URL at a place.
    pub(super) fn fetch(&mut self, made: &Made<'_>, at: usize, sends: bool) -> Value {
        let url = made.argument(at).or_else(|| made.named("url")).cloned().unwrap_or_default();
        // `fetch(url, { method: "POST" })`.
        let method = made.option("method").and_then(Value::constant).unwrap_or_default().to_ascii_uppercase();
        // Python's own library sends what it is given besides the address.
        let python = made.path.starts_with("urllib.request.") && &*made.name != "urlretrieve";
        let carries = python && (made.named("data").is_some_and(|data| !data.null) || made.argument(at + 1).is_some());
        let sends = sends || carries || matches!(method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
        self.asked(made, &url, sends)
    }

    /// `request("POST", url)`.
    pub(super) fn request(&mut self, made: &Made<'_>, method: usize, url: usize) -> Value {
        let method = made.argument(method).or_else(|| made.named("method")).and_then(Value::constant).unwrap_or("GET");
        let sends = !matches!(method.to_ascii_uppercase().as_str(), "GET" | "HEAD" | "OPTIONS");
        let url = made.argument(url).or_else(|| made.named("url")).cloned().unwrap_or_default();
        self.asked(made, &url, sends)
    }

    /// `axios({ method, url })`, or a URL alone.
    pub(super) fn fetch_options(&mut self, made: &Made<'_>) -> Value {
        let method = made.option("method").and_then(Value::constant).unwrap_or("GET").to_ascii_uppercase();
        let url = ["url", "uri", "hostname", "host"].into_iter().find_map(|name| made.option(name));
        let url = url.or_else(|| made.argument(0).filter(|first| first.fields.is_none())).cloned().unwrap_or_default();
        self.asked(made, &url, !matches!(method.as_str(), "GET" | "HEAD"))
    }

    pub(super) fn asked(&mut self, made: &Made<'_>, url: &Value, sends: bool) -> Value {
        let place = self.place(made.at);
        let url = &self.based(made, url);
        let sends = sends && !asks_query(made);
        if changes(made) {
            self.changing.insert(place);
        }
        if self.asks_at(place, url) != Some(Asked::Here) {
            self.can(if sends { Capability::Send } else { Capability::Fetch }, made.at);
        }
        self.reach_all(HitKind::Url, url, made.at, &made.path);
        if self.follows(made) {
            self.reach_all(HitKind::Redirect, url, made.at, &made.path);
        }
        let text = url.text.as_deref().unwrap_or_default().to_owned();
        if host_is_fixed(&text) || text.starts_with("http") {
            self.sent(made, &text, sends);
        }
        if self.waits_for_ever(made) {
            self.event(EventKind::NoTimeout, made.at, &*made.path);
        }
        let mut answer = self.source(Label::Network);
        answer.path = Some(made.path.clone());
        answer.answers = Some(place);
        answer
    }

    /// A path, behind what its client was made for: `axios.create({ baseURL })`.
    fn based(&self, made: &Made<'_>, url: &Value) -> Value {
        let of_client = |name: &str| made.receiver.as_ref().and_then(|client| client.field(name));
        let before = of_client("prefixUrl");
        let base = before.or_else(|| ["baseURL", "base_url", "baseUrl"].into_iter().find_map(of_client));
        let Some(base) = base.filter(|base| !self.is_chosen(base)) else { return url.clone() };
        // A prefix stands before whatever comes, and a base before what is no address itself.
        let under = match before {
            Some(_) => url.clone().without(bit::URL | bit::REDIRECT),
            None => under_base(url),
        };
        let text = url.text.as_deref().unwrap_or_default();
        let Some(base) = base.constant().filter(|base| base.contains("://") && !text.contains("://")) else {
            return under;
        };
        let text = format!("{}/{}", base.trim_end_matches('/'), text.trim_start_matches('/'));
        Value { text: Some(std::rc::Rc::from(text)), ..under }
    }

    /// What goes to a host that stands in the source.
    fn sent(&mut self, made: &Made<'_>, url: &str, sends: bool) {
        let host = host_of(url).to_owned();
        if host.is_empty() || host.contains(super::super::UNKNOWN) || is_local(&host) {
            return;
        }
        self.carried(made, &host, sends);
    }

    /// What of the arguments goes to the host.
    pub(super) fn carried(&mut self, made: &Made<'_>, host: &str, sends: bool) {
        let place = self.place(made.at);
        let what: std::rc::Rc<str> = std::rc::Rc::from(host);
        // Headers carry keys to those that they are for.
        let body = made
            .arguments
            .iter()
            .filter(|(name, _)| !matches!(name.as_deref(), Some("headers" | "auth" | "cookies" | "timeout")));
        let mut carried = Value::default();
        for (_, value) in body {
            match &value.fields {
                Some(fields) => {
                    let fields = fields.iter().filter(|(name, _)| !matches!(&**name, "headers" | "auth" | "signal"));
                    fields.for_each(|(_, field)| carried.add_taints(&field.taints));
                }
                None => carried.add_taints(&value.taints),
            }
        }
        for taint in carried.taints {
            let private = !matches!(self.label_of(taint.label), Label::Parameter(..));
            if private || sends {
                self.reach(HitKind::Sent, taint, true, place, &what, false);
            }
        }
    }

    /// Does the client go where it is sent on to?
    fn follows(&mut self, made: &Made<'_>) -> bool {
        let told = made
            .option("allow_redirects")
            .or_else(|| made.option("follow_redirects"))
            .or_else(|| made.option("followRedirects"))
            .or_else(|| made.option("followRedirect"));
        if let Some(told) = told {
            return told.truth != Some(false);
        }
        if let Some(redirect) = made.option("redirect") {
            return redirect.constant() == Some("follow");
        }
        if let Some(most) = made.option("maxRedirects").or_else(|| made.option("maxRedirections")) {
            return most.text.as_deref() != Some("0");
        }
        let receiver = made.receiver.as_ref();
        if receiver.is_some_and(|receiver| receiver.settled) {
            return false;
        }
        // Go's clients ask this before they go on.
        if receiver.is_some_and(|receiver| receiver.field("CheckRedirect").is_some()) {
            return false;
        }
        // httpx follows only where it is told, and so do the modules of Node themselves.
        let client_follows =
            receiver.and_then(|receiver| receiver.field("follow_redirects")).is_some_and(|on| on.truth == Some(true));
        let silent = made.path.starts_with("httpx")
            || made.path.starts_with("http.")
            || made.path.starts_with("https.")
            || made.path.starts_with("undici");
        client_follows || !silent && self.language() != Language::Rust
    }

    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    fn waits_for_ever(&mut self, made: &Made<'_>) -> bool {
        // Only where the library itself has no limit.
        let unlimited = made.path.starts_with("requests.") || made.path.starts_with("urllib.request.");
        unlimited
            && made.option("timeout").is_none()
            && made.option("**").is_none()
            && made.named("*").is_none()
            && made.receiver.as_ref().is_none_or(|receiver| !receiver.called().contains("Session"))
    }

    /// Mail is sent.
    pub(super) fn mail(&mut self, made: &Made<'_>) -> Value {
        self.can(Capability::Send, made.at);
        let copied = made
            .arguments
            .iter()
            .filter_map(|(_, value)| value.field("bcc"))
            .find_map(|to| to.constant().map(str::to_owned));
        let copied = copied.or_else(|| made.arguments.iter().find_map(|(_, value)| beside_the_callers(value)));
        if let Some(to) = copied.filter(|to| to.contains('@')) {
            self.event(EventKind::BlindCopy, made.at, to);
        }
        Value::parts(&made.given().taints).without(bit::CHECKED)
    }
}

/// PUT, PATCH and DELETE change what they name.
fn changes(made: &Made<'_>) -> bool {
    let told = made.option("method").and_then(Value::constant).unwrap_or(&made.name);
    matches!(told.to_ascii_lowercase().as_str(), "put" | "patch" | "delete")
}

/// A query of GraphQL is a question, by whatever method it is asked.
fn asks_query(made: &Made<'_>) -> bool {
    let bodies = ["json", "body", "data"].into_iter().filter_map(|name| made.option(name));
    let bodies = bodies.chain(made.argument(1));
    let mut texts = bodies.filter_map(|body| body.field("query").and_then(Value::constant));
    texts.next().is_some_and(|text| {
        let begins = ["query", "{", "fragment"].iter().any(|word| text.trim_start().starts_with(word));
        begins && !text.contains("mutation")
    })
}

/// Of a list of recipients that the caller chose one of: one that he did not.
fn beside_the_callers(list: &Value) -> Option<String> {
    let items = list.items.as_ref().filter(|items| items.iter().any(Value::is_tainted))?;
    items.iter().find_map(|item| item.constant()).map(str::to_owned)
}
