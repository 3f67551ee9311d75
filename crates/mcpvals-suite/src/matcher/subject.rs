//! What a matcher looks at: an answer, or a value in it. Texts and parsed texts are made once, when first asked for.

use std::borrow::Cow;
use std::cell::OnceCell;

use serde_json::Value;

use crate::excerpt;
use crate::reply::{Reply, block_type, blocks};

/// The thing that is matched.
pub(crate) struct Subject<'a> {
    what: What<'a>,
    text: OnceCell<Cow<'a, str>>,
    text_json: OnceCell<Option<Value>>,
}

enum What<'a> {
    Answer(&'a Reply<'a>),
    /// A value, and its JSON pointer in the result, where it has one.
    Value(&'a Value, Option<String>),
}

/// A longer text is not parsed: nobody writes an expectation of that size, and the copy would cost memory.
const PARSED_BYTES_MAX: usize = 32 << 20;

impl<'a> Subject<'a> {
    /// An answer.
    pub(crate) fn answer(reply: &'a Reply<'a>) -> Self {
        Self::new(What::Answer(reply))
    }

    /// A value in an answer.
    pub(crate) fn value(value: &'a Value, pointer: Option<String>) -> Self {
        Self::new(What::Value(value, pointer))
    }

    fn new(what: What<'a>) -> Self {
        Self { what, text: OnceCell::new(), text_json: OnceCell::new() }
    }

    /// The answer, where it is one.
    pub(crate) fn as_answer(&self) -> Option<&'a Reply<'a>> {
        match self.what {
            What::Answer(reply) => Some(reply),
            What::Value(..) => None,
        }
    }

    /// The result of an answer, or the value itself.
    pub(crate) fn root(&self) -> Option<&'a Value> {
        match self.what {
            What::Answer(Reply::Result(result)) => Some(result),
            What::Answer(Reply::Error(_)) => None,
            What::Value(value, _) => Some(value),
        }
    }

    /// The text content of an answer; a value's own text, or the value as JSON where it is none.
    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| match self.what {
            What::Answer(reply) => reply.text(),
            What::Value(Value::String(text), _) => Cow::Borrowed(text),
            What::Value(value, _) => Cow::Owned(value.to_string()),
        })
    }

    /// The items of a value that is a list of plain ones, each as a text.
    pub(crate) fn items(&self) -> Option<Vec<String>> {
        let What::Value(Value::Array(items), _) = &self.what else { return None };
        let text = |item: &Value| match item {
            Value::String(text) => Some(text.clone()),
            Value::Null | Value::Bool(_) | Value::Number(_) => Some(item.to_string()),
            Value::Array(_) | Value::Object(_) => None,
        };
        items.iter().map(text).collect()
    }

    /// The `structuredContent` of an answer, else its text as JSON; a value itself.
    pub(crate) fn structured(&self) -> Option<&Value> {
        match self.what {
            What::Answer(_) => self.structured_content().filter(|value| !value.is_null()).or_else(|| self.text_json()),
            What::Value(value, _) => Some(value),
        }
    }

    /// The `structuredContent` of an answer.
    pub(crate) fn structured_content(&self) -> Option<&'a Value> {
        match self.what {
            What::Answer(Reply::Result(result)) => result.get("structuredContent"),
            What::Answer(Reply::Error(_)) | What::Value(..) => None,
        }
    }

    /// The text as JSON, where it is JSON.
    pub(crate) fn text_json(&self) -> Option<&Value> {
        let parse = || {
            let text = self.text().trim();
            (text.len() <= PARSED_BYTES_MAX).then(|| serde_json::from_str(text).ok()).flatten()
        };
        self.text_json.get_or_init(parse).as_ref()
    }

    /// Where a place of [`Subject::structured`] is in the result.
    pub(crate) fn place(&self, below: &str) -> Option<String> {
        match &self.what {
            What::Value(_, pointer) => pointer.as_ref().map(|pointer| format!("{pointer}{below}")),
            What::Answer(_) if self.structured_content().is_some() => Some(format!("/structuredContent{below}")),
            What::Answer(_) => self.text_place(),
        }
    }

    /// Where the text is in the result, where it is in one place.
    pub(crate) fn text_place(&self) -> Option<String> {
        match &self.what {
            What::Answer(Reply::Result(result)) => match blocks(result) {
                [block] if block_type(block) == "text" => Some("/content/0/text".to_owned()),
                _ => None,
            },
            What::Answer(Reply::Error(_)) => None,
            What::Value(_, pointer) => pointer.clone(),
        }
    }

    /// In one line, for a message: what a reader of the answer would see.
    pub(crate) fn shown(&self) -> String {
        match self.what {
            What::Answer(reply) => reply.shown(),
            What::Value(value, _) => excerpt::json(value),
        }
    }

    /// In one line: what [`Subject::structured`] gives, or why it gives nothing.
    pub(crate) fn shown_structured(&self) -> String {
        match (self.as_answer(), self.structured()) {
            (Some(_), Some(value)) if self.structured_content().is_some() => {
                format!("structured content {}", excerpt::json(value))
            }
            (_, Some(value)) => excerpt::json(value),
            (_, None) => format!("{}, which is no JSON", self.shown()),
        }
    }
}
