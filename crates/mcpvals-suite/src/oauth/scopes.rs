//! Do tools need the scopes that they are said to need?

use mcpvals_model::OauthRule::{ScopeChallenge, ScopeEnforced};
use mcpvals_model::{ScopedCall, Seen};
use serde_json::{Value, json};

use super::flows::Flows;
use super::raw::{Raw, Said};
use super::token_answer::words;

pub(super) async fn observe(flows: &Flows<'_>) {
    let (bench, rules) = (flows.bench, [ScopeEnforced, ScopeChallenge]);
    if !bench.has_open(&rules) {
        return;
    }
    if bench.setting.scoped.is_empty() {
        return bench.skip_all(&rules, "nothing says which tool needs which scope: give `scopedTools`");
    }
    for scoped in &bench.setting.scoped {
        if let Err((is_lost, reason)) = tool(flows, scoped).await {
            if is_lost {
                return bench.lose(&rules, &reason);
            }
            bench.skip_all(&rules, &reason);
        }
    }
}

/// The error says whether something failed that should not.
async fn tool(flows: &Flows<'_>, scoped: &ScopedCall) -> Result<(), (bool, String)> {
    let bench = flows.bench;
    let all = flows.scopes();
    let less: Vec<String> = all.iter().filter(|scope| **scope != scoped.scope).cloned().collect();
    if less.iter().all(|scope| ["openid", "offline_access"].contains(&scope.as_str())) {
        return Err((false, format!("without `{}` there is no scope left to ask for: give `scope`", scoped.scope)));
    }
    let more = [less.clone(), vec![scoped.scope.clone()]].concat();
    let with = call(flows, more, scoped).await.map_err(|problem| (true, problem))?;
    let tried = format!("`{}` without `{}`", scoped.call.tool, scoped.scope);
    if !matches!(with.seen("a result").0, Seen::Granted { .. }) {
        let words = with.error().unwrap_or_else(|| format!("status {}", with.reply.status));
        return Err((
            true,
            format!("`{}` is refused with the scope `{}`, too: {words}", scoped.call.tool, scoped.scope),
        ));
    }
    let without = call(flows, less, scoped).await.map_err(|problem| (true, problem))?;
    let looked = without.seen("a result");
    let is_refused = matches!(looked.0, Seen::Refused { .. });
    bench.see_of(ScopeEnforced, Some(tried.clone()), looked);
    if is_refused {
        let (wanted, found) = (format!("403 insufficient_scope {}", scoped.scope), challenge(&without, &scoped.scope));
        bench.see_of(
            ScopeChallenge,
            Some(tried),
            (Seen::Found { wanted: wanted.into(), found: found.into() }, Some(without.reply.frame)),
        );
    } else {
        bench.skip(ScopeChallenge, "it is not refused");
    }
    Ok(())
}

async fn call(flows: &Flows<'_>, scopes: Vec<String>, tool: &ScopedCall) -> Result<Said, String> {
    let tokens = flows.flow_of(flows.request_of(scopes, flows.resources())).await.answer.tokens()?;
    let raw = Raw::begin(flows.bench, None, &tokens.access).await?;
    let params: Value = json!({"name": tool.call.tool, "arguments": tool.call.args});
    raw.call("tools/call", params, &tokens.access).await
}

/// Status, error and the scope that is missing, where the challenge names it.
fn challenge(said: &Said, scope: &str) -> String {
    let challenge = said.reply.challenge();
    let get = |name: &str| challenge.as_ref().and_then(|it| it.get(name)).map(str::to_owned);
    let named = get("scope").map(|scopes| words(&scopes)).unwrap_or_default();
    let shown = if named.iter().any(|one| one == scope) { scope.to_owned() } else { "without the scope".to_owned() };
    format!("{} {} {shown}", said.reply.status, get("error").unwrap_or_else(|| "no error".to_owned()))
}
