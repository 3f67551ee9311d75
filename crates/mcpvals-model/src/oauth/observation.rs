//! What was seen of a rule.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::OauthRule;

/// One look at one rule. It stands in the trace as a remark, so that a stored trace can be graded again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Observation {
    /// The rule that it is about.
    pub rule: OauthRule,
    /// What was done, in words, where the rule alone does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
    /// What came of it.
    pub seen: Seen,
    /// The frame that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
}

/// What came of something that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum Seen {
    /// It was refused.
    Refused {
        /// The HTTP status; 3xx where an error came back by a redirect.
        status: u16,
        /// What the error said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// It was granted.
    Granted {
        /// What: "an access token", "`tools/list` with 3 tools".
        what: String,
    },
    /// What is wanted, and what was found.
    Found {
        /// `null` where the rule says all.
        wanted: Value,
        /// `null` where nothing was found.
        found: Value,
    },
    /// No answer came, or the way ended elsewhere.
    Lost {
        /// Why, in words.
        problem: String,
    },
    /// It cannot be tried here.
    NotTried {
        /// Why not.
        reason: String,
    },
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { status, error: Some(error) } => write!(f, "refused with status {status}: {error}"),
            Self::Refused { status, error: None } => write!(f, "refused with status {status}"),
            Self::Granted { what } => write!(f, "gave {what}"),
            Self::Found { wanted: Value::Null, found } => write!(f, "found {found}"),
            Self::Found { wanted, found } => write!(f, "found {found}, wanted {wanted}"),
            Self::Lost { problem } => write!(f, "not known: {problem}"),
            Self::NotTried { reason } => write!(f, "not tried: {reason}"),
        }
    }
}

impl Observation {
    /// How the remark in a trace begins, before the observation as JSON.
    pub const REMARK: &'static str = "observed ";

    /// As the remark of a trace.
    pub fn remark(&self) -> String {
        format!("{}{}", Self::REMARK, serde_json::to_string(self).unwrap_or_default())
    }

    /// Of the remark of a trace; `None` where it is another.
    pub fn of_remark(text: &str) -> Option<Self> {
        serde_json::from_str(text.strip_prefix(Self::REMARK)?).ok()
    }
}
