//! Reports: made of the stored evaluation, kept for a while, downloaded.

use mcpvals_model::{Evaluation, Report};
use mcpvals_report::evaluation::{Format, Options, Template, render};
use mcpvals_report::{Format as FormatOfRun, Style};
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
/// And under this one the report of a config's run.
pub(crate) const OF_RUN: &str = "report.json";
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
    let evaluation = match whole(ask).await? {
        Whole::Evaluation(evaluation) => evaluation,
        Whole::Run(report) => return of_run(&report, format, request.template.is_some()),
    };
    let options = Options {
        template,
        include_evidence: request.include_evidence.unwrap_or(true),
        include_recommendations: request.include_recommendations.unwrap_or(true),
        ..Options::default()
    };
    let mut body = Vec::new();
    render(format, &evaluation, &options, &mut body).map_err(|error| unmade(&error))?;
    Ok(body)
}

fn unmade(error: &std::io::Error) -> ApiError {
    ApiError::internal("The report cannot be made", error)
}

/// The tests of a config have no requirements, so neither templates nor the format that is about findings.
fn of_run(report: &Report, format: Format, has_template: bool) -> Result<Vec<u8>, ApiError> {
    let known = match format {
        Format::Json => FormatOfRun::Json,
        Format::Markdown => FormatOfRun::Markdown,
        Format::Html => FormatOfRun::Html,
        // The XML of tests.
        Format::Xml | Format::Junit => FormatOfRun::Junit,
        Format::Console | Format::Sarif => {
            let constraint = "must be one of json, markdown, html, xml, junit: the evaluation played a `config`";
            return Err(ApiError::field("format", format.as_str(), constraint));
        }
    };
    if has_template {
        return Err(ApiError::field("template", "", "must be left out: the evaluation played a `config`"));
    }
    let mut body = Vec::new();
    mcpvals_report::render(known, report, &Style::default(), &mut body).map_err(|error| unmade(&error))?;
    Ok(body)
}

/// What an evaluation came to.
enum Whole {
    Evaluation(Box<Evaluation>),
    /// Of a config.
    Run(Box<Report>),
}

async fn whole(ask: &Ask) -> Result<Whole, ApiError> {
    let (store, id) = (&ask.service.store, ask.id());
    let unreadable = |error: serde_json::Error| ApiError::internal("The stored evaluation cannot be read", &error);
    let stands = store.evaluation(id).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    if let Some(text) = store.document(id, WHOLE).await? {
        return serde_json::from_slice(&text).map(Whole::Evaluation).map_err(unreadable);
    }
    if let Some(text) = store.document(id, OF_RUN).await? {
        return serde_json::from_slice(&text).map(Whole::Run).map_err(unreadable);
    }
    let words = match stands.status {
        Status::Queued | Status::Running => "The evaluation has not ended yet".to_owned(),
        status => format!("The evaluation is {status}, and there is nothing to report"),
    };
    Err(ApiError::new(Code::Conflict, words).with("value", stands.status.as_str()))
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

/// A report, but for its body.
pub(crate) async fn get(ask: Ask) -> Result<Reply, ApiError> {
    let found = ask.service.store.report(ask.id()).await?;
    let report = found.ok_or_else(|| ApiError::not_found("report", ask.id()))?;
    Reply::ok(&ReportView::from(report))
}

/// A report, as a file.
pub(crate) async fn download(ask: Ask) -> Result<Reply, ApiError> {
    let found = ask.service.store.report_with_body(ask.id()).await?;
    let (report, body) = found.ok_or_else(|| ApiError::not_found("report", ask.id()))?;
    let ending = match report.format.as_str() {
        "markdown" => "md",
        "junit" => "junit.xml",
        format => format,
    };
    attachment(body, "application/octet-stream", &format!("evaluation-report.{ending}"))
}
