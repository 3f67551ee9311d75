//! Progress tokens that are not the ids of their requests.

use std::collections::VecDeque;

use serde_json::Value;

use super::receive::as_id;

/// How many are remembered.
const TOKENS_MAX: usize = 64;

/// The last ones, as texts, each with its request.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    given: VecDeque<(String, u64)>,
}

impl Tokens {
    /// This request gives this one.
    pub(crate) fn give(&mut self, request: u64, token: &Value) {
        if self.given.len() >= TOKENS_MAX {
            self.given.pop_front();
        }
        self.given.push_back((text(token), request));
    }

    /// The last request that gave the token, whatever its type; the token of most is their id, which is at most `ids`.
    pub(super) fn request(&self, token: &Value, ids: u64) -> Option<u64> {
        let name = text(token);
        let own = self.given.iter().rev().find(|(given, _)| *given == name).map(|(_, request)| *request);
        let is_own = |id: &u64| own.is_none() || *id <= ids;
        own.max(as_id(token).filter(is_own))
    }
}

fn text(token: &Value) -> String {
    token.as_str().map_or_else(|| token.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Tokens;

    #[test]
    fn last_request_with_the_token_is_named() {
        let mut tokens = Tokens::default();
        assert_eq!(tokens.request(&json!(3), 9), Some(3));
        assert_eq!(tokens.request(&json!("a"), 9), None);
        tokens.give(5, &json!("a"));
        tokens.give(6, &json!(41));
        assert_eq!(tokens.request(&json!("a"), 9), Some(5));
        assert_eq!(tokens.request(&json!(41), 9), Some(6));
        assert_eq!(tokens.request(&json!("41"), 40), Some(6));
        assert_eq!(tokens.request(&json!(41), 41), Some(41));
    }
}
