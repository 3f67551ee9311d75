//! Flaws in what a server makes of `notifications/cancelled`.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::utility::crash;
use crate::flaw::Flaw;

/// Cancellations after which a worn-out server answers nothing.
const CANCELLED_MAX: usize = 5;

/// The requests but for calls: they are answered at once.
static QUICK: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static CANCELLED: AtomicUsize = AtomicUsize::new(0);

/// The message as the server understands it.
pub(super) fn hear(flaw: Flaw, message: Value) -> Value {
    match message["method"].as_str() {
        Some("notifications/cancelled") => cancelled(flaw, message),
        Some("ping" | "tools/list") if flaw == Flaw::CancelFinishedCrashes => remember(message),
        Some(_) if flaw == Flaw::CancelWearsOut && CANCELLED.load(Ordering::Relaxed) > CANCELLED_MAX => unheard(),
        _ => message,
    }
}

fn cancelled(flaw: Flaw, message: Value) -> Value {
    let request = &message["params"]["requestId"];
    let is_named = request.is_u64() || request.is_string();
    match flaw {
        Flaw::CancelIgnored => unheard(),
        Flaw::CancelCrashes => crash(),
        Flaw::CancelUnknownCrashes if *request == 999_999_999 => crash(),
        Flaw::CancelFinishedCrashes if is_quick(request) => crash(),
        Flaw::CancelMalformedCrashes if !is_named => crash(),
        // Neither a request nor a notification, and so refused without an id.
        Flaw::CancelMalformedAnswered if !is_named => json!({"jsonrpc": "2.0", "id": {}, "method": 7}),
        Flaw::CancelWearsOut => {
            CANCELLED.fetch_add(1, Ordering::Relaxed);
            message
        }
        _ => message,
    }
}

fn unheard() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/not/heard"})
}

fn remember(message: Value) -> Value {
    QUICK.lock().unwrap_or_else(PoisonError::into_inner).insert(message["id"].to_string());
    message
}

fn is_quick(request: &Value) -> bool {
    QUICK.lock().unwrap_or_else(PoisonError::into_inner).contains(&request.to_string())
}
