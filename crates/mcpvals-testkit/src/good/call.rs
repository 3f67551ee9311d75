//! `tools/call`: what each tool of the good server does.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::request::{LEVEL_KEY, Request, RpcError};
use super::{GoodServer, arguments, legacy, task};
use crate::outgoing::{Body, Outgoing, Route};
use crate::revision::Revision;

/// How long a child of `spawn_child` sleeps, in seconds.
const CHILD_SLEEP_S: &str = "1000";

impl GoodServer {
    pub(super) fn call(&mut self, request: &Request, revision: Revision) -> Vec<Outgoing> {
        match self.prepare(request, revision) {
            Ok((name, _)) if name != task::TOOL && task::asks_for_task(request, revision) => {
                vec![request.answer(Err(RpcError::new(-32601, format!("`{name}` cannot be a task"))))]
            }
            Ok((name, arguments)) => self.run(&name, &arguments, request, revision),
            Err(answer) => vec![*answer],
        }
    }

    /// Name and checked arguments, or the answer that says what is wrong with them.
    fn prepare(&self, request: &Request, revision: Revision) -> Result<(String, Map<String, Value>), Box<Outgoing>> {
        let refuse = |why: String| Box::new(request.answer(Err(RpcError::invalid_params(why))));
        let name = request.params["name"].as_str().ok_or_else(|| refuse("missing `name`".to_owned()))?;
        let tools = self.tools(revision);
        let tool = tools.iter().find(|tool| tool["name"] == name);
        let tool = tool.ok_or_else(|| refuse(format!("unknown tool: {name}")))?;
        let arguments = match &request.params["arguments"] {
            Value::Null => Map::new(),
            Value::Object(arguments) => arguments.clone(),
            _ => return Err(refuse("`arguments` is not an object".to_owned())),
        };
        match arguments::check(&tool["inputSchema"], &arguments) {
            Ok(()) => Ok((name.to_owned(), arguments)),
            // MCP 2025-11-25 made invalid arguments a tool error, so that a model can mend them.
            Err(why) if revision >= Revision::V2025_11_25 => {
                Err(Box::new(tool_error(request, &format!("invalid arguments: {why}"))))
            }
            Err(why) => Err(refuse(format!("invalid arguments: {why}"))),
        }
    }

    fn run(
        &mut self,
        name: &str,
        arguments: &Map<String, Value>,
        request: &Request,
        revision: Revision,
    ) -> Vec<Outgoing> {
        let string = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
        let number = |name: &str| arguments.get(name).and_then(Value::as_f64).unwrap_or_default();
        let count = |name: &str| arguments.get(name).and_then(Value::as_u64).unwrap_or_default();
        vec![match name {
            "echo" => text(request, string("message")),
            "route" => text(request, string("region")),
            "add" => structured(request, &json!({"result": sum(&arguments["a"], &arguments["b"])}), revision),
            "divide" if number("b") == 0.0 => tool_error(request, "division by zero"),
            "divide" => text(request, &plain(number("a") / number("b")).to_string()),
            "fail" if string("kind") == "rpc" => request.answer(Err(RpcError::new(-32050, "failed as asked"))),
            "fail" => tool_error(request, "failed as asked"),
            "sleep" => text(request, "slept").delayed(Duration::from_millis(count("ms"))),
            "counter" => text(request, &self.memory.count().to_string()),
            "put" => {
                let id = self.memory.put(string("key"), &arguments["value"]);
                structured(request, &json!({"id": id}), revision)
            }
            "get" => match self.memory.get(string("key")) {
                Some(value) => text(request, &value.to_string()),
                None => tool_error(request, &format!("no value under `{}`", string("key"))),
            },
            "big" => text(request, &"x".repeat(usize::try_from(count("bytes")).unwrap_or(usize::MAX))),
            "env" => match std::env::var(string("name")) {
                Ok(value) => text(request, &value),
                Err(_) => tool_error(request, &format!("`{}` is not set", string("name"))),
            },
            "ask_sampling" | "ask_elicitation" | "ask_roots" => return self.ask(name, request),
            "progress" => return progress(request, count("steps"), Duration::from_millis(count("interval_ms"))),
            "log" => return self.log(request, string("level")),
            task::TOOL => self.work(request, arguments, revision),
            "touch_list" => return self.touch_list(request, string("list")),
            "save_note" => return self.save_note(request, arguments),
            "add_resource" => return self.add_resource(request),
            "spawn_child" => spawn_children(request, revision),
            "crash" => crash(request, arguments["code"].as_i64().unwrap_or(1)),
            name => text(request, &format!("this is {name}")),
        }]
    }

    /// Of prompts, or else of tools.
    fn touch_list(&mut self, request: &Request, list: &str) -> Vec<Outgoing> {
        let (name, list) = match list {
            "prompts" => (self.memory.add_prompt(), "prompts"),
            _ => (self.memory.add_tool(), "tools"),
        };
        let wants = |filter: &Value| filter[format!("{list}ListChanged")] == true;
        let mut all = self.announce(&format!("notifications/{list}/list_changed"), &json!({}), wants, true);
        all.push(text(request, &format!("added {name}")));
        all
    }

    /// Modern servers log only where the request asks for it, and legacy ones at the level set for the session.
    fn log(&self, request: &Request, level: &str) -> Vec<Outgoing> {
        let rank = |level: &str| legacy::LEVELS.iter().position(|name| *name == level);
        let floor =
            if request.modern { request.meta(LEVEL_KEY).as_str().and_then(rank) } else { Some(self.legacy.level) };
        let answer = text(request, "logged");
        if floor.is_none_or(|floor| rank(level).is_none_or(|rank| rank < floor)) {
            return vec![answer];
        }
        let params = json!({"level": level, "logger": "zoo", "data": format!("a message at {level}")});
        vec![request.notification("notifications/message", &params), answer]
    }
}

fn progress(request: &Request, steps: u64, interval: Duration) -> Vec<Outgoing> {
    let mut all = Vec::new();
    let mut after = Duration::ZERO;
    for step in 1..=steps {
        after += interval;
        if let Some(token) = request.params["_meta"].get("progressToken") {
            let params = json!({"progressToken": token, "progress": step, "total": steps});
            all.push(request.notification("notifications/progress", &params).delayed(after));
        }
    }
    all.push(text(request, &format!("{steps} steps")).delayed(after));
    all
}

fn spawn_children(request: &Request, revision: Revision) -> Outgoing {
    let quiet = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(|child| child.id())
    };
    let pids =
        quiet("sleep", &[CHILD_SLEEP_S]).and_then(|child| Ok((child, quiet("setsid", &["sleep", CHILD_SLEEP_S])?)));
    match pids {
        Ok((child, detached)) => structured(request, &json!({"child": child, "detached": detached}), revision),
        Err(error) => tool_error(request, &format!("cannot spawn: {error}")),
    }
}

fn crash(request: &Request, code: i64) -> Outgoing {
    let body = Body::Exit(i32::try_from(code).unwrap_or(1));
    Outgoing { route: Route::Request(request.id.clone()), after: Duration::ZERO, body }
}

/// A result of one text.
pub(super) fn text(request: &Request, text: &str) -> Outgoing {
    request.answer(Ok(json!({"content": [{"type": "text", "text": text}]})))
}

/// A result that says that the tool failed.
pub(super) fn tool_error(request: &Request, why: &str) -> Outgoing {
    request.answer(Ok(json!({"content": [{"type": "text", "text": why}], "isError": true})))
}

/// A structured result; revisions that do not know them get only its text.
fn structured(request: &Request, value: &Value, revision: Revision) -> Outgoing {
    let mut result = json!({"content": [{"type": "text", "text": value.to_string()}]});
    if revision >= Revision::V2025_06_18 {
        result["structuredContent"] = value.clone();
    }
    request.answer(Ok(result))
}

/// The sum as an integer where both are integers and it fits.
fn sum(a: &Value, b: &Value) -> Value {
    match a.as_i64().zip(b.as_i64()).and_then(|(a, b)| a.checked_add(b)) {
        Some(sum) => json!(sum),
        None => plain(a.as_f64().unwrap_or_default() + b.as_f64().unwrap_or_default()),
    }
}

/// A whole number without its `.0`, as JavaScript servers write it.
fn plain(number: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53, so exact")]
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}
