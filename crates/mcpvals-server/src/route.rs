//! Every route of the API on one screen. The router, scopes, limits, the OpenAPI document and its tests are made of this table.

use futures_util::future::BoxFuture;
use http::Method;

use crate::api::{config, evaluations, health, keys, metrics, reports, tools, webhooks};
use crate::auth::Scope;
use crate::error::{ApiError, Code};
use crate::gate::Ask;
use crate::live::stream;
use crate::reply::Reply;
use crate::schema::{self, Schema};

/// Answers a request that passed.
pub(crate) type Handler = fn(Ask) -> BoxFuture<'static, Result<Reply, ApiError>>;

/// A method of a path.
pub(crate) struct Route {
    pub(crate) method: Method,
    /// Below [`BASE`].
    pub(crate) path: &'static str,
    /// What a caller must have; nothing is for everybody.
    pub(crate) scope: Option<Scope>,
    /// Its name in the OpenAPI document.
    pub(crate) operation: &'static str,
    pub(crate) summary: &'static str,
    /// Of the query.
    pub(crate) parameters: &'static [Parameter],
    /// What its body must be.
    pub(crate) body: Option<Schema>,
    /// Of a good answer.
    pub(crate) status: u16,
    pub(crate) answer: Answer,
    /// Besides those of every route.
    pub(crate) errors: &'static [Code],
    pub(crate) handler: Handler,
}

/// What a good answer is.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// The envelope with this in `data`.
    Data(Schema),
    /// Bytes of this kind.
    Bytes(&'static str),
}

/// A parameter of a query.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) about: &'static str,
}

/// What a parameter may be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    OneOf(&'static [&'static str]),
    Number(i64, i64),
    Time {
        is_end: bool,
    },
    /// At most so many characters.
    Text(usize),
    /// Names of events, with commas between them.
    Events,
}

/// Where the API is.
pub(crate) const BASE: &str = "/api/v1";

impl Route {
    /// By what it is counted, as in the table of seed 003.
    pub(crate) fn bucket(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

macro_rules! handler {
    ($handler:path) => {
        |ask| Box::pin($handler(ask))
    };
}

/// Of a list of evaluations.
pub(crate) const LIST: &[Parameter] = &[
    Parameter {
        name: "status",
        kind: Kind::OneOf(&["queued", "running", "completed", "failed", "cancelled"]),
        about: "Only those in this state",
    },
    Parameter { name: "limit", kind: Kind::Number(1, 200), about: "How many at most (default 50)" },
    Parameter { name: "offset", kind: Kind::Number(0, 10_000_000), about: "After how many (default 0)" },
    Parameter {
        name: "sortBy",
        kind: Kind::OneOf(&["createdAt", "updatedAt", "score"]),
        about: "By what they are sorted (default createdAt)",
    },
    Parameter { name: "sortOrder", kind: Kind::OneOf(&["asc", "desc"]), about: "In which direction (default desc)" },
    Parameter { name: "tags", kind: Kind::Text(600), about: "Only those with all of these, with commas between them" },
    Parameter {
        name: "serverPath",
        kind: Kind::Text(500),
        about: "Only those of this path; with `*` at its end, of those that begin so",
    },
    Parameter {
        name: "dateFrom",
        kind: Kind::Time { is_end: false },
        about: "Only those accepted at this time or later",
    },
    Parameter {
        name: "dateTo",
        kind: Kind::Time { is_end: true },
        about: "Only those accepted at this time or earlier",
    },
];

const EVENTS: &[Parameter] = &[
    Parameter {
        name: "events",
        kind: Kind::Events,
        about: "Only these, with commas between them: full names, groups (`hook:*`), and short names: `completed` is `evaluation:completed`, `running` is `hook:running`",
    },
    Parameter {
        name: "lastEventId",
        kind: Kind::Number(0, i64::MAX),
        about: "Only those after this one; as the header `Last-Event-ID`",
    },
];

/// All routes, those of one path together.
pub(crate) static ROUTES: [Route; 24] = [
    Route {
        method: Method::POST,
        path: "/evaluations",
        scope: Some(Scope::Write),
        operation: "createEvaluation",
        summary: "Start a new evaluation",
        parameters: &[],
        body: Some(schema::EVALUATION_REQUEST),
        status: 201,
        answer: Answer::Data(schema::ACCEPTED),
        errors: &[Code::ConcurrentLimit],
        handler: handler!(evaluations::create),
    },
    Route {
        method: Method::GET,
        path: "/evaluations",
        scope: Some(Scope::Read),
        operation: "listEvaluations",
        summary: "List evaluations",
        parameters: LIST,
        body: None,
        status: 200,
        answer: Answer::Data(schema::EVALUATION_LIST),
        errors: &[],
        handler: handler!(evaluations::list),
    },
    Route {
        method: Method::GET,
        path: "/evaluations/{id}",
        scope: Some(Scope::Read),
        operation: "getEvaluation",
        summary: "How an evaluation stands, and what it found",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::EVALUATION),
        errors: &[Code::ResourceNotFound],
        handler: handler!(evaluations::get),
    },
    Route {
        method: Method::DELETE,
        path: "/evaluations/{id}",
        scope: Some(Scope::Write),
        operation: "cancelEvaluation",
        summary: "Cancel an evaluation",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::CANCELLED),
        errors: &[Code::ResourceNotFound, Code::Conflict],
        handler: handler!(evaluations::cancel),
    },
    Route {
        method: Method::GET,
        path: "/evaluations/{id}/events",
        scope: Some(Scope::Read),
        operation: "streamEvaluationEvents",
        summary: "The events of one evaluation, as they happen (Server-Sent Events)",
        parameters: EVENTS,
        body: None,
        status: 200,
        answer: Answer::Bytes("text/event-stream"),
        errors: &[Code::ResourceNotFound],
        handler: handler!(stream::of_one),
    },
    Route {
        method: Method::GET,
        path: "/evaluations/{id}/documents",
        scope: Some(Scope::Read),
        operation: "listDocuments",
        summary: "What is kept of an evaluation: its whole report, its traces",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::DOCUMENTS),
        errors: &[Code::ResourceNotFound],
        handler: handler!(evaluations::documents),
    },
    Route {
        method: Method::GET,
        path: "/evaluations/{id}/documents/{name}",
        scope: Some(Scope::Read),
        operation: "getDocument",
        summary: "One of them, as it is",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Bytes("application/octet-stream"),
        errors: &[Code::ResourceNotFound],
        handler: handler!(evaluations::document),
    },
    Route {
        method: Method::POST,
        path: "/evaluations/{id}/reports",
        scope: Some(Scope::Export),
        operation: "createReport",
        summary: "Generate a report of an evaluation",
        parameters: &[],
        body: Some(schema::REPORT_REQUEST),
        status: 200,
        answer: Answer::Data(schema::REPORT),
        errors: &[Code::ResourceNotFound, Code::Conflict],
        handler: handler!(reports::create),
    },
    Route {
        method: Method::GET,
        path: "/reports",
        scope: Some(Scope::Read),
        operation: "listReports",
        summary: "The reports that have not expired",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::REPORT_LIST),
        errors: &[],
        handler: handler!(reports::list),
    },
    Route {
        method: Method::GET,
        path: "/reports/{id}",
        scope: Some(Scope::Read),
        operation: "getReport",
        summary: "A report that has not expired: what it is, and where",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::REPORT),
        errors: &[Code::ResourceNotFound],
        handler: handler!(reports::get),
    },
    Route {
        method: Method::GET,
        path: "/reports/{id}/download",
        scope: Some(Scope::Export),
        operation: "downloadReport",
        summary: "Download a report",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Bytes("application/octet-stream"),
        errors: &[Code::ResourceNotFound],
        handler: handler!(reports::download),
    },
    Route {
        method: Method::POST,
        path: "/tools/test",
        scope: Some(Scope::Write),
        operation: "testTool",
        summary: "Call one tool, and say what to think of the answer",
        parameters: &[],
        body: Some(schema::TOOL_TEST_REQUEST),
        status: 200,
        answer: Answer::Data(schema::TOOL_TEST),
        errors: &[Code::ServerUnreachable, Code::EvaluationTimeout, Code::ConcurrentLimit],
        handler: handler!(tools::test),
    },
    Route {
        method: Method::POST,
        path: "/tools/list",
        scope: Some(Scope::Write),
        operation: "listTools",
        summary: "The tools of a server, with their schemas",
        parameters: &[],
        body: Some(schema::TOOL_LIST_REQUEST),
        status: 200,
        answer: Answer::Data(schema::TOOL_LIST),
        errors: &[Code::ServerUnreachable, Code::EvaluationTimeout, Code::ConcurrentLimit],
        handler: handler!(tools::list),
    },
    Route {
        method: Method::GET,
        path: "/config",
        scope: Some(Scope::Admin),
        operation: "getConfig",
        summary: "What this service can do, and its settings",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::CONFIG),
        errors: &[],
        handler: handler!(config::get),
    },
    Route {
        method: Method::PUT,
        path: "/config",
        scope: Some(Scope::Admin),
        operation: "updateConfig",
        summary: "Change settings",
        parameters: &[],
        body: Some(schema::CONFIG_UPDATE),
        status: 200,
        answer: Answer::Data(schema::CONFIG_UPDATED),
        errors: &[],
        handler: handler!(config::update),
    },
    Route {
        method: Method::GET,
        path: "/health",
        scope: None,
        operation: "getHealth",
        summary: "Is the service well?",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::HEALTH),
        errors: &[],
        handler: handler!(health::get),
    },
    Route {
        method: Method::GET,
        path: "/metrics",
        scope: Some(Scope::Read),
        operation: "getMetrics",
        summary: "What the last day came to",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::METRICS),
        errors: &[],
        handler: handler!(metrics::get),
    },
    Route {
        method: Method::GET,
        path: "/events",
        scope: Some(Scope::Read),
        operation: "streamEvents",
        summary: "The events of all evaluations, as they happen (Server-Sent Events)",
        parameters: EVENTS,
        body: None,
        status: 200,
        answer: Answer::Bytes("text/event-stream"),
        errors: &[],
        handler: handler!(stream::of_all),
    },
    Route {
        method: Method::POST,
        path: "/webhooks",
        scope: Some(Scope::Write),
        operation: "createWebhook",
        summary: "Have events sent to an address",
        parameters: &[],
        body: Some(schema::WEBHOOK_REQUEST),
        status: 201,
        answer: Answer::Data(schema::CREATED_WEBHOOK),
        errors: &[],
        handler: handler!(webhooks::create),
    },
    Route {
        method: Method::GET,
        path: "/webhooks",
        scope: Some(Scope::Read),
        operation: "listWebhooks",
        summary: "Your webhooks; all of them with the admin scope",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::WEBHOOK_LIST),
        errors: &[],
        handler: handler!(webhooks::list),
    },
    Route {
        method: Method::DELETE,
        path: "/webhooks/{id}",
        scope: Some(Scope::Write),
        operation: "deleteWebhook",
        summary: "Delete a webhook",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::DELETED),
        errors: &[Code::ResourceNotFound],
        handler: handler!(webhooks::delete),
    },
    Route {
        method: Method::POST,
        path: "/keys",
        scope: Some(Scope::Admin),
        operation: "createKey",
        summary: "Make an API key; what is secret of it is in this answer, and never again",
        parameters: &[],
        body: Some(schema::KEY_REQUEST),
        status: 201,
        answer: Answer::Data(schema::CREATED_KEY),
        errors: &[],
        handler: handler!(keys::create),
    },
    Route {
        method: Method::GET,
        path: "/keys",
        scope: Some(Scope::Admin),
        operation: "listKeys",
        summary: "The API keys; nothing secret is among it",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::KEY_LIST),
        errors: &[],
        handler: handler!(keys::list),
    },
    Route {
        method: Method::DELETE,
        path: "/keys/{id}",
        scope: Some(Scope::Admin),
        operation: "revokeKey",
        summary: "Do not take an API key any more",
        parameters: &[],
        body: None,
        status: 200,
        answer: Answer::Data(schema::DELETED),
        errors: &[Code::ResourceNotFound],
        handler: handler!(keys::revoke),
    },
];
