//! Do arguments come back? Each is marked with a random text, which must be somewhere in the messages.

use mcpvals_model::{CallRole, Fault, Mismatch, MismatchKind, PromptTemplate, Trace};
use serde_json::Value;

use super::arguments::shown;
use super::{asked, messages};
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;

/// The parameters of the request, where anything is to be marked. What was marked with what is read from the trace.
pub(super) fn request(test: &PromptTemplate) -> Option<Value> {
    let mut args = asked::texts(&test.get.call.args);
    args.extend(test.substitution.iter().map(|name| (name.clone(), asked::canary().into())));
    (!test.substitution.is_empty()).then(|| asked::params(&test.get.call.prompt, &args))
}

/// The arguments that cannot be found again.
pub(super) fn mismatches(names: &[String], trace: &Trace) -> Judged {
    let Some(call) = asked::gets(trace).find(|call| matches!(call.role, CallRole::Step(_))) else {
        return Ok(Vec::new());
    };
    let Some(sent) = asked::sent(call, trace) else {
        return Err(Fault::Limit { reason: "the request is not in the trace".to_owned() });
    };
    let marked = || format!("the marked arguments {}", names.iter().map(|n| shown(n)).collect::<Vec<_>>().join(", "));
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let Reply::Result(result) = &reply else {
        let actual = reply.shown();
        let mismatch = of_kind(MismatchKind::UnexpectedError, format!("a result with {}", marked()), actual);
        return Ok(vec![Mismatch { frame: call.answer, ..mismatch }]);
    };
    let came = messages::all(result);
    let lost = names.iter().filter(|name| {
        let canary = sent.get(*name).and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
        let comes = |text: &str| text.to_ascii_lowercase().contains(&canary);
        !came.iter().any(|message| messages::any_text(message, &comes))
    });
    let told = |name: &String| {
        let expected = format!("the text of the argument {} in the messages", shown(name));
        let mismatch = of_kind(MismatchKind::Argument, expected, messages::shown(came));
        Mismatch { frame: call.answer, ..mismatch }
    };
    Ok(lost.map(told).collect())
}
