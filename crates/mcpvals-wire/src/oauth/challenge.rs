//! What a server says when it wants a token: `WWW-Authenticate` (RFC 9110, 11.6.1; RFC 6750, 3; RFC 9728, 5.1).

use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;

/// One challenge: a scheme and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Challenge {
    /// The scheme as it was written.
    pub(super) scheme: String,
    /// Names in lower case, values without their quotes, in order.
    pub(super) parameters: Vec<(String, String)>,
}

impl Challenge {
    /// The value of the parameter with this name, given in lower case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Is it of this scheme?
    pub(super) fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }
}

/// All challenges of an answer, in order. What cannot be read is passed over.
pub(crate) fn challenges(headers: &HeaderMap) -> Vec<Challenge> {
    let values = headers.get_all(WWW_AUTHENTICATE).iter();
    values.flat_map(|value| read(&String::from_utf8_lossy(value.as_bytes()))).collect()
}

/// The one that is about bearer tokens, or tokens bound to a key.
pub(crate) fn of_tokens(challenges: &[Challenge]) -> Option<&Challenge> {
    challenges.iter().find(|it| it.is("bearer") || it.is("dpop"))
}

/// The challenges of one header value.
pub(super) fn read(value: &str) -> Vec<Challenge> {
    let mut challenges: Vec<Challenge> = Vec::new();
    for piece in pieces(value) {
        let (head, text) = piece.split_once('=').unwrap_or((piece, ""));
        match (head.trim().rsplit_once(char::is_whitespace), piece.contains('=')) {
            // `Bearer realm="x"`: a scheme before the first parameter.
            (Some((scheme, name)), true) => challenges.push(challenge(scheme.trim(), Some((name, text)))),
            (None, true) if !challenges.is_empty() => {
                if let Some(last) = challenges.last_mut() {
                    last.parameters.push(parameter(head, text));
                }
            }
            (_, true) => {}
            // A scheme alone, or with a token68.
            (_, false) => challenges.extend(piece.split_whitespace().next().map(|scheme| challenge(scheme, None))),
        }
    }
    challenges
}

fn challenge(scheme: &str, first: Option<(&str, &str)>) -> Challenge {
    let parameters = first.into_iter().map(|(name, text)| parameter(name, text)).collect();
    Challenge { scheme: scheme.to_owned(), parameters }
}

fn parameter(name: &str, text: &str) -> (String, String) {
    (name.trim().to_ascii_lowercase(), unquoted(text.trim()))
}

/// Without the quotes of a quoted string, and its backslashes.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"') else { return text.to_owned() };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut plain = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// What stands between commas that are in no quotes.
fn pieces(value: &str) -> Vec<&str> {
    let (mut pieces, mut from, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, letter) in value.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                pieces.push(&value[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&value[from..]);
    pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Challenge, read};

    #[track_caller]
    fn check(value: &str, want: &[(&str, &[(&str, &str)])]) {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let challenge = |(scheme, parameters): &(&str, &[(&str, &str)])| Challenge {
            scheme: (*scheme).to_owned(),
            parameters: parameters.iter().map(owned).collect(),
        };
        assert_eq!(read(value), want.iter().map(challenge).collect::<Vec<_>>());
    }

    #[test]
    fn challenges_are_read_as_they_are_written() {
        check("Bearer", &[("Bearer", &[])]);
        check(
            r#"Bearer resource_metadata="https://h/.well-known/x?a=1,2", Scope="a b", error=invalid_token"#,
            &[(
                "Bearer",
                &[("resource_metadata", "https://h/.well-known/x?a=1,2"), ("scope", "a b"), ("error", "invalid_token")],
            )],
        );
        check(
            r#"Basic realm="a \"quoted\" one", DPoP algs="ES256", Negotiate, Bearer error="x""#,
            &[
                ("Basic", &[("realm", "a \"quoted\" one")]),
                ("DPoP", &[("algs", "ES256")]),
                ("Negotiate", &[]),
                ("Bearer", &[("error", "x")]),
            ],
        );
        check("Negotiate YWJj, , Bearer realm=x", &[("Negotiate", &[]), ("Bearer", &[("realm", "x")])]);
    }

    #[test]
    fn nonsense_is_passed_over() {
        check("", &[]);
        check("=", &[]);
        check(r#"Bearer realm="never closed"#, &[("Bearer", &[("realm", "never closed")])]);
    }

    proptest::proptest! {
        #[test]
        fn whatever_stands_in_the_header_is_read_to_its_end(value in ".{0,300}", odd in "[ ,=\"\\\\a-c]{0,60}") {
            for text in [value, odd] {
                let count = read(&text).len();
                proptest::prop_assert!(count <= text.len() + 1);
            }
        }
    }
}
