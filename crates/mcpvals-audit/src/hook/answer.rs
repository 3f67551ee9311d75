//! What a hook says: today's form, or that of the old project's hooks. Pure.

use mcpvals_model::{HookVerdict, RequirementStatus, Severity};
use serde_json::Value;

use super::Hook;
use crate::config::requirement;
use crate::score::{self, Scale};
use crate::static_phase::HookResult;

/// So many lines of a hook are taken, each cut short.
const LINES_MAX: usize = 50;
const CHARS_MAX: usize = 500;

/// Reads stdout: a JSON object; old hooks write other lines before it.
///
/// # Errors
/// In words, where it is none, or does not say what it has to.
pub(super) fn read(stdout: &str, hook: &Hook) -> Result<HookResult, String> {
    let text = stdout.trim();
    let whole = serde_json::from_str::<Value>(text);
    let value = match whole {
        Ok(value) => value,
        Err(error) => last_line(text).ok_or_else(|| format!("stdout is no JSON: {error}"))?,
    };
    let object = value.as_object().ok_or("stdout is no JSON object")?;
    let (score, status) = judgement(&value)?;
    let title = object.get("requirement").and_then(Value::as_str).or(hook.requirement.as_deref()).unwrap_or(&hook.name);
    // The old hooks word their requirements in sentences; their file is named after it.
    let known = requirement(title).or_else(|| hook.requirement.as_deref().and_then(requirement));
    let said = lines(&value["evidence"]);
    // An answer that says nothing more must be seen as well.
    let more = (status == RequirementStatus::NeedMoreInfo).then(|| "needs more information".to_owned());
    let evidence = more.iter().chain(&said).map(|line| format!("hook {}: {line}", hook.name)).collect();
    let verdict = HookVerdict { name: hook.name.clone(), status, evidence: said, failure: None };
    Ok(HookResult {
        requirement: known,
        title: known.map_or_else(|| cut(title), |known| known.title().to_owned()),
        score,
        status,
        evidence,
        recommendations: lines(&value["recommendations"]),
        verdict,
    })
}

fn last_line(text: &str) -> Option<Value> {
    // The object may be spread over lines: it begins where a line is `{`.
    let starts = text.rmatch_indices("\n{").map(|(at, _)| at + 1);
    starts.take(20).find_map(|at| serde_json::from_str(&text[at..]).ok())
}

fn judgement(value: &Value) -> Result<(Option<f64>, RequirementStatus), String> {
    match (&value["score"], &value["status"]) {
        (Value::String(word), _) => old(word),
        (Value::Number(number), status) => {
            let score = number.as_f64().filter(|score| (0.0..=1.0).contains(score));
            let score = score.ok_or_else(|| format!("`score` is {number}, not a number from 0 to 1"))?;
            let by_score = || score::status(score, None::<Severity>, &Scale::default());
            Ok((Some(score), if status.is_null() { by_score() } else { word(status)? }))
        }
        (Value::Null, Value::Null) => Err("neither `score` nor `status` is there".to_owned()),
        (Value::Null, status) => {
            let status = word(status)?;
            Ok((worth(status), status))
        }
        (other, _) => Err(format!("`score` is {other}, not a number from 0 to 1")),
    }
}

fn word(status: &Value) -> Result<RequirementStatus, String> {
    match status.as_str().map(str::to_ascii_lowercase).as_deref() {
        Some("pass" | "passed") => Ok(RequirementStatus::Pass),
        Some("warn" | "warning" | "partial") => Ok(RequirementStatus::Warn),
        Some("fail" | "failed") => Ok(RequirementStatus::Fail),
        Some("need-more-info" | "need more info" | "unknown") => Ok(RequirementStatus::NeedMoreInfo),
        _ => Err(format!("`status` is {status}, none of pass, warn, fail, need-more-info")),
    }
}

fn old(score: &str) -> Result<(Option<f64>, RequirementStatus), String> {
    match score.to_ascii_lowercase().as_str() {
        "pass" => Ok((Some(1.0), RequirementStatus::Pass)),
        "fail" => Ok((Some(0.0), RequirementStatus::Fail)),
        "need more info" => Ok((None, RequirementStatus::NeedMoreInfo)),
        "error" => Err("the hook says that it could not judge (`Error`)".to_owned()),
        _ => Err(format!("`score` is `{score}`, none of Pass, Fail, Need More Info, Error")),
    }
}

/// Where a hook gives a status and no number.
fn worth(status: RequirementStatus) -> Option<f64> {
    match status {
        RequirementStatus::Pass => Some(1.0),
        RequirementStatus::Warn => Some(0.7),
        RequirementStatus::Fail => Some(0.0),
        RequirementStatus::NeedMoreInfo => None,
    }
}

fn lines(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().take(LINES_MAX).map(text).collect(),
        Value::Null => Vec::new(),
        one => vec![text(one)],
    }
}

fn text(value: &Value) -> String {
    cut(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn cut(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mcpvals_model::{Requirement, RequirementStatus};

    use super::read;
    use crate::hook::Hook;

    fn hook() -> Hook {
        Hook {
            name: "tool-naming.py".to_owned(),
            command: "python3".to_owned(),
            args: Vec::new(),
            time: Duration::from_secs(1),
            requirement: Some("tool-naming".to_owned()),
        }
    }

    #[test]
    fn both_forms_are_understood() {
        let new = r#"{"requirement": "My rule", "status": "warn", "score": 0.7, "evidence": ["a"], "recommendations": ["b"]}"#;
        let result = read(new, &Hook { requirement: None, ..hook() }).unwrap();
        assert_eq!(
            (result.requirement, result.title.as_str(), result.score, result.status),
            (None, "My rule", Some(0.7), RequirementStatus::Warn)
        );
        let old = "looking …\n{\n  \"requirement\": \"Tools have unique names\", \"score\": \"Pass\", \"evidence\": [\"x\"]\n}\n";
        let result = read(old, &hook()).unwrap();
        assert_eq!((result.requirement, result.score), (Some(Requirement::ToolNaming), Some(1.0)));
        assert_eq!(result.evidence, ["hook tool-naming.py: x"]);
        let more = read(r#"{"score": "Need More Info", "evidence": []}"#, &hook()).unwrap();
        assert_eq!((more.score, more.status), (None, RequirementStatus::NeedMoreInfo));
        assert_eq!(more.evidence, ["hook tool-naming.py: needs more information"]);
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for text in [
            "",
            "ready",
            "[]",
            "{}",
            r#"{"score": 2}"#,
            r#"{"score": "Error"}"#,
            r#"{"status": "maybe"}"#,
            r#"{"score": true}"#,
        ] {
            assert!(read(text, &hook()).is_err(), "{text}");
        }
    }
}
