//! Where placeholders stand in a text, in any of the languages that texts are filled in with.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    let ways = [
        // {x}, {{x}}, {{ x }}, {{.x}}, ${x}, #{x}, %{x}, {% x %}
        r"[$#%]?\{+[^{}\n]{1,60}\}+",
        // %(x)s, %x%, %s
        r"%\(\w+\)[a-z]|%[A-Za-z_]+%|%[srdv]",
        // <%= x %>, <% x %>
        r"<%[^%\n]{1,60}%>",
        // $x; $&, $` and $' of JavaScript
        r"\$[A-Za-z_]\w*|\$[&`']",
        // [[x]]
        r"\[\[[^\[\]\n]{1,60}\]\]",
        // <x>, [x]: only where there is such an argument
        r"<[\w.-]{1,60}>|\[[\w.-]{1,60}\]",
    ];
    Regex::new(&ways.join("|")).expect("the pattern is well-formed")
});
/// Letters of which no word is made.
const LETTERS: [char; 7] = ['z', 'x', 'w', 'v', 'k', 'j', 'q'];

/// Where they stand, in order.
pub(super) fn places<'a>(text: &'a str, names: &'a [&str]) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let is_one = |found: &str| {
        let inner = found.strip_prefix(['<', '[']).and_then(|rest| rest.strip_suffix(['>', ']']));
        let is_plain = inner.is_some_and(|inner| !inner.starts_with(['%', '[']));
        !is_plain || inner.is_some_and(|inner| names.contains(&inner))
    };
    PLACEHOLDER.find_iter(text).filter(move |found| is_one(found.as_str())).map(|found| found.range())
}

/// Other letters of the same case and other digits; signs in another order where there are only these.
pub(super) fn renamed(placeholder: &str) -> String {
    if let Some(sign @ ("&" | "`" | "'")) = placeholder.strip_prefix('$') {
        return format!("{sign}$");
    }
    placeholder.chars().map(other).collect()
}

fn other(c: char) -> char {
    let one_of = |known: &[char]| {
        let others: Vec<char> = known.iter().copied().filter(|other| !c.eq_ignore_ascii_case(other)).collect();
        let index = usize::try_from(random() % others.len() as u64).unwrap_or_default();
        others[index]
    };
    match c {
        'a'..='z' => one_of(&LETTERS),
        'A'..='Z' => one_of(&LETTERS).to_ascii_uppercase(),
        '0'..='9' => one_of(&['6', '7', '8', '9']),
        other => other,
    }
}

/// No two are alike.
pub(super) fn random() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::{places, renamed};

    #[track_caller]
    fn check(text: &str, found: &[&str]) {
        let all: Vec<&str> = places(text, &["name"]).map(|place| &text[place]).collect();
        assert_eq!(all, found, "{text}");
    }

    #[test]
    fn every_language_is_known() {
        let ways = [
            "{name}",
            "{{name}}",
            "{{ name }}",
            "{{.name}}",
            "${name}",
            "#{name}",
            "%{name}",
            "%(name)s",
            "%name%",
            "%s",
            "<%= name %>",
            "<% name %>",
            "$name",
            "$&",
            "$`",
            "$'",
            "[[name]]",
            "[[ name ]]",
            "<name>",
            "[name]",
            "{0.__class__}",
            "{{'qz'*3}}",
            "${HOME}",
            "{{file:/etc/hostname}}",
        ];
        for way in ways {
            check(&format!("see {way} here"), &[way]);
        }
        check("<b>bold</b> $5 [1] [link](url) 100 % of $ 5, 5 < 6 > 4, {\n}, a list[i]", &[]);
        check("{name} or {{name}}", &["{name}", "{{name}}"]);
    }

    #[test]
    fn unknown_names_have_the_same_shape() {
        let text = "{name.HOME} and %s";
        let other = renamed(text);
        assert_eq!(other.len(), text.len());
        assert!(other.starts_with('{') && other.contains("} ") && !other.contains("HOME"), "{other}");
        let pairs = || text.chars().zip(other.chars());
        assert!(pairs().all(|(a, b)| a.is_ascii_uppercase() == b.is_ascii_uppercase()), "{other}");
        assert_eq!(pairs().filter(|(a, b)| a != b).count(), "nameHOMEands".len(), "{other}");
        assert_eq!(renamed("$&"), "&$");
        assert!(renamed("{0}") != "{0}" && renamed("{0}").len() == 3);
    }
}
