//! What models cost, where the config does not say: `prices.toml`, which is dated and which users are shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mcpvals_model::{Price, Provider};
use serde::Deserialize;

const TEXT: &str = include_str!("prices.toml");

/// The table, as the text of a TOML file.
pub fn prices() -> &'static str {
    TEXT
}

static PRICES: LazyLock<Prices> = LazyLock::new(|| toml::from_str(TEXT).expect("the embedded prices are tested"));

#[derive(Debug, Deserialize)]
struct Prices {
    anthropic: BTreeMap<String, Price>,
    openai: BTreeMap<String, Price>,
    gemini: BTreeMap<String, Price>,
}

/// The price of a model; `None` where the table does not have it, and for whoever is only compatible.
pub(crate) fn of(provider: Provider, model: &str) -> Option<Price> {
    let table = match provider {
        Provider::Anthropic => &PRICES.anthropic,
        Provider::Openai => &PRICES.openai,
        Provider::Gemini => &PRICES.gemini,
        Provider::OpenaiCompatible => return None,
    };
    table.iter().find(|(name, _)| is_named(name, model)).map(|(_, price)| *price)
}

/// The name, or one of its dated versions.
fn is_named(name: &str, model: &str) -> bool {
    let Some(rest) = model.strip_prefix(name) else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    let is_date = rest.starts_with('-') && digits == 8 && rest.chars().all(|c| c == '-' || c.is_ascii_digit());
    rest.is_empty() || rest == "-latest" || is_date
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Provider;

    use super::{PRICES, of};

    #[test]
    fn dated_names_cost_what_the_name_does() {
        let sonnet = of(Provider::Anthropic, "claude-sonnet-4-5");
        assert_eq!(sonnet.map(|price| (price.input, price.output)), Some((3.0, 15.0)));
        assert_eq!(of(Provider::Anthropic, "claude-sonnet-4-5-20250929"), sonnet);
        assert_eq!(of(Provider::Openai, "gpt-4o-2024-11-20"), of(Provider::Openai, "gpt-4o"));
        assert_ne!(of(Provider::Openai, "gpt-4o-mini"), of(Provider::Openai, "gpt-4o"));
        assert_eq!(of(Provider::Openai, "gpt-4o-audio-preview"), None);
        assert_eq!(of(Provider::OpenaiCompatible, "gpt-4o"), None);
    }

    #[test]
    fn every_price_is_above_nothing() {
        let all = [&PRICES.anthropic, &PRICES.openai, &PRICES.gemini].into_iter().flat_map(|table| table.values());
        assert!(all.into_iter().all(|price| price.input > 0.0 && price.output > price.input));
    }
}
