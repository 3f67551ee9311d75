//! Tests against one of a list of ours: what is known when one of its elements fits, or none does.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::form::Name;

use super::{Fact, Flow, Value, When};

/// Lists that are longer are no lists that somebody wrote to allow something.
const CHOICES_MAX: usize = 40;

/// What an element of these may be, if they are ours and differ.
pub(super) fn choices_of(parts: &[&Value]) -> Option<Rc<Vec<Value>>> {
    let ours = parts.iter().all(|part| !part.is_tainted());
    let known = parts.iter().any(|part| part.text.is_some());
    (ours && known && parts.len() > 1 && parts.len() <= CHOICES_MAX)
        .then(|| Rc::new(parts.iter().map(|part| (*part).clone()).collect()))
}

/// The members of an element of a table of ours, each with what it is in every row, in order.
pub(super) fn columns_of(rows: &[&Value]) -> Option<Rc<Vec<(Name, Value)>>> {
    let ours = rows.iter().all(|row| row.fields.is_some() && !row.is_tainted());
    if !ours || rows.len() < 2 || rows.len() > super::value::PARTS_MAX {
        return None;
    }
    let names: BTreeSet<&Name> =
        rows.iter().flat_map(|row| row.fields.iter().flat_map(|fields| fields.iter())).map(|(name, _)| name).collect();
    Some(Rc::new(names.into_iter().map(|name| (name.clone(), column(cells(rows, name)))).collect()))
}

fn cells(rows: &[&Value], name: &str) -> Vec<Value> {
    rows.iter().map(|row| row.field(name).cloned().unwrap_or_default()).collect()
}

/// The same of a table whose rows are pairs.
pub(super) fn places_of(rows: &[&Value]) -> Option<Rc<Vec<Value>>> {
    let ours = |row: &&Value| !row.is_tainted() && row.items.as_ref().is_some_and(|items| items.len() == 2);
    if !rows.iter().all(ours) || rows.len() < 2 || rows.len() > super::value::PARTS_MAX {
        return None;
    }
    let place = |at: usize| column(rows.iter().map(|row| row.item(at).cloned().unwrap_or_default()).collect());
    Some(Rc::new(vec![place(0), place(1)]))
}

fn column(cells: Vec<Value>) -> Value {
    let whichever = cells.iter().skip(1).take(CHOICES_MAX).fold(cells[0].clone(), Value::or);
    // A member of what stands in a row is a column, too.
    let fields = columns_of(&cells.iter().collect::<Vec<_>>()).or(whichever.fields);
    // One row's text is not that of a row that is not known.
    let text = whichever.text.filter(|text| cells.iter().all(|cell| cell.text.as_ref() == Some(text)));
    Value { text, fields, choices: Some(Rc::new(cells)), ..whichever }
}

/// The text, or those of which it is one; those that we put there and do not know say nothing.
pub(super) fn texts_of(value: &Value) -> Option<Vec<Rc<str>>> {
    if let Some(text) = &value.text {
        return Some(vec![text.clone()]);
    }
    let texts: Vec<_> =
        value.choices.iter().flat_map(|several| several.iter()).filter_map(|one| one.text.clone()).collect();
    (!texts.is_empty()).then_some(texts)
}

/// What is known of a test against one of several, from what is known of each: where it holds, we do not know by which, and
/// only what all of them say holds; where it fails, it fails for all.
pub(super) fn of_several(each: &[Vec<Fact>]) -> Vec<Fact> {
    let mut made: Vec<Fact> = Vec::new();
    for fact in each.iter().flatten() {
        let mut fact = fact.clone();
        if fact.when == When::True {
            fact.bits = each.iter().fold(fact.bits, |bits, facts| bits & bits_in(facts, &fact));
        }
        if fact.bits != 0 && !made.contains(&fact) {
            made.push(fact);
        }
    }
    made
}

/// What the facts say of the subject when the test holds.
fn bits_in(facts: &[Fact], fact: &Fact) -> u32 {
    let same = facts.iter().filter(|other| other.subject == fact.subject && other.when == When::True);
    same.fold(0, |bits, other| bits | other.bits)
}

impl Flow<'_> {
    /// What a test says of others than the element that it is made with, once more and without what testing does.
    pub(super) fn tested_with(
        &mut self,
        binder: &crate::form::Pattern,
        element: Value,
        test: &crate::form::Expr,
    ) -> Vec<Fact> {
        self.without_doing(|flow| {
            flow.push_frame();
            flow.assign(binder, element, false);
            let facts = flow.facts_of_test(test);
            flow.pop_frame();
            facts
        })
    }
}
