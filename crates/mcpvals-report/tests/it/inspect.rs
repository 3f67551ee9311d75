//! What a server offers: tables, JSON and differences.

use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_report::Style;
use mcpvals_report::inspect::{Inspected, difference, difference_json, json, table};
use serde_json::json as value;

use crate::sample;

fn narrow() -> Style {
    Style { width: Some(100), ..Style::default() }
}

#[test]
fn the_table_shows_every_list_and_what_is_wrong() {
    let (facts, offer) = (sample::facts(), sample::offer());
    insta::assert_snapshot!(table(
        Inspected { profile: "full", facts: &facts, offer: &offer, violations: &[] },
        &narrow()
    ));
}

#[test]
fn a_server_without_anything_says_so() {
    let facts = ServerFacts { capabilities: value!({}), instructions: None, ..sample::facts() };
    let offer = Offer::default();
    insta::assert_snapshot!(table(
        Inspected { profile: "bare", facts: &facts, offer: &offer, violations: &[] },
        &narrow()
    ));
}

#[test]
fn the_json_form_has_the_lists_as_they_came() {
    let (facts, offer) = (sample::facts(), sample::offer());
    insta::assert_json_snapshot!(json(Inspected { profile: "full", facts: &facts, offer: &offer, violations: &[] }));
}

/// The sample as a client without capabilities sees it.
fn bare() -> (ServerFacts, Offer) {
    let mut offer = sample::offer();
    offer.tools.remove(2);
    let mut raw = offer.tools[0].raw().clone();
    raw["description"] = "Adds.".into();
    offer.tools[0] = std::sync::Arc::new(mcpvals_model::mcp::Tool::read(&raw).unwrap());
    offer.prompts.push(value!({"name": "only_bare"}));
    (ServerFacts { capabilities: value!({"tools": {}}), ..sample::facts() }, offer)
}

#[test]
fn profiles_that_see_different_things_are_compared() {
    let ((bare_facts, bare_offer), facts, offer) = (bare(), sample::facts(), sample::offer());
    let first = Inspected { profile: "bare", facts: &bare_facts, offer: &bare_offer, violations: &[] };
    let second = Inspected { profile: "full", facts: &facts, offer: &offer, violations: &[] };
    insta::assert_snapshot!(difference(first, second, &narrow()));
    insta::assert_json_snapshot!(difference_json(first, second));
}

#[test]
fn profiles_that_see_the_same_have_no_difference() {
    let (facts, offer) = (sample::facts(), sample::offer());
    let side = Inspected { profile: "full", facts: &facts, offer: &offer, violations: &[] };
    let shown = difference(side, side, &narrow());
    assert_eq!(shown.lines().last(), Some("no difference"), "{shown}");
}
