//! What a client must have declared, so that a server may ask it.

use serde_json::Value;

use super::Revision;
use crate::json::member;

/// The first capability that this request of a server's needs and the client did not declare: `sampling.tools`.
/// `None` where all is declared, and for methods that need nothing.
pub fn undeclared(client: &Value, method: &str, params: &Value, revision: Revision) -> Option<&'static str> {
    // Before, neither tools in sampling nor modes of elicitation were there to declare.
    let in_parts = revision >= Revision::V2025_11_25;
    let needed: &[&'static str] = match method {
        "roots/list" => &["roots"],
        "sampling/createMessage" if in_parts && uses_tools(params) => &["sampling", "sampling.tools"],
        "sampling/createMessage" => &["sampling"],
        "elicitation/create" if in_parts && is_by_url(params) => &["elicitation", "elicitation.url"],
        "elicitation/create" if in_parts => &["elicitation", "elicitation.form"],
        "elicitation/create" => &["elicitation"],
        "tasks/get" | "tasks/result" => &["tasks"],
        "tasks/list" => &["tasks", "tasks.list"],
        "tasks/cancel" => &["tasks", "tasks.cancel"],
        _ => &[],
    };
    needed.iter().find(|capability| !declares(client, capability)).copied()
}

/// What this request of a server's says of the task that it wants, where the client takes such requests as tasks. Where it
/// does not, the member means nothing (MCP 2025-11-25, basic/utilities/tasks#task-support-and-handling).
pub fn asked_as_task<'a>(client: &Value, method: &str, params: &'a Value, revision: Revision) -> Option<&'a Value> {
    let (of, what) = method.split_once('/').filter(|_| revision == Revision::V2025_11_25)?;
    let path = ["tasks", "requests", of, what];
    path.iter().try_fold(client, |declared, name| member(declared, name))?;
    member(params, "task")
}

/// Do the parameters of `elicitation/create` send the user to a page?
pub fn is_by_url(params: &Value) -> bool {
    member(params, "mode").is_some_and(|mode| mode == "url")
}

/// The pages that must be visited before a request is made again, where this message is the error that says so (MCP
/// 2025-11-25, client/elicitation#error-handling). Whether they are pages, nobody has looked at.
pub fn pages_required(message: &Value, revision: Revision) -> Option<&Value> {
    const URL_ELICITATION_REQUIRED: i64 = -32042;
    let error = member(message, "error").filter(|_| revision == Revision::V2025_11_25)?;
    let code = member(error, "code").and_then(Value::as_i64)?;
    let pages = || member(error, "data").and_then(|data| member(data, "elicitations")).unwrap_or(&Value::Null);
    (code == URL_ELICITATION_REQUIRED).then(pages)
}

/// Tools need a declaration of their own (MCP 2025-11-25, client/sampling).
fn uses_tools(params: &Value) -> bool {
    member(params, "tools").or_else(|| member(params, "toolChoice")).is_some()
}

fn declares(client: &Value, capability: &str) -> bool {
    match capability.split_once('.') {
        None => member(client, capability).is_some(),
        // An `elicitation` that names no mode means forms (MCP 2025-11-25, client/elicitation#capabilities).
        Some((of, "form")) if !has(client, of, "url") => member(client, of).is_some(),
        Some((of, part)) => has(client, of, part),
    }
}

fn has(client: &Value, capability: &str, part: &str) -> bool {
    member(client, capability).is_some_and(|capability| member(capability, part).is_some())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{asked_as_task, undeclared};
    use crate::mcp::Revision;

    #[track_caller]
    fn check(client: &Value, method: &str, params: &Value, want: Option<&str>) {
        assert_eq!(undeclared(client, method, params, Revision::V2025_11_25), want, "{client} {method} {params}");
    }

    #[test]
    fn each_mode_of_elicitation_is_declared_for_itself() {
        let (form, url) = (json!({"mode": "form"}), json!({"mode": "url"}));
        let check = |modes: Value, params: &Value, want| {
            check(&json!({"elicitation": modes}), "elicitation/create", params, want);
        };
        check(json!({}), &form, None);
        check(json!({}), &json!({}), None);
        check(json!({}), &url, Some("elicitation.url"));
        check(json!({"form": {}}), &url, Some("elicitation.url"));
        check(json!({"url": {}}), &url, None);
        check(json!({"url": {}}), &form, Some("elicitation.form"));
        check(json!({"url": {}}), &json!({}), Some("elicitation.form"));
        check(json!({"form": {}, "url": {}}), &form, None);
    }

    #[test]
    fn what_is_asked_as_a_task_is_one_where_the_client_takes_it_so() {
        let client = json!({"tasks": {"requests": {"sampling": {"createMessage": {}}}}});
        let params = json!({"task": {"ttl": 1}});
        let asked = |method: &str, params: &Value, revision| asked_as_task(&client, method, params, revision).is_some();
        assert!(asked("sampling/createMessage", &params, Revision::V2025_11_25));
        assert!(!asked("sampling/createMessage", &json!({}), Revision::V2025_11_25));
        assert!(!asked("sampling/createMessage", &params, Revision::V2025_06_18));
        assert!(!asked("elicitation/create", &params, Revision::V2025_11_25));
        check(&client, "tasks/get", &Value::Null, None);
        check(&client, "tasks/cancel", &Value::Null, Some("tasks.cancel"));
        check(&json!({}), "tasks/list", &Value::Null, Some("tasks"));
    }

    #[test]
    fn modes_and_tools_came_with_a_later_revision() {
        let client = json!({"elicitation": {"url": {}}, "sampling": {}});
        let before = |method, params| undeclared(&client, method, &params, Revision::V2025_06_18);
        assert_eq!(before("elicitation/create", json!({})), None);
        assert_eq!(before("sampling/createMessage", json!({"tools": []})), None);
    }

    #[test]
    fn sampling_roots_and_tools_are_declared() {
        let sampling = "sampling/createMessage";
        check(&json!({}), sampling, &json!({}), Some("sampling"));
        check(&json!({"sampling": {}}), sampling, &json!({}), None);
        check(&json!({"sampling": {}}), sampling, &json!({"toolChoice": {}}), Some("sampling.tools"));
        check(&json!({"sampling": {"tools": {}}}), sampling, &json!({"tools": []}), None);
        check(&json!({}), "elicitation/create", &json!({"mode": "url"}), Some("elicitation"));
        check(&json!({}), "roots/list", &Value::Null, Some("roots"));
        check(&json!({}), "ping", &Value::Null, None);
    }
}
