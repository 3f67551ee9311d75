//! Whose format a request is of, and what is said in it.

use serde_json::Value;

use super::whole;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Messages,
    Responses,
    ChatCompletions,
    GenerateContent,
}

impl Format {
    /// Google streams at another path; without `alt=sse` it would send one long array there, which nobody reads.
    pub(super) fn of(path: &str, query: &str) -> Option<Self> {
        match path {
            "/v1/messages" => Some(Self::Messages),
            path if path.ends_with("/responses") => Some(Self::Responses),
            path if path.ends_with("/chat/completions") => Some(Self::ChatCompletions),
            path if path.ends_with(":generateContent") => Some(Self::GenerateContent),
            path if path.ends_with(":streamGenerateContent") && query == "alt=sse" => Some(Self::GenerateContent),
            _ => None,
        }
    }

    /// Is the answer asked for in pieces?
    pub(super) fn is_streamed(self, path: &str, request: &Value) -> bool {
        match self {
            Self::GenerateContent => path.ends_with(":streamGenerateContent"),
            Self::Messages | Self::Responses | Self::ChatCompletions => request["stream"] == true,
        }
    }

    pub(super) fn text(self, text: &str) -> Value {
        self.whole(&Words { text, ..Words::default() })
    }

    pub(super) fn cut_off(self, text: &str) -> Value {
        self.whole(&Words { text, stop: Stop::Length, ..Words::default() })
    }

    pub(super) fn refusal(self) -> Value {
        self.whole(&Words { text: "I will not.", stop: Stop::Refusal, ..Words::default() })
    }

    pub(super) fn calls(self, calls: &[(String, Value)], turn: usize) -> Value {
        self.thinking("", "", calls, turn)
    }

    /// With ids that no other turn has.
    pub(super) fn thinking(self, thought: &str, text: &str, calls: &[(String, Value)], turn: usize) -> Value {
        let id = |index: usize| format!("call_{turn}_{index}");
        let calls = calls.iter().enumerate().map(|(index, (name, args))| Call { id: id(index), name, args }).collect();
        self.whole(&Words { thought, text, calls, stop: Stop::Calls })
    }

    fn whole(self, words: &Words<'_>) -> Value {
        match self {
            Self::Messages => whole::messages(words),
            Self::Responses => whole::responses(words),
            Self::ChatCompletions => whole::chat(words),
            Self::GenerateContent => whole::gemini(words),
        }
    }
}

/// What a model says in one turn.
#[derive(Default)]
pub(super) struct Words<'a> {
    /// Empty where it has none, as everything here.
    pub(super) thought: &'a str,
    pub(super) text: &'a str,
    pub(super) calls: Vec<Call<'a>>,
    pub(super) stop: Stop,
}

pub(super) struct Call<'a> {
    pub(super) id: String,
    pub(super) name: &'a str,
    pub(super) args: &'a Value,
}

/// Why it stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Stop {
    #[default]
    End,
    Calls,
    Length,
    Refusal,
}
