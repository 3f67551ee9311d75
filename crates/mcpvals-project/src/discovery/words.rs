//! A shell's command as words: only where it is one plain command.

/// The words of a plain command; nothing where the shell does more than start it.
pub(super) fn plain(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().push(chars.next()?),
            ('|' | '&' | ';' | '<' | '>' | '`' | '(' | ')' | '\n', None) => return None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None | Some(_)) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(word);
    // Variables before the command are set by the shell; `$X` is filled by it.
    let starts = words.iter().position(|word| !is_assignment(word))?;
    let words = words.split_off(starts);
    let words = if words.first().is_some_and(|first| first == "exec" || first == "cross-env") {
        words.into_iter().skip(1).skip_while(|word| is_assignment(word)).collect()
    } else {
        words
    };
    (!words.is_empty()).then_some(words)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::plain;

    fn check(command: &str, expected: Option<&[&str]>) {
        let expected = expected.map(|words| words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(plain(command), expected, "{command}");
    }

    #[test]
    fn a_plain_command_is_words() {
        check("node dist/index.js --stdio", Some(&["node", "dist/index.js", "--stdio"]));
        check("NODE_ENV=production node 'my server.js'", Some(&["node", "my server.js"]));
        check("cross-env A=1 node x.js", Some(&["node", "x.js"]));
    }

    #[test]
    fn what_needs_a_shell_is_none() {
        check("npm run build && node dist/index.js", None);
        check("node x.js | tee log", None);
        check("node 'x.js", None);
        check("", None);
    }
}
