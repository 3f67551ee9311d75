//! Tests for any of some letters: `name.contains(['/', '\\'])`, `strings.ContainsAny(name, "/\\")`.

use super::super::call::Made;
use super::super::{Fact, Flow, Value, When};
use super::replace::listed_letters;
use crate::form::Expr;

impl Flow<'_> {
    /// Where the test fails, the text has none of them.
    pub(super) fn any_of_letters(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let (expr, text, letters) = text_and_letters(made)?;
        if !text.is_tainted() {
            return None;
        }
        let mut facts = Vec::new();
        for letter in letters {
            facts.extend(self.contains((expr, &text), &letter, When::False));
        }
        Some(facts)
    }
}

fn text_and_letters<'e>(made: &Made<'e>) -> Option<(&'e Expr, Value, Vec<String>)> {
    if &*made.name == "ContainsAny" {
        let letters = made.argument(1)?.constant()?.chars().map(String::from).collect();
        return Some((made.expr(0)?, made.argument(0)?.clone(), letters));
    }
    Some((made.receiver_expr()?, made.receiver.clone()?, listed_letters(made.argument(0)?)?))
}
