//! Performing a tool case: the call, and the calls that verify it. Judges nothing.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, ToolCall, ToolCase};
use mcpvals_wire::{Params, Recording, Session};

use super::offered::may_be_called;
use crate::Driven;
use crate::judge::needs_error;
use crate::reply::Reply;
use crate::resolve::{Captures, captured, fill_verify};

/// Calls the tool and, where it answers, what verifies it. A tool that is not there is not called, unless the case is
/// about the error that such a call must give.
pub(crate) async fn drive(tool: &ToolCase, timeout: Duration, session: &Session) -> Driven {
    let there = is_there(&tool.call.tool, session).await || needs_error(&tool.expect);
    let mut recording = session.begin();
    let mut captures = Captures::new();
    if there && call(&tool.call, CallRole::Tested, timeout, &mut recording).await == CallEnd::Answered {
        captures = captured_from(tool, &recording);
        verify(tool, &captures, timeout, session, &mut recording).await;
    }
    Driven { trace: recording.finish(), captures }
}

/// What the last answer gives to later calls.
pub(super) fn captured_from(tool: &ToolCase, recording: &Recording) -> Captures {
    if tool.capture.is_empty() {
        return Captures::new();
    }
    recording.last_answer().map(|answer| captured(&tool.capture, &Reply::of(&answer))).unwrap_or_default()
}

/// A call whose arguments are not known, or whose tool is not there, is left out; the verdict says so.
async fn verify(tool: &ToolCase, captures: &Captures, timeout: Duration, session: &Session, recording: &mut Recording) {
    for (index, verify) in tool.verify.iter().enumerate() {
        let Ok(verify) = fill_verify(verify, captures) else { continue };
        if is_there(&verify.call.tool, session).await {
            call(&verify.call, CallRole::Verify(index), timeout, recording).await;
        }
    }
}

pub(super) async fn call(tool: &ToolCall, role: CallRole, timeout: Duration, recording: &mut Recording) -> CallEnd {
    let params = Params::Named { name: &tool.tool, arguments: &tool.args };
    recording.call(role, "tools/call", params, timeout).await
}

pub(super) async fn is_there(name: &str, session: &Session) -> bool {
    session.find_tool(name).await.is_some() || may_be_called(name, &session.offer())
}
