//! Resources that are listed are read; so many and no more.

use mcpvals_model::mcp::Answer;
use mcpvals_model::{LeftOut, RuntimeStatus, RuntimeTest, Subject, TestGroup, TestedItem};
use serde_json::{Value, json};

use super::bench::{Bench, skipped, test};
use super::heard::Outcome;
use super::host::Asked;
use super::{refusal, rules};

/// What should come of it.
const EXPECTED: &str = "contents, since it is listed";
/// More are not read.
pub(super) const READ_MAX: usize = 10;

/// Reads the first ones.
pub(crate) async fn run(bench: &mut Bench<'_>, resources: &[Value]) -> Vec<TestedItem> {
    let uris: Vec<&str> = resources.iter().filter_map(|resource| resource["uri"].as_str()).collect();
    let mut tests = Vec::new();
    for uri in uris.iter().take(READ_MAX) {
        bench.begin(TestGroup::Resources, uri);
        let test = read(bench, uri).await;
        bench.end(TestGroup::Resources, uri, test.status);
        tests.push(TestedItem { name: (*uri).to_owned(), test });
    }
    let more = uris.len().saturating_sub(READ_MAX);
    if more > 0 {
        let reason = format!("{READ_MAX} of {} were read", uris.len());
        bench.left_out.push(LeftOut { name: format!("{more} resources"), reason });
    }
    tests
}

async fn read(bench: &mut Bench<'_>, uri: &str) -> RuntimeTest {
    let asked = match bench.ask("resources/read", &json!({"uri": uri})).await {
        Ok(asked) => asked,
        Err(why) => return skipped("read", EXPECTED, &why),
    };
    let subject = Subject::Resource(uri.to_owned());
    bench.keep(subject.clone(), &asked, uri);
    let status = judge(bench, &asked, &subject);
    test("read", status, EXPECTED, asked.words(bench.redactor), asked.answer.is_some().then_some(asked.took))
}

fn judge(bench: &mut Bench<'_>, asked: &Asked, subject: &Subject) -> RuntimeStatus {
    if bench.unanswered(asked, Some(subject.clone()), "reading a resource that is listed") {
        return RuntimeStatus::Failed;
    }
    match (&asked.answer, asked.outcome()) {
        (Some(Answer::Result(result)), Outcome::Success) if result["contents"].is_array() => RuntimeStatus::Passed,
        (_, Outcome::Success) => {
            bench.note(&rules::BROKEN_ANSWER, Some(subject.clone()), "its result has no list of `contents`");
            RuntimeStatus::Failed
        }
        _ => {
            let words = asked.words(bench.redactor);
            if refusal::internal(&asked.text()).is_some() {
                bench.note(&rules::LEAKS_INTERNALS, Some(subject.clone()), words.clone());
            }
            // Listed and not there: what is listed is promised.
            bench.note(
                &rules::UNDECLARED,
                Some(subject.clone()),
                format!("it is listed, and reading it gives {words}"),
            );
            RuntimeStatus::Failed
        }
    }
}
