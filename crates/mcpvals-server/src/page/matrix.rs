//! Workflows with several models and on several servers: the runs that have such a matrix.

use askama::Template;
use mcpvals_report::page::Markup;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::evaluation::document_of;
use super::frame::Page;
use super::html::{moment, score};
use crate::api::reports::OF_RUN;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::time::timestamp;

/// Runs that are looked at, the last ones.
const RUNS_MAX: i64 = 40;

/// What is read of a report here.
#[derive(Deserialize)]
struct Light {
    #[serde(default)]
    matrix: Option<IgnoredAny>,
    #[serde(default)]
    suites: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    #[serde(default)]
    combination: Option<IgnoredAny>,
}

#[derive(Template)]
#[template(path = "matrix.html")]
struct Matrices {
    rows: Vec<Row>,
}

struct Row {
    id: String,
    server_path: String,
    at: Markup,
    score: String,
    combinations: usize,
}

/// Those that there are.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let store = &ask.service.store;
    let mut rows = Vec::new();
    for id in store.having(OF_RUN, RUNS_MAX).await? {
        let light: Option<Light> = document_of(&ask, &id, OF_RUN).await?;
        let (Some(light), Some(found)) = (light, store.evaluation(&id).await?) else { continue };
        if light.matrix.is_some() {
            rows.push(Row {
                id,
                server_path: found.server_path,
                at: moment(&timestamp(found.created_at)),
                score: score(found.score),
                combinations: light.suites.iter().filter(|suite| suite.combination.is_some()).count(),
            });
        }
    }
    let line = "Workflows with several models and on several servers, as the config of an evaluation varies them.";
    Ok(Page::new("Workflow matrix", line, Markup::of(&Matrices { rows })))
}
