//! Cursors that no server gives (server/utilities/pagination): such as are no strings, and one that was changed.

use mcpvals_model::{CallEnd, CallRole, Fault, Mismatch, MismatchKind, OfferedList, Trace, Violation, ViolationKind};
use mcpvals_wire::Params;
use serde_json::{Value, json};

use super::{pagination, said};
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::Steps;

/// A cursor that was given, but for one character.
const TAMPERED: CallRole = CallRole::Verify(2);
/// The first of the cursors that are no strings.
const FIRST_WRONG: usize = 3;
const INTERNAL_ERROR: i64 = -32603;

fn wrong() -> [Value; 3] {
    [json!(7), json!({}), Value::Null]
}

/// Asks with one after the other, as long as the server answers.
pub(super) async fn of_wrong_types(method: &str, steps: &mut Steps) {
    for (index, cursor) in wrong().iter().enumerate() {
        let role = CallRole::Verify(FIRST_WRONG + index);
        if steps.as_role(role, method, Params::from(&json!({"cursor": cursor}))).await != CallEnd::Answered {
            return;
        }
    }
}

pub(super) fn wrong_types_accepted(trace: &Trace) -> Judged {
    let mut found = Vec::new();
    for (index, cursor) in wrong().iter().enumerate() {
        found.extend(said::accepted(CallRole::Verify(FIRST_WRONG + index), &format!("the cursor {cursor}"), trace)?);
    }
    Ok(found)
}

/// Asks with a cursor that is almost the one that was given.
pub(super) async fn tamper(cursor: &str, method: &str, steps: &mut Steps) {
    steps.as_role(TAMPERED, method, Params::from(&json!({"cursor": changed(cursor)}))).await;
}

/// The cursor with its last letter or digit changed to the next one. Before the padding of Base64 it is the one before
/// that: of the last, not all bits count.
fn changed(cursor: &str) -> String {
    let characters: Vec<char> = cursor.chars().collect();
    let is_padded = |at: usize| characters.get(at + 1) == Some(&'=');
    let last = (0..characters.len()).rfind(|at| characters[*at].is_ascii_alphanumeric() && !is_padded(*at));
    let Some(at) = last else { return format!("{cursor}x") };
    let next = next(characters[at]);
    characters.iter().enumerate().map(|(index, kept)| if index == at { next } else { *kept }).collect()
}

/// Its neighbour of the same kind.
fn next(character: char) -> char {
    match character {
        '9' => '8',
        'z' => 'y',
        'Z' => 'Y',
        other => char::from_u32(u32::from(other) + 1).unwrap_or('x'),
    }
}

/// What was made of a changed cursor is neither a refusal nor entries of the list.
pub(super) fn ill_taken(list: OfferedList, entries: &[&Value], trace: &Trace) -> Judged {
    let Some(call) = trace.call(TAMPERED) else { return Ok(Vec::new()) };
    let reply = judge::reply(call, trace)?;
    let mismatch = match &reply {
        None => Some(judge::no_answer(call, trace)?),
        Some(Reply::Error(error)) => (error.code == Some(INTERNAL_ERROR)).then(|| {
            let expected = "a changed cursor to be refused, or to lead to entries of the list";
            of_kind(MismatchKind::Error, expected, error.shown())
        }),
        Some(Reply::Result(_)) => stray(list, entries, &pagination::keys(list, call, trace)?.unwrap_or_default()),
    };
    Ok(mismatch.into_iter().map(|mismatch| Mismatch { frame: mismatch.frame.or(call.answer), ..mismatch }).collect())
}

/// Was a changed cursor tried?
pub(super) fn tried(list: OfferedList, trace: &Trace) -> Result<(), Fault> {
    let reason = || format!("`{}` has one page, so that there is no cursor to change", list.method());
    trace.call(TAMPERED).map(|_| ()).ok_or_else(|| Fault::Expectation { reason: reason() })
}

/// An entry that the list does not have.
fn stray(list: OfferedList, entries: &[&Value], keys: &[String]) -> Option<Mismatch> {
    let is_listed =
        |key: &String| entries.iter().any(|entry| entry.get(list.key()).is_some_and(|listed| listed == key));
    let stray = keys.iter().find(|key| !is_listed(key))?;
    let expected = format!("a changed cursor to lead to no entries but those of `{}`", list.method());
    Some(of_kind(MismatchKind::Listing, expected, excerpt::quoted_to(stray, 120)))
}

/// A cursor of the server's own that is no string; elsewhere `null` is taken for the end of a list.
pub(super) fn ill(violations: &[Violation]) -> impl Iterator<Item = Mismatch> {
    let is_of_cursor = |violation: &&Violation| {
        violation.kind == ViolationKind::ResultShape && violation.message.contains("`nextCursor`")
    };
    violations.iter().filter(is_of_cursor).filter(|violation| !violation.spoils_answer).map(judge::answered_ill)
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn one_character_of_a_cursor_is_changed() {
        let check = |cursor: &str, want: &str| assert_eq!(changed(cursor), want);
        check("from-5", "from-6");
        check("9", "8");
        check("NQ==", "OQ==");
        check("é-z.", "é-y.");
        check("...", "...x");
        check("", "x");
    }
}
