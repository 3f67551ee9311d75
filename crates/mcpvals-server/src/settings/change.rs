//! `PUT /config`: what changes, in words.

use mcpvals_model::LimitsFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Settings;
use crate::address::shown;

/// What may be changed while the service runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Changes {
    /// How much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsFile>,
    /// Who is told how it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observability: Option<ObservabilityChange>,
}

/// Who is told how it went.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObservabilityChange {
    /// Is anybody?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Where events are posted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

/// Every value that differs, as `limits.maxConcurrentEvaluations: 5 → 3`, without what is secret of addresses.
pub(crate) fn changes(before: &Settings, after: &Settings) -> Vec<String> {
    let flat = |settings: &Settings| {
        let mut found = Vec::new();
        flatten("limits", &serde_json::to_value(&settings.limits).unwrap_or_default(), &mut found);
        flatten("observability", &serde_json::to_value(&settings.observability).unwrap_or_default(), &mut found);
        found
    };
    let (before, after) = (flat(before), flat(after));
    let old = |name: &str| before.iter().find(|(known, _)| known == name).map_or("none", |(_, value)| value);
    let differs = |(name, value): &(String, String)| {
        (old(name) != value).then(|| format!("{name}: {} → {}", shown(old(name)), shown(value)))
    };
    after.iter().filter_map(differs).collect()
}

fn flatten(name: &str, value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(member, value)| flatten(&format!("{name}.{member}"), value, found));
        }
        Value::String(text) => found.push((name.to_owned(), text.clone())),
        value => found.push((name.to_owned(), value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_as_the_seed_does() {
        let before = Settings::default();
        let mut after = before.clone();
        after.limits.max_concurrent_evaluations = 3;
        after.limits.evaluation_timeout = 180_000;
        after.observability.endpoint = Some("http://localhost:3456".to_owned());
        assert_eq!(
            changes(&before, &after),
            [
                "limits.maxConcurrentEvaluations: 5 → 3",
                "limits.evaluationTimeout: 300000 → 180000",
                "observability.endpoint: none → http://localhost:3456"
            ]
        );
        assert!(changes(&before, &before).is_empty());
    }
}
