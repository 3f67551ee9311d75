//! Could a template (RFC 6570) have made this URI? The other way round than `resources::template`, which expands.
//!
//! Names of variables are of no account, and an expression takes as much as it may: whether one value would have made
//! two places of a URI is not asked.

use mcpvals_model::COVERED_NAME_BYTES_MAX;

/// Expressions of one template; one with more is matched by nothing.
const EXPRESSIONS_MAX: usize = 50;

/// A template in pieces.
#[derive(Debug)]
pub(super) struct Pattern<'t> {
    pieces: Vec<Piece<'t>>,
}

#[derive(Debug)]
enum Piece<'t> {
    /// As it stands.
    Literal(&'t str),
    /// Nothing, or what the operator begins with and any bytes but these.
    Expression { begins_with: Option<u8>, never: &'static [u8] },
}

impl<'t> Pattern<'t> {
    /// `None` of what is no template, or is larger than one is.
    pub(super) fn read(template: &'t str) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut rest = Some(template).filter(|template| template.len() <= COVERED_NAME_BYTES_MAX)?;
        while let Some((literal, more)) = rest.split_once('{') {
            let (expression, after) = more.split_once('}')?;
            pieces.extend([Piece::Literal(literal), expression_of(expression)]);
            rest = after;
        }
        pieces.push(Piece::Literal(rest));
        (pieces.len() <= 2 * EXPRESSIONS_MAX + 1).then_some(Self { pieces })
    }

    /// Follows all ways at once, so that no template takes longer than its length times the URI's.
    pub(super) fn could_make(&self, uri: &str) -> bool {
        let uri = uri.as_bytes();
        if uri.len() > COVERED_NAME_BYTES_MAX {
            return false;
        }
        let mut ends = vec![false; uri.len() + 1];
        ends[0] = true;
        for piece in &self.pieces {
            ends = piece.ends(uri, &ends);
        }
        ends[uri.len()]
    }
}

fn expression_of(text: &str) -> Piece<'static> {
    let operator = text.bytes().next();
    let begins_with = operator.filter(|operator| b"#./;?&".contains(operator));
    let never: &[u8] = match operator {
        Some(b'+' | b'#') => b"",
        Some(b'?' | b'&') => b"#",
        Some(b'/') => b"?#",
        _ => b"/?#",
    };
    Piece::Expression { begins_with, never }
}

impl Piece<'_> {
    /// Where the piece can end, for where it can begin.
    fn ends(&self, uri: &[u8], begins: &[bool]) -> Vec<bool> {
        match self {
            Self::Literal(literal) => {
                let ends_at = |end: usize| {
                    let begin = end.checked_sub(literal.len());
                    begin.is_some_and(|begin| begins[begin] && &uri[begin..end] == literal.as_bytes())
                };
                (0..begins.len()).map(ends_at).collect()
            }
            Self::Expression { begins_with, never } => {
                let mut ends = begins.to_vec();
                // Is an expression open at this place, with at least its first byte taken?
                let mut open = false;
                for (at, byte) in uri.iter().enumerate() {
                    let begins_here = begins[at] && begins_with.is_none_or(|first| first == *byte);
                    open = begins_here && begins_with.is_some() || (open || begins_here) && !never.contains(byte);
                    ends[at + 1] |= open;
                }
                ends
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::Pattern;
    use crate::resources::template::expand;

    #[track_caller]
    fn check(template: &str, made: &[&str], not_made: &[&str]) {
        let could = |uri: &&&str| Pattern::read(template).is_some_and(|pattern| pattern.could_make(uri));
        assert_eq!(made.iter().filter(could).count(), made.len(), "{template} makes {made:?}");
        assert_eq!(not_made.iter().find(could), None, "{template}");
    }

    #[test]
    fn simple_expression_stays_in_its_segment() {
        check(
            "memo://{id}",
            &["memo://1", "memo://a%20b", "memo://"],
            &["memo://1/2", "note://1", "memo:/", "xmemo://1"],
        );
        check("x://{a}/{b}.txt", &["x://1/2.txt", "x://1/2.txt.txt"], &["x://1/2", "x://1/2/3.txt"]);
        check("x://fixed", &["x://fixed"], &["x://fixe", "x://fixed1"]);
    }

    #[test]
    fn operators_take_what_they_make() {
        check("file:///{+path}", &["file:///a/b?c#d"], &["file://a"]);
        check("x://a{/path*}", &["x://a", "x://a/b/c"], &["x://ab", "x://a?b"]);
        check("x://a{?q,n}", &["x://a", "x://a?q=1&n=2"], &["x://a&q=1", "x://a/b"]);
        check("x://a?f=1{&q}{#part}", &["x://a?f=1&q=2#p", "x://a?f=1"], &["x://a?f=2"]);
        check("x://a{.kind}{;v}", &["x://a.txt;v=1", "x://a"], &["x://a/b"]);
    }

    #[test]
    fn what_is_no_template_makes_nothing() {
        check("x://{a", &[], &["x://{a", "x://1"]);
        check(&"{a}".repeat(50), &["a", ""], &["a/"]);
        check(&"{a}".repeat(51), &[], &["a"]);
        check(&format!("x://{}", "y".repeat(100_000)), &[], &["x://y"]);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        // Letters beyond ASCII are left out, because `iri-string` 0.7.14 panics over them after `+` and `#`.
        let text = "[ -~]{0,6}";
        prop_oneof![
            text.prop_map(Value::from),
            proptest::collection::vec(text, 0..3).prop_map(Value::from),
            text.prop_map(|value| json!({"key": value})),
            Just(Value::Null),
        ]
    }

    proptest! {
        #[test]
        fn what_a_template_makes_it_could_make(
            parts in proptest::collection::vec(("[a-z:/]{0,4}", "[+#./;?&]?", "[ab](,[ab])?", "\\*?"), 0..5),
            a in any_value(), b in any_value(),
        ) {
            let written = |(literal, operator, names, explode): &(String, String, String, String)| {
                format!("{literal}{{{operator}{names}{explode}}}")
            };
            let template = format!("x:{}", parts.iter().map(written).collect::<String>());
            let variables = json!({"a": a, "b": b}).as_object().cloned().expect("an object");
            if let Ok(uri) = expand(&template, &variables) {
                let pattern = Pattern::read(&template);
                prop_assert!(pattern.is_some_and(|pattern| pattern.could_make(&uri)), "{template} made {uri}");
            }
        }

        #[test]
        fn any_text_is_read(template in "[{}a/+?é]{0,50}", uri in "[a/?é]{0,50}") {
            let _ = Pattern::read(&template).map(|pattern| pattern.could_make(&uri));
        }
    }
}
