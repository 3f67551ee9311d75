//! One evaluation: how it stands, what was found, what can be done with it.

mod actions;
mod cards;
mod statistics;

use askama::Template;
use mcpvals_model::{Evaluation, Report, Results};
use mcpvals_report::evaluation::{self as whole, Template as Kind};
use mcpvals_report::page::{self, Assets, Hero, Link, Markup, text};
use mcpvals_store::Evaluation as Row;
use serde_json::Value;

pub(super) use cards::word;
pub(super) use statistics::{latencies, pass_rate};

use super::frame::Page;
use super::html::{duration, encoded, moment, natural, size};
use crate::api::evaluations;
use crate::api::reports::{OF_RUN, WHOLE};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::view::{EvaluationView, RunError};

/// Before each name of a document that is a trace.
pub(super) const TRACES: &str = "traces/";

/// A part of the page: id, heading, content.
type Part = (&'static str, &'static str, Markup);

/// What is known of it.
struct Known {
    row: Row,
    view: EvaluationView,
    documents: Vec<(String, i64)>,
    evaluation: Option<Evaluation>,
    report: Option<Report>,
    /// So far, or in the end.
    results: Option<Results>,
    /// The one before of the same server.
    previous: Option<String>,
}

/// The page.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let known = known(&ask).await?;
    let layout = match (&known.evaluation, &known.report) {
        (Some(evaluation), _) => Some(whole::page(evaluation, Kind::Summary, Assets::Linked)),
        (None, Some(report)) => Some(page::run::layout(report, &[], Assets::Linked)),
        (None, None) => None,
    };
    let own = parts(&known);
    let (hero, more, below) = match layout {
        Some(layout) => (layout.hero, layout.contents, layout.main),
        None => (hero(&known.view), Vec::new(), Markup::default()),
    };
    let mut main = actions::html(&ask, &known)?;
    main.push(&state(&known));
    for part in &own {
        main.push(&section(part));
    }
    main.push(&below);
    let contents = own.iter().map(|(id, title, _)| Link::to_part(id, title)).chain(more).collect();
    Ok(Page { contents, hero, ..Page::bare(&known.view.server_path, main) })
}

async fn known(ask: &Ask) -> Result<Known, ApiError> {
    let (service, id) = (&ask.service, ask.id());
    let missing = || ApiError::not_found("evaluation", id);
    let row = service.store.evaluation(id).await?.ok_or_else(missing)?;
    let view = evaluations::view(service, id).await?.ok_or_else(missing)?;
    let history = service.store.history(&row.target, 200).await?;
    let earlier = history.iter().rev().skip_while(|point| point.id != row.id).skip(1);
    let previous = earlier.filter(|point| point.score.is_some()).map(|point| point.id.clone()).next();
    let evaluation: Option<Evaluation> = document(ask, WHOLE).await?;
    let results = match &evaluation {
        Some(evaluation) => Some(evaluation.results.clone()),
        None => view.results.as_ref().and_then(|raw| serde_json::from_str(raw.get()).ok()),
    };
    Ok(Known {
        documents: service.store.documents(id).await?,
        report: document(ask, OF_RUN).await?,
        row,
        view,
        evaluation,
        results,
        previous,
    })
}

/// A document of the evaluation, read; nothing where there is none, or it is of another version.
pub(super) async fn document<T: serde::de::DeserializeOwned>(ask: &Ask, name: &str) -> Result<Option<T>, ApiError> {
    document_of(ask, ask.id(), name).await
}

/// A document of any evaluation.
pub(super) async fn document_of<T: serde::de::DeserializeOwned>(
    ask: &Ask,
    id: &str,
    name: &str,
) -> Result<Option<T>, ApiError> {
    let found = ask.service.store.document(id, name).await?;
    Ok(found.and_then(|body| serde_json::from_slice(&body).ok()))
}

fn parts(known: &Known) -> Vec<Part> {
    let results = known.results.as_ref();
    let all = [
        ("requirements", "Requirements, with what was seen", results.map(cards::requirements).unwrap_or_default()),
        ("tools", "Tools, tried", results.map(cards::tools).unwrap_or_default()),
        ("statistics", "Statistics", results.map(statistics::html).unwrap_or_default()),
        ("asked", "What was asked for", asked(known)),
        ("documents", "Traces and documents", documents(known)),
    ];
    all.into_iter().filter(|(_, _, inner)| !inner.is_empty()).collect()
}

fn section((id, title, inner): &Part) -> Markup {
    let (title, inner) = (text(title), inner.as_str());
    Markup::new(format!("<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{inner}</section>\n"))
}

/// Of one that came to nothing yet.
fn hero(view: &EvaluationView) -> Markup {
    Hero {
        kind: "Evaluation of an MCP server".to_owned(),
        title: view.server_path.clone(),
        badges: vec![page::badge(view.status)],
        ..Hero::default()
    }
    .html()
}

#[derive(Template)]
#[template(path = "evaluation/state.html")]
struct State<'a> {
    id: &'a str,
    status: &'a str,
    is_live: bool,
    task: String,
    phases: Vec<Phase>,
    error: Option<&'a RunError>,
}

/// How far a phase is.
struct Phase {
    name: &'static str,
    words: &'static str,
    total: u64,
    completed: u64,
}

/// How it stands, while it waits or runs; why it failed.
fn state(known: &Known) -> Markup {
    let view = &known.view;
    let is_live = !known.row.status.is_final();
    let waiting = view.queue_position.map(|position| format!("It waits; {position} is its place in the queue."));
    let task = view.current_task.clone().or(waiting).unwrap_or_else(|| format!("It is {}.", view.status));
    Markup::of(&State {
        id: &view.id,
        status: view.status,
        is_live,
        task,
        phases: phases(view.progress.as_ref()),
        error: view.error.as_ref(),
    })
}

fn phases(progress: Option<&Value>) -> Vec<Phase> {
    let number = |name: &str, member: &str| progress.and_then(|all| all[name][member].as_u64()).unwrap_or(0);
    let of = |(name, words)| Phase { name, words, total: number(name, "total"), completed: number(name, "completed") };
    [("static", "Source and documents"), ("runtime", "Running server")].map(of).into()
}

#[derive(Template)]
#[template(path = "evaluation/asked.html")]
struct Asked<'a> {
    view: &'a EvaluationView,
    options: Vec<(String, String)>,
    created: Markup,
    started: Option<Markup>,
    completed: Option<Markup>,
    took: String,
}

fn asked(known: &Known) -> Markup {
    let view = &known.view;
    let options = serde_json::to_value(&view.options).unwrap_or_default();
    let options = options.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.to_string()));
    Markup::of(&Asked {
        options: options.collect(),
        created: moment(&view.created_at),
        started: view.started_at.as_deref().map(moment),
        completed: view.completed_at.as_deref().map(moment),
        took: duration(view.duration),
        view,
    })
}

#[derive(Template)]
#[template(path = "evaluation/documents.html")]
struct Documents {
    rows: Vec<Kept>,
}

/// A document, and where it is.
struct Kept {
    name: String,
    size: String,
    url: String,
    replay: String,
}

fn documents(known: &Known) -> Markup {
    let id = &known.view.id;
    let row = |(name, bytes): &(String, i64)| {
        let trace = name.strip_prefix(TRACES).map(encoded);
        Kept {
            name: name.clone(),
            size: size(*bytes),
            url: format!("/api/v1/evaluations/{id}/documents/{}", encoded(name)),
            replay: trace.map(|trace| format!("/evaluations/{id}/traces/{trace}")).unwrap_or_default(),
        }
    };
    let mut rows: Vec<Kept> = known.documents.iter().map(row).collect();
    rows.sort_by(|one, other| natural(&one.name).cmp(&natural(&other.name)));
    if rows.is_empty() { Markup::default() } else { Markup::of(&Documents { rows }) }
}
