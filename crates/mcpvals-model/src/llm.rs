//! Models: which one, what it was asked in the provider-neutral form, and what it said.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Price, Secret};

/// Whose wire format a model speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// Anthropic's Messages API.
    Anthropic,
    /// OpenAI's Responses API.
    Openai,
    /// Chat Completions, of OpenAI or of anything that is compatible: Ollama, llama.cpp, vLLM, OpenRouter, Azure.
    OpenaiCompatible,
    /// Google's Gemini API.
    Gemini,
}

/// A model and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelSpec {
    /// By what reports name it: `provider/model`, or what the config calls it.
    pub name: String,
    /// Its wire format.
    pub provider: Provider,
    /// The provider's name for it.
    pub model: String,
    /// Where the provider is, without the path of the call; `None` means the provider's own address.
    pub base_url: Option<String>,
    /// `None` where none was given: a local model needs none.
    pub api_key: Option<Secret>,
    /// Does the config take the key from a variable that is not set?
    pub lacks_key: bool,
    /// The provider's own default where `None`.
    pub temperature: Option<f64>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// For providers that take one.
    pub seed: Option<u64>,
    /// Does the answer come in pieces, as it is written? What is understood is the same.
    pub stream: bool,
    /// What its tokens cost, where that is known.
    pub price: Option<Price>,
}

impl ModelSpec {
    /// With a seed of its own for each repetition, which counts from 1: the same draw twice would tell nothing new.
    #[must_use]
    pub fn of_repetition(&self, repetition: u32) -> Self {
        let seed = self.seed.map(|seed| seed.wrapping_add(u64::from(repetition.saturating_sub(1))));
        Self { seed, ..self.clone() }
    }
}

/// A call of a tool that a model asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    /// By which its result is told apart from others; made up where the provider gives none.
    pub id: String,
    /// The tool's name as its server lists it; as the model wrote it where there is no such tool.
    pub tool: String,
    /// Its arguments; what is not JSON is a text.
    pub args: Value,
}

/// What a model said in one turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ModelReply {
    /// Its text, all of it; thoughts are none.
    pub text: String,
    /// The calls that it asks for, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolUse>,
    /// Why it stopped.
    pub stop: Stop,
    /// What it took.
    pub usage: Usage,
    /// The provider's own form of the turn, which goes back to it in the next one: signatures of thoughts stand in it.
    /// Not kept in traces, which have the whole answer.
    #[serde(skip)]
    pub native: Value,
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Stop {
    /// It is done.
    End,
    /// It waits for the results of its calls.
    Calls,
    /// Its answer was cut off at `maxTokens` or at the end of its context.
    CutOff,
    /// It, or a filter, refuses; with the provider's word for it.
    Refused(String),
    /// Anything else, in the provider's words.
    Other(String),
}

/// The tokens of one turn, or of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Read, those of the cache included.
    pub input: u64,
    /// Of these, read from the provider's cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cached: u64,
    /// Of these, written to the provider's cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cache_written: u64,
    /// Written, thoughts included.
    pub output: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Usage {
    /// Nothing was taken.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// All tokens.
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            cached: self.cached.saturating_add(other.cached),
            cache_written: self.cache_written.saturating_add(other.cache_written),
            output: self.output.saturating_add(other.output),
        }
    }
}

impl Provider {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Anthropic, Self::Openai, Self::OpenaiCompatible, Self::Gemini];

    /// As configs and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::Openai => "openai",
            Self::OpenaiCompatible => "openai-compatible",
            Self::Gemini => "gemini",
        }
    }

    /// The variable that usually holds its key, at the usual address.
    pub fn key_variable(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Openai | Self::OpenaiCompatible => Some("OPENAI_API_KEY"),
            Self::Gemini => Some("GEMINI_API_KEY"),
        }
    }

    /// The variable that may hold another address for it.
    pub fn base_url_variable(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("ANTHROPIC_BASE_URL"),
            Self::Openai | Self::OpenaiCompatible => Some("OPENAI_BASE_URL"),
            Self::Gemini => Some("GOOGLE_GEMINI_BASE_URL"),
        }
    }

    /// Its own address.
    pub fn base_url(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com",
            Self::Openai | Self::OpenaiCompatible => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com",
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a model said nothing. Nobody's verdict may rest on it: what was to be found out is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ModelFault {
    /// The provider refuses the request, or the key.
    #[error("the provider answered with status {status}: {message}")]
    Status {
        /// Of HTTP.
        status: u16,
        /// The provider's words.
        message: String,
    },
    /// It had no time for us for longer than we wait.
    #[error("the provider had no time (status {status}: {message}); waited for {waited_ms} ms, and {reason}")]
    Busy {
        /// Of HTTP.
        status: u16,
        /// The provider's words.
        message: String,
        /// How long.
        waited_ms: u64,
        /// Why not longer.
        reason: String,
    },
    /// It could not be reached, or the connection broke.
    #[error("the provider cannot be reached: {message}")]
    Unreachable {
        /// What went wrong.
        message: String,
    },
    /// It did not answer in time.
    #[error("the model did not answer within {after_ms} ms")]
    TimedOut {
        /// The deadline.
        after_ms: u64,
    },
    /// There was no time left to ask it.
    #[error("the time of the workflow, or of the step, was used up (`maxDuration`), and the model not asked any more")]
    Late,
    /// A cassette is replayed, and this was not recorded.
    #[error("`{file}` has no answer to this ({reason}); record it again with --record")]
    NotRecorded {
        /// The cassette.
        file: String,
        /// What is nearest, and what is another there.
        reason: String,
    },
    /// The run has taken what it may.
    #[error("the budget of the run is used up: {reason}")]
    Budget {
        /// What of it, and how much was taken.
        reason: String,
    },
    /// What it answered is not of its format.
    #[error("what the provider answered cannot be read: {message}")]
    Unreadable {
        /// What is wrong with it.
        message: String,
    },
}
