//! What the API, the dashboard and the SDKs see. Rows of the store become these, and nothing else leaves.

mod evaluation;
mod key;
mod other;

pub(crate) use evaluation::{
    Accepted, Cancelled, EvaluationList, EvaluationView, Filters, ListedEvaluation, Pagination, RunError,
    USUAL_DURATION,
};
pub(crate) use key::{CreatedKey, KeyList, KeyView};
pub(crate) use other::{
    Capabilities, ConfigUpdated, ConfigView, CreatedWebhook, Deleted, DocumentList, DocumentView, EvaluationTotals,
    Health, HookNames, Memory, MetricsView, Percentiles, Performance, ReportList, ReportView, Resources, Services,
    ToolAnswer, ToolGrades, ToolListView, ToolTestView, WebhookList, WebhookView,
};
