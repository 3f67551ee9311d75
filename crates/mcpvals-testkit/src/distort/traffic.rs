//! Flaws in when and how much a server says, and in when it dies.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Act, Flood, frame};
use crate::flaw::Flaw;
use crate::outgoing::Asked;

pub(super) fn spoil(flaw: Flaw, asked: &Asked, message: &Value, delay: Duration) -> Vec<Act> {
    let answer = || frame(message);
    match flaw {
        Flaw::UndeclaredNotification => vec![undeclared(message), answer()],
        Flaw::UnknownNotification => vec![notification("notifications/made/up", &json!({"x": 1})), answer()],
        Flaw::UnknownProgressToken => vec![progress(&json!("nobody-gave-this"), 1), answer()],
        Flaw::ProgressGoesBack => match &asked.progress_token {
            Some(token) => vec![progress(token, 2), progress(token, 1), answer()],
            None => vec![answer()],
        },
        Flaw::RequestWithUsedId => vec![request(1, "ping"), request(1, "ping"), answer()],
        Flaw::RequestBeforeInitialized => vec![answer(), request(1, "roots/list")],
        Flaw::UndeclaredSampling => vec![sampling(), answer()],
        Flaw::UnknownServerRequest => vec![request(1, "made/up"), answer()],
        Flaw::NotificationFlood => vec![Act::Flood(Flood::Notifications)],
        Flaw::PingFlood => vec![Act::Flood(Flood::Pings)],
        Flaw::NeverAnswersInitialize | Flaw::NeverAnswersDiscover | Flaw::NeverAnswersList | Flaw::NeverAnswersCall => {
            Vec::new()
        }
        Flaw::LateAnswer => vec![Act::Wait(delay), answer()],
        Flaw::ExitsAfterInitialize => vec![answer(), Act::Exit(4)],
        Flaw::ExitsDuringCall => vec![Act::Stderr(b"fatal: lost the database\n".to_vec()), Act::Exit(5)],
        Flaw::KilledDuringCall => vec![Act::Kill],
        Flaw::StderrGarbage => {
            vec![Act::Stderr(b"\x1b[31mred\x1b[0m \xff\xfe\x07 \x1b]0;title\x07\n".to_vec()), answer()]
        }
        // The others are the transports' and the process's.
        _ => vec![answer()],
    }
}

/// Of the other era: tasks of the core are no more, and without streams nothing is acknowledged.
fn undeclared(answer: &Value) -> Act {
    if answer["result"]["resultType"].is_string() {
        notification("notifications/tasks/status", &json!({"taskId": "t", "status": "working"}))
    } else {
        notification("notifications/subscriptions/acknowledged", &json!({"notifications": {}}))
    }
}

fn notification(method: &str, params: &Value) -> Act {
    frame(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
}

fn progress(token: &Value, progress: u64) -> Act {
    notification("notifications/progress", &json!({"progressToken": token, "progress": progress, "total": 2}))
}

fn request(id: u64, method: &str) -> Act {
    frame(&json!({"jsonrpc": "2.0", "id": id, "method": method}))
}

fn sampling() -> Act {
    let content = json!({"type": "text", "text": "Say hello."});
    let params = json!({"messages": [{"role": "user", "content": content}], "maxTokens": 10});
    frame(&json!({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": params}))
}
