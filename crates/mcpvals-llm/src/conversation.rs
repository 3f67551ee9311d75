//! What a model is asked, in no provider's words.

use mcpvals_model::ModelReply;
use serde_json::Value;

/// A conversation up to the model's next turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    /// What stands above it; empty where there is nothing.
    pub system: String,
    /// Its turns, in order.
    pub turns: Vec<Turn>,
    /// The tools that may be called.
    pub tools: Vec<ToolSpec>,
    /// The form in which the model must answer; then it has no tools.
    pub answer: Option<AnswerForm>,
}

/// JSON of a schema instead of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerForm {
    /// What it is called: letters, digits and `_`.
    pub name: &'static str,
    /// Its schema: objects whose members are all required, with no others.
    pub schema: Value,
}

/// One turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Turn {
    /// The user says this.
    User(String),
    /// The model said this.
    Model(ModelReply),
    /// What came of the calls of the turn before, in their order.
    Results(Vec<ToolResult>),
}

/// A tool as its server lists it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// Its description; empty where it has none.
    pub description: String,
    /// The schema of its arguments.
    pub schema: Value,
}

/// What came of one call.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// The call's.
    pub id: String,
    /// The tool that was called.
    pub tool: String,
    /// Did the call fail?
    pub is_error: bool,
    /// What came.
    pub parts: Vec<Part>,
}

/// A part of a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Text.
    Text(String),
    /// An image as Base64.
    Image {
        /// For example `image/png`.
        mime_type: String,
        /// Its bytes.
        data: String,
    },
}

impl AnswerForm {
    /// What a model answered in this form: the arguments of the call that stands for it, or its text, also one between
    /// the marks of code.
    pub fn of(&self, reply: &ModelReply) -> Option<Value> {
        let called = reply.calls.iter().find(|call| call.tool == self.name).map(|call| call.args.clone());
        called.filter(Value::is_object).or_else(|| object_in(&reply.text))
    }
}

/// The JSON object that a text is, or that stands in it.
fn object_in(text: &str) -> Option<Value> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    serde_json::from_str(text.get(from..=to)?).ok()
}

impl ToolResult {
    /// Its texts, one below the other.
    pub(crate) fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Image { .. } => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The same, for a provider that has no place to say that a call failed.
    pub(crate) fn text_with_error(&self) -> String {
        let text = self.text();
        if self.is_error { format!("The call failed: {text}") } else { text }
    }

    /// Its images: type and data.
    pub(crate) fn images(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Image { mime_type, data } => Some((mime_type.as_str(), data.as_str())),
            Part::Text(_) => None,
        })
    }
}
