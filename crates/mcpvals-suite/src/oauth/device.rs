//! The device code (RFC 8628).

use std::time::Duration;

use mcpvals_model::OauthRule::{
    AsStated, DeviceCodeChecked, DeviceCodeOfClient, DeviceCodeOnce, DevicePending, DeviceResponse,
    NoCodeWithoutConsent,
};
use mcpvals_model::{Grant, Secret, Seen};
use mcpvals_wire::oauth::probe::{Applicant, Reply, unguessable};
use serde_json::{Map, Value};

use super::flows::Flows;
use super::request::{Request, pair};
use super::token_answer::{Answer, Tokens, text};

const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// How often the token endpoint is asked where the server does not say (RFC 8628, 3.2), and how much longer it waits after
/// `slow_down` (3.5).
const INTERVAL: Duration = Duration::from_secs(5);
/// Nobody asks more often.
const POLLS_MAX: usize = 60;
/// Where nobody says yes, so often is looked whether a token comes all the same.
const LOOKS: usize = 2;

/// A code that waits for its user.
struct Device {
    code: Secret,
    body: Value,
    interval: Duration,
    /// Where there was an answer to a question of ours.
    reply: Option<Reply>,
}

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    let rules = [DeviceResponse, DevicePending, DeviceCodeChecked, DeviceCodeOnce, DeviceCodeOfClient];
    if !matches!(flows.auth.grant, Grant::DeviceCode { .. }) {
        return bench.skip_all(&rules, "the grant is another");
    }
    if !bench.has_open(&rules) && !bench.wants(NoCodeWithoutConsent) {
        return;
    }
    let request = flows.request();
    let device = match Device::ask(flows, &request).await {
        Ok(device) => device,
        Err(problem) => return bench.lose(&rules, &problem),
    };
    device.look_at(flows);
    let mut pending = device.poll(flows, &flows.client).await;
    if pending.error() == Some("slow_down") {
        // The first question may come too early, too.
        flows.wait(device.interval).await;
        pending = device.poll(flows, &flows.client).await;
    }
    let words = pending.error().map_or_else(|| "an access token, or no error's name".to_owned(), str::to_owned);
    bench.compare(DevicePending, "authorization_pending", words, pending.seen().1);
    if !bench.setting.agrees {
        return unconfirmed(flows, device, pending).await;
    }
    unknown(flows).await;
    once(flows, device, &request).await;
    of_client(flows, &request).await;
}

/// A whole flow.
pub(super) async fn tokens(flows: &Flows<'_>, request: &Request) -> Answer {
    let device = match Device::ask(flows, request).await {
        Ok(device) => device,
        Err(problem) => return Answer::Lost { problem },
    };
    if !flows.bench.setting.agrees {
        return device.poll(flows, &flows.client).await;
    }
    match device.confirm(flows).await {
        Ok(()) => device.patiently(flows, &flows.client).await,
        Err(problem) => Answer::Lost { problem },
    }
}

impl Device {
    async fn ask(flows: &Flows<'_>, request: &Request) -> Result<Self, String> {
        let (bench, given) = (flows.bench, &flows.bench.setting.device);
        let usual = given.interval.unwrap_or(INTERVAL);
        if let Some(code) = &given.device_code {
            return Ok(Self { code: code.clone(), body: given_body(flows), interval: usual, reply: None });
        }
        let url = flows.endpoint("device_authorization_endpoint")?;
        let mut parameters: Vec<_> =
            (!request.scopes.is_empty()).then(|| pair("scope", request.scopes.join(" "))).into_iter().collect();
        parameters.extend(request.resources.iter().map(|resource| pair("resource", resource.as_str())));
        // A client that proves who it is in a header names itself all the same (RFC 8628, 3.1).
        let names_itself = flows.client.is_public();
        parameters.extend((!names_itself).then(|| pair("client_id", flows.client.id())));
        let reply = bench.probe.ask(&url, &parameters, &flows.client).await.map_err(|error| error.to_string())?;
        let body = reply.json();
        let code = text(&body, "device_code").filter(|_| reply.is_success());
        let code = code.ok_or_else(|| {
            format!(
                "the device authorization endpoint answers with status {}, and gives no `device_code`",
                reply.status
            )
        })?;
        bench.probe.learn("device_code", &code);
        let interval = body["interval"].as_f64().filter(|seconds| (0.0..3600.0).contains(seconds));
        let interval = interval.map_or(usual, Duration::from_secs_f64);
        Ok(Self { code: Secret::new(code), body, interval, reply: Some(reply) })
    }

    /// Is everything in the response?
    fn look_at(&self, flows: &Flows<'_>) {
        let bench = flows.bench;
        let Some(reply) = &self.reply else {
            return bench.skip(DeviceResponse, "the device code is the config's");
        };
        let names: Vec<String> = self.body.as_object().into_iter().flat_map(Map::keys).cloned().collect();
        let wanted = vec!["device_code", "user_code", "verification_uri", "expires_in"];
        bench.compare(DeviceResponse, wanted, names, Some(reply.frame));
        let given = &bench.setting.device;
        let stated = [
            ("user_code", &given.user_code),
            ("verification_uri", &given.verification_uri),
            ("verification_uri_complete", &given.verification_uri_complete),
        ];
        let unlike = stated.into_iter().filter_map(|(name, wanted)| {
            let (wanted, found) = (wanted.as_ref()?, &self.body[name]);
            (found.as_str() != Some(wanted)).then(|| format!("`{name}` is {found}, and not \"{wanted}\""))
        });
        let unlike: Vec<String> = unlike.collect();
        if !unlike.is_empty() {
            bench.list(AsStated, unlike, Some(reply.frame));
        }
    }

    async fn poll(&self, flows: &Flows<'_>, client: &Applicant) -> Answer {
        let mut parameters = vec![pair("grant_type", GRANT), pair("device_code", self.code.reveal())];
        parameters.extend(flows.resources().into_iter().map(|resource| pair("resource", resource)));
        flows.ask_for_tokens(client, &parameters).await
    }

    /// Asks until there is an end.
    async fn patiently(&self, flows: &Flows<'_>, client: &Applicant) -> Answer {
        let mut interval = self.interval;
        let ends = std::time::Instant::now() + flows.auth.timeout;
        for _ in 0..POLLS_MAX {
            flows.wait(interval).await;
            let answer = self.poll(flows, client).await;
            match answer.error() {
                Some("authorization_pending") => {}
                Some("slow_down") => interval += INTERVAL,
                _ => return answer,
            }
            if std::time::Instant::now() >= ends {
                break;
            }
        }
        Answer::Lost { problem: "nobody has confirmed the device's code in time".to_owned() }
    }

    async fn confirm(&self, flows: &Flows<'_>) -> Result<(), String> {
        let get = |name: &str| {
            text(&self.body, name).ok_or_else(|| format!("the device authorization response has no `{name}`"))
        };
        let (page, code) = (get("verification_uri")?, get("user_code")?);
        let complete = text(&self.body, "verification_uri_complete");
        let confirmed = flows.bench.probe.confirm((&page, &code), complete.as_deref(), flows.consent()).await;
        confirmed.map_err(|error| error.to_string())
    }
}

fn given_body(flows: &Flows<'_>) -> Value {
    let given = &flows.bench.setting.device;
    serde_json::json!({
        "user_code": given.user_code,
        "verification_uri": given.verification_uri,
        "verification_uri_complete": given.verification_uri_complete,
    })
}

/// Nobody says yes: no token may come.
async fn unconfirmed(flows: &Flows<'_>, device: Device, first: Answer) {
    let mut last = first;
    for _ in 0..LOOKS {
        if matches!(last, Answer::Tokens(_)) {
            break;
        }
        flows.wait(device.interval).await;
        last = device.poll(flows, &flows.client).await;
    }
    flows.bench.see(NoCodeWithoutConsent, last.seen());
}

async fn unknown(flows: &Flows<'_>) {
    if !flows.bench.wants(DeviceCodeChecked) {
        return;
    }
    let parameters = [pair("grant_type", GRANT), pair("device_code", unguessable())];
    let answer = flows.ask_for_tokens(&flows.client, &parameters).await;
    // A server that bids to wait has not looked.
    let seen = match answer.error() {
        Some(error @ ("authorization_pending" | "slow_down")) => {
            (Seen::Granted { what: format!("`{error}`") }, answer.seen().1)
        }
        _ => answer.seen(),
    };
    flows.bench.see(DeviceCodeChecked, seen);
}

async fn once(flows: &Flows<'_>, device: Device, request: &Request) {
    let bench = flows.bench;
    if !bench.wants(DeviceCodeOnce) {
        return;
    }
    match confirmed(flows, &device, request).await {
        Ok(_) => {
            flows.wait(device.interval).await;
            bench.see(DeviceCodeOnce, device.poll(flows, &flows.client).await.seen());
        }
        Err(problem) => bench.lose(&[DeviceCodeOnce], &problem),
    }
}

async fn confirmed(flows: &Flows<'_>, device: &Device, _request: &Request) -> Result<Tokens, String> {
    device.confirm(flows).await?;
    device.patiently(flows, &flows.client).await.tokens()
}

/// A code that its user has confirmed, in the hands of another client.
async fn of_client(flows: &Flows<'_>, request: &Request) {
    let bench = flows.bench;
    if !bench.wants(DeviceCodeOfClient) {
        return;
    }
    let other = match flows.other().await {
        Ok(other) => other,
        Err(reason) => return bench.skip(DeviceCodeOfClient, reason),
    };
    let tried = async {
        let device = Device::ask(flows, request).await?;
        device.confirm(flows).await?;
        flows.wait(device.interval).await;
        Ok::<Answer, String>(device.poll(flows, &other).await)
    };
    match tried.await {
        Ok(answer) => bench.see(DeviceCodeOfClient, answer.seen()),
        Err(problem) => bench.lose(&[DeviceCodeOfClient], &problem),
    }
}
