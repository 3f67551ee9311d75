//! What attackers try on an authorization server (RFC 9700).

use mcpvals_model::OauthRule::{
    DenialReported, ImplicitRefused, IssOnError, NoCodeWithoutConsent, OpenRedirect, PasswordRefused, RedirectUriExact,
    RegistrationFragment, RegistrationRedirectUri, StateOnError,
};
use mcpvals_model::{OauthRule, Seen};
use mcpvals_wire::oauth::probe::{Reply, unguessable, with_query};
use serde_json::json;

use super::authorized::{Authorized, AuthorizedEnd};
use super::bench::{Looked, is_refusal, replied};
use super::flows::Flows;
use super::found::strings;
use super::request::{Request, pair};

/// Where an attacker waits. Nobody is asked there: the way ends before.
const EVIL: &str = "https://attacker.example/callback";
/// Of these, the authorization endpoint is asked.
const OF_ENDPOINT: [OauthRule; 7] =
    [RedirectUriExact, OpenRedirect, StateOnError, IssOnError, ImplicitRefused, NoCodeWithoutConsent, DenialReported];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !flows.asks_users() {
        bench.skip_all(&OF_ENDPOINT, "the grant has no authorization endpoint");
    }
    if bench.has_open(&OF_ENDPOINT) {
        of_endpoint(flows).await;
    }
    if bench.wants(PasswordRefused) {
        password(flows).await;
    }
    if bench.wants(RegistrationRedirectUri) {
        let wrong = ["http://attacker.example/callback", "javascript:alert(1)"];
        registration(flows, RegistrationRedirectUri, &wrong).await;
    }
    if bench.wants(RegistrationFragment) {
        registration(flows, RegistrationFragment, &["https://app.example/callback#fragment"]).await;
    }
}

async fn of_endpoint(flows: &Flows<'_>) {
    let bench = flows.bench;
    if bench.wants(RedirectUriExact) {
        redirect_uri(flows).await;
    }
    if bench.wants(OpenRedirect) {
        bench.see(OpenRedirect, open_redirect(flows).await);
    }
    if bench.has_open(&[StateOnError, IssOnError]) {
        state_on_error(flows).await;
    }
    if bench.wants(ImplicitRefused) {
        bench.see(ImplicitRefused, implicit(flows).await);
    }
    if bench.wants(NoCodeWithoutConsent) {
        let unasked = alone(flows, &flows.request(), &[]).await;
        bench.see(NoCodeWithoutConsent, unasked.seen());
        if matches!(unasked.end, AuthorizedEnd::Code(_)) {
            bench.skip(DenialReported, "the user is not asked");
        }
    }
    if bench.wants(DenialReported) {
        denial(flows).await;
    }
}

/// Redirect URIs that a careless comparison takes for the registered one. (Another port on this machine is allowed: RFC
/// 8252, 7.3.)
fn strangers(registered: &str) -> Vec<String> {
    let (scheme, rest) = registered.split_once("://").unwrap_or(("http", registered));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (name, port) = host.rsplit_once(':').map_or((host, String::new()), |(name, port)| (name, format!(":{port}")));
    let other_scheme = if scheme == "https" { "http" } else { "https" };
    let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
    let mut strangers = vec![
        EVIL.to_owned(),
        format!("{registered}/attacker"),
        format!("{registered}attacker"),
        format!("{registered}/"),
        format!("{registered}?attacker=1"),
        format!("{scheme}://{name}.attacker.example{path}"),
        format!("{scheme}://attacker.{host}{path}"),
        format!("{scheme}://{host}@attacker.example{path}"),
        format!("{other_scheme}://{host}{path}"),
        format!("{scheme}://{host}{}", path.to_ascii_uppercase()),
        // The same once they are made normal (RFC 3986, 6.2), which nobody must do.
        format!("{scheme}://{host}/attacker/..{path}"),
        format!("{scheme}://{host}{}", path.replacen('/', "/%2e/", 1)),
    ];
    if !is_here {
        strangers.push(format!("{scheme}://{name}:8443{path}"));
    }
    // What is the same but for an empty path is the same.
    strangers.retain(|stranger| stranger != registered && *stranger != format!("{scheme}://{name}{port}/"));
    strangers
}

/// The user says yes, whatever the redirect URI is.
async fn redirect_uri(flows: &Flows<'_>) {
    let bench = flows.bench;
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&[RedirectUriExact], &problem);
    }
    if flows.consent().has_people() {
        return bench.skip(RedirectUriExact, "a browser would be sent there: give `consent` as forms, or `automatic`");
    }
    let mut last = None;
    for stranger in strangers(flows.redirect_uri()) {
        let request = flows.request().with("redirect_uri", &stranger);
        let authorized = flows.authorize_until(&request, &[&stranger]).await;
        // An error that is sent there is another fault: see `open-redirect`.
        let is_taken = authorized.went_to(&stranger) && matches!(authorized.end, AuthorizedEnd::Code(_));
        let looked = if is_taken { authorized.seen() } else { not_sent(&authorized) };
        last = Some((stranger, looked));
        if is_taken {
            break;
        }
    }
    if let Some((stranger, looked)) = last {
        bench.see_of(RedirectUriExact, Some(format!("redirect_uri={stranger}")), looked);
    }
}

/// A way that ends elsewhere than with the attacker.
fn not_sent(authorized: &Authorized) -> Looked {
    match authorized.seen() {
        (Seen::Lost { problem }, frame) => (Seen::Lost { problem }, frame),
        (Seen::Refused { status, error }, frame) => (Seen::Refused { status, error }, frame),
        (_, frame) => (
            Seen::Refused { status: authorized.status(), error: Some("it goes to the registered one".to_owned()) },
            frame,
        ),
    }
}

/// Nobody fills in a form.
async fn alone(flows: &Flows<'_>, request: &Request, stops: &[&str]) -> Authorized {
    let endpoint = match flows.endpoint("authorization_endpoint") {
        Ok(endpoint) => endpoint,
        Err(problem) => return Authorized::lost(problem),
    };
    let stops = [stops, &[flows.redirect_uri()]].concat();
    let walked = flows.bench.probe.walk(&with_query(&endpoint, &request.parameters), &stops, &[]).await;
    Authorized::of(walked.end, walked.pages)
}

/// Requests that are wrong, so that an error is to be sent somewhere.
async fn open_redirect(flows: &Flows<'_>) -> Looked {
    let wrong = [
        flows.request().with("redirect_uri", EVIL).with("response_type", "mcpvals-unknown"),
        flows.request().with("redirect_uri", EVIL).with("client_id", &unguessable()),
        flows.request().with("redirect_uri", EVIL).with("scope", "mcpvals-unknown"),
    ];
    let mut last = (Seen::NotTried { reason: "nothing was tried".to_owned() }, None);
    for request in wrong {
        let authorized = alone(flows, &request, &[EVIL]).await;
        if authorized.to == EVIL {
            let what = format!("a redirect to {EVIL}, which is not registered");
            return (Seen::Granted { what }, authorized.frame());
        }
        last = not_sent(&authorized);
    }
    last
}

async fn state_on_error(flows: &Flows<'_>) {
    let request = flows.request().with("response_type", "mcpvals-unknown");
    let authorized = alone(flows, &request, &[]).await;
    if authorized.response.is_empty() {
        return flows.bench.skip_all(&[StateOnError, IssOnError], "the error is shown, and not sent back");
    }
    let found = authorized.get("state").map(str::to_owned);
    flows.bench.compare(StateOnError, request.state, found, authorized.frame());
    iss_on_error(flows, &authorized);
}

fn iss_on_error(flows: &Flows<'_>, authorized: &Authorized) {
    if !flows.promises_issuer() {
        return flows.bench.skip(IssOnError, "the metadata promise no `iss`");
    }
    flows.bench.compare(IssOnError, flows.issuer(), authorized.get("iss").map(str::to_owned), authorized.frame());
}

async fn implicit(flows: &Flows<'_>) -> Looked {
    let request = flows.request().with("response_type", "token");
    let authorized = flows.authorize(&request).await;
    match authorized.get("access_token") {
        Some(token) => {
            flows.bench.probe.learn("access_token", token);
            (Seen::Granted { what: "an access token in the address".to_owned() }, authorized.frame())
        }
        None => not_sent(&authorized),
    }
}

async fn denial(flows: &Flows<'_>) {
    let bench = flows.bench;
    let steps = &bench.setting.denial;
    if steps.is_empty() {
        return bench.skip(DenialReported, "nothing says how the user says no: give `denial`");
    }
    let endpoint = match flows.endpoint("authorization_endpoint") {
        Ok(endpoint) => endpoint,
        Err(problem) => return bench.lose(&[DenialReported], &problem),
    };
    let request = flows.request();
    let url = with_query(&endpoint, &request.parameters);
    let walked = bench.probe.walk(&url, &[flows.redirect_uri()], steps).await;
    let authorized = Authorized::of(walked.end, walked.pages);
    super::flow::error(flows, &authorized.as_answer());
    if matches!(authorized.end, AuthorizedEnd::Code(_)) && bench.asks_for(NoCodeWithoutConsent) {
        bench.see_of(NoCodeWithoutConsent, Some("the user says no".to_owned()), authorized.seen());
        return bench.skip(DenialReported, "the user's no is no no");
    }
    let wanted = format!("error=access_denied, state={}", request.state);
    let found = match &authorized.end {
        AuthorizedEnd::Code(_) => "a code".to_owned(),
        AuthorizedEnd::Error(error) => format!("error={error}, state={}", authorized.get("state").unwrap_or_default()),
        AuthorizedEnd::Page { words, is_done: true, .. } => format!("nothing is sent back: {words}"),
        AuthorizedEnd::Page { words, .. } => return bench.lose(&[DenialReported], words),
        AuthorizedEnd::Lost(problem) => return bench.lose(&[DenialReported], problem),
    };
    bench.compare(DenialReported, wanted, found, authorized.frame());
}

/// A wrong password tells whether the grant is there: `invalid_grant` says that it was looked at.
async fn password(flows: &Flows<'_>) {
    let parameters =
        [pair("grant_type", "password"), pair("username", "mcpvals"), pair("password", "mcpvals-no-such-password")];
    let answer = flows.ask_for_tokens(&flows.client, &parameters).await;
    let is_advertised = strings(&flows.found.metadata["grant_types_supported"]).iter().any(|grant| grant == "password");
    let frame = answer.seen().1;
    let looked = match answer.error() {
        Some("invalid_grant") => {
            (Seen::Granted { what: "an answer about the password: the grant is there".to_owned() }, frame)
        }
        _ if is_advertised => (Seen::Granted { what: "the grant `password` in its metadata".to_owned() }, frame),
        _ => answer.seen(),
    };
    flows.bench.see(PasswordRefused, looked);
}

async fn registration(flows: &Flows<'_>, rule: OauthRule, wrong: &[&str]) {
    let bench = flows.bench;
    let url = match flows.endpoint("registration_endpoint") {
        Ok(url) => url,
        Err(reason) => return bench.skip(rule, reason),
    };
    let is_client = |reply: &Reply| reply.is_success() && reply.json()["client_id"].is_string();
    let mut last = None;
    for uri in wrong {
        let client = json!({
            "client_name": "mcpvals", "redirect_uris": [uri], "grant_types": ["authorization_code"],
            "response_types": ["code"], "token_endpoint_auth_method": "none", "application_type": "web",
        });
        let reply = bench.probe.json(&url, &client, &[]).await;
        let looked = replied(reply, |reply| is_client(reply).then_some("a client"));
        let is_refused = is_refusal(&looked.0);
        last = Some((uri, looked));
        if !is_refused {
            break;
        }
    }
    if let Some((uri, looked)) = last {
        bench.see_of(rule, Some(format!("redirect_uri {uri}")), looked);
    }
}

#[cfg(test)]
mod tests {
    use super::strangers;

    #[test]
    fn none_of_them_is_the_registered_one() {
        for registered in ["http://localhost:3000/callback", "https://app.example.com/callback"] {
            let all = strangers(registered);
            assert!(all.len() >= 10 && !all.iter().any(|one| one == registered), "{all:?}");
        }
        let of_loopback = strangers("http://localhost:3000/callback");
        assert_eq!(of_loopback[5], "http://localhost.attacker.example/callback");
        assert!(of_loopback.iter().all(|one| !one.contains(":8443")), "another port of this machine is allowed");
    }
}
