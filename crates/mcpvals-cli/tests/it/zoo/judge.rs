//! What was seen of a run, held against what its row says.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fixture::SECRET_FORMS;
use super::row::{Outcome, Row, Why};
use super::run::Seen;
use crate::mcpvals::cases;

/// A good run needs a quarter of it in a debug build.
const RESIDENT_KIB_MAX: u64 = 150 << 10;

/// Everything that is not as the row says, in words.
pub(super) fn wrong_with(row: &Row, seen: &Seen) -> Vec<String> {
    let mut wrong = seen.indecent();
    match &row.outcome {
        Outcome::AllPass => wrong.extend(verdicts(row, seen, 0, |_| Expected::Passed)),
        Outcome::Fails { case, why } => {
            wrong.extend(verdicts(row, seen, 1, |title| {
                if title == *case { Expected::Failed(*why) } else { Expected::Passed }
            }));
        }
        Outcome::Ends { case, why } => wrong.extend(verdicts(row, seen, 1, |title| match title {
            "before" => Expected::Passed,
            title if title == *case => Expected::Failed(*why),
            _ => Expected::NotPassed,
        })),
        Outcome::AllFail(why) => wrong.extend(verdicts(row, seen, 1, |_| Expected::Failed(*why))),
        Outcome::Breaks => wrong.extend(broken(seen)),
        Outcome::Unreachable(words) => {
            wrong.extend(verdicts(row, seen, 3, |_| Expected::Unreachable(words)));
            wrong.extend(
                words
                    .iter()
                    .filter(|word| !seen.stderr.contains(**word))
                    .map(|word| format!("stderr does not say {word:?}")),
            );
        }
    }
    if !matches!(row.outcome, Outcome::Breaks) {
        wrong.extend(differ("violations", &row.violations, &seen.violations()));
    }
    wrong
}

/// What is expected of one case.
enum Expected {
    Passed,
    Failed(Why),
    NotPassed,
    Unreachable(&'static [&'static str]),
}

/// When the server went is a matter of luck, but the last case finds none.
fn broken(seen: &Seen) -> Option<String> {
    let last = cases(&seen.report).pop()?;
    let is_told = matches!(seen.code, 1 | 3) && matches!(last["verdict"].as_str(), Some("failed" | "errored"));
    (!is_told).then(|| format!("exit code {}, and the last case {}", seen.code, last["verdict"]))
}

fn verdicts(row: &Row, seen: &Seen, code: i32, expected: impl Fn(&str) -> Expected) -> Vec<String> {
    let mut wrong: Vec<String> = differ("exit code", &code, &seen.code).into_iter().collect();
    let cases = cases(&seen.report);
    wrong.extend(differ("number of cases", &4, &cases.len()));
    for case in &cases {
        let title = case["title"].as_str().unwrap_or_default();
        let expected = expected(title);
        let is_spoilt = matches!(expected, Expected::Failed(_)) || title == "echo" && code == 0;
        let warned = |kind: &&str| list(&case["warnings"]).iter().any(|warning| warning["kind"] == **kind);
        if let Some(kind) = row.warning.filter(|kind| is_spoilt && !warned(kind)) {
            wrong.push(format!("`{title}` has no warning {kind}"));
        }
        wrong.extend(expected.wrong_with(case).map(|problem| format!("`{title}` {problem}")));
    }
    wrong
}

impl Expected {
    fn wrong_with(&self, case: &Value) -> Option<String> {
        let verdict = case["verdict"].as_str().unwrap_or_default();
        match self {
            Self::Passed => (verdict != "passed").then(|| format!("{verdict}, and is to pass")),
            Self::NotPassed => (verdict == "passed").then(|| "passed without a server".to_owned()),
            Self::Failed(_) if verdict != "failed" => Some(format!("{verdict}, and is to fail")),
            Self::Failed(why) => {
                let fits = |mismatch: &Value| mismatch["kind"] == why.kind && holds(mismatch, why.words);
                let none = !list(&case["mismatches"]).iter().any(fits);
                none.then(|| format!("has no mismatch {} with {:?}", why.kind, why.words))
            }
            Self::Unreachable(_) if verdict != "errored" => Some(format!("{verdict}, and is to be errored")),
            Self::Unreachable(words) => {
                let fits = case["fault"]["kind"] == "unreachable" && holds(&case["fault"], words);
                (!fits).then(|| format!("is not unreachable with {words:?}"))
            }
        }
    }
}

/// Are all words in the texts of this object?
fn holds(object: &Value, words: &[&str]) -> bool {
    let texts: Vec<&str> = object.as_object().into_iter().flatten().filter_map(|(_, value)| value.as_str()).collect();
    words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
}

fn differ<A: std::fmt::Debug + PartialEq<B>, B: std::fmt::Debug>(what: &str, want: &A, got: &B) -> Option<String> {
    (want != got).then(|| format!("{what}: want {want:?}, got {got:?}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

impl Seen {
    /// The kinds of violations, each once.
    pub(super) fn violations(&self) -> Vec<&str> {
        let kinds = list(&self.report["violations"]).iter().filter_map(|violation| violation["kind"].as_str());
        kinds.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// What no run may do, whatever the server did.
    fn indecent(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let texts =
            [("stdout", self.stdout.clone()), ("stderr", self.stderr.clone()), ("report", self.report.to_string())];
        for (name, text) in &texts {
            let told = SECRET_FORMS.iter().filter(|form| text.contains(**form));
            wrong.extend(told.map(|form| format!("the secret is in {name}: {form}")));
            if text.contains('\u{1b}') {
                wrong.push(format!("{name} has terminal escapes"));
            }
        }
        if self.stderr.contains("panicked at") {
            wrong.push("a panic".to_owned());
        }
        if self.resident_kib > RESIDENT_KIB_MAX {
            wrong.push(format!("{} KiB of memory", self.resident_kib));
        }
        wrong.extend(self.left.iter().map(|process| format!("a process is left: {process}")));
        wrong
    }

    /// For the reader of a failed test.
    pub(super) fn shown(&self) -> String {
        let violations: Vec<String> = list(&self.report["violations"])
            .iter()
            .map(|violation| format!("{}: {}", violation["kind"], violation["message"]))
            .collect();
        format!("{}\n{}\nviolations: {}", self.stdout, self.stderr, violations.join("\n            "))
    }
}
