//! A right flow, looked at closely: does it end in a token, and is everything on the way as it should be?

use mcpvals_model::OauthRule::{
    Clickjacking, ExpiresIn, ExpiryAgrees, FlowCompletes, FlowError, FlowFails, FlowRefused, IdToken, IssAdvertised,
    IssCorrect, IssSent, NoRefreshForClients, NonceReturned, Redirect307, ResourceAlone, ResourceAudience,
    ResourceScope, ScopeNotWidened, ShortLived, StateReturned, TenantClaim, TokenAsStated, TokenCache, TokenOpens,
    TokenResponse, TokenType,
};
use mcpvals_model::{OauthRule, Seen};
use mcpvals_wire::oauth::probe::{Jwt, at_hash, signature_problem};
use serde_json::{Value, json};

use super::authorized::Authorized;
use super::bench::opened;
use super::claims::{CLOCKS, expires_otherwise, now, scopes, texts};
use super::flows::Flows;
use super::token_answer::{Answer, Tokens, text};

/// Longer, and a stolen token is worth stealing: a day, in seconds.
const LIFE_MAX: u32 = 86_400;

/// What only tokens can show.
const OF_TOKENS: [OauthRule; 18] = [
    TokenOpens,
    TokenType,
    TokenResponse,
    TokenCache,
    TokenAsStated,
    ExpiresIn,
    ShortLived,
    ExpiryAgrees,
    NoRefreshForClients,
    ScopeNotWidened,
    NonceReturned,
    IdToken,
    ResourceAudience,
    ResourceAlone,
    ResourceScope,
    TenantClaim,
    StateReturned,
    IssCorrect,
];

pub(super) async fn observe(flows: &Flows<'_>) {
    let (bench, first) = (flows.bench, flows.first());
    bench.see(FlowCompletes, first.answer.seen());
    bench.see(FlowRefused, first.answer.seen());
    let given = matches!(first.answer, Answer::Tokens(_)).then(|| "an access token".to_owned());
    bench.list(FlowFails, given.into_iter().collect(), first.answer.seen().1);
    // The user's no is tried apart from the first flow.
    if bench.setting.agrees {
        error(flows, &first.answer);
    }
    if let Some(authorized) = &first.authorized {
        response(flows, authorized);
    } else {
        let rules = [StateReturned, IssCorrect, IssAdvertised, IssSent, Clickjacking, Redirect307];
        bench.skip_all(&rules, "the grant has no authorization endpoint");
    }
    let Answer::Tokens(tokens) = &first.answer else {
        let problem = flows.first_tokens().err().unwrap_or_default();
        return bench.lose(&OF_TOKENS, &problem);
    };
    token_response(flows, tokens);
    if bench.wants(TokenOpens) {
        bench.see(TokenOpens, opened(&bench.open(Some(&tokens.access)).await));
    }
    id_token(flows, tokens).await;
    said_of_itself(flows, tokens).await;
}

/// Is it the error that the config expects?
pub(super) fn error(flows: &Flows<'_>, answer: &Answer) {
    let Some(wanted) = flows.bench.setting.error.clone() else { return };
    let found = match answer {
        Answer::Refused { error, .. } => error.clone().unwrap_or_else(|| "no error's name".to_owned()),
        Answer::Tokens(_) => "an access token".to_owned(),
        Answer::Lost { problem } => problem.clone(),
    };
    let holds = found.to_lowercase().contains(&wanted.to_lowercase());
    let found = if holds { wanted.clone() } else { found };
    flows.bench.compare(FlowError, wanted, found, answer.seen().1);
}

/// What came back from the authorization endpoint.
fn response(flows: &Flows<'_>, authorized: &Authorized) {
    let (bench, frame) = (flows.bench, authorized.frame());
    let returned = authorized.get("state").map(str::to_owned);
    if !authorized.response.is_empty() {
        bench.compare(StateReturned, flows.first().request.state.clone(), returned, frame);
        issuer(flows, authorized);
    }
    pages(flows, authorized);
}

fn issuer(flows: &Flows<'_>, authorized: &Authorized) {
    let (bench, frame) = (flows.bench, authorized.frame());
    let iss = authorized.get("iss");
    match (iss, flows.issuer()) {
        (Some(iss), Some(issuer)) => bench.compare(IssCorrect, issuer, iss, frame),
        (None, _) => bench.skip(IssCorrect, "the authorization response has no `iss`"),
        (Some(_), None) => bench.skip(IssCorrect, "there are no metadata that name the issuer"),
    }
    bench.compare(IssSent, Value::Null, iss, frame);
    let words = |is_so: bool, yes: &str, no: &str| if is_so { yes.to_owned() } else { no.to_owned() };
    let found = words(iss.is_some(), "an `iss`", "no `iss`");
    bench.compare(IssAdvertised, words(flows.promises_issuer(), "an `iss`", "no `iss`"), found, frame);
}

fn pages(flows: &Flows<'_>, authorized: &Authorized) {
    let bench = flows.bench;
    let shown: Vec<_> = authorized.pages.iter().filter(|page| page.has_form && page.status < 300).collect();
    if shown.is_empty() {
        bench.skip(Clickjacking, "no page was seen");
    } else {
        let open = shown.iter().filter(|page| {
            !is_framed_by_nobody(page.header("x-frame-options"), page.header("content-security-policy"))
        });
        bench.list(
            Clickjacking,
            open.map(|page| format!("{} can be framed", page.url)).collect(),
            shown.last().map(|page| page.frame),
        );
    }
    let mut typed = authorized.pages.iter().filter(|page| page.answers_form).peekable();
    if typed.peek().is_none() {
        return bench.skip(Redirect307, "nothing was typed into a form");
    }
    let wrong = typed
        .filter(|page| [307, 308].contains(&page.status))
        .map(|page| format!("{} answers with {}", page.url, page.status));
    bench.list(Redirect307, wrong.collect(), authorized.frame());
}

fn is_framed_by_nobody(options: Option<String>, policy: Option<String>) -> bool {
    let options = options.unwrap_or_default().to_ascii_uppercase();
    let policy = policy.unwrap_or_default().to_ascii_lowercase();
    let ancestors = policy.split([';', ',']).find_map(|rule| rule.trim().strip_prefix("frame-ancestors"));
    match ancestors {
        // The newer header wins where both are there.
        Some(ancestors) => !ancestors.split_whitespace().any(|one| one == "*" || one == "https:" || one == "http:"),
        None => options.contains("DENY") || options.contains("SAMEORIGIN"),
    }
}

fn token_response(flows: &Flows<'_>, tokens: &Tokens) {
    let (bench, body) = (flows.bench, tokens.reply.json());
    let is_given = body["access_token"].is_null();
    if is_given {
        return bench.skip_all(
            &[TokenType, TokenResponse, TokenCache, ExpiresIn, ShortLived, NoRefreshForClients, ScopeNotWidened],
            "the token was there already",
        );
    }
    let kind = text(&body, "token_type").unwrap_or_default();
    let is_known = ["bearer", "dpop"].iter().any(|known| kind.eq_ignore_ascii_case(known));
    let wrong =
        (!is_known).then(|| if kind.is_empty() { "there is none".to_owned() } else { format!("it is `{kind}`") });
    bench.list(TokenType, wrong.into_iter().collect(), Some(tokens.frame()));
    bench.list(TokenResponse, malformed(tokens, &body), Some(tokens.frame()));
    let cache = tokens.reply.header("cache-control").unwrap_or_default().to_ascii_lowercase();
    let shown = if cache.is_empty() { "no `Cache-Control`".to_owned() } else { format!("`Cache-Control: {cache}`") };
    bench.list(TokenCache, if cache.contains("no-store") { Vec::new() } else { vec![shown] }, Some(tokens.frame()));
    bench.compare(ExpiresIn, Value::Null, body["expires_in"].clone(), Some(tokens.frame()));
    match tokens.expires_in {
        Some(seconds) => bench.compare(ShortLived, LIFE_MAX, seconds, Some(tokens.frame())),
        None => bench.skip(ShortLived, "the token response does not say when the token expires"),
    }
    let refresh: Vec<String> = tokens.refresh.iter().map(|_| "a refresh token".to_owned()).collect();
    bench.list(NoRefreshForClients, refresh, Some(tokens.frame()));
    // Where nothing was asked for, the authorization server decides.
    if tokens.asked.is_empty() {
        bench.skip(ScopeNotWidened, "no scope is asked for");
    } else {
        bench.compare(ScopeNotWidened, tokens.asked.clone(), tokens.granted().to_vec(), Some(tokens.frame()));
    }
}

/// What of the token response is of another type than it must be.
fn malformed(tokens: &Tokens, body: &Value) -> Vec<String> {
    let kind = tokens.reply.header("content-type").unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"));
    let shown = if kind.is_empty() { "nothing" } else { &kind };
    let no_json = (!is_json).then(|| format!("its `Content-Type` is {shown}"));
    let texts = ["token_type", "refresh_token", "scope", "id_token"].map(|name| (name, "text", body[name].is_string()));
    let all = texts.into_iter().chain([("expires_in", "number", body["expires_in"].is_number())]);
    let wrong = all.filter(|(name, _, is_right)| !is_right && !body[*name].is_null());
    no_json.into_iter().chain(wrong.map(|(name, type_name, _)| format!("`{name}` is no {type_name}"))).collect()
}

async fn id_token(flows: &Flows<'_>, tokens: &Tokens) {
    let bench = flows.bench;
    if !bench.has_open(&[NonceReturned, IdToken]) {
        return;
    }
    let asked = tokens.asked.iter().any(|scope| scope == "openid");
    let Some(raw) = &tokens.id_token else {
        let reason = if asked {
            "there is no ID token, though `openid` was asked for"
        } else {
            "OpenID Connect is not used: the scope `openid` is not asked for"
        };
        return bench.skip_all(&[NonceReturned, IdToken], reason);
    };
    let Some(jwt) = Jwt::read(raw) else {
        return bench.list(IdToken, vec!["it is no JWT".to_owned()], Some(tokens.frame()));
    };
    bench.compare(NonceReturned, tokens.nonce.clone(), jwt.text("nonce").map(str::to_owned), Some(tokens.frame()));
    let keys = keys(flows).await;
    let mut wrong: Vec<String> = Vec::new();
    match keys {
        Ok(keys) => wrong.extend(signature_problem(raw, &keys)),
        Err(problem) => wrong.push(problem),
    }
    let issuer = text(&flows.found.metadata, "issuer");
    if jwt.text("iss").map(str::to_owned) != issuer {
        wrong.push(format!("`iss` is {}", jwt.claims.get("iss").unwrap_or(&Value::Null)));
    }
    if !jwt.texts("aud").iter().any(|aud| aud == flows.client.id()) {
        wrong.push(format!("`aud` is {}, and not the client", jwt.claims.get("aud").unwrap_or(&Value::Null)));
    }
    if jwt.claims.get("exp").and_then(Value::as_f64).is_none_or(|exp| exp + CLOCKS < now()) {
        wrong.push("`exp` is over or missing".to_owned());
    }
    wrong.extend(claims_problem(&jwt, flows.client.id(), tokens.access.reveal()));
    bench.list(IdToken, wrong, Some(tokens.frame()));
}

/// Claims that must be there, or must fit where they are there (OpenID Connect Core 1.0, 2 and 3.1.3.7).
fn claims_problem(jwt: &Jwt, client: &str, access: &str) -> Vec<String> {
    let missing = ["sub", "iat"].into_iter().filter(|name| jwt.claims.get(*name).is_none_or(Value::is_null));
    let mut wrong: Vec<String> = missing.map(|name| format!("`{name}` is missing")).collect();
    if let Some(other) = jwt.text("azp").filter(|azp| *azp != client) {
        wrong.push(format!("`azp` is `{other}`, and not the client"));
    }
    let wanted = at_hash(access, jwt.header.get("alg").and_then(Value::as_str).unwrap_or_default());
    if jwt.text("at_hash").zip(wanted.as_deref()).is_some_and(|(found, wanted)| found != wanted) {
        wrong.push("`at_hash` is not that of the access token".to_owned());
    }
    wrong
}

/// The JWK set of the authorization server.
pub(super) async fn keys(flows: &Flows<'_>) -> Result<Value, String> {
    let url = flows.endpoint("jwks_uri")?;
    let reply = flows.bench.probe.get(&url, &[]).await.map_err(|error| error.to_string())?;
    Ok(reply.json())
}

/// What the access token says: for whom it is, how long it lives, whose it is.
async fn said_of_itself(flows: &Flows<'_>, tokens: &Tokens) {
    let (bench, frame) = (flows.bench, Some(tokens.frame()));
    let rules = [ResourceAudience, ResourceAlone, ResourceScope, ExpiryAgrees, TenantClaim];
    let mut claims = Err("nothing of it is asked for".to_owned());
    let has_statement = bench.wants(TokenAsStated);
    if bench.has_open(&rules) || has_statement || bench.asks_for(ScopeNotWidened) {
        claims = flows.claims(tokens).await;
    }
    if has_statement {
        bench.list(TokenAsStated, unlike_stated(flows, tokens, claims.as_ref().ok()), frame);
    }
    let claims = match claims {
        Ok(claims) => claims,
        Err(reason) => return bench.skip_all(&rules, &reason),
    };
    audience(flows, &claims, frame);
    let found = scopes(&claims);
    if !tokens.asked.is_empty() && !found.is_empty() {
        let seen = Seen::Found { wanted: tokens.asked.clone().into(), found: found.into() };
        bench.see_of(ScopeNotWidened, Some("what the token says".to_owned()), (seen, frame));
    }
    expiry(flows, tokens, &claims);
    if let Some(tenant) = flows.bench.setting.tenants.first() {
        let names = [Some(tenant.id.as_str()), tenant.domain.as_deref()];
        let claim = claims.as_object().into_iter().flatten().find(|(_, value)| {
            let texts = value.as_str().map_or_else(|| super::found::strings(value), |one| vec![one.to_owned()]);
            names.iter().flatten().any(|name| texts.iter().any(|text| text == name))
        });
        bench.compare(TenantClaim, Value::Null, claim.map(|(name, _)| name.clone()), frame);
    }
}

fn audience(flows: &Flows<'_>, claims: &Value, frame: Option<u64>) {
    let bench = flows.bench;
    let wanted = bench.setting.audience.clone().map_or_else(|| flows.resources(), |one| vec![one]);
    let found = texts(claims, "aud");
    if wanted.is_empty() {
        bench.skip_all(&[ResourceAudience, ResourceAlone], "no resource is asked for, and none is known");
    } else {
        bench.compare(ResourceAudience, wanted.clone(), found.clone(), frame);
        // Some add themselves, for their own `userinfo`.
        let issuer = text(&flows.found.metadata, "issuer").unwrap_or_default();
        let others: Vec<String> =
            found.into_iter().filter(|aud| !aud.starts_with(&issuer) || wanted.contains(aud)).collect();
        bench.compare(ResourceAlone, wanted, others, frame);
    }
    let mapped = bench.setting.resources.iter().flat_map(|it| &it.scopes).flat_map(|(_, scopes)| scopes.clone());
    let mapped: Vec<String> = mapped.collect();
    bench.compare(ResourceScope, mapped, scopes(claims), frame);
}

fn expiry(flows: &Flows<'_>, tokens: &Tokens, claims: &Value) {
    match expires_otherwise(claims, tokens) {
        Some(wrong) => flows.bench.list(ExpiryAgrees, wrong, Some(tokens.frame())),
        None => flows.bench.skip(ExpiryAgrees, "the token or its response does not say when it expires"),
    }
}

/// What the config says of tokens and did not come.
fn unlike_stated(flows: &Flows<'_>, tokens: &Tokens, claims: Option<&Value>) -> Vec<String> {
    let (given, body) = (&flows.bench.setting.given, tokens.reply.json());
    let mut wrong = Vec::new();
    let kind = text(&body, "token_type").unwrap_or_default();
    if let Some(wanted) = given.token_type.as_ref().filter(|wanted| !kind.eq_ignore_ascii_case(wanted)) {
        wrong.push(format!("`token_type` is `{kind}`, and not `{wanted}`"));
    }
    let apart = |wanted: f64, found: Option<f64>| found.is_none_or(|found| (found - wanted).abs() > CLOCKS);
    if let Some(wanted) = given.expires_in.filter(|wanted| apart(*wanted, tokens.expires_in)) {
        wrong.push(format!("`expires_in` is {}, and not {wanted}", json!(tokens.expires_in)));
    }
    if let Some(wanted) = given.expires_at.filter(|wanted| apart(*wanted, tokens.expires_in.map(|left| now() + left))) {
        wrong.push(format!("it does not expire at {wanted}"));
    }
    let granted = tokens.granted();
    wrong.extend(
        given
            .scope
            .iter()
            .filter(|scope| !granted.contains(scope))
            .map(|scope| format!("the scope `{scope}` is missing")),
    );
    let of_token = flows.bench.setting.claims.iter().filter(|_| !flows.client.signs());
    wrong.extend(of_token.filter_map(|(name, wanted)| {
        let found = claims.and_then(|claims| claims.get(name)).unwrap_or(&Value::Null);
        (found != wanted).then(|| format!("the claim `{name}` is {found}, and not {wanted}"))
    }));
    if let Some(wanted) = &given.audience {
        let found = claims.map(|claims| texts(claims, "aud")).unwrap_or_default();
        if !found.contains(wanted) {
            wrong.push(format!("`aud` is {}, and not `{wanted}`", json!(found)));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Jwt, at_hash, claims_problem};

    #[test]
    fn claims_of_an_id_token_fit_the_client_and_the_access_token() {
        let jwt = |change: (&str, Value)| {
            let mut claims = json!({"sub": "ann", "iat": 1, "azp": "me", "at_hash": at_hash("token", "ES256")});
            claims[change.0] = change.1;
            let coded = |value: &Value| {
                use base64::Engine as _;
                base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string())
            };
            Jwt::read(&format!("{}.{}.x", coded(&json!({"alg": "ES256"})), coded(&claims))).unwrap()
        };
        let problems = |change: (&str, Value)| claims_problem(&jwt(change), "me", "token").len();
        assert_eq!(problems(("extra", json!(1))), 0);
        for change in [("sub", Value::Null), ("azp", json!("you")), ("at_hash", json!("another")), ("iat", Value::Null)]
        {
            assert_eq!(problems(change.clone()), 1, "{change:?}");
        }
        // What it leaves out is no difference.
        assert_eq!(problems(("at_hash", Value::Null)) + problems(("azp", Value::Null)), 0);
    }
}
