//! Numbers of things in words, which agree with their nouns.

use mcpvals_model::{Bounds, Fault, Trace};

/// `1 update`, `3 updates`.
pub(crate) fn of(number: usize, noun: &str) -> String {
    format!("{number} {}", agreeing(noun, number == 1))
}

/// `exactly 1 update`, `1 to 4 updates`.
pub(crate) fn bounds_of(bounds: Bounds, noun: &str) -> String {
    format!("{} {}", bounds_words(bounds), agreeing(noun, are_one(bounds)))
}

/// Is one the number that is worded last, and alone?
pub(crate) fn are_one(bounds: Bounds) -> bool {
    matches!((bounds.min, bounds.max), (Some(1), None | Some(1)) | (None, Some(1)))
}

/// The noun, with an `s` where there are several; entries are no entrys.
pub(crate) fn agreeing(noun: &str, is_one: bool) -> String {
    match noun.strip_suffix("ry") {
        _ if is_one => noun.to_owned(),
        Some(stem) => format!("{stem}ries"),
        None => format!("{noun}s"),
    }
}

/// Why nothing can be counted, where the trace lacks messages. `consequence` says what cannot.
pub(crate) fn not_kept(trace: &Trace, consequence: &str) -> Result<(), Fault> {
    let are = match trace.messages_not_kept {
        0 => return Ok(()),
        1 => "1 message is".to_owned(),
        several => format!("{several} messages are"),
    };
    Err(Fault::Limit { reason: format!("{are} not in the trace, so {consequence}") })
}

/// `exactly 3 of them`, `at least 1 of them`.
pub(crate) fn counted(bounds: Bounds, them: &str) -> String {
    match (bounds.min, bounds.max) {
        (_, Some(0)) => format!("no {them}"),
        _ => format!("{} {them}", bounds_words(bounds)),
    }
}

/// `exactly 3`, `1 to 4`.
pub(crate) fn bounds_words(bounds: Bounds) -> String {
    match (bounds.min, bounds.max) {
        (Some(min), Some(max)) if min == max => format!("exactly {min}"),
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "any number".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Bounds;

    use super::{bounds_of, of};

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!([0, 1, 2].map(|number| of(number, "update")), ["0 updates", "1 update", "2 updates"]);
        assert_eq!([1, 2].map(|number| of(number, "entry")), ["1 entry", "2 entries"]);
        let within = |min, max| bounds_of(Bounds { min, max }, "update");
        assert_eq!([within(Some(1), Some(1)), within(Some(1), None)], ["exactly 1 update", "at least 1 update"]);
        assert_eq!([within(None, Some(1)), within(Some(0), Some(1))], ["at most 1 update", "0 to 1 updates"]);
        assert_eq!([within(Some(0), Some(0)), within(Some(2), None)], ["exactly 0 updates", "at least 2 updates"]);
    }
}
