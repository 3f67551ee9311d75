//! How fast simple requests are.

use mcpvals_model::{Performance, RuntimeStatus, TestGroup};
use serde_json::Value;

use super::bench::Bench;
use super::rules;

/// How often the list is asked for.
const TIMES: usize = 10;
/// A mean above this is worth a word, and above the other a fault; in milliseconds.
const GOOD_MS: f64 = 200.0;
const BEARABLE_MS: f64 = 1_000.0;

/// What is asked for here.
const LIST: &str = "tools/list";

/// Lists the tools again and again.
pub(crate) async fn run(bench: &mut Bench<'_>) -> Option<Performance> {
    bench.begin(TestGroup::Performance, LIST);
    let performance = measured(bench).await;
    let status = performance.as_ref().map_or(RuntimeStatus::Skipped, |performance| performance.status);
    bench.end(TestGroup::Performance, LIST, status);
    performance
}

async fn measured(bench: &mut Bench<'_>) -> Option<Performance> {
    let startup = bench.host.startup.as_secs_f64() * 1000.0;
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..TIMES {
        let Ok(asked) = bench.ask(LIST, &Value::Null).await else { break };
        if asked.answer.is_none() {
            break;
        }
        times.push(asked.took);
    }
    if times.is_empty() {
        return None;
    }
    let count = times.len();
    #[expect(clippy::cast_precision_loss, reason = "ten")]
    let avg = times.iter().sum::<f64>() / count as f64;
    let status = if avg <= GOOD_MS {
        RuntimeStatus::Passed
    } else if avg <= BEARABLE_MS {
        RuntimeStatus::Warned
    } else {
        RuntimeStatus::Failed
    };
    if status != RuntimeStatus::Passed {
        bench.note(&rules::SLOW, None, format!("`tools/list` takes {avg:.0} ms on average"));
    }
    let bound = |pick: fn(f64, f64) -> f64| times.iter().copied().reduce(pick).map(rounded).unwrap_or_default();
    Some(Performance {
        startup: rounded(startup),
        min: bound(f64::min),
        avg: rounded(avg),
        max: bound(f64::max),
        count,
        status,
    })
}

fn rounded(ms: f64) -> f64 {
    (ms * 100.0).round() / 100.0
}
