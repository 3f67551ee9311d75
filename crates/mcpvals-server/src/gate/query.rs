//! Query strings: only what the route knows, each once, each of its kind; all that is wrong is told.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::error::{ApiError, Violation, short};
use crate::event;
use crate::route::{Kind, Parameter};

/// The parameters of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    values: BTreeMap<&'static str, String>,
}

impl Query {
    pub(crate) fn read(query: Option<&str>, known: &'static [Parameter]) -> Result<Self, ApiError> {
        let mut read = Self::default();
        let mut wrong = Vec::new();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match known.iter().find(|parameter| parameter.name == name) {
                None => wrong.push(violation(&name, &value, unknown(known))),
                Some(parameter) => {
                    wrong.extend(parameter.kind.problem(&value).map(|problem| violation(&name, &value, problem)));
                    if read.values.insert(parameter.name, value.into_owned()).is_some() {
                        wrong.push(violation(&name, "", "must be given once".to_owned()));
                    }
                }
            }
        }
        if wrong.is_empty() { Ok(read) } else { Err(ApiError::invalid(&wrong)) }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.text(name)?.parse().ok()
    }
}

fn violation(field: &str, value: &str, constraint: String) -> Violation {
    Violation { field: field.chars().take(100).collect(), value: short(Value::from(value)), constraint }
}

fn unknown(known: &[Parameter]) -> String {
    let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
    if names.is_empty() {
        "is not known: there are no parameters".to_owned()
    } else {
        format!("is not known: there are {}", names.join(", "))
    }
}

impl Kind {
    /// Why a value is none of this kind.
    fn problem(self, value: &str) -> Option<String> {
        match self {
            Self::OneOf(names) => (!names.contains(&value)).then(|| format!("must be one of {}", names.join(", "))),
            Self::Number(least, most) => {
                // As JSON writes it: no sign, no blanks, no leading zeros.
                let is_plain =
                    value == "0" || (!value.starts_with('0') && value.bytes().all(|byte| byte.is_ascii_digit()));
                let number = value.parse::<i64>().ok().filter(|number| is_plain && (least..=most).contains(number));
                number.is_none().then(|| format!("must be a whole number from {least} to {most}"))
            }
            Self::Time { is_end } => crate::time::parse(value, is_end)
                .is_none()
                .then(|| "must be an ISO 8601 date or time, as 2024-01-03 or 2024-01-03T10:00:00Z".to_owned()),
            Self::Text(most) => {
                let count = value.chars().count();
                let fits = (1..=most).contains(&count) && !value.contains('\0');
                (!fits).then(|| format!("must have 1 to {most} characters"))
            }
            Self::Events => {
                let strange = value.split(',').find(|name| !event::is_known(name));
                strange.map(|_| format!("must name events: {}, {}", event::KINDS.join(", "), event::SYSTEM_STATUS))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Parameter] = &[
        Parameter { name: "status", kind: Kind::OneOf(&["queued", "running"]), about: "" },
        Parameter { name: "limit", kind: Kind::Number(1, 200), about: "" },
        Parameter { name: "dateFrom", kind: Kind::Time { is_end: false }, about: "" },
    ];

    #[test]
    fn what_is_right_is_read() {
        let query = Query::read(Some("limit=20&status=queued&dateFrom=2024-01-03"), KNOWN).unwrap();
        assert_eq!((query.number("limit"), query.text("status"), query.text("tags")), (Some(20), Some("queued"), None));
        assert!(Query::read(None, KNOWN).unwrap().values.is_empty());
    }

    #[test]
    fn everything_wrong_is_told() {
        let error = Query::read(Some("limit=0x1&stauts=queued&status=done&dateFrom=now&limit=201"), KNOWN).unwrap_err();
        assert_eq!(error.details["violations"].as_array().unwrap().len(), 6);
        assert_eq!(error.details["field"], "limit");
    }
}
