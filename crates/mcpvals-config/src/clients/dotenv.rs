//! Files of variables (`envFile`), as VS Code reads them.

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// `NAME=value` on each line: with or without `export`, quotes and a comment behind; `:` is as good as `=`.
///
/// Within double quotes, `\n` and `\r` are the end of a line.
pub(super) fn assignments(text: &str) -> impl Iterator<Item = (String, String)> {
    let lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(assignment)
}

fn assignment(line: &str) -> Option<(String, String)> {
    let line = line.strip_prefix("export ").unwrap_or(line).trim();
    let (name, value) = line.split_at_checked(outside_of_quotes(line, &['=', ':'])?)?;
    let (name, value) = (name.trim(), value[1..].trim());
    let value = outside_of_quotes(value, &['#']).map_or(value, |comment| value[..comment].trim());
    (!name.is_empty()).then(|| (name.to_owned(), unquoted(value)))
}

fn unquoted(value: &str) -> String {
    let within = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    match within('"') {
        Some(text) => text.replace("\\n", "\n").replace("\\r", "\r"),
        None => QUOTES.into_iter().find_map(within).unwrap_or(value).to_owned(),
    }
}

/// Where the first of these characters stands that is not within quotes.
fn outside_of_quotes(text: &str, wanted: &[char]) -> Option<usize> {
    let (mut open, mut before) = (None, '\0');
    for (at, c) in text.char_indices() {
        match open {
            Some(quote) if c == quote && before != '\\' => open = None,
            None if QUOTES.contains(&c) => open = Some(c),
            None if wanted.contains(&c) => return Some(at),
            Some(_) | None => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::assignments;

    #[test]
    fn comments_quotes_and_ends_of_lines() {
        let text =
            "\u{feff}# of ours\nA=abc # comment\r\nB='x y' # c\nexport C=\"a\\nb\"\nD=`p=q`\nE: f\n\nF=\nno\n=x\nG='#'";
        let pairs: Vec<(String, String)> = assignments(text).collect();
        let expected = [("A", "abc"), ("B", "x y"), ("C", "a\nb"), ("D", "p=q"), ("E", "f"), ("F", ""), ("G", "#")];
        assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
