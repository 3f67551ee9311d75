//! Paths of one part: `os.path.dirname(name)` that is nothing, `path.basename(name)` that is all of the name.

use std::rc::Rc;

use super::super::call::Made;
use super::super::{Fact, Flow, Value, When, bit};
use crate::form::Expr;
use crate::language::Language;

/// What a name without folders can no longer do.
const BITS: u32 = bit::PATH | bit::DOTS | bit::ROOTED;

impl Flow<'_> {
    /// The folder of a path: where Python's is empty, the path is a plain name.
    pub(super) fn without_folders(&mut self, made: &Made<'_>, folder: Value) -> Value {
        let given = made.argument(0).zip(made.expr(0));
        let Some((path, expr)) = given.filter(|_| made.path.ends_with("dirname") || made.path.ends_with(".Dir")) else {
            return folder;
        };
        let python = self.language() == Language::Python;
        let facts = if python { self.facts_of(expr, path, BITS, When::False) } else { Vec::new() };
        Value { path: Some(made.path.clone()), facts: (!facts.is_empty()).then(|| Rc::new(facts)), ..folder }
    }

    /// What is known when a part of a path was compared with all of it, or its folder with nothing.
    pub(in crate::flow) fn is_all_of(&mut self, part: &Value, whole: (&Expr, &Value), when: When) -> Option<Vec<Fact>> {
        let name = part.called().rsplit('.').next().filter(|_| part.is_tainted() && part.called().contains('.'))?;
        let of_same = |label: u32| part.taints.iter().any(|taint| taint.label == label);
        match name {
            "dirname" | "Dir" if matches!(whole.1.constant(), Some("" | ".")) => {
                Some(self.facts_of_value(part, BITS, when))
            }
            "basename" | "Base" | "base" | "name" | "secure_filename" if whole.1.exact.is_some_and(of_same) => {
                Some(self.facts_of(whole.0, whole.1, BITS, when))
            }
            _ => None,
        }
    }
}
