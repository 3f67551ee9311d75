//! What tokens cost, and how much a run may take.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Usage;

/// What a million tokens cost, in US dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    /// Read.
    pub input: f64,
    /// Written.
    pub output: f64,
    /// Read from the provider's cache; as other input where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
    /// Written to the provider's cache; as other input where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_written: Option<f64>,
}

impl Price {
    /// What the tokens cost, in US dollars.
    pub fn cost(&self, usage: Usage) -> f64 {
        let fresh = usage.input.saturating_sub(usage.cached).saturating_sub(usage.cache_written);
        let parts = [
            (fresh, self.input),
            (usage.cached, self.cached.unwrap_or(self.input)),
            (usage.cache_written, self.cache_written.unwrap_or(self.input)),
            (usage.output, self.output),
        ];
        parts.into_iter().map(|(tokens, price)| millions(tokens) * price).sum()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of tokens are far below 2^53")]
fn millions(tokens: u64) -> f64 {
    tokens as f64 / 1e6
}

/// How much all models of a run may take together; `None` where there is no bound.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Budget {
    /// Requests to providers.
    pub calls: Option<u64>,
    /// Tokens read and written.
    pub tokens: Option<u64>,
    /// US dollars; tokens without a known price count as nothing.
    pub cost: Option<f64>,
    /// From the first request on.
    pub time: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::Price;
    use crate::Usage;

    #[test]
    fn tokens_of_the_cache_have_their_own_price() {
        let price = Price { input: 3.0, output: 15.0, cached: Some(0.3), cache_written: None };
        let usage = Usage { input: 1_000_000, cached: 500_000, cache_written: 250_000, output: 100_000 };
        assert!((price.cost(usage) - (0.75 + 0.15 + 0.75 + 1.5)).abs() < 1e-9);
    }
}
