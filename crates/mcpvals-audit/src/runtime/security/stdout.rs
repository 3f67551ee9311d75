//! What came beside the messages of the protocol, and a second time.

use mcpvals_model::{Anomaly, Channel, Direction, RuntimeStatus, RuntimeTest, Trace};

use super::super::bench::{Bench, test};
use super::super::heard::quoted;
use super::super::rules;

/// Looks at everything that came; over HTTP there is no stdout.
pub(crate) fn noise(bench: &mut Bench<'_>, traces: &[Trace]) -> RuntimeTest {
    let received = traces
        .iter()
        .flat_map(|trace| &trace.frames)
        .filter(|frame| frame.direction == Direction::Received && frame.channel == Channel::Wire);
    let is_noise = |anomaly: &Anomaly| {
        matches!(anomaly, Anomaly::NotJson { .. } | Anomaly::SharedLine { .. } | Anomaly::NotAMessage)
    };
    let noise: Vec<String> = received
        .filter(|frame| frame.anomalies.iter().any(is_noise))
        .map(|frame| quoted(&frame.text(), bench.redactor))
        .collect();
    let (name, expected) = ("only-messages-on-the-wire", "messages of the protocol, and nothing else");
    match noise.first() {
        None => test(name, RuntimeStatus::Passed, expected, "nothing else came".to_owned(), None),
        Some(first) => {
            let words = format!("{} lines that are no messages; the first: {first}", noise.len());
            bench.note(&rules::STDOUT_NOISE, None, words.clone());
            test(name, RuntimeStatus::Failed, expected, words, None)
        }
    }
}

/// Second answers, on any transport. (An answer to an unknown id may be one to a raw line of ours.)
pub(crate) fn doubled(bench: &mut Bench<'_>, traces: &[Trace]) -> RuntimeTest {
    let received =
        || traces.iter().flat_map(|trace| &trace.frames).filter(|frame| frame.direction == Direction::Received);
    let with = |anomaly: Anomaly| received().filter(move |frame| frame.anomalies.contains(&anomaly));
    // An error without an id, to a line that is no message, is taken for the answer to what is asked meanwhile.
    let nobodys = with(Anomaly::IdMissing).count();
    let second: Vec<String> =
        with(Anomaly::DuplicateAnswer).skip(nobodys).map(|frame| quoted(&frame.text(), bench.redactor)).collect();
    let (name, expected) = ("one-answer-each", "one answer to each request");
    let Some(first) = second.first() else {
        return test(name, RuntimeStatus::Passed, expected, "none came twice".to_owned(), None);
    };
    let words = format!("{} requests were answered a second time; the first: {first}", second.len());
    bench.note(&rules::ANSWERS_TWICE, None, words.clone());
    test(name, RuntimeStatus::Failed, expected, words, None)
}
