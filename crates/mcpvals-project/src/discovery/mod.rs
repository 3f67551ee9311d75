//! How a server is started, by what its folder says: every place is looked at in the same order, and the most ready of
//! the ways found wins, the first of those that are equally so.

mod bundle;
mod candidate;
mod cargo;
mod client_config;
mod container;
mod gomod;
mod interpreter;
mod launch;
mod members;
mod missing;
mod npm;
mod own_config;
mod python;
mod registry;
mod setup;
mod shown;
mod single;
mod words;

#[cfg(test)]
mod tests;

use mcpvals_model::Looked;

use crate::folder::Folder;
use crate::opening::OpenOptions;
use crate::{Kind, Start};
use candidate::{Candidate, Seen};

pub(crate) use client_config::FILES as CLIENT_CONFIGS;
pub(crate) use launch::fetched;
pub use shown::{NoStart, ShownStart};

/// What is being looked at.
pub(crate) struct Site<'a> {
    pub(crate) folder: &'a Folder<'a>,
    pub(crate) kind: Kind,
    /// What the package is called; empty where unknown.
    pub(crate) name: &'a str,
    /// The one file that was given.
    pub(crate) file: Option<&'a str>,
    /// The `dist-info` of an installed Python package.
    pub(crate) metadata: Option<&'a str>,
    pub(crate) options: &'a OpenOptions,
}

/// Looks at one kind of manifest.
type Looker = fn(&Site<'_>) -> Vec<Seen>;

/// In the order in which they count: who says how the server is started comes before who says what could be.
const LOOKERS: [Looker; 11] = [
    own_config::look,
    bundle::look,
    client_config::look,
    registry::look,
    npm::look,
    python::look,
    setup::look,
    cargo::look,
    gomod::look,
    container::look,
    single::conventional,
];

/// The way to start it, and where we looked.
pub(crate) fn discover(site: &Site<'_>) -> (Option<Start>, Vec<Looked>) {
    let seen: Vec<Seen> = match site.kind {
        Kind::File => single::look(site),
        Kind::PypiPackage => python::installed(site),
        Kind::NpmPackage => npm::look(site),
        Kind::Folder | Kind::Bundle => LOOKERS.iter().flat_map(|look| look(site)).collect(),
    };
    let mut looked: Vec<Looked> = seen.iter().map(Seen::told).collect();
    let unreadable = |seen: &Seen| match &seen.outcome {
        Err(why) if why.starts_with("is no JSON") => Some(format!("`{}` {why}", seen.file)),
        _ => None,
    };
    let broken: Vec<String> = seen.iter().filter_map(unreadable).collect();
    let mut candidates: Vec<Candidate> = seen.into_iter().filter_map(|seen| seen.outcome.ok()).collect();
    if candidates.is_empty() && site.kind == Kind::Folder {
        let (start, members) = members::discover(site);
        looked.extend(members);
        return (start, looked);
    }
    // Every variable that one of them names is needed, whichever wins.
    let mut needs: Vec<String> = candidates.iter().flat_map(|candidate| candidate.needs.clone()).collect();
    needs.sort_unstable();
    needs.dedup();
    // The sort is stable: among equals, the first.
    candidates.sort_by_key(|candidate| candidate.readiness);
    let others: Vec<String> = candidates.iter().skip(1).map(|candidate| candidate.from.clone()).collect();
    let start = candidates.into_iter().next().map(|candidate| candidate.start(site, needs, &others, &broken));
    (start, looked)
}
