//! How long signing in takes, how many can do it at once, and whether who guesses is slowed down.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use mcpvals_model::OauthRule::{FlowTime, FlowsAtOnce, RateLimited, TokenLatency};
use mcpvals_model::{Grant, Seen};
use mcpvals_wire::oauth::probe::unguessable;
use serde_json::Value;

use super::flows::Flows;
use super::request::pair;
use super::token_answer::Answer;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&[TokenLatency, FlowTime, FlowsAtOnce]) {
        return;
    }
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&[TokenLatency, FlowTime, FlowsAtOnce], &problem);
    }
    if bench.has_open(&[TokenLatency, FlowTime]) {
        one_after_the_other(flows).await;
    }
    if bench.wants(FlowsAtOnce) {
        at_once(flows).await;
    }
}

async fn one_after_the_other(flows: &Flows<'_>) {
    let (bench, load) = (flows.bench, &flows.bench.setting.load);
    let (mut answers, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..load.requests {
        let began = Instant::now();
        match flows.tokens().await {
            Ok(tokens) => {
                whole.push(began.elapsed());
                answers.push(tokens.reply.took);
            }
            Err(problem) => return bench.lose(&[TokenLatency, FlowTime], &problem),
        }
    }
    for (rule, mut times, limit) in [(TokenLatency, answers, load.latency_max), (FlowTime, whole, load.flow_max)] {
        times.sort_unstable();
        let shown = format!("{} times: {}", times.len(), percentiles(&times));
        let wanted = limit.map_or(Value::Null, milliseconds);
        bench.see_of(rule, Some(shown), (Seen::Found { wanted, found: milliseconds(percentile(&times, 95)) }, None));
    }
}

fn milliseconds(duration: Duration) -> Value {
    Value::from((duration.as_secs_f64() * 10_000.0).round() / 10.0)
}

fn percentiles(sorted: &[Duration]) -> String {
    let shown = |percent: usize| format!("p{percent} {} ms", milliseconds(percentile(sorted, percent)));
    [50, 95, 99].map(shown).join(", ")
}

/// The nearest rank.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

/// Each gets a token, and no two the same.
async fn at_once(flows: &Flows<'_>) {
    let (bench, count) = (flows.bench, flows.bench.setting.load.flows);
    let done = join_all((0..count).map(|_| flows.tokens())).await;
    let mut wrong: Vec<String> = done.iter().filter_map(|done| done.as_ref().err().cloned()).collect();
    let mut given: Vec<&str> = done.iter().flatten().map(|tokens| tokens.access.reveal()).collect();
    let all = given.len();
    given.sort_unstable();
    given.dedup();
    // A token that was there already is the same each time.
    if given.len() < all && !matches!(flows.auth.grant, Grant::Bearer { .. }) {
        wrong.push(format!("{all} flows gave {} different tokens", given.len()));
    }
    bench.list(FlowsAtOnce, wrong, None);
}

/// Guesses a secret, or a code where there is no secret, until it is slowed down.
pub(super) async fn guess(flows: &Flows<'_>) {
    let (bench, guesses) = (flows.bench, flows.bench.setting.load.guesses);
    if !bench.wants(RateLimited) {
        return;
    }
    let spoilt = flows.client.spoilt();
    let client = spoilt.as_ref().unwrap_or(&flows.client);
    for number in 1..=guesses {
        // What was guessed is nobody's.
        let code = [
            pair("grant_type", "authorization_code"),
            pair("code", unguessable()),
            pair("redirect_uri", flows.redirect_uri()),
            pair("code_verifier", unguessable()),
        ];
        let secret = [pair("grant_type", "client_credentials")];
        let answer = flows.ask_at_once(client, if spoilt.is_some() { &secret } else { &code }).await;
        if let Answer::Lost { problem } = answer {
            return bench.lose(&[RateLimited], &problem);
        }
        if let Answer::Refused { status: 429 | 503, frame, .. } = answer {
            return bench.compare(RateLimited, Value::Null, format!("the guess number {number}"), Some(frame));
        }
    }
    bench.see_of(
        RateLimited,
        Some(format!("{guesses} guesses")),
        (Seen::Found { wanted: Value::Null, found: Value::Null }, None),
    );
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{percentile, percentiles};

    #[test]
    fn percentiles_are_nearest_ranks() {
        let times: Vec<Duration> = (1..=20).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(10));
        assert_eq!(percentile(&times, 95), Duration::from_millis(19));
        assert_eq!(percentile(&[], 95), Duration::ZERO);
        assert_eq!(percentiles(&times), "p50 10.0 ms, p95 19.0 ms, p99 20.0 ms");
    }
}
