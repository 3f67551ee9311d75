//! All requests of a test: how many, how many at once, what is in none of them.

use mcpvals_model::{Absent, Asks, Bounds, Fault, Mismatch, MismatchKind, PeerCase, Trace};

use super::asked::{self, Asked, in_flight_max};
use super::{early, form, page, request};
use crate::count::{self, bounds_of, counted};
use crate::excerpt;
use crate::judge::Judged;
use crate::matcher::of_kind;

/// What is wrong with what was asked.
pub(super) fn mismatches(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Judged {
    let expected = &case.requests;
    count::not_kept(trace, "requests cannot be counted")?;
    let mut mismatches: Vec<Mismatch> = count(case, asked, trace).into_iter().collect();
    mismatches.extend(expected.in_flight.and_then(|bounds| in_flight(bounds, asked)));
    let made = early::left_out(case, asked, trace);
    for (index, wanted) in expected.in_order.iter().enumerate() {
        match made.get(index) {
            Some(asked) => mismatches.extend(request::mismatches(index, wanted, asked)?),
            None => mismatches.extend(mismatches.is_empty().then(|| too_few(index, case.asks, made.len()))),
        }
    }
    let everything = asked::everything(trace);
    for absent in &expected.absent {
        mismatches.extend(present(absent, &everything)?);
    }
    mismatches.extend(of_user(expected.may_ask_secrets, trace));
    Ok(mismatches)
}

/// What the user must not be asked, whatever the test is about: a server may ask for more than that.
pub(crate) fn of_user(may_ask_secrets: bool, trace: &Trace) -> Vec<Mismatch> {
    let asked = asked::all(Asks::Elicitation, trace);
    let secret = |asked| form::secret(asked).or_else(|| page::secret(asked)).filter(|_| !may_ask_secrets);
    let odd = asked.iter().filter_map(page::foreign).chain(asked.iter().filter_map(secret));
    odd.chain(page::doubled(&asked)).chain(page::unvisited(&asked, trace)).collect()
}

fn count(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Option<Mismatch> {
    let count = asked.len() as u64;
    let made = early::left_out(case, asked, trace).len() as u64;
    let bounds = case.requests.count;
    // What came early is none that the trigger made, and one of those that there may be.
    if bounds.min.is_none_or(|min| made >= min) && bounds.max.is_none_or(|max| count <= max) {
        return None;
    }
    let method = case.asks.method();
    let (expected, actual) = if bounds.max == Some(0) && !case.is_declared() {
        let client = format!("no `{method}`: the client does not declare `{}`", case.asks.capability());
        (client, format!("{count} of them"))
    } else {
        (
            counted(bounds, &format!("`{method}`")),
            if count == 0 { "none".to_owned() } else { early::counted(asked, trace) },
        )
    };
    let frame = asked.last().map(|asked| asked.frame);
    Some(Mismatch { frame, ..of_kind(MismatchKind::Requests, expected, actual) })
}

fn in_flight(bounds: Bounds, asked: &[Asked<'_>]) -> Option<Mismatch> {
    let most = in_flight_max(asked);
    let expected = || format!("{} waiting for an answer at the same time", bounds_of(bounds, "request"));
    (!bounds.hold(most)).then(|| of_kind(MismatchKind::Requests, expected(), most.to_string()))
}

fn too_few(index: usize, asks: Asks, count: usize) -> Mismatch {
    let expected = format!("`{}` number {}", asks.method(), index + 1);
    of_kind(MismatchKind::Requests, expected, format!("only {count}"))
}

/// What is in a request that must be in none.
fn present(absent: &Absent, asked: &[Asked<'_>]) -> Judged {
    let pattern = regex(&absent.pattern)?;
    let except = absent.except.as_deref().map(regex).transpose()?;
    let harmless = |text: &str| {
        absent.luhn && !has_check_digit(text) || except.as_ref().is_some_and(|except| except.is_match(text))
    };
    let found = asked.iter().find_map(|asked| {
        let found = request::texts(asked.params).into_iter().find_map(|(pointer, text)| {
            let found = pattern.find_iter(text).find(|found| !harmless(found.as_str()))?;
            Some((pointer, excerpt::quoted_to(found.as_str(), 80)))
        })?;
        Some((asked.frame, found))
    });
    let Some((frame, (pointer, text))) = found else { return Ok(Vec::new()) };
    let expected = format!("no request with {}", absent.what);
    let mismatch = of_kind(MismatchKind::Disclosure, expected, format!("{text} at `{pointer}`"));
    Ok(vec![Mismatch { frame: Some(frame), ..mismatch }])
}

fn regex(pattern: &str) -> Result<regex::Regex, Fault> {
    let reason = |error| format!("{} is no regular expression: {error}", excerpt::quoted(pattern));
    regex::Regex::new(pattern).map_err(|error| Fault::Expectation { reason: reason(error) })
}

/// Every second digit from the right counts twice, and the sum is a multiple of ten (ISO/IEC 7812-1, annex B).
fn has_check_digit(text: &str) -> bool {
    let digits = text.chars().rev().filter_map(|c| c.to_digit(10)).enumerate();
    let counted = digits.map(|(place, digit)| if place % 2 == 0 { digit } else { 2 * digit / 10 + 2 * digit % 10 });
    counted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::has_check_digit;

    #[test]
    fn cards_have_a_check_digit() {
        assert!(has_check_digit("4111 1111 1111 1111") && has_check_digit("5555-5555-5555-4444"));
        assert!(!has_check_digit("4111 1111 1111 1112") && !has_check_digit("1234567890123456"));
    }
}
