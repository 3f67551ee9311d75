//! Which requests and notifications a server may send, by revision and by what both sides have declared.

use mcpvals_model::Anomaly;
use mcpvals_model::mcp::{self, Revision};
use serde_json::{Value, json};

/// What both sides have agreed on.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    /// The session's revision.
    pub(crate) revision: Revision,
    /// Ours, as declared.
    pub(crate) client: Value,
    /// The server's, as declared; `None` where it was never asked (a forced stateless revision).
    pub(crate) server: Option<Value>,
}

impl Rules {
    /// May a message be an array of messages?
    pub(crate) fn batches(&self) -> bool {
        self.revision <= Revision::V2025_03_26
    }

    /// What is wrong with a request of the server, if anything is.
    pub(crate) fn request(&self, method: &str, params: &Value) -> Option<Anomaly> {
        if self.revision.is_stateless() {
            return Some(Anomaly::ForbiddenRequest);
        }
        match method {
            "elicitation/create" if self.revision < Revision::V2025_06_18 => Some(Anomaly::ForbiddenRequest),
            "ping" | "roots/list" | "sampling/createMessage" | "elicitation/create" => {
                let missing = mcp::undeclared(&self.client, method, params, self.revision);
                missing.map(|_| Anomaly::UndeclaredRequest)
            }
            "tasks/get" | "tasks/result" | "tasks/list" | "tasks/cancel" if self.revision == Revision::V2025_11_25 => {
                let missing = mcp::undeclared(&self.client, method, params, self.revision);
                missing.map(|_| Anomaly::UndeclaredRequest)
            }
            _ => Some(Anomaly::UndeclaredRequest),
        }
    }

    /// What is wrong with an answer, which may send the user to a page.
    pub(crate) fn answer(&self, message: &Value) -> Option<Anomaly> {
        mcp::pages_required(message, self.revision)?;
        self.request("elicitation/create", &json!({"mode": "url"}))
    }

    /// What is wrong with a notification of the server, if anything is.
    pub(crate) fn notification(&self, method: &str) -> Option<Anomaly> {
        let fits = match method {
            "notifications/progress" | "notifications/cancelled" => true,
            // From 2026-07-28 on, only for a request that asked for a log level; who judges the trace sees whether one did.
            "notifications/message" => !self.revision.is_stateless() && self.declared("/logging"),
            "notifications/tools/list_changed" => self.declared_true("/tools/listChanged"),
            "notifications/prompts/list_changed" => self.declared_true("/prompts/listChanged"),
            "notifications/resources/list_changed" => self.declared_true("/resources/listChanged"),
            "notifications/resources/updated" => self.declared_true("/resources/subscribe"),
            "notifications/elicitation/complete" => self.revision == Revision::V2025_11_25,
            "notifications/tasks/status" => self.declared("/tasks"),
            "notifications/tasks" => {
                self.revision.is_stateless() && self.declared("/extensions/io.modelcontextprotocol~1tasks")
            }
            "notifications/subscriptions/acknowledged" => self.revision.is_stateless(),
            _ => false,
        };
        (!fits).then_some(Anomaly::UndeclaredNotification)
    }

    fn declared(&self, capability: &str) -> bool {
        self.server.as_ref().is_none_or(|server| server.pointer(capability).is_some())
    }

    fn declared_true(&self, capability: &str) -> bool {
        self.server.as_ref().is_none_or(|server| server.pointer(capability) == Some(&Value::Bool(true)))
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Anomaly;
    use mcpvals_model::mcp::Revision;
    use serde_json::{Value, json};

    use super::Rules;

    fn rules(revision: Revision) -> Rules {
        let client = json!({"roots": {}, "elicitation": {}});
        let server = Some(json!({"tools": {"listChanged": true}}));
        Rules { revision, client, server }
    }

    #[track_caller]
    fn check_request(revision: Revision, method: &str, want: Option<&Anomaly>) {
        assert_eq!(rules(revision).request(method, &Value::Null).as_ref(), want, "{method} in {revision}");
    }

    #[test]
    fn requests_need_a_declaration_and_a_revision_that_has_them() {
        check_request(Revision::V2025_11_25, "ping", None);
        check_request(Revision::V2025_11_25, "roots/list", None);
        check_request(Revision::V2025_11_25, "sampling/createMessage", Some(&Anomaly::UndeclaredRequest));
        let tools = json!({"tools": []});
        let rules = Rules { client: json!({"sampling": {}}), ..rules(Revision::V2025_11_25) };
        assert_eq!(rules.request("sampling/createMessage", &tools), Some(Anomaly::UndeclaredRequest));
        check_request(Revision::V2025_11_25, "elicitation/create", None);
        check_request(Revision::V2024_11_05, "elicitation/create", Some(&Anomaly::ForbiddenRequest));
        let error = json!({"error": {"code": -32042, "data": {"elicitations": []}}});
        assert_eq!(rules.answer(&error), Some(Anomaly::UndeclaredRequest));
        let rules = Rules { client: json!({"elicitation": {"url": {}}}), ..rules };
        assert_eq!(rules.answer(&error), None);
        assert_eq!(rules.answer(&json!({"error": {"code": -32602}})), None);
        check_request(Revision::V2026_07_28, "ping", Some(&Anomaly::ForbiddenRequest));
    }

    #[test]
    fn notifications_need_a_declaration() {
        let rules = rules(Revision::V2025_11_25);
        assert_eq!(rules.notification("notifications/tools/list_changed"), None);
        assert_eq!(rules.notification("notifications/message"), Some(Anomaly::UndeclaredNotification));
        assert_eq!(rules.notification("notifications/banana"), Some(Anomaly::UndeclaredNotification));
    }
}
