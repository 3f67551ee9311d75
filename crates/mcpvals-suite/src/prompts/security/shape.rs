//! A text around the places of arguments.

/// Each literal is what stands between two places, then whose place follows.
#[derive(PartialEq)]
pub(super) struct Shape {
    pub(super) literals: Vec<String>,
    /// One less than `literals`: which argument.
    pub(super) places: Vec<usize>,
}

impl Shape {
    /// Where the marks stand in a text.
    pub(super) fn of(text: &str, marks: &[String]) -> Self {
        let mut shape = Self { literals: Vec::new(), places: Vec::new() };
        let mut rest = text;
        loop {
            let found = marks.iter().enumerate().filter(|(_, mark)| !mark.is_empty());
            let found = found.filter_map(|(index, mark)| Some((rest.find(mark.as_str())?, index, mark.len()))).min();
            let Some((at, place, length)) = found else { break };
            shape.literals.push(rest[..at].to_owned());
            shape.places.push(place);
            rest = &rest[at + length..];
        }
        shape.literals.push(rest.to_owned());
        shape
    }

    /// What stands around the text for another text of another shape, too: the beginnings and the ends of the literals.
    pub(super) fn common(&self, other: &Self) -> Vec<String> {
        if self.places != other.places {
            return self.literals.clone();
        }
        self.literals.iter().zip(&other.literals).flat_map(|(one, other)| common(one, other)).collect()
    }
}

/// Is most of it at both ends of what came, and nothing gone? So it is where a word or two are others: "this JSON" for "this
/// text". `data` is how many letters were put into each place.
pub(super) fn is_mostly_kept(shape: &Shape, data: &[usize], came: &str) -> bool {
    const GONE_MAX: usize = 3;
    let own: usize = shape.literals.iter().map(|literal| literal.chars().count()).sum();
    let put_in: usize = shape.places.iter().map(|place| data.get(*place).copied().unwrap_or_default()).sum();
    let ([first, ..], [.., last]) = (shape.literals.as_slice(), shape.literals.as_slice()) else { return false };
    let ends = common(first, came)[0].chars().count() + common(last, came)[1].chars().count();
    let inner: usize = shape.literals.iter().skip(1).rev().skip(1).map(|literal| literal.chars().count()).sum();
    !shape.places.is_empty() && 3 * (ends + inner) >= 2 * own && came.chars().count() + GONE_MAX >= own + put_in
}

fn common(one: &str, other: &str) -> [String; 2] {
    let is_same = |(one, other): &(char, char)| one == other;
    let beginning: String = one.chars().zip(other.chars()).take_while(is_same).map(|(c, _)| c).collect();
    let (one, other) = (&one[beginning.len()..], &other[beginning.len()..]);
    let end: Vec<char> = one.chars().rev().zip(other.chars().rev()).take_while(is_same).map(|(c, _)| c).collect();
    [beginning, end.into_iter().rev().collect()]
}

/// Do the literals stand in a text in order, whatever is between and beside them?
pub(super) fn are_kept(literals: &[String], text: &str) -> bool {
    let mut rest = text;
    literals.iter().all(|literal| match rest.split_once(literal.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// What stands between the literals, which are in the text in order, the first at its beginning and the last at its end.
pub(super) fn holes<'a>(literals: &[String], text: &'a str) -> Option<Vec<&'a str>> {
    let [first, inner @ .., last] = literals else {
        return literals.iter().all(|only| only == text).then(Vec::new);
    };
    let mut rest = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
    let mut holes = Vec::new();
    for literal in inner {
        let (hole, after) = rest.split_once(literal.as_str())?;
        holes.push(hole);
        rest = after;
    }
    holes.push(rest);
    Some(holes)
}

#[cfg(test)]
mod tests {
    use super::{Shape, are_kept, holes, is_mostly_kept};

    #[test]
    fn literals_stand_around_the_marks() {
        let shape = Shape::of("a ann b bob c", &["ann".to_owned(), "bob".to_owned(), String::new()]);
        assert_eq!((shape.literals.join("|"), shape.places.as_slice()), ("a | b | c".to_owned(), [0, 1].as_slice()));
        assert_eq!(holes(&shape.literals, "a  b  b  c"), Some(vec!["", " b "]));
        assert_eq!(holes(&shape.literals, "a  b  b  c."), None);
        assert!(are_kept(&shape.literals, "so a x b y c, too") && !are_kept(&shape.literals, "a  c  b "));
    }

    #[test]
    fn what_goes_by_the_shape_is_not_common() {
        let shape = |text| Shape::of(text, &["ann".to_owned()]);
        let common = shape("this is one word: ann.").common(&shape("these are two words: ann."));
        assert_eq!(common, ["th", " word: ".trim_start_matches(" word"), ".", ""]);
        assert_eq!(shape("hi ann").common(&shape("hi")), ["hi ", ""]);
    }

    #[test]
    fn some_words_may_be_others_and_none_gone() {
        let shape = Shape::of("explainthistextXandbebrief", &["X".to_owned()]);
        let is_kept = |came| is_mostly_kept(&shape, &[3], came);
        assert!(is_kept("explainthisjsonabcandbebrief") && is_kept("explainthishtmldocumentabcandbebrief"));
        assert!(
            !is_kept("explainthistextabc") && !is_kept("abcandbebrief") && !is_kept("obeytheseotherwordsabcandbebrief")
        );
    }
}
