//! The list of tools, as it was at the start, again, after all calls, and in another session.

use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallRole, RuntimeStatus, RuntimeTest, Subject, TestGroup};
use mcpvals_wire::Params;
use serde_json::Value;

use super::super::bench::{Bench, test};
use super::super::rules;

/// What was listed first.
pub(crate) struct Lists {
    first: Option<Vec<Value>>,
}

impl Lists {
    /// As it is at the start.
    pub(crate) async fn read(bench: &mut Bench<'_>) -> Self {
        Self { first: listed(bench).await }
    }

    /// Is there anything to compare with?
    pub(crate) fn are_known(&self) -> bool {
        self.first.is_some()
    }

    /// Compares with what is listed now.
    pub(crate) async fn again(&self, bench: &mut Bench<'_>, name: &str, when: &str) -> Option<RuntimeTest> {
        let before = self.first.as_ref()?;
        bench.begin(TestGroup::Security, name);
        let now = listed(bench).await;
        judged(bench, (name, when), before, now.as_deref())
    }

    /// Compares with what another session is told.
    pub(crate) async fn elsewhere(&self, bench: &mut Bench<'_>) -> Option<RuntimeTest> {
        const NAME: &str = "same-list-in-another-session";
        let before = self.first.as_ref()?;
        bench.begin(TestGroup::Security, NAME);
        let now = listed_elsewhere(bench).await;
        judged(bench, (NAME, "in another session"), before, now.as_deref())
    }
}

async fn listed_elsewhere(bench: &mut Bench<'_>) -> Option<Vec<Value>> {
    let session = bench.host.another().await?;
    let mut recording = session.begin();
    recording.call(CallRole::Tested, "tools/list", Params::from(&Value::Null), bench.granted(bench.deadline)).await;
    let now = recording.last_answer().and_then(tools);
    recording.finish();
    session.close().await;
    now
}

/// Nothing where there is no list to compare with.
fn judged(
    bench: &mut Bench<'_>,
    (name, when): (&str, &str),
    before: &[Value],
    now: Option<&[Value]>,
) -> Option<RuntimeTest> {
    let test = now.map(|now| compared(bench, name, when, before, now));
    bench.end(TestGroup::Security, name, test.as_ref().map_or(RuntimeStatus::Skipped, |test| test.status));
    test
}

async fn listed(bench: &mut Bench<'_>) -> Option<Vec<Value>> {
    bench.ask("tools/list", &Value::Null).await.ok()?.answer.and_then(tools)
}

fn tools(answer: Answer) -> Option<Vec<Value>> {
    match answer {
        Answer::Result(mut result) => match result["tools"].take() {
            Value::Array(tools) => Some(tools),
            _ => None,
        },
        Answer::Error { .. } => None,
    }
}

fn compared(bench: &mut Bench<'_>, name: &str, when: &str, before: &[Value], now: &[Value]) -> RuntimeTest {
    let expected = format!("the same tools, said in the same words, {when}");
    let words = match difference(before, now) {
        Difference::None => return test(name, RuntimeStatus::Passed, &expected, "they are the same".to_owned(), None),
        Difference::Order => {
            let words = format!("{when}, the same tools are listed in another order");
            bench.note(&rules::LIST_ORDER, None, words.clone());
            return test(name, RuntimeStatus::Warned, &expected, words, None);
        }
        Difference::Tools(words, tool) => {
            let announced = bench.host.facts().capabilities.pointer("/tools/listChanged") == Some(&Value::Bool(true));
            let words = format!("{when}, {words}");
            let finding = rules::LIST_CHANGES.found(words.clone());
            let finding = if announced { finding.as_bad_as(mcpvals_model::Severity::Medium) } else { finding };
            bench.findings.push(match tool {
                Some(tool) => finding.about(Subject::Tool(tool)),
                None => finding,
            });
            words
        }
    };
    test(name, RuntimeStatus::Failed, &expected, words, None)
}

enum Difference {
    None,
    Order,
    /// In words, and of which tool.
    Tools(String, Option<String>),
}

fn difference(before: &[Value], now: &[Value]) -> Difference {
    if before == now {
        return Difference::None;
    }
    let name = |tool: &Value| tool["name"].as_str().unwrap_or_default().to_owned();
    for tool in before {
        match now.iter().find(|other| name(other) == name(tool)) {
            None => return Difference::Tools(format!("`{}` is gone", name(tool)), Some(name(tool))),
            Some(other) if other != tool => {
                let members: Vec<&str> = changed(tool, other);
                let words = format!("`{}` is described otherwise ({})", name(tool), members.join(", "));
                return Difference::Tools(words, Some(name(tool)));
            }
            Some(_) => {}
        }
    }
    match now.iter().find(|tool| !before.iter().any(|other| name(other) == name(tool))) {
        Some(tool) => Difference::Tools(format!("`{}` is new", name(tool)), Some(name(tool))),
        None => Difference::Order,
    }
}

fn changed<'a>(one: &'a Value, other: &'a Value) -> Vec<&'a str> {
    let names = |tool: &'a Value| tool.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let mut all: Vec<&str> = names(one).chain(names(other)).filter(|name| one.get(*name) != other.get(*name)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Difference, difference};

    fn words(before: &Value, now: &Value) -> String {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        match difference(&list(before), &list(now)) {
            Difference::None => "none".to_owned(),
            Difference::Order => "order".to_owned(),
            Difference::Tools(words, _) => words,
        }
    }

    #[test]
    fn each_kind_of_change_is_told_from_the_others() {
        let list = json!([{"name": "a", "description": "x"}, {"name": "b"}]);
        assert_eq!(words(&list, &list), "none");
        assert_eq!(words(&list, &json!([{"name": "b"}, {"name": "a", "description": "x"}])), "order");
        assert_eq!(
            words(&list, &json!([{"name": "a", "description": "y"}, {"name": "b"}])),
            "`a` is described otherwise (description)"
        );
        assert_eq!(words(&list, &json!([{"name": "a", "description": "x"}])), "`b` is gone");
        assert_eq!(words(&json!([{"name": "a"}]), &json!([{"name": "a"}, {"name": "c"}])), "`c` is new");
    }
}
