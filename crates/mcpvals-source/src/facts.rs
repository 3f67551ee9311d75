//! What was read from source code.

use std::collections::BTreeSet;

use mcpvals_model::{Finding, LeftOut, Span};

/// What was read from source code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SourceFacts {
    /// The tools that the code registers, in the order of files and lines.
    pub tools: Vec<RegisteredTool>,
    /// The prompts.
    pub prompts: Vec<Registered>,
    /// The resources and templates, by URI where it is a constant.
    pub resources: Vec<Registered>,
    /// Registrations whose name is no constant: the lists above are not all.
    pub computed: Vec<Span>,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// Languages with their files and lines, the most lines first.
    pub languages: Vec<(String, usize, usize)>,
    /// What was not read, and why.
    pub left_out: Vec<LeftOut>,
}

/// Something that the code registers.
#[derive(Debug, Clone, PartialEq)]
pub struct Registered {
    /// Its name, or URI.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// A tool that the code registers.
#[derive(Debug, Clone, PartialEq)]
pub struct RegisteredTool {
    /// Its name.
    pub name: String,
    /// Its description, where it is a constant.
    pub description: Option<String>,
    /// Its title, at the tool or in its annotations; empty where it is no constant.
    pub title: Option<String>,
    /// Hints that the code declares, by name (`readOnlyHint`, …).
    pub hints: Vec<(String, bool)>,
    /// Its parameters, where they are known.
    pub parameters: Vec<String>,
    /// Where it is registered.
    pub span: Span,
    /// What its handler, and what that calls, can do, each with the place of the deed; empty where the handler was not
    /// found, see `has_handler`.
    pub capabilities: BTreeSet<(Capability, Span)>,
    /// Those of them that serve the server itself, and not the tool: caches, logs, locks, what is tidied up.
    pub housekeeping: BTreeSet<(Capability, Span)>,
    /// Those of them that ask a machine whose address is made at run time: a device that was found, what a setting names.
    pub unnamed: BTreeSet<(Capability, Span)>,
    /// Those of them that ask the service that the server bears the name of.
    pub own_service: BTreeSet<(Capability, Span)>,
    /// Those of them that ask another machine whose answer somebody looks at.
    pub answered: BTreeSet<(Capability, Span)>,
    /// Was its handler found?
    pub has_handler: bool,
}

/// What code can do to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Asks another machine for something.
    Fetch,
    /// Sends something to another machine: POST, PUT, mail.
    Send,
    /// Reads files.
    ReadFile,
    /// Writes or creates files.
    WriteFile,
    /// Deletes files.
    DeleteFile,
    /// Starts processes.
    Spawn,
    /// Runs code that is made at run time.
    Evaluate,
    /// Reads the environment.
    ReadEnvironment,
    /// Reads a database.
    ReadDatabase,
    /// Changes a database.
    WriteDatabase,
    /// Deletes rows of a database, or tables.
    DeleteRows,
    /// Changes what a service keeps, through a client of it.
    ChangeRemote,
    /// Deletes what a service keeps, through a client of it.
    DeleteRemote,
}
