//! A text without what escaping, layout and counting change: only so much can be compared where a server may escape.

/// Its letters and digits in lower case, escapes undone, each number as `0`.
pub(super) fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut number = false;
    for c in unescaped(text).chars().filter(|c| c.is_alphanumeric()).flat_map(folded) {
        if !c.is_numeric() {
            out.push(c);
        } else if !number {
            out.push('0');
        }
        number = c.is_numeric();
    }
    out
}

/// As if it had been in capitals, where `ß` is two.
fn folded(c: char) -> impl Iterator<Item = char> {
    c.to_uppercase().flat_map(char::to_lowercase)
}

/// Undoes one level of the escapes of JSON, XML and URLs.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '&', '%']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'\\' => backslash(rest),
            b'&' => entity(rest),
            _ => percent(rest),
        };
        // A blank, so that numbers beside it stay apart; nobody compares what stood there.
        out.push(' ');
        rest = &rest[taken.unwrap_or(1)..];
    }
    out.push_str(rest);
    out
}

/// Bytes of `\n`, `\x7b`, `\u007b` and the like.
fn backslash(text: &str) -> Option<usize> {
    let next = text[1..].chars().next()?;
    match next {
        'n' | 'r' | 't' | '"' | '\\' | '/' => Some(2),
        'x' if text.get(2..4).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit())) => Some(4),
        'u' if text.get(2..6).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit())) => Some(6),
        _ => None,
    }
}

/// Bytes of `&lt;` and the like.
fn entity(text: &str) -> Option<usize> {
    let end = text.find(';').filter(|end| *end <= 8)?;
    let name = &text[1..end];
    let known = matches!(
        name,
        "lt" | "gt"
            | "amp"
            | "quot"
            | "apos"
            | "nbsp"
            | "lbrace"
            | "rbrace"
            | "lcub"
            | "rcub"
            | "lbrack"
            | "rbrack"
            | "lsqb"
            | "rsqb"
            | "lpar"
            | "rpar"
            | "dollar"
            | "percnt"
            | "num"
            | "colon"
            | "sol"
            | "bsol"
            | "equals"
            | "grave"
            | "NewLine"
            | "Tab"
            | "lowbar"
            | "ast"
            | "excl"
    );
    (known || name.starts_with('#')).then_some(end + 1)
}

/// Bytes of `%0A` and the like: only of what is no letter or digit itself.
fn percent(text: &str) -> Option<usize> {
    let byte = u8::from_str_radix(text.get(1..3)?, 16).ok()?;
    (byte.is_ascii() && !byte.is_ascii_alphanumeric()).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn escaped_text_is_the_same() {
        for text in ["a \"b\"\n<c> & d", "tab\tand 'quotes'"] {
            let json = serde_json::to_string(text).expect("a text");
            let xml = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            let url = text.replace(' ', "%20").replace('\n', "%0A").replace('"', "%22");
            for escaped in [json, xml, url, text.to_uppercase(), text.split_whitespace().collect()] {
                assert_eq!(bare(&escaped), bare(text), "{escaped}");
            }
        }
    }

    #[test]
    fn counts_are_one() {
        assert_eq!(bare("12 words, 345 letters"), bare("1 words, 7 letters"));
        assert_ne!(bare("role user"), bare("role assistant"));
        assert_eq!(bare("50% \\ & é"), "0é");
    }
}
