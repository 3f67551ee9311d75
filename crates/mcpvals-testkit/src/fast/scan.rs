//! Finds members of a JSON object in its bytes, without parsing what it does not need.

/// The parts of a message that an answer needs, as they stand in its bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// The value of `id` with its quotes, if it has some; empty for a notification.
    pub(super) id: &'a [u8],
    /// The method without quotes.
    pub(super) method: &'a [u8],
    pub(super) params: &'a [u8],
}

/// Walks over the members of the outermost object once.
pub(super) fn parts(message: &[u8]) -> Parts<'_> {
    let mut parts = Parts::default();
    members(message, |name, value| match name {
        b"id" => parts.id = value,
        b"method" => parts.method = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")).unwrap_or(value),
        b"params" => parts.params = value,
        _ => {}
    });
    parts
}

/// The value of one member of an object; empty if there is none.
pub(super) fn member<'a>(object: &'a [u8], wanted: &[u8]) -> &'a [u8] {
    let mut found: &[u8] = b"";
    members(object, |name, value| {
        if name == wanted {
            found = value;
        }
    });
    found
}

/// Gives each member of `object` with its name (no escapes resolved) and the bytes of its value.
fn members<'a>(object: &'a [u8], mut give: impl FnMut(&'a [u8], &'a [u8])) {
    let Some(mut at) = object.iter().position(|byte| *byte == b'{').map(|at| at + 1) else { return };
    while let Some(quote) = object[at..].iter().position(|byte| matches!(byte, b'"' | b'}')) {
        let start = at + quote;
        if object[start] == b'}' {
            return;
        }
        let end = string_end(object, start);
        let colon = object[end..].iter().position(|byte| *byte == b':').map_or(object.len(), |colon| end + colon + 1);
        let blanks = object[colon..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let value_end = value_end(object, colon + blanks);
        give(object.get(start + 1..end - 1).unwrap_or(b""), &object[colon + blanks..value_end]);
        at = value_end;
    }
}

/// The position after the string that begins at `start`.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The position after the value that begins at `start`.
fn value_end(text: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while at < text.len() {
        match text[at] {
            b'"' => at = string_end(text, at) - 1,
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    text.len().min(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_members_with_the_same_names_are_not_taken() {
        let message =
            br#"{"jsonrpc":"2.0","params":{"id":9,"method":"no","a":["}",{"id":8}]},"id": 7 ,"method":"ping"}"#;
        let parts = parts(message);
        assert_eq!(parts.id.trim_ascii(), b"7");
        assert_eq!(parts.method, b"ping");
        assert_eq!(member(parts.params, b"a"), br#"["}",{"id":8}]"#);
    }

    #[test]
    fn escaped_quotes_do_not_end_a_string() {
        assert_eq!(member(br#"{"message":"a \"}\" \\","x":1}"#, b"message"), br#""a \"}\" \\""#);
    }

    #[test]
    fn broken_messages_give_something_and_end() {
        for message in [&b""[..], b"{", b"{\"", b"{\"id", b"{\"id\"", b"{\"id\":", b"[]", b"{\"a\\", b"{\"id\":\"x"] {
            let _whatever = parts(message);
        }
    }
}
