//! `snapshot`: the answer against what was stored of an earlier one.

use mcpvals_model::{Matcher, Mismatch, MismatchKind, SnapshotSpec};
use serde_json::{Map, Value, json};

use super::equal::{Numbers, difference};
use super::{Checked, Subject, Unusable, diff, json_path, of_kind};
use crate::excerpt;
use crate::reply::Reply;

/// What of a result is not stored: it tells of the call and not of its result.
const PASSING_MEMBERS: [&str; 2] = ["_meta", "resultType"];

pub(super) fn check(spec: &SnapshotSpec, subject: &Subject<'_>) -> Checked {
    if spec.update {
        return Ok(Vec::new());
    }
    let actual = redacted(view(subject), spec)?;
    let Some(stored) = &spec.stored else {
        let expected = format!("the stored snapshot `{}`", spec.name);
        let actual = format!(
            "nothing is stored yet for {}; run with --update-snapshots to store it",
            excerpt::json_to(&actual, 120)
        );
        return Ok(vec![of_kind(MismatchKind::Snapshot, expected, actual)]);
    };
    let stored = redacted(stored.clone(), spec)?;
    let Some(found) = difference(&stored, &actual, Numbers::Exact) else { return Ok(Vec::new()) };
    let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), excerpt::json);
    let expected = format!("{} as in the snapshot `{}`", shown(found.expected), spec.name);
    let mismatch = of_kind(MismatchKind::Snapshot, expected, shown(found.actual));
    Ok(vec![Mismatch { pointer: Some(found.pointer.clone()), diff: diff::of_values(&stored, &actual), ..mismatch }])
}

/// The snapshots that are to be stored, with their values.
///
/// # Errors
/// Where a path of a redaction is none.
pub(crate) fn wanted(matcher: &Matcher, reply: &Reply<'_>) -> Result<Vec<(String, Value)>, Unusable> {
    match matcher {
        Matcher::Snapshot(spec) if spec.update => {
            Ok(vec![(spec.name.clone(), redacted(view(&Subject::answer(reply)), spec)?)])
        }
        Matcher::All(inner) | Matcher::Any(inner) => {
            let found: Result<Vec<_>, Unusable> = inner.iter().map(|matcher| wanted(matcher, reply)).collect();
            Ok(found?.into_iter().flatten().collect())
        }
        Matcher::Not(inner) => wanted(inner, reply),
        Matcher::JsonPath(paths) => wanted_below(paths.iter(), reply),
        Matcher::Snapshot(_)
        | Matcher::Equals(_)
        | Matcher::Contains(_)
        | Matcher::NotContains(_)
        | Matcher::Matches(_)
        | Matcher::Schema(_)
        | Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::IsError(_)
        | Matcher::ErrorCode(_) => Ok(Vec::new()),
    }
}

/// Of what a path selects, the first value is stored.
fn wanted_below<'a>(
    paths: impl Iterator<Item = (&'a String, &'a Matcher)>,
    reply: &Reply<'_>,
) -> Result<Vec<(String, Value)>, Unusable> {
    let mut found = Vec::new();
    for (path, matcher) in paths {
        let Matcher::Snapshot(spec) = matcher else { continue };
        let first = json_path::select(path, reply)?.into_iter().next().filter(|_| spec.update);
        if let Some(value) = first {
            found.push((spec.name.clone(), redacted(value, spec)?));
        }
    }
    Ok(found)
}

/// What is compared: of an answer, what tells of its result; of a value, the value.
fn view(subject: &Subject<'_>) -> Value {
    match subject.as_answer() {
        Some(Reply::Result(Value::Object(result))) => {
            // `isError: false` says the same as none at all.
            let is_silent = |name: &str, value: &Value| {
                PASSING_MEMBERS.contains(&name) || (name == "isError" && *value == Value::Bool(false))
            };
            let members = result.iter().filter(|(name, value)| !is_silent(name, value));
            Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
        }
        Some(Reply::Error(error)) => {
            let mut shown = json!({"code": error.code, "message": error.message});
            if let Some(data) = error.data {
                shown["data"] = data.clone();
            }
            json!({"error": shown})
        }
        Some(Reply::Result(other)) => (*other).clone(),
        None => subject.root().cloned().unwrap_or_default(),
    }
}

fn redacted(mut value: Value, spec: &SnapshotSpec) -> Result<Value, Unusable> {
    for (path, name) in &spec.redact {
        json_path::replace(path, &mut value, &Value::String(format!("[{name}]")))?;
    }
    Ok(value)
}
