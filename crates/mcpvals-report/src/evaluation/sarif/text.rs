//! Text in SARIF: viewers make links of `[text](target)` and fill in `{0}`, also in what is called plain text.

use crate::visible;

/// A message that means what it says.
pub(super) fn message(text: &str) -> String {
    let shown = visible::line(text).replace("](", "] (");
    let mut written = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some(at) = rest.find('{') {
        let (before, placeholder) = rest.split_at(at);
        written.push_str(before);
        let inner = placeholder[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = inner.len() < placeholder.len() - 1 && inner.starts_with('}');
        // A brace that is no placeholder's stays as it is: hardly a viewer takes one of two away.
        let length = if is_number { placeholder.len() - inner.len() + 1 } else { 1 };
        let piece = &placeholder[..length];
        if is_number {
            written.push_str(&["{", piece, "}"].concat());
        } else {
            written.push_str(piece);
        }
        rest = &placeholder[length..];
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn links_and_placeholders_of_others_are_text() {
        assert_eq!(message("[a](http://b) {0} {x} {12}}"), "[a] (http://b) {{0}} {x} {{12}}}");
        assert_eq!(message("{"), "{");
    }
}
