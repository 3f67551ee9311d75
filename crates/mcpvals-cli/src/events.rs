//! `--events FILE`: what goes on, a line of JSON for each fact, in the file as soon as it is told.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use mcpvals_model::EvaluationEvent;
use mcpvals_report::visible_json;

use crate::environment::Environment;
use crate::exit::Failure;

/// Where events are written.
pub(crate) struct Events {
    name: String,
    state: Mutex<State>,
}

enum State {
    /// To be written to.
    Open(Box<dyn Write + Send>),
    /// Nobody reads them, or nobody asked.
    Closed,
    /// They could not be written; later ones are not tried.
    Broken(io::Error),
}

impl Events {
    /// Opens what the flag names; an earlier file is overwritten. `files` are where reports go.
    ///
    /// # Errors
    /// Usage: the file cannot be made, or a report goes to the same place.
    pub(crate) fn open(
        path: Option<&PathBuf>,
        files: &[&PathBuf],
        stdout_is_taken: bool,
        environment: &Environment,
    ) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { name: String::new(), state: Mutex::new(State::Closed) });
        };
        let out: Box<dyn Write + Send> = if path == Path::new("-") {
            if stdout_is_taken {
                let words = "--events - writes to stdout, where the report goes: give it a file with --output";
                return Err(Failure::usage(words));
            }
            Box::new(io::stdout())
        } else {
            if files.contains(&path) {
                return Err(Failure::usage(format!("--events: the report goes to `{}`, too", path.display())));
            }
            let made = File::create(environment.cwd.join(path));
            Box::new(made.map_err(|error| Failure::unwritten(&format!("`{}`", path.display()), &error))?)
        };
        Ok(Self { name: path.display().to_string(), state: Mutex::new(State::Open(out)) })
    }

    /// Writes one, and sees to it that it is there. A reader that went away is no error: the rest is not wanted.
    pub(crate) fn take(&self, event: &EvaluationEvent) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State::Open(out) = &mut *state else { return };
        // A line of JSON has only text for keys.
        let line = serde_json::to_string(event).unwrap_or_default() + "\n";
        match out.write_all(visible_json(&line).as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => *state = State::Closed,
            Err(error) => *state = State::Broken(error),
        }
    }

    /// Nothing more comes.
    ///
    /// # Errors
    /// Where some could not be written: a file that lacks events must not pass for a whole one.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.state.into_inner().unwrap_or_else(PoisonError::into_inner) {
            State::Open(_) | State::Closed => Ok(()),
            State::Broken(error) => Err(Failure::unwritten(&format!("events to `{}`", self.name), &error)),
        }
    }
}
