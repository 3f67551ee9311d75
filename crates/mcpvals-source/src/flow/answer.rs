//! What blocks and functions answer, and what goes out with it.

use super::result::EventKind;
use super::{Fact, Flow, Label, Subject, Value, When, bit};
use crate::form::{FunctionId, Range};

impl Flow<'_> {
    /// A value that a block ends with: the block's, or else the function's.
    pub(super) fn yielded(&mut self, value: Value, at: Range) {
        let Some(active) = self.active.last_mut() else { return };
        if let Some(block) = active.blocks.last_mut() {
            let before = std::mem::take(block);
            *block = if before.null { value } else { before.or(&value) };
        } else {
            self.returned(value, at);
        }
    }

    pub(super) fn returned(&mut self, value: Value, at: Range) {
        self.leaks(&value, at);
        self.looked_at(&value);
        let Some(active) = self.active.last_mut() else { return };
        let before = std::mem::take(&mut active.returns);
        let nothing = value.null || value.truth == Some(false);
        let sure = value.truth == Some(true);
        let current = active.function;
        active.returns = match (active.returned, nothing) {
            (false, _) => value,
            (true, true) => before,
            (true, false) if before.null || before.truth == Some(false) => value,
            (true, false) => before.or(&value),
        };
        active.returned = true;
        if !nothing {
            self.known_at_return(current, sure);
        }
    }

    /// What holds where the function answers, whoever looks at the answer knows.
    fn known_at_return(&mut self, function: FunctionId, sure: bool) {
        let mut known = Vec::new();
        for frame in self.frames.iter().rev() {
            known.extend(frame.cleared.iter().map(|(label, bits, _)| Fact {
                subject: Subject::Label(*label),
                bits: *bits,
                // Of a list of what is refused, such an answer says the contrary.
                when: if sure && *bits == bit::SIBLING { When::True } else { When::Either },
            }));
            if frame.function.is_some() {
                break;
            }
        }
        let draft = self.draft(function);
        for fact in known {
            if draft.tests.len() < 64 && !draft.tests.contains(&fact) {
                draft.tests.push(fact);
            }
        }
    }

    /// What goes out with what a function returns; whether it is a handler is known later.
    fn leaks(&mut self, value: &Value, at: Range) {
        let labels: Vec<Label> = value
            .taints
            .iter()
            .filter(|taint| taint.bits & bit::DATA != 0)
            .map(|taint| self.label_of(taint.label).clone())
            .collect();
        for label in labels {
            match label {
                Label::Environment => self.event(EventKind::EnvironmentReturned, at, "the whole environment"),
                Label::Secret(name) => self.event(EventKind::SecretReturned, at, &*name),
                Label::Credentials(name) => self.event(EventKind::CredentialsRead, at, &*name),
                Label::Trace => self.event(EventKind::TraceReturned, at, "the stack trace"),
                Label::Error => self.event(EventKind::ErrorReturned, at, "the text of the exception"),
                _ => {}
            }
        }
    }
}
