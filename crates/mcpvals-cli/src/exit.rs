//! Exit codes: documented in `docs/reference/exit-codes.md` and stable.

use std::process::ExitCode;

use mcpvals_config::ConfigErrors;
use mcpvals_wire::Redactor;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything passed.
    Passed = 0,
    /// A case failed or errored, or a gate was not met.
    Failed = 1,
    /// The command line or the config cannot be used.
    Usage = 2,
    /// No case could be run because the server could not be started or reached.
    Unreachable = 3,
    /// Nothing to run.
    NothingToRun = 4,
    /// A bug of ours.
    Internal = 70,
    /// Of a job of the service: there is no room for its result. No command ends so.
    Full = mcpvals_server::CHILD_IS_FULL as isize,
    /// Stopped by the user.
    Interrupted = 130,
}

/// Why a command ends with something else than its result; one line on stderr.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
    /// Shown before the one line, for people only: a config's code frames.
    pub(crate) details: String,
    /// The same for programs, with `--error-format json`: a member with its name.
    pub(crate) data: Option<(&'static str, serde_json::Value)>,
    /// Is it that something could not be written, as there is no room? Whoever gave us a job may give it again.
    pub(crate) is_full: bool,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), details: String::new(), data: None, is_full: false }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A file that cannot be used, for all that is wrong with it; nothing secret of it is shown.
    pub(crate) fn of_file(message: String, errors: &ConfigErrors, color: bool) -> Self {
        let redactor = Redactor::new(errors.secrets());
        let mut data = errors.to_json();
        redactor.value(&mut data);
        Self {
            details: redactor.text(&errors.render(color)).into_owned(),
            data: Some(("details", data)),
            ..Self::usage(message)
        }
    }

    /// The result, or a part of it, cannot be written: `what` says which.
    pub(crate) fn unwritten(what: &str, error: &std::io::Error) -> Self {
        Self { is_full: mcpvals_server::is_full(error), ..Self::usage(format!("cannot write {what}: {error}")) }
    }
}

impl Exit {
    /// The name in `--error-format json`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Usage => "usage",
            Self::Unreachable => "unreachable",
            Self::NothingToRun => "nothing-to-run",
            Self::Internal => "internal",
            Self::Full => "full",
            Self::Interrupted => "interrupted",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
