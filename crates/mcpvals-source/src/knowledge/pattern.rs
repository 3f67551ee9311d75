//! What a text can no longer do when it fits a pattern.

use regex_syntax_free::Classes;

use crate::flow::bit;

mod regex_syntax_free {
    //! A look at a pattern's letters that needs no parser: which it lets through.

    /// What a pattern lets through.
    #[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
    pub(super) struct Classes {
        pub(super) anchored_start: bool,
        pub(super) anchored_end: bool,
        /// Anything at all, somewhere.
        pub(super) open: bool,
        pub(super) dot: bool,
        /// Two dots, one after the other.
        pub(super) dots: bool,
        pub(super) slash: bool,
        pub(super) dash_first: bool,
        /// Something that a shell understands.
        pub(super) special: bool,
        /// Something that ends a name or a text in a statement.
        pub(super) quoting: bool,
    }

    impl Classes {
        /// Reads `^[a-z.]+$`, or `/^…$/i`.
        pub(super) fn of(pattern: &str) -> Self {
            let inner = inner_of(pattern);
            let mut seen = Self {
                anchored_start: inner.starts_with('^') || inner.starts_with("\\A"),
                anchored_end: inner.ends_with('$') && !inner.ends_with("\\$")
                    || inner.ends_with("\\Z")
                    || inner.ends_with("\\z"),
                open: false,
                dot: false,
                dots: false,
                slash: false,
                dash_first: false,
                special: false,
                quoting: false,
            };
            seen.letters(inner.trim_start_matches("(?i)").trim_start_matches(['^', '(']).trim_end_matches('$'));
            // `a|b` with anchors on one side only.
            if inner.contains('|') && !inner.starts_with("^(") {
                seen.anchored_start &= inner.split('|').all(|part| part.starts_with('^'));
                seen.anchored_end &= inner.split('|').all(|part| part.ends_with('$'));
            }
            seen
        }

        fn quote(&mut self) {
            self.special = true;
            self.quoting = true;
        }

        fn letters(&mut self, text: &str) {
            let mut letters = text.chars().peekable();
            let (mut in_class, mut first) = (false, true);
            while let Some(letter) = letters.next() {
                match letter {
                    '\\' => match letters.next() {
                        Some('S' | 'W' | 'D') => self.open = true,
                        Some('.') => {
                            self.dot = true;
                            // `\d+\.\d+` has one between two digits.
                            self.dots |= in_class
                                || matches!(letters.peek(), Some('\\' | '+' | '*' | '{' | ')' | '.'))
                                    && !followed_by_class(&letters);
                        }
                        Some('/' | '\\') => self.slash = true,
                        Some('-') => self.dash_first |= first,
                        Some('s') => self.quote(),
                        _ => {}
                    },
                    '[' if !in_class => {
                        in_class = true;
                        if letters.peek() == Some(&'^') {
                            self.open = true;
                        }
                        continue;
                    }
                    ']' if in_class => in_class = false,
                    '.' if in_class => {
                        self.dot = true;
                        self.dots = true;
                    }
                    '.' => self.open = true,
                    '/' => self.slash = true,
                    '-' if in_class && matches!(letters.peek(), Some(']')) => self.dash_first |= first,
                    '-' if !in_class => self.dash_first |= first,
                    ';' | '"' | '\'' | ' ' | '`' => self.quote(),
                    '(' | ')' | '*' if in_class => self.quote(),
                    '&' | '<' | '>' | '!' | '#' | '~' => self.special = true,
                    '|' | '$' if in_class => self.special = true,
                    _ => {}
                }
                if !in_class {
                    first = false;
                }
            }
        }
    }

    /// Does an escape for digits or letters come next, such as `\d`?
    fn followed_by_class(letters: &std::iter::Peekable<std::str::Chars<'_>>) -> bool {
        let mut next = letters.clone();
        next.next() == Some('\\') && matches!(next.next(), Some('d' | 'w'))
    }

    fn inner_of(pattern: &str) -> &str {
        let Some(rest) = pattern.strip_prefix('/') else { return pattern };
        rest.rfind('/').map_or(pattern, |end| &rest[..end])
    }
}

/// The bits that are taken away where the pattern fits; `whole` where it has to fit all of the text anyway.
pub(crate) fn bits_of_pattern(pattern: &str, whole: bool) -> u32 {
    let seen = Classes::of(pattern);
    let all_of_it = whole || seen.anchored_start && seen.anchored_end;
    if !all_of_it || seen.open {
        return 0;
    }
    let mut bits = bit::CHECKED;
    if seen.special {
        bits &= !(bit::COMMAND | bit::CODE | bit::TEMPLATE);
    }
    if seen.quoting {
        bits &= !bit::SQL;
    }
    if seen.dots && seen.slash {
        bits &= !bit::PATH;
    }
    if seen.slash && seen.dot {
        bits &= !bit::URL;
    }
    if seen.dash_first {
        bits &= !bit::OPTION;
    }
    bits
}

/// The bits that are taken away where all that a pattern finds is replaced.
pub(crate) fn bits_of_replacing(pattern: &str, with: &str) -> u32 {
    let inner = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')).map_or(pattern, |(inner, _)| inner);
    if matches!(inner, "/" | "\\/" | "\\\\|\\/") {
        return bits_of_slashes(with);
    }
    let plain = inner.trim_end_matches('+');
    if matches!(plain, "\\W" | "[\\W]" | "[\\W_]") {
        return bits_of_kept("\\w", with);
    }
    let Some(class) = plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return 0;
    };
    if let Some(kept) = class.strip_prefix('^') {
        return bits_of_kept(kept, with);
    }
    let every = |letters: &[char]| letters.iter().all(|letter| class.contains(*letter));
    let taken_out = !with.contains(['&', '$', '|', ';', '`']);
    let mut bits = if every(&['/', '\\']) { bits_of_slashes(with) } else { 0 };
    if taken_out && every(&[';', '|', '&', '$', '`']) {
        bits |= bit::COMMAND;
    }
    if every(&['*', '+', '?', '(', '[']) && with.starts_with('\\') {
        bits |= bit::REGEX;
    }
    bits
}

/// Where all other letters than the kept ones are replaced: those, and what stands in their place, are left.
fn bits_of_kept(kept: &str, with: &str) -> u32 {
    if !with.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-')) {
        return 0;
    }
    // A dash stands last in a class.
    let dash = if with.contains('-') { "-" } else { "" };
    bits_of_pattern(&format!("^[{}{kept}{dash}]+$", with.replace('-', "")), true)
}

/// A name without slashes is a name in a folder.
fn bits_of_slashes(with: &str) -> u32 {
    if with.contains(['/', '\\', '.']) { 0 } else { bit::PATH | bit::DOTS | bit::ROOTED }
}

/// The pattern in `Annotated[str, Field(pattern=r"^[a-z]+$")]`, which pydantic checks.
pub(crate) fn pattern_of_type(written: &str) -> Option<&str> {
    let (_, rest) = written.split_once("pattern=")?;
    let rest = rest.trim_start_matches('r');
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split(quote).next()
}

/// The bits that are taken away where a pattern of refused letters does not fit.
pub(crate) fn bits_of_refusal(pattern: &str) -> u32 {
    let shell = [';', '|', '&', '$', '`'];
    if pattern.contains('[') && shell.iter().all(|letter| pattern.contains(*letter)) {
        return bit::COMMAND;
    }
    if pattern.contains("[^") && !pattern.contains("..") {
        // `[^a-z]` found nowhere: only those letters are there.
        let turned = pattern.replacen("[^", "^[", 1);
        return bits_of_pattern(&format!("{}+$", turned.trim_end_matches('+')), false);
    }
    let dots = if pattern.contains("\\.\\.") { bit::DOTS } else { 0 };
    let inner = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')).map_or(pattern, |(inner, _)| inner);
    alternatives(inner).into_iter().map(bits_of_refused).fold(dots, |bits, more| bits | more)
}

/// What is taken away where one alternative of a pattern is refused: a separator anywhere, or at the start.
fn bits_of_refused(part: &str) -> u32 {
    let (start, plain) = part.strip_prefix('^').map_or((false, part), |rest| (true, rest));
    let plain = plain.trim_end_matches('+');
    let class = plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).filter(|class| !class.starts_with('^'));
    let separator = matches!(plain, "/" | "\\/") || class.is_some_and(|class| class.contains('/'));
    match (separator, start) {
        (true, false) => bit::PATH | bit::DOTS | bit::ROOTED,
        (true, true) => bit::ROOTED,
        (false, _) => 0,
    }
}

/// The alternatives of a pattern, where none of them is in brackets.
fn alternatives(pattern: &str) -> Vec<&str> {
    let (mut parts, mut start, mut in_class, mut escaped) = (Vec::new(), 0, false, false);
    for (at, letter) in pattern.char_indices() {
        match letter {
            _ if escaped => {}
            '[' => in_class = true,
            ']' => in_class = false,
            '|' if !in_class => {
                parts.push(&pattern[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
    }
    parts.push(&pattern[start..]);
    parts
}
