//! One way to start a server, and how ready it is.

use std::collections::BTreeMap;

use mcpvals_model::{FoundStart, Looked};

use super::Site;
use super::interpreter::program;
use crate::{Kind, Start, StartTarget};

/// How much is missing until it runs, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Readiness {
    /// What it starts is here.
    Ready,
    /// What it starts is built or installed by the command itself.
    Builds,
    /// What it starts is fetched: what is tested then is what is published.
    Fetches,
    /// It runs elsewhere.
    Remote,
    /// What it starts is not here, and has to be built first.
    Unbuilt,
}

impl Readiness {
    fn words(self) -> &'static str {
        match self {
            Self::Ready => "what it starts is here",
            Self::Builds => "it builds what it starts",
            Self::Fetches => "it fetches what it starts from a registry",
            Self::Remote => "it is running elsewhere",
            Self::Unbuilt => "what it starts has to be built first",
        }
    }
}

/// One way to start a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The file that says so.
    pub(super) from: String,
    pub(super) readiness: Readiness,
    pub(super) way: Way,
    /// Variables that it is said to need, by name.
    pub(super) needs: Vec<String>,
    /// What in the file says so.
    pub(super) because: String,
}

/// A process or an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Way {
    Process { command: Vec<String>, env: BTreeMap<String, String> },
    Remote { url: String, headers: BTreeMap<String, String>, sse: bool },
}

/// A place that was looked at, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) file: String,
    pub(super) outcome: Result<Candidate, String>,
}

impl Candidate {
    /// A process; the variables that it sets are those that it needs.
    pub(super) fn process(from: &str, readiness: Readiness, command: Vec<String>, because: impl Into<String>) -> Self {
        let way = Way::Process { command, env: BTreeMap::new() };
        Self { from: from.to_owned(), readiness, way, needs: Vec::new(), because: because.into() }
    }

    pub(super) fn with_env(mut self, set: BTreeMap<String, String>) -> Self {
        self.needs.extend(set.keys().cloned());
        if let Way::Process { env, .. } = &mut self.way {
            *env = set;
        }
        self
    }

    pub(super) fn seen(self) -> Seen {
        Seen { file: self.from.clone(), outcome: Ok(self) }
    }

    /// In one line.
    pub(super) fn words(&self) -> String {
        match &self.way {
            Way::Process { command, .. } => command.join(" "),
            Way::Remote { url, .. } => url.clone(),
        }
    }

    /// What is done, and what is said of it.
    pub(super) fn start(self, site: &Site<'_>, needs: Vec<String>, others: &[String], broken: &[String]) -> Start {
        let choice = match others {
            [] => "nothing else was found".to_owned(),
            [one] => format!("it comes before one other way ({one})"),
            more => format!("it comes before {} other ways ({})", more.len(), more.join(", ")),
        };
        let said = [&[self.because, self.readiness.words().to_owned(), choice], broken].concat();
        let why = said.join("; ");
        let found = FoundStart {
            command: Vec::new(),
            url: None,
            transport: "stdio".to_owned(),
            env: needs,
            from: self.from,
            why,
        };
        match self.way {
            Way::Process { command, env } => {
                let program = command.first().map_or_else(String::new, |name| program(site, name));
                let args = command.iter().skip(1).cloned().collect();
                let found = FoundStart { command, ..found };
                Start { found, target: StartTarget::Process { command: program, args, env, cwd: cwd(site) } }
            }
            Way::Remote { url, headers, sse } => {
                let transport = if sse { "sse" } else { "http" }.to_owned();
                let found = FoundStart { url: Some(url.clone()), transport, ..found };
                Start { found, target: StartTarget::Remote { url, headers, sse } }
            }
        }
    }
}

/// An installed package is not written into by a server that leaves files where it is started.
fn cwd(site: &Site<'_>) -> std::path::PathBuf {
    match site.kind {
        Kind::NpmPackage | Kind::PypiPackage => site.options.cwd.clone(),
        Kind::Folder | Kind::Bundle | Kind::File => site.folder.root().to_owned(),
    }
}

impl Seen {
    pub(super) fn nothing(file: &str, why: impl Into<String>) -> Self {
        Self { file: file.to_owned(), outcome: Err(why.into()) }
    }

    pub(super) fn told(&self) -> Looked {
        let found = match &self.outcome {
            Ok(candidate) => {
                format!("`{}`: {}; {}", candidate.words(), candidate.because, candidate.readiness.words())
            }
            Err(why) => why.clone(),
        };
        Looked { file: self.file.clone(), found, member: None }
    }
}
