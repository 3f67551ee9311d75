//! Where a flaw strikes: everywhere else the server is good.

use crate::flaw::{Family, Flaw};
use crate::outgoing::Asked;

/// The answers that a flaw spoils.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Everything the server says.
    Any,
    /// The answers to `initialize` and `server/discover`.
    Handshake,
    /// The answers to one method.
    Method(String),
    /// The answers to calls of one tool.
    Tool(String),
}

impl Target {
    /// Where `flaw` strikes if nobody says otherwise: where its rule lives, else at tool calls.
    pub fn default_of(flaw: Flaw) -> Self {
        match flaw {
            Flaw::CarriageReturns | Flaw::BlankLines | Flaw::ContentLengthFraming | Flaw::StderrGarbage => Self::Any,
            Flaw::RequestBeforeInitialized
            | Flaw::ExitsAfterInitialize
            | Flaw::NeverAnswersInitialize
            | Flaw::IllegalSessionId => Self::Handshake,
            Flaw::NeverAnswersDiscover => Self::Method("server/discover".to_owned()),
            Flaw::NeverAnswersList => Self::Method("tools/list".to_owned()),
            Flaw::PromptUnlisted => Self::Method("prompts/list".to_owned()),
            Flaw::CompletionTooMany
            | Flaw::CompletionTwice
            | Flaw::CompletionTotalTooSmall
            | Flaw::CompletionTotalTooLarge
            | Flaw::CompletionTypeIgnored
            | Flaw::CompletionNotTexts => Self::Method("completion/complete".to_owned()),
            flaw => match flaw.family() {
                Family::Resource | Family::Entry | Family::Utility | Family::Task => Self::Any,
                Family::Prompt => Self::Method("prompts/get".to_owned()),
                Family::Handshake => Self::Handshake,
                Family::Listing => Self::Method("tools/list".to_owned()),
                _ => Self::Method("tools/call".to_owned()),
            },
        }
    }

    /// Whether the answer to `asked` is spoilt.
    pub fn matches(&self, asked: &Asked) -> bool {
        match self {
            Self::Any => true,
            Self::Handshake => matches!(asked.method.as_str(), "initialize" | "server/discover"),
            Self::Method(method) => asked.method == *method,
            Self::Tool(tool) => asked.tool.as_ref() == Some(tool),
        }
    }

    /// Reads `any`, `handshake`, `tools/call:TOOL` or a method.
    pub fn from_text(text: &str) -> Self {
        match text {
            "any" => Self::Any,
            "handshake" => Self::Handshake,
            text => match text.strip_prefix("tools/call:") {
                Some(tool) => Self::Tool(tool.to_owned()),
                None => Self::Method(text.to_owned()),
            },
        }
    }
}
