//! `mcpvals session`: one session with a config's server, kept open for another program. Requests come on stdin and their
//! answers go to stdout as they come, a line of JSON for each; the session ends when stdin does.

use std::io::{BufRead, Read as _};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use mcpvals::{Plan, Scope};
use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallRole, ServerSpec};
use mcpvals_wire::{Params, Session};
use rustix::event::{PollFd, PollFlags, Timespec};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::eval::{Asked, explain, load_unless};
use crate::args::SessionArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target::{self, Named};

/// No longer request is read.
const LINE_BYTES_MAX: u64 = 64 << 20;
/// Where stdin has ended while requests are open, so often it is looked whether anybody reads the answers.
const LOOK: Duration = Duration::from_millis(200);
/// Requests that wait for answers at the same time; who sends more waits for the first of them.
const OPEN_MAX: usize = 64;

/// Each with its number, from 1.
type Lines = mpsc::Receiver<(usize, Result<String, String>)>;

/// A line of stdin.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Request {
    /// Stands in the answer again.
    id: Value,
    /// This and what follows is read later: what cannot be sent is the fault of one request only.
    method: Box<RawValue>,
    params: Option<Box<RawValue>>,
    /// The server's `timeout` of the config where it is left out.
    timeout_ms: Option<Box<RawValue>>,
}

/// What is asked of the server.
struct Question {
    method: String,
    params: Value,
    timeout_ms: Option<u64>,
}

impl Question {
    fn of(request: &Request) -> Result<Self, String> {
        fn read<T: DeserializeOwned>(name: &str, raw: &RawValue) -> Result<T, String> {
            serde_json::from_str(raw.get()).map_err(|why| format!("not sent: its {name}: {why}"))
        }
        Ok(Self {
            method: read("method", &request.method)?,
            params: request.params.as_ref().map_or(Ok(Value::Null), |raw| read("params", raw))?,
            timeout_ms: request.timeout_ms.as_ref().map_or(Ok(None), |raw| read("timeoutMs", raw))?,
        })
    }
}

/// Opens the session, says what the server said of itself, and passes on requests until stdin ends; then, what broke the
/// protocol besides.
///
/// # Errors
/// Usage: the config cannot be used or has no such server, or a line is no request. Unreachable.
pub(super) async fn run(args: &SessionArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let mut lines = lines();
    let named = named(args, &mut lines, environment, output).await?;
    let session = target::connect(&named, environment, output).await?;
    let ready = json!({"server": session.facts().as_ref(), "transport": session.transport()});
    tell(json!({"ready": ready}), &named, output)?;
    converse(lines, &session, &named, output).await?;
    let trace = session.close().await;
    let violations = mcpvals_suite::violations(&trace, &named.spec.name, None);
    if !violations.is_empty() {
        tell(json!({ "violations": violations }), &named, output)?;
    }
    target::show_frames(&trace, &named, environment, output);
    Ok(Exit::Passed)
}

/// Passes on requests as they come, until stdin ends and all are answered, or nobody reads the answers.
async fn converse(mut lines: Lines, session: &Session, named: &Named, output: &Output) -> Result<(), Failure> {
    let (mut open, mut is_over) = (FuturesUnordered::new(), false);
    while !(is_over && open.is_empty()) {
        tokio::select! {
            Some(answer) = open.next() => tell(answer, named, output)?,
            line = lines.recv(), if !is_over && open.len() < OPEN_MAX => match line {
                Some((number, line)) => open.push(answer(request(line, number)?, session, named)),
                None => is_over = true,
            },
            () = tokio::time::sleep(LOOK), if is_over => {
                if !is_read() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

fn request(line: Result<String, String>, number: usize) -> Result<Request, Failure> {
    let wrong = |why: String| Failure::usage(format!("line {number} of stdin is no request: {why}"));
    serde_json::from_str(&line.map_err(wrong)?).map_err(|error| wrong(error.to_string()))
}

/// The server that is meant: the first of the config, or the one with the name. Of `-`, the config is the first line.
async fn named(
    args: &SessionArgs,
    lines: &mut Lines,
    environment: &Environment,
    output: &Output,
) -> Result<Named, Failure> {
    let scope = Scope { servers: true, ..Scope::LIST };
    let plan = if args.config.path().is_some_and(|path| mcpvals_config::is_stdin(path)) {
        let line = lines.recv().await.map_or_else(|| Ok(String::new()), |(_, line)| line).map_err(Failure::usage)?;
        let context = environment.context(true, scope);
        mcpvals_config::load_json("<stdin>", line, &context).map_err(|errors| explain(errors.into(), output))?
    } else {
        let asked = Asked { scope, update_snapshots: false };
        let loaded = load_unless(std::future::pending(), &args.config, environment, output, asked).await?;
        loaded.into_parts().0
    };
    let spec = chosen(&plan, args.server.as_deref())?;
    Ok(target::of_spec(spec, plan.secrets, output))
}

fn chosen(plan: &Plan, name: Option<&str>) -> Result<ServerSpec, Failure> {
    let is_it = |spec: &&ServerSpec| name.is_none_or(|name| spec.name == name);
    plan.servers.iter().find(is_it).cloned().ok_or_else(|| {
        let names: Vec<&str> = plan.servers.iter().map(|spec| spec.name.as_str()).collect();
        Failure::usage(format!(
            "no server of `{}` is called `{}`; there are: {}",
            plan.source,
            name.unwrap_or_default(),
            names.join(", ")
        ))
    })
}

/// What came of a request, with what broke the protocol meanwhile.
async fn answer(request: Request, session: &Session, named: &Named) -> Value {
    let Question { method, params, timeout_ms } = match Question::of(&request) {
        Ok(question) => question,
        Err(why) => return json!({"id": request.id, "fault": why, "tookMs": 0.0}),
    };
    let deadline = timeout_ms.map_or(named.spec.call_timeout, Duration::from_millis);
    let (mut recording, began) = (session.begin(), Instant::now());
    let end = recording.call(CallRole::Tested, &method, Params::Plain(&params), deadline).await;
    let took = began.elapsed();
    let (last, trace) = (recording.last_answer(), recording.finish());
    let mut told = match last {
        Some(Answer::Result(result)) => json!({"id": request.id, "result": result}),
        Some(Answer::Error { code, message, data }) => {
            json!({"id": request.id, "error": {"code": code, "message": message, "data": data}})
        }
        None => json!({"id": request.id, "fault": end.to_string()}),
    };
    told["tookMs"] = json!((took.as_secs_f64() * 1e5).round() / 100.0);
    let violations = mcpvals_suite::violations(&trace, &named.spec.name, None);
    if !violations.is_empty() {
        told["violations"] = json!(violations);
    }
    told
}

fn tell(mut line: Value, named: &Named, output: &Output) -> Result<(), Failure> {
    named.redactor.value(&mut line);
    output.result(&format!("{line}\n"))
}

/// Does anybody read what we write? A pipe says so; of what is no pipe it is believed.
fn is_read() -> bool {
    let stdout = rustix::stdio::stdout();
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let looked = rustix::event::poll(&mut polled, Some(&Timespec::default()));
    looked.is_err() || !polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// The lines of stdin, as they come.
fn lines() -> Lines {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut stdin = std::io::stdin().lock();
        for (number, line) in (1..).zip(std::iter::from_fn(|| line(&mut stdin))) {
            if sender.blocking_send((number, line)).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next one; none at the end.
fn line(stdin: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut text = String::new();
    match stdin.take(LINE_BYTES_MAX + 1).read_line(&mut text) {
        Ok(0) => None,
        Ok(read) if read as u64 > LINE_BYTES_MAX => Some(Err(format!("it is longer than {LINE_BYTES_MAX} bytes"))),
        Ok(_) => Some(Ok(text)),
        Err(error) => Some(Err(error.to_string())),
    }
}
