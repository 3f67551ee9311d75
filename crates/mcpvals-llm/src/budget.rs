//! What all models of a run have taken together, and whether they may take more.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mcpvals_model::{Budget, ModelFault, Price, Usage};

/// The account of a run. A request is refused once the budget is used up; what is under way comes to its end, so a run
/// may take a little more than its budget.
#[derive(Debug)]
pub struct Ledger {
    budget: Budget,
    spent: Mutex<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    calls: u64,
    usage: Usage,
    cost: f64,
    began: Option<Instant>,
    /// Did an answer come that does not say what it took?
    untold: bool,
}

impl Ledger {
    /// Nothing is taken yet.
    pub fn new(budget: Budget) -> Self {
        Self { budget, spent: Mutex::default() }
    }

    /// Whether anything is left.
    ///
    /// # Errors
    /// [`ModelFault::Budget`], with what is used up.
    pub fn check(&self) -> Result<(), ModelFault> {
        self.used_up().map_or(Ok(()), |reason| Err(ModelFault::Budget { reason }))
    }

    /// A request is about to be sent.
    ///
    /// # Errors
    /// [`ModelFault::Budget`], with what is used up; then nothing is counted.
    pub fn take(&self) -> Result<(), ModelFault> {
        self.check()?;
        let mut spent = self.spent();
        spent.calls += 1;
        spent.began.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// May so long be waited for the next request?
    ///
    /// # Errors
    /// [`ModelFault::Budget`], where the time would be used up by then.
    pub fn lasts(&self, wait: Duration) -> Result<(), ModelFault> {
        let passed = self.spent().began.map_or(Duration::ZERO, |began| began.elapsed());
        let most = self.budget.time.filter(|most| passed + wait >= *most);
        let words = |most: Duration| {
            let (most, wait) = (most.as_secs_f64(), wait.as_secs_f64());
            format!("{most} s since the first call of a model, in which the provider asks for {wait} s of patience")
        };
        most.map_or(Ok(()), |most| Err(ModelFault::Budget { reason: words(most) }))
    }

    /// An answer came, which took this.
    pub fn book(&self, usage: Usage, price: Option<Price>) {
        let mut spent = self.spent();
        spent.untold |= usage.is_none();
        spent.usage = spent.usage.plus(usage);
        spent.cost += price.map_or(0.0, |price| price.cost(usage));
    }

    fn used_up(&self) -> Option<String> {
        let (budget, spent) = (&self.budget, self.spent());
        let calls = budget
            .calls
            .filter(|most| spent.calls >= *most)
            .map(|most| format!("{} of {most} calls of models", spent.calls));
        let tokens = spent.usage.total();
        let tokens = budget.tokens.filter(|most| tokens >= *most).map(|most| format!("{tokens} of {most} tokens"));
        let cost = budget.cost.filter(|most| spent.cost >= *most);
        let cost = cost.map(|most| format!("{:.4} of {most} US dollars", spent.cost));
        let time = budget.time.filter(|most| spent.began.is_some_and(|began| began.elapsed() >= *most));
        let time = time.map(|most| format!("{} s since the first call of a model", most.as_secs_f64()));
        calls.or(tokens).or(cost).or(time).or_else(|| untold(budget, &spent))
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What nobody counts cannot be kept within a bound.
fn untold(budget: &Budget, spent: &Spent) -> Option<String> {
    let is_bound = budget.tokens.is_some() || budget.cost.is_some();
    let words =
        || "the provider does not say how many tokens an answer took, so that nobody knows what is left".to_owned();
    (spent.untold && is_bound).then(words)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mcpvals_model::{Budget, Price, Usage};

    use super::Ledger;

    fn refusal(budget: Budget) -> String {
        let ledger = Ledger::new(budget);
        let usage = Usage { input: 900_000, output: 100_000, ..Usage::default() };
        assert_eq!(ledger.take(), Ok(()), "the first is always within it");
        ledger.book(usage, Some(Price { input: 1.0, output: 2.0, cached: None, cache_written: None }));
        ledger.take().map_or_else(|fault| fault.to_string(), |()| "taken".to_owned())
    }

    #[test]
    fn what_nobody_counts_is_within_no_bound() {
        let after = |budget: Budget| {
            let ledger = Ledger::new(budget);
            ledger.book(Usage::default(), None);
            ledger.take().is_ok()
        };
        assert!(after(Budget { calls: Some(9), ..Budget::default() }));
        assert!(!after(Budget { tokens: Some(9), ..Budget::default() }));
        assert!(!after(Budget { cost: Some(9.0), ..Budget::default() }));
    }

    #[test]
    fn patience_ends_with_the_time() {
        let ledger = Ledger::new(Budget { time: Some(Duration::from_secs(10)), ..Budget::default() });
        assert_eq!(ledger.take(), Ok(()));
        assert_eq!(ledger.lasts(Duration::from_secs(5)), Ok(()));
        assert!(ledger.lasts(Duration::from_secs(10)).is_err());
        assert_eq!(Ledger::new(Budget::default()).lasts(Duration::MAX), Ok(()));
    }

    #[test]
    fn each_bound_refuses_what_is_beyond_it() {
        let told = |what: &str| format!("the budget of the run is used up: {what}");
        assert_eq!(refusal(Budget::default()), "taken");
        assert_eq!(refusal(Budget { calls: Some(1), ..Budget::default() }), told("1 of 1 calls of models"));
        assert_eq!(refusal(Budget { calls: Some(2), ..Budget::default() }), "taken");
        let tokens = Budget { tokens: Some(1_000_000), ..Budget::default() };
        assert_eq!(refusal(tokens), told("1000000 of 1000000 tokens"));
        assert_eq!(refusal(Budget { tokens: Some(1_000_001), ..Budget::default() }), "taken");
        assert_eq!(refusal(Budget { cost: Some(1.0), ..Budget::default() }), told("1.1000 of 1 US dollars"));
        assert_eq!(refusal(Budget { cost: Some(1.2), ..Budget::default() }), "taken");
        let now = Budget { time: Some(Duration::from_nanos(1)), ..Budget::default() };
        assert_eq!(refusal(now), told("0.000000001 s since the first call of a model"));
    }
}
