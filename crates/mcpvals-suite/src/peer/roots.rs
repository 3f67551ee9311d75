//! Roots that change: the server asks for them again, and what it shows of them is new.

use mcpvals_model::profile::Root;
use mcpvals_model::{Call, Direction, Mismatch, MismatchKind, PeerCase, Trace};

use super::asked::Asked;
use crate::matcher::of_kind;
use crate::reply::Reply;

/// What is wrong after the change.
pub(super) fn mismatches(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Vec<Mismatch> {
    let calls = super::sent(trace);
    let (before, after) = calls.split_at(case.triggers.len().min(calls.len()));
    let Some(changed) = change(after, trace).filter(|_| case.roots_change && case.is_declared()) else {
        return Vec::new();
    };
    if !asked.iter().any(|asked| asked.frame > changed) {
        let expected = "`roots/list` again, after the roots have changed";
        return vec![Mismatch { frame: Some(changed), ..of_kind(MismatchKind::Requests, expected, "none came") }];
    }
    hidden(case, before, after, trace).into_iter().collect()
}

/// The frame from which on the roots are others: the news, or the next call where the revision has no news of it.
fn change(after: &[&Call], trace: &Trace) -> Option<u64> {
    let is_news = |method: &serde_json::Value| method == "notifications/roots/list_changed";
    let mut sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let news = sent.find(|frame| frame.message().and_then(|message| message.get("method")).is_some_and(is_news));
    news.map(|frame| frame.seq).or_else(|| after.first()?.request)
}

/// A server that showed its roots before shows the new one now.
fn hidden(case: &PeerCase, before: &[&Call], after: &[&Call], trace: &Trace) -> Option<Mismatch> {
    let answers = &case.client.answers;
    let new = answers.changed_roots.iter().find(|root| !answers.roots.contains(root))?;
    let showed = before.iter().any(|call| answers.roots.iter().any(|root| shows(call, root, trace)));
    let last = after.iter().find(|call| !shows(call, new, trace)).filter(|_| showed)?;
    let expected = format!("the new root {} in the answer, which showed the old ones", new.uri);
    let actual = Reply::to(last, trace).map_or_else(|| "no answer".to_owned(), |reply| reply.shown());
    Some(Mismatch { frame: last.answer, ..of_kind(MismatchKind::Result, expected, actual) })
}

/// As an address, or as a path.
fn shows(call: &Call, root: &Root, trace: &Trace) -> bool {
    let path = root.uri.strip_prefix("file://").unwrap_or(&root.uri);
    Reply::to(call, trace).is_some_and(|reply| reply.text().contains(path))
}
