//! What is known of a function when it was looked at.

use std::rc::Rc;

use super::{Behind, Fact, Place, Value};
use crate::facts::Capability;
use crate::form::{FunctionId, Name};

/// What a function does.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) returns: Value,
    /// What of its parameters reaches something dangerous.
    pub(crate) hits: Vec<Hit>,
    /// Programs that are run with arguments that its callers give.
    pub(crate) runs: Vec<Run>,
    pub(crate) capabilities: Vec<(Capability, Place)>,
    /// What holds whenever it comes back.
    pub(crate) validates: Vec<(u32, u32)>,
    /// What is known to whoever looks at its answer.
    pub(crate) tests: Vec<Fact>,
    /// The arms of its switches over constants.
    pub(crate) arms: Vec<Arm>,
}

/// What of a parameter reaches something dangerous.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) kind: HitKind,
    /// The label, which is one of the function's parameters.
    pub(crate) label: u32,
    /// The parameter that the text starts with, which may say which host it is for.
    pub(crate) behind: Option<Behind>,
    /// All of it, and not as part of a text.
    pub(crate) whole: bool,
    pub(crate) place: Place,
    /// By what: `subprocess.run`.
    pub(crate) what: Rc<str>,
    /// How the check that is there can be got round, where there is one.
    pub(crate) weak: bool,
    /// Its function's callers look at the arguments of the program themselves, which they know better.
    pub(crate) listed: bool,
}

/// A program that is run with arguments that are not all known where it is run.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// The program and its arguments.
    pub(crate) list: Value,
    pub(crate) place: Place,
    pub(crate) what: Rc<str>,
}

/// What is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HitKind {
    Command,
    /// The program itself is chosen.
    Program,
    Code,
    Deserialize,
    Path,
    Url,
    Redirect,
    Sql,
    /// All of a statement.
    Statement,
    NoSql,
    Option,
    Template,
    Regex,
    Size,
    Owner,
    Role,
    /// Sent to a host that is constant.
    Sent,
}

/// An arm of a switch: what is done for one constant.
#[derive(Debug, Clone)]
pub(crate) struct Arm {
    pub(crate) case: Name,
    pub(crate) capabilities: Vec<(Capability, Place)>,
    /// Functions that it calls.
    pub(crate) calls: Vec<FunctionId>,
}

/// Something that is wrong whoever's the values are.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    pub(crate) function: FunctionId,
    pub(crate) place: Place,
    pub(crate) what: String,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventKind {
    /// All of the environment is returned.
    EnvironmentReturned,
    EnvironmentSent,
    CredentialsRead,
    CredentialsSent,
    FileSent,
    SecretReturned,
    SecretLogged,
    DecodedRun,
    NetworkRun,
    /// Part of a command whose program is ours.
    NetworkPart,
    Trigger,
    CertificateUnchecked,
    WeakHash,
    WeakRandom,
    AllInterfaces,
    AnyOrigin,
    NoTimeout,
    PrintToStdout,
    ConsoleReplaced,
    ErrorReturned,
    TraceReturned,
    BlindCopy,
    MovedDescription,
    ExtractAll,
}
