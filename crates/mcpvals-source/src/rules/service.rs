//! Whose the machines are that a server asks: its own service's, or somebody's whom nobody was told of.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Capability;
use crate::flow::{Asked, Flow, Hit, HitKind, Place};
use crate::form::FunctionId;
use crate::register::{Handled, Registry};

/// Words that say nothing of whose something is.
const GENERIC: [&str; 44] = [
    "server",
    "servers",
    "client",
    "tool",
    "tools",
    "data",
    "service",
    "services",
    "cloud",
    "http",
    "https",
    "proxy",
    "model",
    "models",
    "context",
    "protocol",
    "node",
    "python",
    "typescript",
    "javascript",
    "agent",
    "agents",
    "test",
    "demo",
    "example",
    "simple",
    "local",
    "remote",
    "file",
    "files",
    "system",
    "info",
    "open",
    "free",
    "online",
    "code",
    "text",
    "mail",
    "note",
    "notes",
    "site",
    "home",
    "with",
    "from",
];
/// Parts of a host behind the name that somebody registered.
const SUFFIXES: [&str; 8] = ["co", "com", "org", "net", "ac", "gov", "edu", "or"];

/// What is known of the machines that a server asks.
#[derive(Debug, Default)]
pub(crate) struct Services {
    /// How many tools ask a host.
    tools: BTreeMap<String, usize>,
    /// Words of the server's names.
    words: BTreeSet<String>,
}

impl Services {
    pub(crate) fn of(flow: &Flow<'_>, registry: &Registry) -> Self {
        let mut tools: BTreeMap<String, usize> = BTreeMap::new();
        for tool in &registry.tools {
            let hosts: BTreeSet<&str> =
                tool.handler.capabilities.iter().filter_map(|(_, place)| host_at(flow, *place)).collect();
            for host in hosts {
                *tools.entry(host.to_owned()).or_default() += 1;
            }
        }
        Self { tools, words: flow.own_names.iter().flat_map(|name| words_of_name(name)).collect() }
    }

    /// Is the host the service that the server is a client of? Several tools ask it, and look at what it answers. One that only takes, or that is given what another host is given as well, is none.
    pub(super) fn is_own(&self, flow: &Flow<'_>, hit: &Hit, of: &[Hit]) -> bool {
        let several = self.count(&hit.what) > 1 && flow.answers_used.contains(&hit.place);
        several && !self.goes_elsewhere(hit, of)
    }

    /// Does a request at that place ask the service that the server bears the name of?
    pub(crate) fn is_own_at(&self, flow: &Flow<'_>, place: Place) -> bool {
        host_at(flow, place).is_some_and(|host| self.is_named(host))
    }

    fn count(&self, host: &str) -> usize {
        self.tools.get(host).copied().unwrap_or_default()
    }

    /// Does the name that somebody registered have a word of the server's in it?
    pub(super) fn is_named(&self, host: &str) -> bool {
        let registered = registered(host).to_ascii_lowercase();
        self.words.iter().any(|word| registered.contains(word.as_str()))
    }

    /// Is the same given to a host that is rather the server's own?
    fn goes_elsewhere(&self, hit: &Hit, of: &[Hit]) -> bool {
        of.iter().any(|other| {
            let same = other.kind == HitKind::Sent && other.label == hit.label && other.what != hit.what;
            same && (self.is_named(&other.what) || self.count(&other.what) > self.count(&hit.what))
        })
    }
}

/// Does a request at that place ask a service that the tool's own words name?
pub(crate) fn is_told_at(flow: &Flow<'_>, place: Place, tool: &Handled) -> bool {
    let words = super::hits::words_of(&tool.registration);
    !flow.changing.contains(&place) && host_at(flow, place).is_some_and(|host| super::hits::names_host(&words, host))
}

/// The machine that is asked at a place, by its name.
fn host_at<'f>(flow: &'f Flow<'_>, place: Place) -> Option<&'f str> {
    match flow.asked.get(&place)? {
        Asked::Host(host) => Some(host),
        Asked::Here | Asked::Unnamed => None,
    }
}

/// Does the tool do something on this machine that is no cache, log or lock of the server's?
pub(super) fn works_here(flow: &Flow<'_>, handlers: &BTreeSet<FunctionId>, tool: &Handled) -> bool {
    tool.handler.capabilities.iter().any(|(can, place)| {
        let works = matches!(
            can,
            Capability::ReadFile
                | Capability::WriteFile
                | Capability::DeleteFile
                | Capability::Spawn
                | Capability::ReadDatabase
                | Capability::WriteDatabase
                | Capability::DeleteRows
        );
        works && !flow.is_housekeeping(*place, handlers)
    })
}

/// `api.map.baidu.com` as `baidu`.
fn registered(host: &str) -> &str {
    let mut parts = host.rsplit('.').skip(1);
    match parts.next() {
        Some(part) if SUFFIXES.contains(&part) => parts.next().unwrap_or(part),
        Some(part) => part,
        None => host,
    }
}

/// The words of a name that say what it is for: `@scope/mcp-server-baidu-map` as `baidu`.
fn words_of_name(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
        }
        spaced.push(letter);
        before = letter;
    }
    let words = spaced.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.chars().count() >= 4 && word.is_ascii() && !GENERIC.contains(&word.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::{registered, words_of_name};

    #[test]
    fn names_of_servers_and_hosts_are_told_by_what_is_their_own() {
        assert_eq!(words_of_name("@baidumap/mcp-server-baidu-map"), ["baidumap", "baidu"]);
        assert_eq!(words_of_name("WeatherServer for the cloud"), ["weather"]);
        assert_eq!(registered("api.map.baidu.com"), "baidu");
        assert_eq!(registered("notes.collector.co.uk"), "collector");
        assert_eq!(registered("localhost"), "localhost");
    }
}
