//! The bundled example server: a calculator, so that the first evaluation needs nothing but this binary.
//!
//! It speaks 2025-11-25 on stdio in the simplest way that is right, and is no model for a server of your own.

use std::io::{BufRead as _, Write as _};

use serde_json::{Value, json};

use crate::exit::{Exit, Failure};

/// Serves until stdin ends.
pub(crate) fn run() -> Result<Exit, Failure> {
    let broken = |error: std::io::Error| Failure::new(Exit::Internal, format!("the example server: {error}"));
    for line in std::io::stdin().lock().lines() {
        let answer = match serde_json::from_str::<Value>(&line.map_err(broken)?) {
            Ok(message) => answer(&message),
            Err(error) => Some(error_answer(&Value::Null, -32700, &error.to_string())),
        };
        if let Some(answer) = answer {
            writeln!(std::io::stdout().lock(), "{answer}").map_err(broken)?;
        }
    }
    Ok(Exit::Passed)
}

/// The answer to a request; `None` to a notification.
fn answer(message: &Value) -> Option<Value> {
    let id = message.get("id")?;
    let params = message.get("params").unwrap_or(&Value::Null);
    Some(match message.get("method").and_then(Value::as_str) {
        Some("initialize") => result(
            id,
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "mcpvals-example", "version": env!("CARGO_PKG_VERSION")},
            }),
        ),
        Some("ping") => result(id, &json!({})),
        Some("tools/list") => result(id, &json!({"tools": tools()})),
        Some("tools/call") => call(id, params),
        _ => error_answer(id, -32601, "method not found"),
    })
}

fn tools() -> Vec<Value> {
    let number = json!({"type": "number"});
    let like = |example: u32| json!({"type": "number", "examples": [example]});
    let two_numbers = json!({"type": "object", "properties": {"a": like(6), "b": like(3)}, "required": ["a", "b"]});
    let numbers = json!({
        "type": "object", "required": ["values"],
        "properties": {"values": {"type": "array", "items": number, "minItems": 1, "examples": [[1, 2, 6]]}},
    });
    let statistics = json!({
        "type": "object", "required": ["count", "sum", "mean"],
        "properties": {"count": {"type": "integer"}, "sum": number, "mean": number},
    });
    let tool = |name: &str, description: &str, schema: &Value| {
        json!({"name": name, "description": description, "inputSchema": schema,
               "annotations": {"readOnlyHint": true, "openWorldHint": false}})
    };
    let mut describe = tool("describe", "Counts, adds and averages a list of numbers", &numbers);
    describe["outputSchema"] = statistics;
    vec![
        tool("add", "Adds two numbers", &two_numbers),
        tool("subtract", "Subtracts b from a", &two_numbers),
        tool("multiply", "Multiplies two numbers", &two_numbers),
        tool("divide", "Divides a by b", &two_numbers),
        describe,
    ]
}

fn call(id: &Value, params: &Value) -> Value {
    let arguments = params.get("arguments").unwrap_or(&Value::Null);
    match params.get("name").and_then(Value::as_str).unwrap_or_default() {
        "add" => of_two(id, arguments, |a, b| Ok(a + b)),
        "subtract" => of_two(id, arguments, |a, b| Ok(a - b)),
        "multiply" => of_two(id, arguments, |a, b| Ok(a * b)),
        "divide" => of_two(id, arguments, |a, b| if b == 0.0 { Err("division by zero") } else { Ok(a / b) }),
        "describe" => describe(id, arguments),
        unknown => error_answer(id, -32602, &format!("Unknown tool: {unknown}")),
    }
}

fn of_two(id: &Value, arguments: &Value, work: fn(f64, f64) -> Result<f64, &'static str>) -> Value {
    let number = |name: &str| arguments.get(name).and_then(Value::as_f64);
    let (Some(a), Some(b)) = (number("a"), number("b")) else {
        return failed(id, "`a` and `b` must be numbers");
    };
    work(a, b).map_or_else(|problem| failed(id, problem), |number| text(id, &plain(number)))
}

fn describe(id: &Value, arguments: &Value) -> Value {
    let values = arguments.get("values").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let numbers: Vec<f64> = values.iter().filter_map(Value::as_f64).collect();
    if numbers.is_empty() || numbers.len() != values.len() {
        return failed(id, "`values` must be a list of at least one number");
    }
    let sum: f64 = numbers.iter().sum();
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let statistics = json!({"count": count, "sum": sum, "mean": sum / f64::from(count)});
    result(id, &json!({"content": [{"type": "text", "text": statistics.to_string()}], "structuredContent": statistics}))
}

/// `8`, not `8.0`: as a person would write it.
fn plain(number: f64) -> String {
    format!("{number}")
}

fn text(id: &Value, text: &str) -> Value {
    result(id, &json!({"content": [{"type": "text", "text": text}]}))
}

fn failed(id: &Value, message: &str) -> Value {
    result(id, &json!({"content": [{"type": "text", "text": message}], "isError": true}))
}

fn result(id: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

fn error_answer(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
