//! What is decided, what of it can be changed here, and who changed it last.

use askama::Template;
use mcpvals_report::page::Markup;
use mcpvals_store::SettingChange;

use super::frame::Page;
use super::html::moment;
use crate::api::config;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::time::timestamp;

const CHANGES_MAX: i64 = 100;

/// Numbers that can be changed: name, least, most, words. As `config-update.json` has them.
const NUMBERS: [(&str, u64, u64, &str); 8] = [
    ("maxConcurrentEvaluations", 1, 1000, "Evaluations at once, by worker"),
    ("maxConcurrentPerKey", 0, 1000, "At once by key; 0 is no limit"),
    ("maxConcurrentPerTarget", 0, 1000, "At once by server; 0 is no limit"),
    ("maxQueued", 1, 1_000_000, "Evaluations that may wait"),
    ("maxFileSize", 1024, 1 << 30, "Largest file of a server, in bytes"),
    ("evaluationTimeout", 1000, 3_600_000, "Longest evaluation, in ms"),
    ("retentionDays", 0, 36_500, "Days they are kept; 0 is for ever"),
    ("reportHours", 1, 87_600, "Hours that reports are kept"),
];

#[derive(Template)]
#[template(path = "settings.html")]
struct Settings {
    numbers: Vec<Number>,
    requests: String,
    is_enabled: bool,
    endpoint: String,
    hooks: Vec<String>,
    changes: Vec<(Markup, String, String)>,
}

struct Number {
    name: &'static str,
    least: u64,
    most: u64,
    words: &'static str,
    value: String,
}

/// The page.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    ask.service.reload().await?;
    let view = config::view(&ask.service.settings());
    let limits = serde_json::to_value(&view.limits).unwrap_or_default();
    let number = |(name, least, most, words): (&'static str, u64, u64, &'static str)| Number {
        name,
        least,
        most,
        words,
        value: limits[name].to_string(),
    };
    let change = |change: SettingChange| (moment(&timestamp(change.at)), change.caller, change.change);
    let main = Markup::of(&Settings {
        numbers: NUMBERS.map(number).into(),
        requests: format!("{:#}", limits["requestsPerHour"]),
        is_enabled: view.observability.enabled,
        endpoint: view.observability.endpoint.unwrap_or_default(),
        hooks: view.hooks.custom,
        changes: ask.service.store.setting_changes(CHANGES_MAX).await?.into_iter().map(change).collect(),
    });
    Ok(Page::new(
        "Settings",
        "What is changed here counts at once, on every node. The rest is in the operator's file.",
        main,
    ))
}
