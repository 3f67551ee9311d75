//! The calls that show whether the tested one did what it said.

use mcpvals_model::{CallRole, Mismatch, MismatchKind, ToolCase, Trace, VerifyCall};

use super::{offered, output};
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::resolve::{Captures, captured, fill_verify};

/// What the verifying calls did not show. `reply` is the answer to the tested call.
pub(super) fn mismatches(tool: &ToolCase, reply: &Reply<'_>, trace: &Trace) -> Judged {
    if tool.verify.is_empty() {
        return Ok(Vec::new());
    }
    let captures = captured(&tool.capture, reply);
    let mut mismatches = Vec::new();
    for (index, verify) in tool.verify.iter().enumerate() {
        let found = of_call(index, verify, &captures, trace)?;
        mismatches.extend(found.into_iter().map(|mismatch| named(mismatch, index, verify)));
    }
    Ok(mismatches)
}

fn of_call(index: usize, verify: &VerifyCall, captures: &Captures, trace: &Trace) -> Judged {
    let wanted = || of_kind(MismatchKind::Verify, "the call", "");
    let verify = match fill_verify(verify, captures) {
        Ok(verify) => verify,
        Err(unusable) => {
            let actual = format!("it could not be made: {unusable}");
            return Ok(vec![Mismatch { actual, ..wanted() }]);
        }
    };
    let Some(call) = trace.call(CallRole::Verify(index)) else {
        let unknown = offered::unknown(&verify.call.tool, trace);
        return Ok(vec![unknown.unwrap_or_else(|| Mismatch { actual: "it was not made".to_owned(), ..wanted() })]);
    };
    match judge::reply(call, trace)? {
        None => Ok(vec![judge::no_answer(call, trace)?]),
        Some(reply) => judge::answer(&verify.expect, &reply, call, trace, || {
            output::mismatches(&reply, offered::tool(&verify.call.tool, &trace.offer), trace)
        }),
    }
}

/// Says of what broke the protocol in an answer to a verifying call that it did so there.
pub(super) fn name(mismatch: &mut Mismatch, case: &ToolCase, trace: &Trace) {
    let call = trace.calls.iter().find(|call| call.answer.is_some() && call.answer == mismatch.frame);
    let Some(CallRole::Verify(index)) = call.map(|call| call.role) else { return };
    if let Some(verify) = case.verify.get(index) {
        mismatch.expected = words(index, verify, &mismatch.expected);
    }
}

fn words(index: usize, verify: &VerifyCall, expected: &str) -> String {
    format!("verify {} (`{}`): {expected}", index + 1, verify.call.tool)
}

fn named(mismatch: Mismatch, index: usize, verify: &VerifyCall) -> Mismatch {
    let expected = words(index, verify, &mismatch.expected);
    Mismatch { kind: MismatchKind::Verify, expected, ..mismatch }
}
