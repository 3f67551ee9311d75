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
    /// Were there more than are remembered?
    forgot: bool,
}

impl Tokens {
    /// This request gives this one.
    pub(crate) fn give(&mut self, request: u64, token: &Value) {
        if self.given.len() >= TOKENS_MAX {
            self.given.pop_front();
            self.forgot = true;
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

    /// Did no request, of which there are `ids`, ever give the token? Of those that are forgotten, nothing is said.
    pub(super) fn never_gave(&self, token: &Value, ids: u64) -> bool {
        let name = text(token);
        let is_given = self.given.iter().any(|(given, _)| *given == name);
        let is_id = as_id(token).is_some_and(|id| (1..=ids).contains(&id));
        !(self.forgot || is_given || is_id)
    }
}

fn text(token: &Value) -> String {
    token.as_str().map_or_else(|| token.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{TOKENS_MAX, Tokens};

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

    #[test]
    fn token_that_no_request_gave_is_known() {
        let mut tokens = Tokens::default();
        tokens.give(5, &json!("a"));
        let check = |tokens: &Tokens, token, want| assert_eq!(tokens.never_gave(&token, 9), want, "{token}");
        for (token, want) in
            [(json!("a"), false), (json!(9), false), (json!("b"), true), (json!(0), true), (json!(10), true)]
        {
            check(&tokens, token, want);
        }
        (0..TOKENS_MAX).for_each(|number| tokens.give(6, &json!(number)));
        check(&tokens, json!("b"), false);
    }
}
