//! Patterns of URLs: does one that fits say which host it is for?

/// Does `^https?://docs\.example\.com/` fit only URLs of hosts that its writer named? It has to start at the start, name the
/// host letter by letter (`.` is any letter, and `examplexcom` somebody else's host), and say where the host ends.
pub(crate) fn fixes_host(pattern: &str) -> bool {
    let Some(inner) = without_flags(pattern) else { return false };
    let started = inner.strip_prefix('^').or_else(|| inner.strip_prefix("\\A"));
    let Some(rest) = started.and_then(behind_scheme) else { return false };
    if has_alternative(rest) {
        return false;
    }
    let mut host = Host::default();
    let rest = host.read(rest);
    host.is_named() && ends_host(rest)
}

/// The pattern within its slashes; `None` where a flag lets `^` fit in the middle of a text.
fn without_flags(pattern: &str) -> Option<&str> {
    let pattern = pattern.strip_prefix("(?i)").unwrap_or(pattern);
    let Some((inner, flags)) = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) else {
        return Some(pattern);
    };
    (!flags.contains('m')).then_some(inner)
}

fn behind_scheme(rest: &str) -> Option<&str> {
    const SCHEMES: [&str; 8] =
        ["https?", "(https?)", "(?:https?)", "(http|https)", "(?:http|https)", "(?:https|http)", "https", "http"];
    let rest = SCHEMES.iter().find_map(|scheme| rest.strip_prefix(scheme))?;
    rest.strip_prefix("://").or_else(|| rest.strip_prefix(":\\/\\/"))
}

/// Is there a bar outside of every group? What stands behind it need not start with the host.
fn has_alternative(pattern: &str) -> bool {
    let (mut depth, mut in_class, mut escaped) = (0_u32, false, false);
    for letter in pattern.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            _ if in_class => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// What was read of a host.
struct Host {
    /// What stands there letter by letter at the end.
    tail: String,
    /// Only what ends with a dot, or nothing, stands before that.
    whole_label: bool,
    /// Something stands before it that may be one thing or another.
    open: bool,
}

impl Default for Host {
    fn default() -> Self {
        Self { tail: String::new(), whole_label: true, open: false }
    }
}

impl Host {
    /// Reads as far as the host goes, and gives what is left.
    fn read<'p>(&mut self, pattern: &'p str) -> &'p str {
        let mut rest = pattern;
        loop {
            if let Some((letter, behind)) = plain_letter(rest) {
                if behind.starts_with(['?', '*', '+', '{']) {
                    return "";
                }
                self.tail.push(letter);
                rest = behind;
            } else if let Some((piece, behind)) = piece(rest) {
                self.opened(piece, behind.starts_with(['*', '+']));
                rest = behind.strip_prefix(['?', '*', '+']).unwrap_or(behind);
            } else {
                return rest;
            }
        }
    }

    /// A group, or a class: what is named letter by letter starts again behind it, unless it is so itself.
    fn opened(&mut self, piece: &str, repeated: bool) {
        let inner = piece.trim_start_matches('(').trim_start_matches("?:").trim_end_matches(')');
        let ends_with_dot = piece.starts_with('(') && inner.split('|').all(|way| way.ends_with("\\."));
        // `example(\.com|\.org)`: letter by letter as well, whichever way.
        let open = inner.contains(['[', '+', '*', '?']) || inner.contains("\\w") || inner.contains("\\d");
        if piece.starts_with('(') && !open && !repeated && !self.open {
            let way = inner.split('|').min_by_key(|way| way.matches("\\.").count()).unwrap_or_default();
            self.tail.push_str(&way.replace('\\', ""));
            return;
        }
        self.open = true;
        self.whole_label = ends_with_dot;
        self.tail.clear();
    }

    /// A name of somebody's, and not only the end of one: `[a-z]+example\.com` fits `evilexample.com`.
    fn is_named(&self) -> bool {
        let ends = self.tail.trim_start_matches('.');
        let whole = !self.open || self.whole_label || self.tail.starts_with('.');
        whole && !ends.is_empty() && !ends.ends_with('.') && (ends.contains('.') || !self.open)
    }
}

/// A letter of a host that stands for itself, and what is behind it.
fn plain_letter(rest: &str) -> Option<(char, &str)> {
    let escaped = rest.strip_prefix('\\');
    let letter = escaped.unwrap_or(rest).chars().next()?;
    let plain = match escaped {
        Some(_) => matches!(letter, '.' | '-'),
        None => letter.is_ascii_alphanumeric() || letter == '-',
    };
    plain.then(|| (letter, &escaped.unwrap_or(rest)[letter.len_utf8()..]))
}

/// A class or a group that only has letters of hosts: no `/`, `@`, `#` and `?`, which end one, and no `.` for any letter.
fn piece(rest: &str) -> Option<(&str, &str)> {
    let end = match rest.chars().next()? {
        '[' => rest.find(']')?,
        '(' => rest.find(')')?,
        _ => return None,
    };
    let (piece, behind) = rest.split_at(end + 1);
    let inner = piece.trim_start_matches("(?:").trim_start_matches('(').trim_end_matches(')');
    is_of_hosts(inner).then_some((piece, behind))
}

fn is_of_hosts(inner: &str) -> bool {
    let (mut in_class, mut escaped) = (false, false);
    inner.chars().all(|letter| match letter {
        _ if escaped => {
            escaped = false;
            matches!(letter, '.' | '-' | 'w' | 'd')
        }
        '\\' => {
            escaped = true;
            true
        }
        '[' => !std::mem::replace(&mut in_class, true),
        ']' => std::mem::replace(&mut in_class, false),
        '.' => in_class,
        '-' | '_' => true,
        '|' | '+' | '*' | '?' => !in_class,
        _ => letter.is_ascii_alphanumeric(),
    })
}

/// Does what is left say that the host ends here: a slash that has to be there, the end, or either?
fn ends_host(rest: &str) -> bool {
    const EITHER: [&str; 6] = ["(/|$)", "(\\/|$)", "(?:/|$)", "(?:\\/|$)", "(?=/|$)", "($|/)"];
    const PORTS: [&str; 4] = ["(:\\d+)?", "(?::\\d+)?", "(:[0-9]+)?", ":\\d+"];
    let rest = PORTS.iter().find_map(|port| rest.strip_prefix(port)).unwrap_or(rest);
    if EITHER.iter().any(|either| rest.starts_with(either)) || matches!(rest, "$" | "\\Z" | "\\z") {
        return true;
    }
    if let Some(behind) = rest.strip_prefix('/').or_else(|| rest.strip_prefix("\\/")) {
        return !behind.starts_with(['?', '*', '{']);
    }
    // `(/.*)?$`: a path or nothing.
    let path = ["(/", "(\\/", "(?:/", "(?:\\/"].iter().find_map(|start| rest.strip_prefix(start));
    path.and_then(|path| path.strip_suffix(")?$")).is_some_and(|path| !path.contains(['(', ')', '|']))
}

#[cfg(test)]
mod tests {
    use super::fixes_host;

    #[test]
    fn a_host_that_is_named_and_ends_is_fixed() {
        for pattern in [
            r"^https?://docs\.example\.com/",
            r"/^https:\/\/docs\.example\.com\//i",
            r"^https://(www\.)?example\.com(/|$)",
            r"^https://[a-z0-9-]+\.example\.com/.*$",
            r"^https://(?:[\w-]+\.)*example\.com/",
            r"^https://example\.(com|org)/",
            r"^https://example\.com(/.*)?$",
            r"^http://localhost(:\d+)?/",
        ] {
            assert!(fixes_host(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_host_that_is_left_open_is_not() {
        for pattern in [
            r"https://docs\.example\.com/",
            r"^https://docs\.example\.com",
            r"^https://docs.example.com/",
            r"^https://docs\.example\.com/?",
            r"^https://.*\.example\.com/",
            r"^https://[^/]+\.example\.com/",
            r"^https://(.*\.)?example\.com/",
            r"^https://[a-z]+example\.com/",
            r"^https://docs\.example\.com/|^http://",
            r"^https://[a-z.]+/",
            r"^https?://",
            r"^https://[a-z]+\.com/",
            r"^https://example\.com(/.*)?",
            r"/^https:\/\/example\.com\//m",
        ] {
            assert!(!fixes_host(pattern), "{pattern}");
        }
    }
}
