//! A text that is found as a whole only: "8" is neither in "18" nor in "-8", "1/8" or "8.5".

/// Before a number, these make another one of it: signs, powers, roots, a decimal point, fractions.
const BINDS_BEFORE: &str = r"\-−‐‑–√.\^\p{No}";
/// The same, behind one.
const BINDS_AFTER: &str = r"\^\p{No}";
/// Between digits, these make one number, date or time of both.
const BETWEEN: &str = r",:/'’\u{a0}\u{2009}\u{202f}";
/// The same, where a sign or a point may stand, too: behind a number, another begins.
const BETWEEN_AFTER: &str = r",:/'’\u{a0}\u{2009}\u{202f}.\-−–";

/// A regular expression that finds the text where neither letters nor digits go on beside it, and where it is a number, no
/// other number is meant.
pub(super) fn pattern(text: &str) -> String {
    let is_digit = |c: Option<char>| c.is_some_and(char::is_numeric);
    let before = if is_digit(text.chars().next()) {
        format!(r"(?:^[{BETWEEN}]?|\D[{BETWEEN}]|[^\w{BETWEEN}{BINDS_BEFORE}])")
    } else {
        r"(?:^|\W)".to_owned()
    };
    let after = if is_digit(text.chars().last()) {
        format!(r"(?:[{BETWEEN_AFTER}]?$|[{BETWEEN_AFTER}]\D|[^\w{BETWEEN_AFTER}{BINDS_AFTER}])")
    } else {
        r"(?:$|\W)".to_owned()
    };
    format!("{before}{}{after}", escaped(text))
}

fn escaped(text: &str) -> String {
    let escaped =
        |c: char| if c.is_ascii_punctuation() && !matches!(c, '<' | '>') { format!("\\{c}") } else { c.to_string() };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::pattern;

    #[track_caller]
    fn check(text: &str, found: &[&str], not: &[&str]) {
        let pattern = Regex::new(&pattern(text)).unwrap();
        for shown in found {
            assert!(pattern.is_match(shown), "{text:?} in {shown:?}");
        }
        for shown in not {
            assert!(!pattern.is_match(shown), "{text:?} not in {shown:?}");
        }
    }

    #[test]
    fn number_is_no_part_of_another() {
        let found =
            ["8", "is 8.", "8, then", "(8)", "x=8", "8-bit", "8%", "$8", ": 8:", "a:8", "\"8\"", "8…", "3, 8", "8/day"];
        let not = [
            "18",
            "80",
            "8.5",
            "8,000",
            "0.8",
            ".8",
            "-8",
            "−8",
            "–8",
            "1/8",
            "8/2",
            "8²",
            "2^8",
            "8^2",
            "8:30",
            "8-10",
            "5-8",
            "8e3",
            "x8",
            "8\u{a0}000",
            "1'8",
            "8½",
            "√8",
        ];
        check("8", &found, &not);
        check("-8", &["-8", "is -8."], &["5-8", "-80"]);
        check("8.5", &["8.5", "8.5."], &["18.5", "8.55", "8x5"]);
    }

    #[test]
    fn word_is_no_part_of_another() {
        check("done", &["done", "Well, done.", "all-done"], &["undone", "done_", "abandoned"]);
        check("a+b", &["(a+b)"], &["aab"]);
        check("é", &["é!"], &["né"]);
    }
}
