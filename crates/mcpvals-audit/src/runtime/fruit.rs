//! Whether the calls that should have done what the tools are for have done it.

use mcpvals_model::{LeftOut, RuntimeStatus};

use super::heard::Outcome;
use super::refusal;

/// What came of the calls with good arguments.
#[derive(Debug, Default)]
pub(crate) struct Fruit {
    calls: usize,
    in_vain: usize,
    /// So many tell that something is wanting that is not the server's (a key, a network), or of a failure in a success.
    for_want: usize,
    /// What the first in vain came to.
    first: Option<String>,
}

impl Fruit {
    /// One call: how it was judged, how it ended, what was answered, and that in words.
    pub(super) fn note(&mut self, status: RuntimeStatus, outcome: &Outcome, text: &str, actual: &str) {
        let is_for_want = match outcome {
            Outcome::Success => status != RuntimeStatus::Passed || refusal::is_cut_off(text),
            _ => refusal::lack(text).is_some(),
        };
        let is_in_vain = is_for_want || status != RuntimeStatus::Passed;
        self.calls += 1;
        self.in_vain += usize::from(is_in_vain);
        self.for_want += usize::from(is_for_want);
        if self.first.is_none() && is_in_vain {
            self.first = Some(actual.to_owned());
        }
    }

    /// What was not seen of the tools, where hardly one did what it is for: a service behind was not reached, say.
    pub(super) fn none(&self) -> Option<LeftOut> {
        let first = self.first.as_ref()?;
        (self.in_vain == self.calls || self.for_want * 2 > self.calls).then(|| LeftOut {
            name: "what the tools are for".to_owned(),
            reason: format!(
                "{} of {} calls with good arguments gave no result (the first: {first})",
                self.in_vain, self.calls
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::RuntimeStatus::{Passed, Warned};

    use super::{Fruit, Outcome};

    fn none(calls: &[(mcpvals_model::RuntimeStatus, &str)]) -> bool {
        let mut fruit = Fruit::default();
        for (status, text) in calls {
            let outcome = if *status == Passed { Outcome::Success } else { Outcome::ToolError };
            fruit.note(*status, &outcome, text, text);
        }
        fruit.none().is_some()
    }

    #[test]
    fn a_server_that_did_nothing_is_told_from_one_that_did_something() {
        assert!(!none(&[]));
        assert!(!none(&[(Passed, "12 degrees")]));
        assert!(none(&[(Warned, "no such city: example"), (Warned, "fetch failed")]));
        assert!(!none(&[(Warned, "no such city: example"), (Passed, "Berlin, Rome"), (Warned, "fetch failed")]));
        assert!(none(&[(Passed, "pong"), (Warned, "fetch failed"), (Warned, "401 Unauthorized")]));
        let hidden = "{\"results\": [], \"note\": \"getaddrinfo ENOTFOUND example.com\"}";
        assert!(
            none(&[(Passed, hidden), (Passed, hidden), (Passed, "pong")]),
            "a success that tells of it counts, too"
        );
    }
}
