//! What can be done with an evaluation: stop it, run it again, report it, compare it.

use askama::Template;
use mcpvals_report::evaluation::{Format, Template as Kind};
use mcpvals_report::page::Markup;
use serde_json::{Value, json};

use super::Known;
use crate::auth::Scope;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::page::frame::may;
use crate::page::html::query;

#[derive(Template)]
#[template(path = "evaluation/actions.html")]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct Actions<'a> {
    id: &'a str,
    may_cancel: bool,
    /// The request as it was, where that can be sent again.
    again: Option<String>,
    is_sealed: bool,
    may_report: bool,
    formats: &'static [Format],
    readers: &'static [Reader],
    has_run: bool,
    comparison: String,
    history: String,
    playground: String,
}

/// For whom a report is.
struct Reader {
    template: Kind,
    words: &'static str,
}

const FORMATS: [Format; 6] = [Format::Html, Format::Markdown, Format::Json, Format::Xml, Format::Sarif, Format::Junit];

/// Of a config's run, which has no template.
const OF_RUN: [Format; 5] = [Format::Html, Format::Markdown, Format::Json, Format::Xml, Format::Junit];

const READERS: [Reader; 3] = [
    Reader { template: Kind::Summary, words: "the makers" },
    Reader { template: Kind::Submission, words: "a directory" },
    Reader { template: Kind::Ci, words: "a merge request" },
];

pub(super) fn html(ask: &Ask, known: &Known) -> Result<Markup, ApiError> {
    let view = &known.view;
    let is_final = known.row.status.is_final();
    let may_write = may(&ask.caller, Scope::Write);
    let request: Value = serde_json::from_str(&known.row.request).unwrap_or_default();
    let is_sealed = request["isSealed"] == true;
    let came_to_something = known.evaluation.is_some() || known.report.is_some();
    let previous = known.previous.as_deref().filter(|_| came_to_something).unwrap_or_default();
    Ok(Markup::of(&Actions {
        id: &view.id,
        may_cancel: may_write && !is_final,
        again: (may_write && is_final && !is_sealed).then(|| again(known)).transpose()?,
        is_sealed: is_sealed && is_final && may_write,
        may_report: came_to_something && may(&ask.caller, Scope::Export),
        formats: if known.evaluation.is_some() { &FORMATS } else { &OF_RUN },
        readers: if known.evaluation.is_some() { &READERS } else { &[] },
        has_run: known.report.is_some(),
        comparison: if previous.is_empty() { String::new() } else { query(&[("a", previous), ("b", &view.id)]) },
        history: query(&[("target", &known.row.target)]),
        playground: if may_write && !is_sealed { query(&[("serverPath", &view.server_path)]) } else { String::new() },
    }))
}

/// The same request once more.
fn again(known: &Known) -> Result<String, ApiError> {
    let view = &known.view;
    let failed = |error| ApiError::internal("The page cannot be made", &error);
    let mut options = serde_json::to_value(&view.options).map_err(failed)?;
    if options.is_null() {
        options = json!({});
    }
    if !view.tags.is_empty() {
        options["tags"] = json!(view.tags);
    }
    let request = json!({ "serverPath": view.server_path, "options": options }).to_string();
    // Characters that a template makes visible would be others when they are sent.
    Ok(mcpvals_report::visible_json(&request).into_owned())
}
