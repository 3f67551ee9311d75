//! Are tokens refused when their time is over? And tokens that were given for the test.

use std::time::{Duration, Instant};

use mcpvals_model::OauthRule::{ExpiryHonoured, GivenToken, GivenTokenRefused};
use mcpvals_model::{Secret, Seen};
use mcpvals_wire::oauth::probe::Outcome;

use super::bench::opened;
use super::door::Door;
use super::flows::Flows;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(500);

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if bench.server().is_none() {
        return bench.skip_all(
            &[ExpiryHonoured, GivenToken, GivenTokenRefused],
            "the server is a process, which has no authorization",
        );
    }
    if bench.has_open(&[GivenToken, GivenTokenRefused]) {
        given(flows).await;
    }
    if bench.wants(ExpiryHonoured) {
        expired(flows).await;
    }
}

/// That it is taken while it lives shows what it means when it is refused later.
pub(super) async fn opens(flows: &Flows<'_>, token: &Secret) -> bool {
    matches!(flows.bench.open(Some(token)).await.outcome, Outcome::In { .. })
}

async fn given(flows: &Flows<'_>) {
    let bench = flows.bench;
    let Some(token) = &bench.setting.given.access else {
        return bench.skip_all(&[GivenToken, GivenTokenRefused], "no `accessToken` is given");
    };
    let looked = opened(&bench.open(Some(token)).await);
    bench.see(GivenToken, looked.clone());
    bench.see(GivenTokenRefused, looked);
}

/// Waits until the token's time is over, and looks until the server sees it: clocks may be apart.
async fn expired(flows: &Flows<'_>) {
    let bench = flows.bench;
    let tokens = match flows.tokens().await {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&[ExpiryHonoured], &problem),
    };
    let longest = bench.setting.expires_within;
    let Some(life) = tokens.expires_in.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
        return bench.skip(ExpiryHonoured, "the token response does not say when the token expires");
    };
    if life >= longest {
        let reason = format!(
            "a token lives for {} s, and is waited for {} s: give `expiresWithin`, a client with short tokens, or `signingKey`",
            life.as_secs(),
            longest.as_secs()
        );
        return bench.skip(ExpiryHonoured, reason);
    }
    let ends = Instant::now() + longest;
    let door = Door::open(bench, &tokens.access).await;
    if !opens(flows, &tokens.access).await {
        return bench.lose(&[ExpiryHonoured], "the server does not take the token before it expires, either");
    }
    flows.wait(life + PAUSE).await;
    loop {
        let (place, looked) = door.look().await;
        if !matches!(looked.0, Seen::Granted { .. }) || Instant::now() >= ends {
            let (life, longest) = (life.as_secs(), longest.as_secs());
            let tried = format!("a life of {life} s, looked at until {longest} s, {place}");
            return bench.see_of(ExpiryHonoured, Some(tried), looked);
        }
        flows.wait(PAUSE).await;
    }
}
