//! Two evaluations side by side: what is better, what is worse, what is the same.

mod judge;
mod side;

use std::collections::BTreeMap;

use askama::Template;
use mcpvals_report::page::chart::{self, Bar, Bars, Tone};
use mcpvals_report::page::{Ids, Markup};
use mcpvals_store::{Evaluation, Filter, Order, Page as PageOf, SortBy, Status};

use super::frame::Page;
use super::html::{millis, score};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::time::timestamp;
use judge::Change;
use side::{Item, Side};

/// Evaluations that can be chosen.
const CHOICES_MAX: i64 = 100;

#[derive(Template)]
#[template(path = "compare/form.html")]
struct Form<'a> {
    /// Name, words, which is chosen.
    sides: [(&'static str, &'static str, &'a str); 2],
    options: Vec<Choice>,
}

/// An evaluation that can be chosen.
struct Choice {
    id: String,
    words: String,
}

#[derive(Template)]
#[template(path = "compare/page.html")]
struct Compared<'a> {
    sides: [(&'static str, &'a Side); 2],
    verdict: String,
    groups: Vec<Group>,
    charts: Markup,
}

/// Things of one kind.
struct Group {
    id: String,
    title: String,
    rows: Vec<Row>,
    /// Is there any score, any time?
    has_scores: bool,
    has_times: bool,
}

/// One thing in both.
struct Row {
    name: String,
    change: &'static str,
    before: Shown,
    after: Shown,
}

/// How it is in one of them.
#[derive(Default)]
struct Shown {
    status: String,
    score: String,
    latency: String,
}

/// The page: a form where two are not named.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let (a, b) = (ask.query.text("a").unwrap_or_default(), ask.query.text("b").unwrap_or_default());
    let form = form(&ask, a, b).await?;
    if a.is_empty() || b.is_empty() {
        return Ok(Page::new("Compare two evaluations", "What is better, what is worse, what is the same.", form));
    }
    let (before, after) = (side::of(&ask, a).await?, side::of(&ask, b).await?);
    let groups = groups(&before, &after);
    let mut main = Markup::of(&Compared {
        sides: [("A", &before), ("B", &after)],
        verdict: verdict(&groups),
        charts: charts(&before, &after),
        groups,
    });
    main.push(&form);
    Ok(Page::new("Compare two evaluations", "What is better, what is worse, what is the same.", main))
}

/// The last ones that came to something, and those that were named.
async fn form(ask: &Ask, a: &str, b: &str) -> Result<Markup, ApiError> {
    let page = PageOf { sort_by: SortBy::CreatedAt, order: Order::Descending, limit: CHOICES_MAX, offset: 0 };
    let filter = Filter { status: Some(Status::Completed), ..Filter::default() };
    let listed = ask.service.store.list(&filter, &page).await?;
    let words = |one: &Evaluation| {
        let at = timestamp(one.created_at);
        format!("{} · {} · {}", one.server_path, score(one.score), at.get(..19).unwrap_or(&at).replace('T', " "))
    };
    let choice = |one: Evaluation| Choice { words: words(&one), id: one.id };
    let mut options: Vec<Choice> = listed.evaluations.into_iter().map(choice).collect();
    for id in [a, b].into_iter().filter(|id| !id.is_empty()) {
        if !options.iter().any(|option| option.id == id) {
            options.insert(0, Choice { id: id.to_owned(), words: id.to_owned() });
        }
    }
    Ok(Markup::of(&Form { sides: [("a", "A, the one before", a), ("b", "B, the one after", b)], options }))
}

/// By kind and name, in the order of the second; what is gone comes last.
fn groups(before: &Side, after: &Side) -> Vec<Group> {
    let mut kinds: Vec<&'static str> = Vec::new();
    for item in after.items.iter().chain(&before.items) {
        if !kinds.contains(&item.kind) {
            kinds.push(item.kind);
        }
    }
    kinds.into_iter().map(|kind| group(kind, before, after)).collect()
}

fn group(kind: &'static str, before: &Side, after: &Side) -> Group {
    let of = |side: &'_ Side| side.items.iter().filter(|item| item.kind == kind).cloned().collect::<Vec<Item>>();
    let (old, new) = (of(before), of(after));
    let by_name: BTreeMap<&str, &Item> = old.iter().map(|item| (item.name.as_str(), item)).collect();
    let is_new = |item: &&Item| !new.iter().any(|other| other.name == item.name);
    let mut rows: Vec<Row> = new.iter().map(|item| row(by_name.get(item.name.as_str()).copied(), Some(item))).collect();
    rows.extend(old.iter().filter(is_new).map(|item| row(Some(item), None)));
    let any = |has: fn(&Shown) -> bool| rows.iter().any(|row| has(&row.before) || has(&row.after));
    Group {
        has_scores: any(|shown| !shown.score.is_empty()),
        has_times: any(|shown| !shown.latency.is_empty()),
        id: kind.to_ascii_lowercase().replace(' ', "-"),
        title: kind.to_owned(),
        rows,
    }
}

fn row(before: Option<&Item>, after: Option<&Item>) -> Row {
    let name = after.or(before).map(|item| item.name.clone()).unwrap_or_default();
    Row { name, change: judge::of(before, after).word(), before: shown(before), after: shown(after) }
}

fn shown(item: Option<&Item>) -> Shown {
    let Some(item) = item else { return Shown::default() };
    Shown {
        status: item.status.clone(),
        score: score(item.score.map(|score| score * 100.0)),
        latency: item.latency.map(millis).unwrap_or_default(),
    }
}

/// `2 better, 1 worse, 9 the same`.
fn verdict(groups: &[Group]) -> String {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let count = |change: Change| rows().filter(|row| row.change == change.word()).count();
    let words = Change::ALL.map(|change| (count(change), change.word()));
    let words: Vec<String> =
        words.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if words.is_empty() { "There is nothing to compare.".to_owned() } else { words.join(", ") + "." }
}

fn charts(before: &Side, after: &Side) -> Markup {
    let mut ids = Ids::default();
    let bar = |label: &str, value: Option<f64>, shown: fn(f64) -> String| {
        value.map(|value| Bar { label: label.to_owned(), value, shown: shown(value), tone: Tone::Plain })
    };
    let of = |title: &str, full, values: [(&str, Option<f64>); 2], shown: fn(f64) -> String| Bars {
        title: title.to_owned(),
        heads: ["Evaluation", "Value"].map(str::to_owned),
        full,
        bars: values.into_iter().filter_map(|(label, value)| bar(label, value, shown)).collect(),
    };
    let mut all =
        vec![of("Score", Some(100.0), [("A", before.score), ("B", after.score)], |value| format!("{value:.1}"))];
    for (title, percent) in [("Latency, p50", 50), ("Latency, p95", 95)] {
        all.push(of(title, None, [("A", before.latency(percent)), ("B", after.latency(percent))], millis));
    }
    let drawn: Markup =
        all.iter().filter(|data| !data.bars.is_empty()).map(|data| chart::bars(data, &mut ids)).collect();
    Markup::new(format!("<div class=\"charts\">\n{drawn}</div>\n"))
}
