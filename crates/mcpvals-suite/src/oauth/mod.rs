//! Tests of signing in: `oauth2Suites`. What is tried on a server and its authorization server, and what that means.
//!
//! Each rule ([`OauthRule`]) is looked at by one of the files below, which writes what it saw into the trace as an
//! [`mcpvals_model::Observation`]; [`grade()`] reads those, and nothing else. `bench` is what all of them work with, `found`
//! discovers, `flows` gets tokens.

mod attacks;
mod authorized;
mod bench;
mod claims;
mod device;
mod door;
mod dpop;
mod errors;
mod expiry;
mod flow;
mod flows;
mod forged;
mod found;
mod grade;
mod introspection;
mod load;
mod machine;
mod metadata;
mod pkce;
mod raw;
mod refresh;
mod request;
mod requests;
mod resources;
mod revocation;
mod scopes;
mod tenants;
mod token_answer;
mod upstream;

use std::time::Duration;

use futures_util::FutureExt as _;
use mcpvals_model::{OauthCase, OauthRule, ServerSpec, Trace};
use mcpvals_wire::ConnectOptions;

use crate::{Captures, Driven};
use bench::Bench;
use flows::Flows;

pub(crate) use grade::{grade, measured};

/// Tries all that shows whether the rules of the case hold. `patience` is the deadline of one exchange.
///
/// # Cancellation
/// Dropping the future stops; what was recorded is lost.
pub async fn drive(case: &OauthCase, spec: &ServerSpec, options: &ConnectOptions, patience: Duration) -> Driven {
    let Some(setting) = case.setting.clone() else {
        return Driven { trace: Trace::default(), captures: Captures::new() };
    };
    let bench = Bench::new(&case.rules, &setting, (spec, options), patience);
    // Apart, because it holds a future for each thing that is tried.
    all(&bench).boxed().await;
    bench.tell_of_the_unseen();
    Driven { trace: bench.finish(), captures: Captures::new() }
}

async fn all(bench: &Bench<'_>) {
    let found = found::discover(bench).await;
    if bench.has_open(&tenants::rules()) {
        tenants::observe(bench, &found).await;
    }
    if !bench.has_open(OauthRule::ALL) {
        return;
    }
    let flows = match Flows::open(bench, &found, &bench.setting.auth).await {
        Ok(flows) => flows,
        Err(problem) => {
            found::described(bench, &found, None).await;
            let open = if found.is_open() { "the server asks nobody for a token, and " } else { "" };
            return bench.lose_the_rest(&format!("{open}{problem}"));
        }
    };
    found::described(bench, &found, flows.first_tokens().ok().map(|tokens| &tokens.access)).await;
    flow::observe(&flows).await;
    machine::observe(&flows).await;
    device::observe(&flows).await;
    pkce::observe(&flows).await;
    refresh::observe(&flows).await;
    introspection::observe(&flows).await;
    revocation::observe(&flows).await;
    forged::observe(&flows).await;
    requests::observe(&flows).await;
    attacks::observe(&flows).await;
    errors::observe(&flows).await;
    dpop::observe(&flows).await;
    scopes::observe(&flows).await;
    resources::observe(&flows).await;
    upstream::observe(&flows).await;
    load::observe(&flows).await;
    expiry::observe(&flows).await;
    // Last, because who guesses is shut out for a while.
    load::guess(&flows).await;
}
