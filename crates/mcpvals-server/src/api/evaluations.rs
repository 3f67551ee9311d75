//! Evaluations: create, list, get, cancel, and what is kept of them.

use http::StatusCode;
use mcpvals_store::{Evaluation, Filter, NewEvaluation, Order, Page, SortBy, Status};

use super::attachment;
use crate::error::{ApiError, Code};
use crate::event;
use crate::gate::{Ask, Query};
use crate::reply::Reply;
use crate::request::{EvaluationRequest, Granted, Options, grant, wrong_places};
use crate::schema::{EVALUATION_REQUEST, violations};
use crate::service::Service;
use crate::time;
use crate::view::{
    Accepted, Cancelled, DocumentList, DocumentView, EvaluationList, EvaluationView, Filters, ListedEvaluation,
    Pagination, USUAL_DURATION,
};

const PAGE: i64 = 50;

/// Accepts an evaluation.
pub(crate) async fn create(ask: Ask) -> Result<Reply, ApiError> {
    let service = &ask.service;
    let request: EvaluationRequest = match violations(EVALUATION_REQUEST, &ask.body) {
        Ok(request) => request,
        Err((mut wrong, body)) => {
            let fields: Vec<String> = wrong.iter().map(|violation| violation.field.clone()).collect();
            let more = wrong_places(service, &body).await;
            wrong.extend(more.into_iter().filter(|violation| !fields.contains(&violation.field)));
            return Err(ApiError::invalid(&wrong));
        }
    };
    let options = request.options.clone();
    let Granted { server_path, target, stored, secrets, tags } = grant(service, request).await?;
    let usual = service.store.usual_duration(&target).await?;
    let new = NewEvaluation {
        owner: ask.caller.id.clone(),
        server_path,
        target,
        request: stored,
        secrets: secrets.map(|secrets| secrets.seal(&service.master)).transpose()?,
        tags,
        priority: ask.caller.priority,
    };
    let waiting_max = i64::from(service.settings().limits.max_queued);
    let (evaluation, position) = service.store.accept(&new, waiting_max).await?;
    let accepted = accepted(evaluation, Options { tags: Vec::new(), ..options }, position, usual);
    let (id, status) = (accepted.id.clone(), accepted.status);
    Ok(Reply::with_status(StatusCode::CREATED, &accepted)?.beside("id", id).beside("status", status))
}

fn accepted(evaluation: Evaluation, options: Options, queue_position: i64, usual: Option<f64>) -> Accepted {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds of minutes")]
    let estimated_duration = usual.unwrap_or(USUAL_DURATION).round() as i64;
    Accepted {
        id: evaluation.id,
        status: Status::Queued.as_str(),
        server_path: evaluation.server_path,
        options,
        tags: evaluation.tags,
        created_at: time::timestamp(evaluation.created_at),
        estimated_duration,
        // A worker may have taken it by now: it was the first.
        queue_position: queue_position.max(1),
    }
}

/// How an evaluation stands.
pub(crate) async fn get(ask: Ask) -> Result<Reply, ApiError> {
    let view = view(&ask.service, ask.id()).await?.ok_or_else(|| ApiError::not_found("evaluation", ask.id()))?;
    let beside = (view.id.clone(), view.status, view.score);
    Ok(Reply::ok(&view)?.beside("id", beside.0).beside("status", beside.1).beside("score", beside.2))
}

/// An evaluation as it is shown.
pub(crate) async fn view(service: &Service, id: &str) -> Result<Option<EvaluationView>, ApiError> {
    let Some(evaluation) = service.store.evaluation(id).await? else { return Ok(None) };
    let (position, usual) = match evaluation.status {
        Status::Queued => (service.store.queue_position(&evaluation).await?, None),
        Status::Running => (None, service.store.usual_duration(&evaluation.target).await?),
        Status::Completed | Status::Failed | Status::Cancelled => (None, None),
    };
    Ok(Some(EvaluationView::of(evaluation, position, usual)))
}

/// A page of the list.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&page(&ask.service, &ask.query).await?)
}

/// A page of the list, as it is shown.
pub(crate) async fn page(service: &Service, query: &Query) -> Result<EvaluationList, ApiError> {
    let filter = filter(query);
    let (limit, offset) = (query.number("limit").unwrap_or(PAGE), query.number("offset").unwrap_or(0));
    let page = Page { sort_by: sort_by(query), order: order(query), limit, offset };
    let listed = service.store.list(&filter, &page).await?;
    let pagination = Pagination::of(&listed, limit, offset);
    let evaluations = listed.evaluations.into_iter().map(ListedEvaluation::from).collect();
    Ok(EvaluationList { evaluations, pagination, filters: told(&filter) })
}

fn filter(query: &Query) -> Filter {
    let moment = |name, is_end| query.text(name).and_then(|text| time::parse(text, is_end));
    let tags = query.text("tags").unwrap_or_default().split(',').map(str::trim).filter(|tag| !tag.is_empty());
    Filter {
        status: query.text("status").and_then(|text| text.parse().ok()),
        tags: tags.map(str::to_owned).collect(),
        server_path: query.text("serverPath").map(str::to_owned),
        target: None,
        from: moment("dateFrom", false),
        to: moment("dateTo", true),
    }
}

fn sort_by(query: &Query) -> SortBy {
    match query.text("sortBy") {
        Some("updatedAt") => SortBy::UpdatedAt,
        Some("score") => SortBy::Score,
        _ => SortBy::CreatedAt,
    }
}

fn order(query: &Query) -> Order {
    if query.text("sortOrder") == Some("asc") { Order::Ascending } else { Order::Descending }
}

fn told(filter: &Filter) -> Filters {
    let range = match (filter.from.map(time::timestamp), filter.to.map(time::timestamp)) {
        (None, None) => None,
        (from, to) => Some(format!("{} to {}", from.unwrap_or_default(), to.unwrap_or_default()).trim().to_owned()),
    };
    Filters {
        status: filter.status.map(|status| status.as_str().to_owned()),
        tags: Some(filter.tags.clone()).filter(|tags| !tags.is_empty()),
        server_path: filter.server_path.clone(),
        date_range: range,
    }
}

/// Cancels an evaluation: one that runs has its end when its process has.
pub(crate) async fn cancel(ask: Ask) -> Result<Reply, ApiError> {
    let (store, id) = (&ask.service.store, ask.id());
    let before = store.evaluation(id).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    if before.status.is_final() {
        let words = format!("The evaluation is {} already", before.status);
        return Err(ApiError::new(Code::Conflict, words).with("value", before.status.as_str()));
    }
    let told = |evaluation: &Evaluation, now| event::cancelled(evaluation, now);
    let after = store.cancel(id, told).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    let mut after = ended(&ask.service, after).await?;
    if !after.status.is_final() {
        after = store.cancel_now(id, told).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    }
    if after.status != Status::Cancelled {
        let words = format!("The evaluation was {} meanwhile", after.status);
        return Err(ApiError::new(Code::Conflict, words).with("value", after.status.as_str()));
    }
    let cancelled = Cancelled {
        id: after.id.clone(),
        status: Status::Cancelled.as_str(),
        message: "Evaluation cancelled successfully",
        cancelled_at: time::timestamp(after.completed_at.unwrap_or_else(time::now)),
    };
    Ok(Reply::ok(&cancelled)?.beside("id", after.id).beside("status", Status::Cancelled.as_str()))
}

/// Waits a little for the worker, which knows best how far it got. One that is slower (it hangs, its machine is gone) is not
/// waited for.
async fn ended(service: &Service, mut evaluation: Evaluation) -> Result<Evaluation, ApiError> {
    const LOOKS: u32 = 30;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(100);
    for _ in 0..LOOKS {
        if evaluation.status.is_final() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        let found = service.store.evaluation(&evaluation.id).await?;
        evaluation = found.ok_or_else(|| ApiError::not_found("evaluation", &evaluation.id))?;
    }
    Ok(evaluation)
}

/// What is kept of an evaluation.
pub(crate) async fn documents(ask: Ask) -> Result<Reply, ApiError> {
    let (store, id) = (&ask.service.store, ask.id());
    store.evaluation(id).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    let view = |(name, size): (String, i64)| {
        let encoded = percent_encoding::utf8_percent_encode(&name, percent_encoding::NON_ALPHANUMERIC);
        DocumentView { url: format!("/api/v1/evaluations/{id}/documents/{encoded}"), name, size }
    };
    let documents = store.documents(id).await?.into_iter().map(view).collect();
    Reply::ok(&DocumentList { documents })
}

/// One of them.
pub(crate) async fn document(ask: Ask) -> Result<Reply, ApiError> {
    let name = ask.path.get("name").map(String::as_str).unwrap_or_default();
    let found = ask.service.store.document(ask.id(), name).await?;
    let body = found.ok_or_else(|| ApiError::not_found("document", name))?;
    attachment(body, "application/octet-stream", name)
}
