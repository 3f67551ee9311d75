//! What a server gives away of its machine, where it was led to: what the file of users and the usual programs say.

use std::sync::LazyLock;

use regex::Regex;

/// What `id` prints.
static ID: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"uid=\d+\([^)\s]*\) gid=\d+").expect("the pattern is a constant, and tested"));

/// The line in which something is given away, after what it is.
pub(crate) fn in_text(text: &str) -> Option<(&'static str, &str)> {
    text.lines().find_map(|line| Some((kind(line)?, line)))
}

fn kind(line: &str) -> Option<&'static str> {
    match line {
        _ if is_of_passwd(line) => Some("the system's file of users"),
        _ if ID.is_match(line) => Some("what the program `id` prints"),
        _ => None,
    }
}

/// `root:x:0:0:` begins the line of the one user that every Unix has; a server may number lines, or quote them.
fn is_of_passwd(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.match_indices("root:").any(|(at, root)| {
        let mut fields = line[at + root.len()..].split(':');
        fields.next().is_some_and(|password| !password.contains(' '))
            && fields.next() == Some("0")
            && fields.next() == Some("0")
    })
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn only_what_is_sure_is_known() {
        let what = |text| in_text(text).map(|(what, _)| what);
        let users = Some("the system's file of users");
        assert_eq!(what("hello\n 1: root:x:0:0:root:/root:/bin/sh"), users);
        assert_eq!(what("Dear uid=0(root) gid=0(root) groups=0(root)"), Some("what the program `id` prints"));
        for harmless in ["root: x 0:0", "the root: of all", "uid=7", "/etc/passwd", "`id`", "uid=1000 gid=1000"] {
            assert_eq!(what(harmless), None, "{harmless}");
        }
    }
}
