//! Versions of Python packages (PEP 440), in their order.

use std::sync::LazyLock;

use regex::Regex;

/// The parts of a version that count, as its appendix B has them.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^\s* v? (?:(?<epoch>\d+)!)? (?<release>\d+(?:\.\d+)*)
        (?:[-_.]?(?<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?<pre_number>\d+)?)?
        (?:-(?<post_alone>\d+)|[-_.]?(?<post>post|rev|r)[-_.]?(?<post_number>\d+)?)?
        (?:[-_.]?(?<dev>dev)[-_.]?(?<dev_number>\d+)?)?
        (?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)? \s*$",
    )
    .expect("it is one")
});

/// The members are in the order in which they count; local versions do not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pep440 {
    epoch: u64,
    /// Without zeros at the end.
    release: Vec<u64>,
    before: Before,
    /// None is before all.
    post: Option<u64>,
    dev: Dev,
}

/// A development version is before a pre-release, and that before the release.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Before {
    DevelopmentOnly,
    /// 0 is alpha, 1 beta, 2 candidate.
    Pre(u8, u64),
    Release,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Dev {
    Number(u64),
    None,
}

impl Pep440 {
    /// Nothing where it is no version.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let found = FORM.captures(text)?;
        let word = |name: &str| found.name(name).map(|part| part.as_str());
        let number = |name: &str| word(name).map_or(Some(0), |digits| digits.parse::<u64>().ok());
        let mut release = word("release")?.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
        while release.last() == Some(&0) {
            release.pop();
        }
        let post = match (word("post_alone"), word("post")) {
            (Some(alone), _) => Some(alone.parse().ok()?),
            (None, Some(_)) => Some(number("post_number")?),
            (None, None) => None,
        };
        let dev = if word("dev").is_some() { Dev::Number(number("dev_number")?) } else { Dev::None };
        let before = match word("pre").map(str::to_ascii_lowercase).as_deref() {
            Some("a" | "alpha") => Before::Pre(0, number("pre_number")?),
            Some("b" | "beta") => Before::Pre(1, number("pre_number")?),
            Some(_) => Before::Pre(2, number("pre_number")?),
            None if post.is_none() && dev != Dev::None => Before::DevelopmentOnly,
            None => Before::Release,
        };
        Some(Self { epoch: number("epoch")?, release, before, post, dev })
    }
}

#[cfg(test)]
mod tests {
    use super::Pep440;

    #[test]
    fn versions_are_in_the_order_of_the_pep() {
        let order = [
            "1.0.dev1",
            "1.0a1.dev2",
            "1.0a1",
            "1.0b2.post3.dev4",
            "1.0b2.post3",
            "1.0rc1",
            "1.0",
            "1.0.post1.dev1",
            "1.0.post1",
            "1.0.1",
            "1.10",
            "2",
            "1!0.1",
        ];
        for pair in order.windows(2) {
            let (a, b) = (Pep440::parse(pair[0]).unwrap(), Pep440::parse(pair[1]).unwrap());
            assert!(a < b, "{} is before {}", pair[0], pair[1]);
        }
        assert_eq!(Pep440::parse("1.0.0"), Pep440::parse("1"));
        assert_eq!(Pep440::parse("v1.0+local.1"), Pep440::parse("1.0"));
        assert_eq!(Pep440::parse("latest"), None);
    }
}
