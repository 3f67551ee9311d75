//! Ids of tasks that can be guessed. Two of them tell only the plain cases: a counter, a clock, too few characters.

use mcpvals_model::{Direction, Trace};

/// Fewer characters cannot hold 64 bits, whatever they are.
const LENGTH_MIN: usize = 11;
/// Counters and clocks move on by less than this between two calls.
const STEP_MAX: u128 = 100_000_000_000;

/// Why the second id follows from the first; `None` where it seems not to.
pub(super) fn guessable(first: &str, second: &str) -> Option<String> {
    if second.chars().count() < LENGTH_MIN {
        return Some(format!("{} characters", second.chars().count()));
    }
    let (first, second) = (parts(first)?, parts(second)?);
    let is_near = first.0 == second.0 && first.2 == second.2 && first.1.abs_diff(second.1) <= STEP_MAX;
    is_near.then(|| format!("only a number differs, by {}", first.1.abs_diff(second.1)))
}

/// Where the server knows who asks, it keeps others away by that (MCP 2025-11-25, basic/utilities/tasks#security).
pub(super) fn is_authorized(trace: &Trace) -> bool {
    let sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let mut heads = sent.filter_map(|frame| frame.http.as_ref());
    heads.any(|head| head.headers.iter().any(|(name, _)| name == "authorization"))
}

/// What stands around the last run of digits, and its number. Digits among letters of a hexadecimal number are no counter,
/// so the run must stand alone.
fn parts(id: &str) -> Option<(&str, u128, &str)> {
    let end = id.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = id[..end]
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + id[at..].chars().next().map_or(1, char::len_utf8));
    let alone =
        !id[..start].ends_with(|c: char| c.is_ascii_hexdigit()) && !id[end..].starts_with(char::is_alphanumeric);
    Some((&id[..start], id[start..end].parse().ok().filter(|_| alone)?, &id[end..]))
}

#[cfg(test)]
mod tests {
    use super::guessable;

    #[test]
    fn counters_and_clocks_are_guessed_and_random_ids_are_not() {
        let bad = [
            ("1", "2"),
            ("task-1", "task-2"),
            ("task-of-this-server-0009", "task-of-this-server-0010"),
            ("task_1785000000000", "task_1785000000123"),
            ("é-of-this-server-1", "é-of-this-server-2"),
        ];
        for (first, second) in bad {
            assert!(guessable(first, second).is_some(), "{second}");
        }
        let good = [
            ("4f9c1d7e8a2b3c4d5e6f708192a3b4c5", "4f9c1d7e8a2b3c4d5e6f708192a3b4c6"),
            ("7c9e6679-7425-40de-944b-e07fc1f90ae7", "16fd2706-8baf-433b-82eb-8c7fada847da"),
            ("40128411034782651123984120983", "90128411034782651123984120983"),
        ];
        for (first, second) in good {
            assert_eq!(guessable(first, second), None, "{second}");
        }
    }
}
