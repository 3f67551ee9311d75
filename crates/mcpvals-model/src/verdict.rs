//! How a case ended, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Metric, Violation};

/// The four ends of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that was asserted holds.
    Passed,
    /// The server did the wrong thing, silence included.
    Failed {
        /// What weighs most.
        first: Mismatch,
        /// What else was wrong.
        rest: Vec<Mismatch>,
    },
    /// We could not find out.
    Errored(Fault),
    /// Rightly not run.
    Skipped(SkipReason),
}

/// A verdict without its reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum VerdictWord {
    /// See [`Verdict::Passed`].
    Passed,
    /// See [`Verdict::Failed`].
    Failed,
    /// See [`Verdict::Errored`].
    Errored,
    /// See [`Verdict::Skipped`].
    Skipped,
}

/// One thing that the server did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    /// What kind of expectation it broke.
    pub kind: MismatchKind,
    /// What was expected, for example `text that contains "8"`.
    pub expected: String,
    /// What came, for example `text "7"`.
    pub actual: String,
    /// JSON pointer into the answer's result, where the fault has a place there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The frame that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// Expected and actual line by line, where both are long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// The rule that is broken, where it has a name: of `oauth2Suites`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Kinds of mismatch; their names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum MismatchKind {
    /// The server does not declare the capability that the case demands.
    Undeclared,
    /// The tool is not in the server's list.
    UnknownTool,
    /// No answer came: silence, a closed connection, a dead process.
    NoAnswer,
    /// The answer breaks the protocol so that a client could not use it.
    Protocol,
    /// An error came where none was expected.
    UnexpectedError,
    /// A success came where an error was expected.
    MissingError,
    /// The error is not the expected one.
    Error,
    /// The result is not the expected one.
    Result,
    /// `structuredContent` is missing or breaks the tool's own `outputSchema`.
    OutputSchema,
    /// A list has too few or too many entries, or not the expected ones.
    Listing,
    /// The `mimeType` is not the expected one, or not what the content is.
    MimeType,
    /// Notifications came too often, not often enough, or are not the expected ones.
    Notifications,
    /// The server asked its client too often or not often enough, or for something else than expected.
    Requests,
    /// It told or asked for what must not be told there.
    Disclosure,
    /// A subscription does not stand, or updates came too often, not often enough, or when none must come.
    Subscription,
    /// The URI that a template gives is not the expected one.
    Uri,
    /// An argument of a prompt is not in its messages.
    Argument,
    /// A text that was put into a prompt changed what is around it.
    Injection,
    /// Neither the last message nor the last result is what was to be reached.
    State,
    /// Other tools were called than was expected.
    ToolOrder,
    /// A call of a workflow failed.
    ToolHealth,
    /// A rule of signing in is broken.
    Oauth,
    /// Too few repetitions passed.
    PassRate,
    /// The judge's score is too low.
    Judge,
    /// It took too long.
    Latency,
    /// Not what the snapshot holds.
    Snapshot,
    /// A call of `verify` did not show what was expected.
    Verify,
}

/// Why we could not find out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Fault {
    /// The server could not be started or reached, or did not complete the handshake.
    Unreachable {
        /// The whole story in words.
        reason: String,
    },
    /// A setup call of the suite did not succeed.
    Setup {
        /// What happened.
        reason: String,
    },
    /// A captured value that it needs was never captured.
    Capture {
        /// Its name.
        name: String,
        /// Why it is not there.
        reason: String,
    },
    /// An expectation that cannot be checked, for example a schema that refers to another document.
    Expectation {
        /// Why not.
        reason: String,
    },
    /// Signing in did not come as far as what was to be seen of it: nothing is known.
    SignIn {
        /// Of which rule, and why.
        reason: String,
    },
    /// The model said nothing, or did not come to an end: nothing is known of the server.
    Model {
        /// Why.
        reason: String,
    },
    /// The model was there, but did not come to an end with what it had (`maxSteps`, a cut-off, a refusal). In a rate, that
    /// is a repetition that did not pass.
    Unfinished {
        /// Why.
        reason: String,
    },
    /// Part of the plan that this version cannot run yet.
    NotYet {
        /// What, and from which milestone on it will.
        reason: String,
    },
    /// The run was stopped first.
    Cancelled,
    /// A limit of ours ended the case: what the server sent is not all in the trace.
    Limit {
        /// Which.
        reason: String,
    },
    /// A bug of ours.
    Internal {
        /// What is known of it.
        reason: String,
    },
}

/// Why a case was not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum SkipReason {
    /// The config says so.
    Config {
        /// The reason given there.
        reason: String,
    },
    /// Other cases have `only`.
    NotOnly,
    /// `--fail-fast` after a failure.
    FailFast,
    /// The server does not declare what the case needs, and the case does not demand it.
    Undeclared {
        /// The capability, for example `resources.subscribe`.
        capability: String,
    },
    /// The session's protocol revision has no way to do what the case does.
    Revision {
        /// In words.
        reason: String,
    },
    /// Nothing of what the case tries can be tried here, and the case does not demand it.
    NotOffered {
        /// In words.
        reason: String,
    },
}

/// Something that the user should know though the verdict does not rest on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// What kind.
    pub kind: WarningKind,
    /// In words.
    pub message: String,
}

/// Kinds of warning; their names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum WarningKind {
    /// The case asserts nothing but success.
    NothingAsserted,
    /// It asserts what nearly every answer meets.
    HardlyAsserted,
    /// A success whose text looks like an error.
    ErrorShapedSuccess,
    /// The arguments break the tool's `inputSchema`.
    InvalidArguments,
    /// The tool's own schema cannot be used.
    UnusableSchema,
    /// A snapshot was stored for the first time.
    SnapshotStored,
    /// The contents that were read have another URI than the one that was asked for.
    OtherUri,
    /// An error has another code than the protocol recommends.
    OtherErrorCode,
    /// A client that cannot be asked was answered with an error that does not say so, or says it with the code of a crash.
    UnclearRefusal,
    /// The user is sent to a page by plain HTTP.
    PlainUrl,
    /// A form has an address in it that a user may follow.
    UrlInForm,
    /// A field of a form has the same choice twice.
    DoubledChoice,
    /// The model is to be given the context of servers, which the client does not say it can do.
    UndeclaredContext,
    /// The tool is not in the server's list, so its error may be about that.
    UnlistedTool,
    /// The judge could not be heard, and the case fails without it.
    JudgeUnheard,
    /// A cassette has answers that no request asked for.
    UnusedRecording,
    /// A rule of signing in that is no more than a SHOULD is broken.
    OauthRule,
    /// A rule of signing in could not be looked at.
    NotTried,
    /// The trace is not complete.
    TraceCut,
}

/// A verdict with all that grading found out beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// The verdict.
    pub verdict: Verdict,
    /// The four metrics.
    pub metrics: Vec<Metric>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// What broke the protocol in this case's frames.
    pub violations: Vec<Violation>,
}

impl Verdict {
    /// Failed with one mismatch.
    pub fn failed(first: Mismatch) -> Self {
        Self::Failed { first, rest: Vec::new() }
    }

    /// Passed where there is no mismatch.
    pub fn from_mismatches(mismatches: Vec<Mismatch>) -> Self {
        let mut mismatches = mismatches.into_iter();
        match mismatches.next() {
            None => Self::Passed,
            Some(first) => Self::Failed { first, rest: mismatches.collect() },
        }
    }

    /// Without the reasons.
    pub fn word(&self) -> VerdictWord {
        match self {
            Self::Passed => VerdictWord::Passed,
            Self::Failed { .. } => VerdictWord::Failed,
            Self::Errored(_) => VerdictWord::Errored,
            Self::Skipped(_) => VerdictWord::Skipped,
        }
    }

    /// All mismatches, none unless failed.
    pub fn mismatches(&self) -> impl Iterator<Item = &Mismatch> {
        let (first, rest) = match self {
            Self::Failed { first, rest } => (Some(first), rest.as_slice()),
            Self::Passed | Self::Errored(_) | Self::Skipped(_) => (None, [].as_slice()),
        };
        first.into_iter().chain(rest)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { reason } => write!(f, "the server could not be reached: {reason}"),
            Self::Setup { reason } => write!(f, "the suite's setup failed: {reason}"),
            Self::Capture { reason, .. } => f.write_str(reason),
            Self::Expectation { reason } => write!(f, "the expectation cannot be checked: {reason}"),
            Self::SignIn { reason } => write!(f, "it could not be found out: {reason}"),
            Self::Model { reason } | Self::Unfinished { reason } => {
                write!(f, "the workflow did not come to its end: {reason}")
            }
            Self::NotYet { reason } => write!(f, "not yet: {reason}"),
            Self::Cancelled => f.write_str("the run was stopped before it ended"),
            Self::Limit { reason } => write!(f, "a limit was reached: {reason}"),
            Self::Internal { reason } => write!(f, "a bug of mcpvals: {reason}"),
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config { reason } | Self::Revision { reason } | Self::NotOffered { reason } => f.write_str(reason),
            Self::NotOnly => f.write_str("other cases are marked `only`"),
            Self::FailFast => f.write_str("an earlier case failed, and --fail-fast was given"),
            Self::Undeclared { capability } => write!(f, "the server does not declare `{capability}`"),
        }
    }
}

/// The JSON form: `{"verdict": "failed", "mismatches": […]}`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct VerdictForm {
    verdict: VerdictWord,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mismatches: Vec<Mismatch>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skipped: Option<SkipReason>,
}

impl Serialize for Verdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = VerdictForm {
            verdict: self.word(),
            mismatches: self.mismatches().cloned().collect(),
            fault: if let Self::Errored(fault) = self { Some(fault.clone()) } else { None },
            skipped: if let Self::Skipped(reason) = self { Some(reason.clone()) } else { None },
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = VerdictForm::deserialize(deserializer)?;
        let missing = |what| serde::de::Error::custom(format!("the verdict has no `{what}`"));
        match form.verdict {
            VerdictWord::Passed => Ok(Self::Passed),
            VerdictWord::Failed if form.mismatches.is_empty() => Err(missing("mismatches")),
            VerdictWord::Failed => Ok(Self::from_mismatches(form.mismatches)),
            VerdictWord::Errored => form.fault.map(Self::Errored).ok_or_else(|| missing("fault")),
            VerdictWord::Skipped => form.skipped.map(Self::Skipped).ok_or_else(|| missing("skipped")),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Verdict {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verdict".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        VerdictForm::json_schema(generator)
    }
}
