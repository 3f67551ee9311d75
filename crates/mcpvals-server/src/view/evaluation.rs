//! Evaluations as they are shown.

use std::borrow::Cow;

use mcpvals_store::{Evaluation, Listed, Status};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::Code;
use crate::request::Options;
use crate::time::{self, timestamp};

/// How an evaluation stands, in the API's description.
struct EvaluationStatus;

impl JsonSchema for EvaluationStatus {
    fn schema_name() -> Cow<'static, str> {
        "EvaluationStatus".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "How an evaluation stands.",
            "enum": Status::ALL.map(Status::as_str),
        })
    }
}

/// An evaluation that was just accepted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accepted {
    /// `eval_…`
    pub(crate) id: String,
    /// `queued`
    #[schemars(with = "EvaluationStatus")]
    pub(crate) status: &'static str,
    /// What is evaluated.
    pub(crate) server_path: String,
    /// What was asked for.
    pub(crate) options: Options,
    /// Words that it is marked with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    /// When it was accepted.
    pub(crate) created_at: String,
    /// How long it is likely to run, in milliseconds.
    pub(crate) estimated_duration: i64,
    /// 1 is the next.
    pub(crate) queue_position: i64,
}

/// An evaluation as it stands.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluationView {
    /// `eval_…`
    pub(crate) id: String,
    /// queued, running, completed, failed, cancelled
    #[schemars(with = "EvaluationStatus")]
    pub(crate) status: &'static str,
    /// What is evaluated.
    pub(crate) server_path: String,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Options>,
    /// Words that it is marked with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    /// Which phase it is in, and how far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<mcpvals_model::Progress>")]
    pub(crate) progress: Option<Value>,
    /// What goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) current_task: Option<String>,
    /// When it was accepted.
    pub(crate) created_at: String,
    /// When it was begun for the last time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) started_at: Option<String>,
    /// When anything of it changed.
    pub(crate) updated_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) completed_at: Option<String>,
    /// When it is likely to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimated_completion: Option<String>,
    /// 1 is the next; while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) queue_position: Option<i64>,
    /// How often it was begun, where that is more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attempt: Option<i64>,
    /// 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
    /// From its begin to its end, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duration: Option<i64>,
    /// How many requirements came out how.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<mcpvals_model::EvaluationSummary>")]
    pub(crate) summary: Option<Box<RawValue>>,
    /// What was found; while it runs, so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<mcpvals_model::Results>")]
    pub(crate) results: Option<Box<RawValue>>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<RunError>,
}

/// Why an evaluation failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunError {
    /// A code of the API.
    pub(crate) code: String,
    /// In one line.
    pub(crate) message: String,
    /// What there is to say beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) details: Option<String>,
}

impl RunError {
    pub(crate) fn new(code: Code, message: String, details: Option<String>) -> Self {
        Self { code: code.as_str().to_owned(), message, details }
    }
}

/// What is read of a stored request.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    options: Option<Options>,
}

impl EvaluationView {
    pub(crate) fn of(evaluation: Evaluation, queue_position: Option<i64>, usual: Option<f64>) -> Self {
        let mut progress: Option<Value> = json(evaluation.progress.as_deref());
        let task = progress.as_mut().and_then(|progress| progress.as_object_mut()?.shift_remove("currentTask"));
        let is_running = evaluation.status == Status::Running;
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds of minutes")]
        let end = |start: i64| timestamp((start + usual.unwrap_or(USUAL_DURATION) as i64).max(time::now()));
        Self {
            status: evaluation.status.as_str(),
            server_path: evaluation.server_path,
            options: json::<Asked>(Some(&evaluation.request)).and_then(|asked| asked.options),
            tags: evaluation.tags,
            progress,
            current_task: task.and_then(|task| task.as_str().map(str::to_owned)).filter(|_| is_running),
            created_at: timestamp(evaluation.created_at),
            started_at: evaluation.started_at.map(timestamp),
            estimated_completion: evaluation.started_at.filter(|_| is_running).map(end),
            updated_at: timestamp(evaluation.updated_at),
            completed_at: evaluation.completed_at.map(timestamp),
            queue_position,
            attempt: Some(evaluation.attempt).filter(|attempt| *attempt > 1),
            score: evaluation.score,
            duration: evaluation.duration,
            summary: evaluation.summary.and_then(raw),
            results: evaluation.results.and_then(raw),
            error: json(evaluation.error.as_deref()),
            id: evaluation.id,
        }
    }
}

/// How long an evaluation is taken to run where none ran before, in milliseconds.
pub(crate) const USUAL_DURATION: f64 = 45_000.0;

fn json<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Option<T> {
    serde_json::from_str(text?).ok()
}

fn raw(text: String) -> Option<Box<RawValue>> {
    RawValue::from_string(text).ok()
}

/// An evaluation in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedEvaluation {
    /// `eval_…`
    pub(crate) id: String,
    /// queued, running, completed, failed, cancelled
    #[schemars(with = "EvaluationStatus")]
    pub(crate) status: &'static str,
    /// What is evaluated.
    pub(crate) server_path: String,
    /// 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
    /// When it was accepted.
    pub(crate) created_at: String,
    /// When anything of it changed.
    pub(crate) updated_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) completed_at: Option<String>,
    /// From its begin to its end, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duration: Option<i64>,
    /// Words that it is marked with.
    pub(crate) tags: Vec<String>,
}

impl From<Evaluation> for ListedEvaluation {
    fn from(evaluation: Evaluation) -> Self {
        Self {
            id: evaluation.id,
            status: evaluation.status.as_str(),
            server_path: evaluation.server_path,
            score: evaluation.score,
            created_at: timestamp(evaluation.created_at),
            updated_at: timestamp(evaluation.updated_at),
            completed_at: evaluation.completed_at.map(timestamp),
            duration: evaluation.duration,
            tags: evaluation.tags,
        }
    }
}

/// A page of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluationList {
    /// The page.
    pub(crate) evaluations: Vec<ListedEvaluation>,
    /// Where it is in the list.
    pub(crate) pagination: Pagination,
    /// What was asked for.
    pub(crate) filters: Filters,
}

/// Where a page is in its list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pagination {
    /// How many there are.
    pub(crate) total: i64,
    /// Are there more than `total`? They were not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) total_is_at_least: bool,
    /// How many a page has at most.
    pub(crate) limit: i64,
    /// How many are before this page.
    pub(crate) offset: i64,
    /// Is there a page after this one?
    pub(crate) has_next: bool,
    /// Is there a page before this one?
    pub(crate) has_prev: bool,
}

impl Pagination {
    pub(crate) fn of(listed: &Listed, limit: i64, offset: i64) -> Self {
        let shown = i64::try_from(listed.evaluations.len()).unwrap_or(limit);
        Self {
            total: listed.total,
            total_is_at_least: !listed.is_exact,
            limit,
            offset,
            has_next: if listed.is_exact { offset + shown < listed.total } else { shown == limit },
            has_prev: offset > 0,
        }
    }
}

/// What was asked for.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Filters {
    /// In this state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<String>,
    /// With all of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tags: Option<Vec<String>>,
    /// Of this path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) server_path: Option<String>,
    /// `2024-01-01T00:00:00Z to 2024-01-03T23:59:59Z`; an end that was not given is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) date_range: Option<String>,
}

/// An evaluation that is not wanted any more.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the seed's members")]
pub(crate) struct Cancelled {
    /// `eval_…`
    pub(crate) id: String,
    /// `cancelled`
    #[schemars(with = "EvaluationStatus")]
    pub(crate) status: &'static str,
    /// In words.
    pub(crate) message: &'static str,
    /// When it ended.
    pub(crate) cancelled_at: String,
}
