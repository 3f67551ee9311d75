//! Reports: made of the stored evaluation, kept for a while, downloaded.

use mcpvals_model::Evaluation;
use mcpvals_report::evaluation::{Format, Options, Template, render};
use mcpvals_store::Status;
use serde::Deserialize;

use super::attachment;
use crate::error::{ApiError, Code};
use crate::gate::Ask;
use crate::reply::Reply;
use crate::schema::{REPORT_REQUEST, check};
use crate::service::Service;
use crate::view::{ReportList, ReportView};

/// Under this name the worker keeps the whole evaluation.
pub(crate) const WHOLE: &str = "evaluation.json";
const HOUR: i64 = 3_600_000;
const LISTED_MAX: i64 = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportRequest {
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    template: Option<String>,
    #[serde(default)]
    include_evidence: Option<bool>,
    #[serde(default)]
    include_recommendations: Option<bool>,
}

/// Makes a report.
pub(crate) async fn create(ask: Ask) -> Result<Reply, ApiError> {
    let request: ReportRequest = check(REPORT_REQUEST, &ask.body)?;
    let format: Format =
        request.format.as_deref().unwrap_or("markdown").parse().map_err(|error| wrong("format", &error))?;
    let template = request.template.as_deref().map(str::parse::<Template>).transpose();
    let template = template.map_err(|error| wrong("template", &error))?;
    if let Some(template) = template.filter(|template| !format.has(*template)) {
        return Err(ApiError::field(
            "template",
            template.as_str(),
            format!("must be left out: `{format}` has no such template"),
        ));
    }
    let body = body(&ask, format, template.unwrap_or_default(), &request).await?;
    let life = i64::from(ask.service.settings().limits.report_hours) * HOUR;
    let what = (format.as_str(), template.map(Template::as_str));
    let report = ask.service.store.keep_report(ask.id(), what, &body, life).await?;
    Reply::ok(&ReportView::from(report))
}

fn wrong(field: &str, error: &dyn std::error::Error) -> ApiError {
    ApiError::field(field, "", error.to_string())
}

async fn body(ask: &Ask, format: Format, template: Template, request: &ReportRequest) -> Result<Vec<u8>, ApiError> {
    let evaluation = whole(ask).await?;
    let options = Options {
        template,
        include_evidence: request.include_evidence.unwrap_or(true),
        include_recommendations: request.include_recommendations.unwrap_or(true),
        ..Options::default()
    };
    let mut body = Vec::new();
    render(format, &evaluation, &options, &mut body)
        .map_err(|error| ApiError::internal("The report cannot be made", &error))?;
    Ok(body)
}

/// The whole evaluation, where it came to one.
async fn whole(ask: &Ask) -> Result<Evaluation, ApiError> {
    let (store, id) = (&ask.service.store, ask.id());
    let stands = store.evaluation(id).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    let Some(text) = store.document(id, WHOLE).await? else {
        let words = match stands.status {
            Status::Queued | Status::Running => "The evaluation has not ended yet".to_owned(),
            status => format!("The evaluation is {status}, and there is nothing to report"),
        };
        return Err(ApiError::new(Code::Conflict, words).with("value", stands.status.as_str()));
    };
    serde_json::from_slice(&text).map_err(|error| ApiError::internal("The stored evaluation cannot be read", &error))
}

/// The reports that there are.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&all(&ask.service).await?)
}

/// As they are shown.
pub(crate) async fn all(service: &Service) -> Result<ReportList, ApiError> {
    let reports = service.store.reports(None, LISTED_MAX).await?;
    Ok(ReportList { reports: reports.into_iter().map(ReportView::from).collect() })
}

/// A report, as a file.
pub(crate) async fn download(ask: Ask) -> Result<Reply, ApiError> {
    let found = ask.service.store.report(ask.id()).await?;
    let (report, body) = found.ok_or_else(|| ApiError::not_found("report", ask.id()))?;
    let ending = match report.format.as_str() {
        "markdown" => "md",
        "junit" => "junit.xml",
        format => format,
    };
    attachment(body, "application/octet-stream", &format!("evaluation-report.{ending}"))
}
