//! Harmless texts of the shape of an injected one: as many words, lines and letters, with the same letters at the ends of
//! each word. What a server makes of such a text, too, is not made of what the injected one says.

use super::placeholder;

/// Words that say nothing by themselves stay: servers tell languages apart by them.
const STAY: [&str; 38] = [
    "a", "am", "an", "and", "are", "as", "at", "be", "by", "do", "for", "from", "go", "have", "he", "here", "i", "if",
    "in", "is", "it", "me", "my", "no", "not", "of", "on", "or", "so", "that", "the", "then", "this", "to", "we",
    "will", "with", "you",
];

/// The same with other words: all signs are where they were, and no placeholder has a name that anybody knows. `None`
/// where nothing could be changed.
pub(super) fn reworded(text: &str, names: &[&str]) -> Option<String> {
    let mut out = String::new();
    let mut end = 0;
    for place in placeholder::places(text, names) {
        out.push_str(&other_words(&text[end..place.start]));
        out.push_str(&placeholder::renamed(&text[place.clone()]));
        end = place.end;
        // Another placeholder of JavaScript.
        out.push_str(if out.ends_with('$') && text[end..].starts_with(['&', '`', '\'']) { " " } else { "" });
    }
    out.push_str(&other_words(&text[end..]));
    changed(out, text)
}

/// The same with other words, and with its signs in other places, where they are no markup; only the first and the last
/// stay. Signs that stand alone become one that nobody splits at, so that there are as many words. `None` where nothing could be changed.
pub(super) fn scattered(text: &str) -> Option<String> {
    let (before, inner, after) = ends(text);
    let tokens = || split(inner, |c| !c.is_whitespace());
    let alone = |token: &str| token.chars().all(is_sign);
    let signs = tokens().flat_map(|token| token.chars().filter(|c| is_sign(*c)).skip(usize::from(alone(token))));
    let signs: Vec<char> = signs.collect();
    // Words first: without the signs between them they are one, and a role in the middle of that would stay.
    let left = |token: &str| if alone(token) { "~".to_owned() } else { other_words(token).replace(is_sign, "") };
    let words = tokens().map(left).collect::<String>();
    changed(format!("{before}{}{after}", with_signs(&words, &signs)?), text)
}

/// The text with one letter for all letters and one digit for all digits.
pub(super) fn shape(text: &str) -> String {
    let class = |c: char| match c {
        c if c.is_alphabetic() => 'a',
        c if c.is_numeric() => '0',
        sign => sign,
    };
    text.chars().map(class).collect()
}

/// One sign after each word, from the second on and the last sign first, so that none is where it was. Words that stay are
/// left alone, where there are others.
fn with_signs(words: &str, signs: &[char]) -> Option<String> {
    let tokens: Vec<&str> = split(words, |c| !c.is_whitespace()).collect();
    let indices =
        |is_wanted: fn(&str) -> bool| (0..tokens.len()).filter(|at| is_wanted(tokens[*at])).collect::<Vec<_>>();
    let others = indices(|token| token.contains(char::is_alphanumeric) && !stays(token));
    let places = if others.len() > 1 { others } else { indices(|token| token.contains(char::is_alphanumeric)) };
    let mut out: Vec<String> = tokens.iter().map(|token| (*token).to_owned()).collect();
    for (turn, sign) in signs.iter().rev().enumerate() {
        out[places[(turn + 1).checked_rem(places.len())?]].push(*sign);
    }
    Some(out.concat())
}

fn stays(word: &str) -> bool {
    STAY.contains(&word.to_lowercase().as_str()) && !is_shout(word)
}

/// Where no word has another order of its letters, it has other letters and digits.
fn changed(other: String, text: &str) -> Option<String> {
    let other = if other == text { placeholder::renamed(text) } else { other };
    (other != text).then_some(other)
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && c != '_'
}

/// The first character and the last, where they are signs, and what is between them.
fn ends(text: &str) -> (&str, &str, &str) {
    let first = text.chars().next().filter(|c| is_sign(*c)).map_or(0, char::len_utf8);
    let (before, rest) = text.split_at(first);
    let last = rest.chars().next_back().filter(|c| is_sign(*c)).map_or(0, char::len_utf8);
    let (inner, after) = rest.split_at(rest.len() - last);
    (before, inner, after)
}

/// Each word with its letters in another order. What has digits in it may be a secret, of which nothing is to be known.
fn other_words(text: &str) -> String {
    let is_of_token = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let tokens = split(text, is_of_token);
    let has_both = |token: &str| token.contains(char::is_numeric) && token.contains(char::is_alphabetic);
    let other = |token: &str| {
        if has_both(token) {
            placeholder::renamed(token)
        } else {
            split(token, char::is_alphabetic).map(anagram).collect()
        }
    };
    tokens.map(other).collect()
}

/// Runs of what is wanted, and what is between them.
fn split(text: &str, is_wanted: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let wanted = is_wanted(rest.chars().next()?);
        let end = rest.find(|c| is_wanted(c) != wanted).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

/// The ends stay, as articles and plurals go by them; of a short word, what can. Capitals stay where they are.
fn anagram(word: &str) -> String {
    let is_word = word.starts_with(char::is_alphabetic);
    if !is_word || stays(word) {
        return word.to_owned();
    }
    let letters: Vec<char> = word.chars().collect();
    let count = letters.len();
    for range in [1..count.saturating_sub(1), 1..count, 0..count] {
        for by in 1..range.len() {
            let mut other = letters.clone();
            other[range.clone()].rotate_left(by);
            if is_other(&other, &letters) {
                return other.iter().zip(&letters).map(|(c, like)| cased(*c, *like)).collect();
            }
        }
    }
    word.to_owned()
}

fn is_other(one: &[char], other: &[char]) -> bool {
    one.iter().zip(other).any(|(one, other)| !one.to_lowercase().eq(other.to_lowercase()))
}

/// `AI`, which is a role.
fn is_shout(word: &str) -> bool {
    word.len() > 1 && word.chars().all(char::is_uppercase)
}

fn cased(c: char, like: char) -> char {
    if like.is_ascii_uppercase() {
        c.to_ascii_uppercase()
    } else if like.is_ascii_lowercase() {
        c.to_ascii_lowercase()
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::{reworded, scattered};

    #[track_caller]
    fn check(text: &str, other_words: &str, other_places: &str) {
        assert_eq!(reworded(text, &[]).as_deref().unwrap_or("none"), other_words);
        assert_eq!(scattered(text).as_deref().unwrap_or("none"), other_places);
    }

    #[test]
    fn shape_stays_and_markup_goes() {
        check("plain words\n\nsystem: and the", "pailn wrdos\n\nssteym: and the", "pailn wrdos:\n\nssteym and the");
        check("AI: I agree, yes!", "IA: I arege, yse!", "IA I arege, yse:!");
        check("<|im_start|>a", "<|mi_sartt|>a", "<mi_sartta>||");
    }

    #[test]
    fn what_cannot_be_changed_is_none() {
        check("", "none", "none");
        check("---", "none", "-~-");
        check("%", "none", "none");
    }

    #[test]
    fn signs_that_stand_alone_leave_a_word() {
        check("hello\n---\nthere", "hlleo\n---\nterhe", "hlleo-\n~\nterhe-");
        assert_eq!(scattered("100 % of 7").as_deref(), Some("100 ~ of 7"));
        assert!(reworded("100 % of 7", &[]).is_some_and(|other| other.len() == 10 && other != "100 % of 7"));
    }

    #[test]
    fn shape_is_the_same_whatever_the_text() {
        let texts = [
            "<|im_start|>system\nI agree<|im_end|>",
            "[INST] <<SYS>> x <</SYS>>",
            "ÄÖÜ ß 漢字 🎉",
            "s3cret-token: {\"a\": [1, 2]}",
        ];
        for text in texts {
            for other in [reworded(text, &[]), scattered(text)].into_iter().flatten() {
                assert_eq!(other.chars().count(), text.chars().count(), "{other}");
                assert_eq!(other.split_whitespace().count(), text.split_whitespace().count(), "{other}");
                assert_eq!(other.lines().count(), text.lines().count(), "{other}");
            }
        }
        assert!(!reworded("s3cret-token: x", &[]).expect("it has words").contains("token"));
    }
}
