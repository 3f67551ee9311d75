//! What a program can check of ARCHITECTURE.md and STYLE.md.

mod length;
mod links;
mod names;
mod proofs;
mod rings;
mod words;

use std::fmt;

use crate::Result;
use crate::project::Project;
use crate::say::say;

/// Something that breaks a rule, with its place.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    path: String,
    /// From 1; 0 where it is about the whole file.
    line: usize,
    what: String,
}

impl Fault {
    fn of_file(path: &str, what: impl Into<String>) -> Self {
        Self::at(path, 0, what)
    }

    fn at(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

/// Checks everything, and says all that is wrong.
pub(crate) fn run(project: &Project) -> Result {
    let files = project.files()?;
    let mut faults: Vec<Fault> = Vec::new();
    for file in &files {
        faults.extend(names::faults(file));
        faults.extend(length::faults(file));
        faults.extend(words::faults(file));
        faults.extend(links::faults(file, &files, project));
    }
    faults.extend(rings::faults(project)?);
    faults.extend(proofs::faults(&files));
    faults.sort();
    for fault in &faults {
        say(&fault.to_string());
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}
