//! Connections without a protocol of their own: sockets, and names that are looked up with data in them.

use std::rc::Rc;

use super::super::asked::Asked;
use super::super::call::Made;
use super::super::{Flow, HitKind, Label, TAINTED, UNKNOWN, Value};
use crate::facts::Capability;

impl Flow<'_> {
    /// `net.connect(port, host)`, `socket.create_connection((host, port))`: what is written to it goes there.
    pub(super) fn connect(&mut self, made: &Made<'_>, at: usize) -> Value {
        let place = self.place(made.at);
        let machine = machine(made, at);
        self.reach_all(HitKind::Url, &machine, made.at, &made.path);
        if self.asks_at(place, &machine) != Some(Asked::Here) {
            self.can(Capability::Fetch, made.at);
        }
        let mut connection = self.source(Label::Network);
        connection.path = Some(made.path.clone());
        connection.answers = Some(place);
        match &*made.path {
            // What reads, and what writes.
            "asyncio.open_connection" => connection.items = Some(Rc::new(vec![connection.clone(); 2])),
            "socket.socket.connect" | "net.Socket.connect" => self.changed(made, connection.clone()),
            _ => {}
        }
        connection
    }

    /// Something goes over a connection to whom it was opened to.
    pub(super) fn sent_over(&mut self, made: &Made<'_>) -> Value {
        let opened = made.receiver.as_ref().and_then(|connection| connection.answers);
        let asked = opened.and_then(|place| self.asked.get(&place).cloned());
        if made.arguments.is_empty() || asked == Some(Asked::Here) || self.is_shallow() {
            return Value::default();
        }
        let place = self.place(made.at);
        self.asked.entry(place).or_insert(asked.unwrap_or(Asked::Unnamed));
        self.can(Capability::Send, made.at);
        Value::default()
    }

    /// `socket.sendto(data, (host, port))`.
    pub(super) fn sent_to(&mut self, made: &Made<'_>, at: usize) -> Value {
        let place = self.place(made.at);
        if self.asks_at(place, &machine(made, at)) != Some(Asked::Here) {
            self.can(Capability::Send, made.at);
        }
        Value::default()
    }

    /// `lookup(data + ".collector.dev")`: whose name servers are asked reads what stands before the name.
    pub(super) fn looked_up(&mut self, made: &Made<'_>) {
        let Some(name) = made.argument(0).cloned() else { return };
        let text = name.text.as_deref().unwrap_or_default();
        let Some((_, domain)) = text.rsplit_once(TAINTED) else { return };
        let named = domain.strip_prefix('.').is_some_and(|domain| domain.contains('.') && !domain.contains(UNKNOWN));
        if named {
            let place = self.place(made.at);
            self.asks_at(place, &address(domain.trim_start_matches('.')));
            self.can(Capability::Send, made.at);
        }
    }
}

/// The machine that a call names: as a text, a pair, or among options.
fn machine(made: &Made<'_>, at: usize) -> Value {
    let options = ["host", "hostname", "path"].into_iter().find_map(|name| made.option(name));
    let given = options.or_else(|| made.argument(at)).cloned();
    let given = given.unwrap_or_else(|| Value::of_text("localhost"));
    let host = given.item(0).cloned().unwrap_or(given);
    match host.constant() {
        Some(name) => Value { taints: host.taints.clone(), ..address(name) },
        None => host,
    }
}

/// As it stands in a URL.
fn address(host: &str) -> Value {
    let host = if host.starts_with('/') { "localhost" } else { host };
    Value::of_text(format!("tcp://{host}/"))
}
