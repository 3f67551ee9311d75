//! A config file as data, with the place of every value in its text.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcpvals_model::{SecretValue, SourcePlace};
use serde_json::Value;

use crate::error::{ConfigError, Problem};
use crate::pointer::Pointer;
use crate::source::{Source, Span};

/// What a file of any format gives.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// The file.
    pub(crate) source: Arc<Source>,
    /// Its data.
    pub(crate) value: Value,
    /// Where the values stand.
    pub(crate) spans: Spans,
    /// What a script was given of the environment that must not be shown.
    pub(crate) secrets: Vec<SecretValue>,
    /// What in a script's data is none; it was left out.
    pub(crate) problems: Vec<Problem>,
}

/// The places of values by pointer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spans(BTreeMap<Pointer, NodeSpan>);

/// Where a value stands, and its name where it is a member.
#[derive(Debug, Clone)]
pub(crate) struct NodeSpan {
    /// The member's name in the text.
    pub(crate) key: Option<Span>,
    /// The value.
    pub(crate) value: Span,
}

/// Which part of a member a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its name.
    Key,
    /// Its value.
    Value,
}

impl Spans {
    /// Notes the place of a value.
    pub(crate) fn insert(&mut self, pointer: Pointer, key: Option<Span>, value: Span) {
        self.0.insert(pointer, NodeSpan { key, value });
    }

    /// Forgets the places within a value, not its own.
    pub(crate) fn forget_within(&mut self, pointer: &Pointer) {
        self.0.retain(|other, _| other == pointer || !other.is_within(pointer));
    }

    /// The place of a value; of the nearest value around it where its own is not known.
    fn find(&self, pointer: &Pointer, part: Part) -> Option<Span> {
        let mut at = Some(pointer.clone());
        while let Some(pointer) = at {
            if let Some(node) = self.0.get(&pointer) {
                return Some(node.part(part));
            }
            at = pointer.parent();
        }
        None
    }

    fn has(&self, pointer: &Pointer) -> bool {
        self.0.contains_key(pointer)
    }
}

impl NodeSpan {
    fn part(&self, part: Part) -> Span {
        match part {
            Part::Key => self.key.clone().unwrap_or_else(|| self.value.clone()),
            Part::Value => self.value.clone(),
        }
    }
}

impl Document {
    /// Where a value stands.
    pub(crate) fn place(&self, pointer: &Pointer) -> SourcePlace {
        let span = self.spans.find(pointer, Part::Key).unwrap_or(0..0);
        self.source.place(span.start)
    }

    /// A problem with its place in the text.
    pub(crate) fn locate(&self, problem: Problem) -> ConfigError {
        if let Some((source, span)) = problem.elsewhere {
            return ConfigError::new(&source, Some(span), &problem.pointer, problem.message, problem.nearest);
        }
        let span = self.spans.find(&problem.pointer, problem.part);
        let message = if self.spans.has(&problem.pointer) {
            problem.message
        } else {
            // Computed by a script: only the pointer tells which of the values it is.
            format!("{} (at `{}`)", problem.message, problem.pointer)
        };
        ConfigError::new(&self.source, span, &problem.pointer, message, problem.nearest)
    }
}
