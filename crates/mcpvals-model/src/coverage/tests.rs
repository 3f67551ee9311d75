//! Facts put together, and what a report says of them.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;

use super::{COVERED_ITEMS_MAX, Covered, Covering, ItemKind};
use crate::{Event, SessionEnd, Trace};

fn covered(offered: &[&[&str]], exercised: &[&[&str]]) -> Covered {
    let mut covered = Covered::new("server");
    for path in offered {
        covered.offer(ItemKind::Tool, path);
    }
    for path in exercised {
        covered.exercise(ItemKind::Tool, path);
    }
    covered
}

fn fold<'a>(facts: impl IntoIterator<Item = &'a Covered>) -> serde_json::Value {
    let mut covering = Covering::default();
    for fact in facts {
        covering.take(&Event::SessionFinished(Box::new(SessionEnd {
            session: 1,
            server: fact.server.clone(),
            trace: Arc::new(Trace::default()),
            violations: Vec::new(),
            covered: Some(Arc::new(fact.clone())),
        })));
    }
    serde_json::to_value(covering.finish()).unwrap()
}

#[test]
fn without_facts_there_is_no_coverage() {
    assert_eq!(fold([]), json!(null));
}

#[test]
fn server_that_offers_nothing_is_covered() {
    let coverage = fold([&Covered::new("server")]);
    assert_eq!((&coverage["percent"], &coverage["items"]), (&json!(100.0), &json!(0)));
}

#[test]
fn offered_is_the_union_and_exercised_what_any_saw() {
    let first = covered(&[&["b"], &["b", "x"], &["b", "x", "\"hot\""], &["b", "x", "true"]], &[]);
    let second = covered(&[&["b"], &["a"]], &[]);
    let seen = covered(&[], &[&["b", "x", "true"]]);
    let tools = json!([
        {"name": "b", "exercised": true, "parameters": [{"name": "x", "exercised": true, "values": [
            {"value": "hot", "exercised": false}, {"value": true, "exercised": true},
        ]}]},
        {"name": "a", "exercised": false, "parameters": []},
    ]);
    let coverage = fold([&seen, &first, &second]);
    assert_eq!(coverage["servers"][0]["tools"], tools);
    assert_eq!((&coverage["percent"], &coverage["covered"], &coverage["items"]), (&json!(60.0), &json!(3), &json!(5)));
}

#[test]
fn server_that_offers_without_end_is_cut() {
    let mut covered = Covered::new("server");
    (0..COVERED_ITEMS_MAX + 5).for_each(|n| covered.offer(ItemKind::Resource, &[&format!("r://{n}")]));
    let coverage = fold([&covered, &covered]);
    assert_eq!((&coverage["items"], &coverage["servers"][0]["cut"]), (&json!(COVERED_ITEMS_MAX), &json!(true)));
    let long = "x".repeat(100_000);
    let mut covered = Covered::new("server");
    covered.offer(ItemKind::Prompt, &[&long]);
    assert!(covered.cut && covered.is_empty());
}

#[test]
fn items_that_are_renamed_to_one_become_one() {
    let covered = covered(&[&["secret1"], &["secret2"], &["other"]], &[&["secret2", "p"]]);
    let tools = &fold([&covered.renamed(&|name| if name.contains("secret") { "*".into() } else { name.into() })]);
    assert_eq!(tools["servers"][0]["tools"][0]["name"], "*");
    assert_eq!((&tools["covered"], &tools["items"]), (&json!(2), &json!(3)));
}

fn any_covered() -> impl Strategy<Value = Covered> {
    let name = proptest::sample::select(vec!["a", "b", "c", "1"]);
    let path = proptest::collection::vec(name, 1..4);
    proptest::collection::vec((path, any::<bool>()), 0..12).prop_map(|paths| {
        let mut covered = Covered::new("server");
        for (path, exercised) in paths {
            if exercised { covered.exercise(ItemKind::Tool, &path) } else { covered.offer(ItemKind::Tool, &path) }
        }
        covered
    })
}

proptest! {
    #[test]
    fn order_and_repetition_of_facts_make_no_difference(facts in proptest::collection::vec(any_covered(), 1..6)) {
        let backwards = facts.iter().rev().chain(&facts);
        prop_assert_eq!(fold(&facts), fold(backwards));
    }

    #[test]
    fn exercising_more_never_lowers_the_share(covered in any_covered(), more in any_covered()) {
        let mut offered = covered.clone();
        offered.merge(&more.renamed(&str::to_owned));
        let before = fold([&offered])["covered"].as_u64();
        let mut after = offered.clone();
        after.exercise(ItemKind::Tool, &["a", "b"]);
        prop_assert!(fold([&after])["covered"].as_u64() >= before);
    }
}
