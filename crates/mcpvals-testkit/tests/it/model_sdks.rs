//! The double of the providers is right: their own SDKs understand what it is scripted to say, at once and in pieces,
//! find nothing in it that their types do not have, and meet each failure with the error that they have for it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

/// A script beside these tests, and the words of its SDK.
struct Sdk {
    script: &'static str,
    /// Why a model stops: at its end, for calls, cut off, refusing.
    stops: [&'static str; 4],
    /// What signs or seals a thought; empty where there is no place for one.
    signature: &'static str,
    /// The errors of the statuses.
    errors: fn(u16) -> &'static str,
    /// The errors of broken answers, at once and in pieces.
    malformed: [&'static str; 2],
    cut: [&'static str; 2],
    /// The first event of a stream, broken.
    broken_event: &'static str,
    /// What is understood of a stream that ends in its middle.
    unended: Value,
    /// The error of an error event, and its status.
    overload: (&'static str, Option<u16>),
    /// Waits as long as `retry-after` says.
    waits: bool,
}

/// A call of the SDK.
struct Step {
    said: Vec<Said>,
    stream: bool,
    retries: usize,
    want: Value,
}

const STATUSES: [u16; 7] = [400, 401, 403, 404, 429, 500, 529];
const TEXT: &str = "It is “3”, Zoë.";

impl Sdk {
    fn steps(&self, stream: bool) -> Vec<Step> {
        let step = |said: Said, want: Value| Step { said: vec![said], stream, retries: 0, want };
        let refusals = STATUSES.map(|status| step(refusal(status), failed((self.errors)(status), Some(status))));
        let mut steps: Vec<Step> = self.answers().into_iter().map(|(said, want)| step(said, want)).collect();
        steps.extend(refusals);
        let broken = if stream { self.broken_event } else { "{\"con" };
        let kind = usize::from(stream);
        steps.push(step(Said::Raw(broken.to_owned()), failed(self.malformed[kind], None)));
        steps.push(step(Said::Cut, failed(self.cut[kind], None)));
        if stream {
            let (error, status) = self.overload;
            steps.push(step(Said::Unended("It is what it is.".to_owned()), self.unended.clone()));
            steps.push(step(Said::Overload("no such thing".to_owned()), failed(error, status)));
        }
        let busy = vec![refusal(429), Said::Text(TEXT.to_owned())];
        steps.push(Step { said: busy, stream, retries: 1, want: self.understood(TEXT, &json!([]), 0) });
        steps
    }

    /// What is said, and what is to be understood.
    fn answers(&self) -> Vec<(Said, Value)> {
        let add = ("add".to_owned(), json!({"a": 1, "b": "é\"\\"}));
        let multiply = ("multiply".to_owned(), json!({}));
        let shown = |calls: &[(String, Value)]| json!(calls);
        let one = vec![add.clone()];
        let both = vec![add, multiply];
        vec![
            (Said::Text(TEXT.to_owned()), self.understood(TEXT, &json!([]), 0)),
            (Said::Calls(one.clone()), self.understood("", &shown(&one), 1)),
            (Said::Calls(both.clone()), self.understood("", &shown(&both), 1)),
            (
                Said::Thinking("Hm, two numbers …".to_owned(), TEXT.to_owned(), both.clone()),
                self.thought(&shown(&both)),
            ),
            (Said::CutOff("It".to_owned()), self.understood("It", &json!([]), 2)),
            (Said::Refusal, self.understood("I will not.", &json!([]), 3)),
        ]
    }

    fn understood(&self, text: &str, calls: &Value, stop: usize) -> Value {
        said(json!({"text": text, "calls": calls, "stop": self.stops[stop], "usage": [120, 20, 10]}))
    }

    fn thought(&self, calls: &Value) -> Value {
        let mut want = self.understood(TEXT, calls, 1);
        if !self.signature.is_empty() {
            want["thought"] = "Hm, two numbers …".into();
            want["signature"] = self.signature.into();
        }
        want
    }
}

/// With nothing thought, and nothing unknown.
fn said(mut answer: Value) -> Value {
    (answer["thought"], answer["signature"], answer["unknown"]) = (json!(""), json!(""), json!([]));
    answer
}

fn refusal(status: u16) -> Said {
    Said::Error(status, vec![("retry-after", "1".to_owned())], "no such thing".to_owned())
}

fn failed(error: &str, status: Option<u16>) -> Value {
    json!({"error": error, "status": status})
}

fn python() -> PathBuf {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/model-sdks/bin/python");
    assert!(python.exists(), "the SDKs of the providers of models are not installed (run `cargo xtask setup`)");
    python
}

/// What the SDK tells of each step.
fn told(script: &str, server: &ModelServer, steps: &[Step]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_sdks").join(script);
    let plan: Value = steps.iter().map(|step| json!({"stream": step.stream, "retries": step.retries})).collect();
    let mut command = Command::new(python());
    // What the machine has set for a proxy or a key is nobody's business here.
    command.env_clear().args(["-B".as_ref(), script.as_os_str()]).args([server.url(), plan.to_string()]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

fn check(sdk: &Sdk) {
    let steps = [sdk.steps(false), sdk.steps(true)].into_iter().flatten().collect::<Vec<_>>();
    let server = ModelServer::saying(steps.iter().flat_map(|step| step.said.clone()).collect());
    let told = told(sdk.script, &server, &steps);
    assert_eq!(told.len(), steps.len());
    for (step, mut told) in steps.iter().zip(told) {
        let message = told.as_object_mut().and_then(|told| told.remove("message"));
        assert_eq!(told, step.want, "{:?}, stream: {}, {message:?}", step.said, step.stream);
        if matches!(step.said[..], [Said::Error(..) | Said::Overload(_)]) {
            assert!(message.is_some_and(|message| message.to_string().contains("no such thing")), "{:?}", step.said);
        }
    }
    assert_eq!(server.requests().len(), steps.iter().map(|step| step.said.len()).sum::<usize>());
    assert_eq!(waits(&server, &steps).iter().all(|wait| *wait >= Duration::from_secs(1)), sdk.waits);
}

/// How long was waited before each request that was a second try.
fn waits(server: &ModelServer, steps: &[Step]) -> Vec<Duration> {
    let requests = server.requests();
    let firsts = steps.iter().scan(0, |next, step| Some(std::mem::replace(next, *next + step.said.len())));
    let again = steps.iter().zip(firsts).filter(|(step, _)| step.retries > 0);
    again.map(|(_, first)| requests[first + 1].at - requests[first].at).collect()
}

/// The names that both SDKs have, which were generated alike.
fn usual_error(status: u16) -> &'static str {
    match status {
        400 => "BadRequestError",
        401 => "AuthenticationError",
        403 => "PermissionDeniedError",
        404 => "NotFoundError",
        429 => "RateLimitError",
        _ => "InternalServerError",
    }
}

#[test]
fn anthropics_sdk_understands_messages() {
    check(&Sdk {
        script: "anthropic_messages.py",
        stops: ["end_turn", "tool_use", "max_tokens", "refusal"],
        signature: "c2lnbmVk",
        errors: |status| if status == 529 { "OverloadedError" } else { usual_error(status) },
        malformed: ["JSONDecodeError"; 2],
        cut: ["APIConnectionError", "RemoteProtocolError"],
        broken_event: "event: message_start\ndata: {\"con\n\n",
        unended: said(json!({"text": "It is what", "calls": [], "stop": null, "usage": [120, 20, 1]})),
        overload: ("APIStatusError", Some(200)),
        waits: true,
    });
}

#[test]
fn openais_sdk_understands_chat_completions() {
    check(&Sdk {
        script: "openai_chat.py",
        stops: ["stop", "tool_calls", "length", "stop"],
        signature: "",
        errors: usual_error,
        malformed: ["JSONDecodeError"; 2],
        cut: ["APIConnectionError"; 2],
        broken_event: "data: {\"con\n\n",
        unended: said(json!({"text": "It is what it i", "calls": [], "stop": null, "usage": null})),
        overload: ("APIError", None),
        waits: true,
    });
}

#[test]
fn openais_sdk_understands_responses() {
    check(&Sdk {
        script: "openai_responses.py",
        stops: ["completed", "completed", "max_output_tokens", "refusal"],
        signature: "c2VhbGVk",
        errors: usual_error,
        malformed: ["JSONDecodeError"; 2],
        cut: ["APIConnectionError"; 2],
        broken_event: "event: response.created\ndata: {\"con\n\n",
        unended: failed("RuntimeError", None),
        overload: ("event", None),
        waits: true,
    });
}

/// It waits as it likes, and shows how long it should.
#[test]
fn googles_sdk_understands_generated_contents() {
    check(&Sdk {
        script: "gemini.py",
        stops: ["STOP", "STOP", "MAX_TOKENS", "SAFETY"],
        signature: "c2lnbmVk",
        errors: |status| if status < 500 { "ClientError" } else { "ServerError" },
        malformed: ["JSONDecodeError", "UnknownApiResponseError"],
        cut: ["RemoteProtocolError"; 2],
        broken_event: "data: {\"con\n\n",
        unended: said(json!({"text": "It is what", "calls": [], "stop": null, "usage": [120, null, null]})),
        overload: ("ServerError", Some(503)),
        waits: false,
    });
}
