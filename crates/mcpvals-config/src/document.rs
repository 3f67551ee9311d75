//! A config file as data, with the place of every value in its text.

use std::sync::Arc;

use mcpvals_model::{SecretValue, SourcePlace};
use serde_json::Value;

use crate::error::{ConfigError, ConfigErrors, Problem};
use crate::pointer::Pointer;
use crate::source::Source;
use crate::spans::{Part, Spans};

/// What a file of any format gives.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// The file.
    pub(crate) source: Arc<Source>,
    /// Its data.
    pub(crate) value: Value,
    /// Where the values stand: in the file, or in one of the others.
    pub(crate) spans: Spans,
    /// The other files that a script took its values from; they are numbered from 1.
    pub(crate) others: Vec<Arc<Source>>,
    /// What a script was given of the environment that must not be shown.
    pub(crate) secrets: Vec<SecretValue>,
    /// What is wrong with its text though it could be read: a name that is given twice.
    pub(crate) faults: Vec<ConfigError>,
    /// What in a script's data is none; it was left out.
    pub(crate) problems: Vec<Problem>,
}

impl Document {
    /// The document, where nothing is wrong with its text.
    pub(crate) fn whole(self) -> Result<Self, ConfigErrors> {
        match ConfigErrors::new(self.faults.clone()) {
            Some(errors) => Err(errors),
            None => Ok(self),
        }
    }

    /// Where a value stands.
    pub(crate) fn place(&self, pointer: &Pointer) -> SourcePlace {
        let (file, span) = self.spans.find(pointer, Part::Key).unwrap_or((0, 0..0));
        self.file(file).place(span.start)
    }

    /// A problem with its place in the text.
    pub(crate) fn locate(&self, problem: Problem) -> ConfigError {
        if let Some((source, span)) = problem.elsewhere {
            return ConfigError::new(&source, Some(span), &problem.pointer, problem.message, problem.nearest);
        }
        let (file, span) = self.spans.find(&problem.pointer, problem.part).unzip();
        let message = if self.spans.has(&problem.pointer) {
            problem.message
        } else {
            // Computed by a script: only the pointer tells which of the values it is.
            format!("{} (at `{}`)", problem.message, problem.pointer)
        };
        ConfigError::new(self.file(file.unwrap_or(0)), span, &problem.pointer, message, problem.nearest)
    }

    fn file(&self, number: usize) -> &Arc<Source> {
        number.checked_sub(1).and_then(|index| self.others.get(index)).unwrap_or(&self.source)
    }
}
