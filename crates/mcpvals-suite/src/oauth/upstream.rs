//! Does the server pass our token on (MCP, security best practices, token passthrough)?

use std::time::Duration;

use mcpvals_model::OauthRule::TokenPassthrough;
use mcpvals_wire::oauth::probe::Upstream;
use serde_json::{Value, json};

use super::flows::Flows;
use super::raw::Raw;

/// So long after the call a request of the server's may still come.
const PATIENCE: Duration = Duration::from_secs(2);
/// More requests are not looked at.
const REQUESTS_MAX: usize = 20;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.wants(TokenPassthrough) {
        return;
    }
    let Some(upstream) = &bench.setting.upstream else {
        return bench
            .skip(TokenPassthrough, "nothing says how the server comes to ask a service behind it: give `upstream`");
    };
    match asked(flows, &json!(upstream.call.args), &upstream.call.tool).await {
        Ok(requests) if requests.is_empty() => {
            bench.skip(TokenPassthrough, "the call did not make the server ask `{{upstream}}`");
        }
        Ok(requests) => {
            let wrong = requests.iter().filter(|request| request.has_token).map(|request| {
                format!("the token is in the request `{}` to the service behind the server", request.line)
            });
            bench.list(TokenPassthrough, wrong.collect(), None);
        }
        Err(problem) => bench.lose(&[TokenPassthrough], &problem),
    }
}

/// What the service behind the server was asked.
struct Asked {
    line: String,
    has_token: bool,
}

async fn asked(flows: &Flows<'_>, args: &Value, tool: &str) -> Result<Vec<Asked>, String> {
    let upstream = Upstream::listen().await.map_err(|error| error.to_string())?;
    let args = args.to_string().replace("{{upstream}}", upstream.address());
    let args: Value = serde_json::from_str(&args).map_err(|error| error.to_string())?;
    let token = flows.live_token().await?;
    let raw = Raw::begin(flows.bench, None, &token).await?;
    let call = async {
        let said = raw.call("tools/call", json!({"name": tool, "arguments": args}), &token).await;
        flows.wait(PATIENCE).await;
        said.map(|_| ())
    };
    let (called, requests) = upstream.during(REQUESTS_MAX, call).await;
    let asked = |request: &String| Asked {
        line: request.lines().next().unwrap_or_default().to_owned(),
        has_token: request.contains(token.reveal()),
    };
    called.map(|()| requests.iter().map(asked).collect())
}
