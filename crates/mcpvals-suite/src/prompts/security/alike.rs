//! Are the messages of an injection those of harmless texts, but for the places where the text stands?

use serde_json::{Map, Value};

use super::bare::bare;
use super::filled::{self, Changed, Expected, Piece, Unknown};
use crate::excerpt;
use crate::prompts::messages::shown;

/// What is not the same.
pub(super) struct Difference {
    pub(super) expected: String,
    pub(super) actual: String,
    pub(super) pointer: Option<String>,
}

/// What was sent, and the messages that came.
pub(super) type Exchange<'a> = (&'a Map<String, Value>, &'a [Value]);

/// What was sent, and the messages where there were any.
pub(super) type Asked<'a> = (&'a Map<String, Value>, Option<&'a [Value]>);

/// The first difference. What is not the same for two harmless texts either says nothing. `unknown` is the answer to the
/// same text with placeholders that nobody knows.
pub(super) fn difference(
    names: &[String],
    harmless: [Exchange<'_>; 2],
    unknown: Option<Asked<'_>>,
    injected: Exchange<'_>,
) -> Option<Difference> {
    let [(_, one), (_, other)] = harmless;
    let came = injected.1;
    if one.len() != other.len() {
        return None;
    }
    if came.len() != one.len() {
        let words = |count: usize| if count == 1 { "1 message".to_owned() } else { format!("{count} messages") };
        let expected = format!("{}, as for harmless text", words(one.len()));
        let actual = format!("{}: {}", words(came.len()), shown(came));
        return Some(Difference { expected, actual, pointer: Some("/messages".to_owned()) });
    }
    let raw = |sent| names.iter().map(move |name| text_of(sent, name));
    let texts = |sent| raw(sent).map(bare).collect();
    let known: Vec<&str> = names.iter().chain(injected.0.keys()).map(String::as_str).collect();
    let walk = Walk {
        marks: [texts(harmless[0].0), texts(harmless[1].0)],
        injected: texts(injected.0),
        pieces: raw(injected.0).map(|text| filled::pieces(text, &known)).collect(),
        values: injected.0.keys().map(|name| bare(text_of(injected.0, name))).collect(),
        unknown: unknown.map(|(sent, came)| (filled::changed(raw(injected.0).zip(raw(sent))), came)),
    };
    let triples = one.iter().zip(other).zip(came).enumerate();
    triples
        .into_iter()
        .find_map(|(index, ((one, other), came))| walk.value([one, other], came, &format!("/messages/{index}")))
}

fn text_of<'a>(sent: &'a Map<String, Value>, name: &str) -> &'a str {
    sent.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A text around the places of arguments: each piece is what stands between two places, then whose place follows.
#[derive(PartialEq)]
struct Shape {
    literals: Vec<String>,
    /// One less than `literals`: which argument.
    places: Vec<usize>,
}

struct Walk<'a> {
    /// The harmless texts of each argument, for the two answers.
    marks: [Vec<String>; 2],
    injected: Vec<String>,
    /// The same, with its placeholders.
    pieces: Vec<Vec<Piece>>,
    /// All that was sent with it.
    values: Vec<String>,
    /// Letters of the placeholders with those of unknown ones, and what came for these; `None` where they were refused.
    unknown: Option<(Changed, Option<&'a [Value]>)>,
}

impl Walk<'_> {
    fn value(&self, harmless: [&Value; 2], came: &Value, at: &str) -> Option<Difference> {
        match (harmless[0], harmless[1], came) {
            (Value::String(one), Value::String(other), Value::String(came)) => self.text([one, other], came, at),
            (Value::Object(one), Value::Object(other), Value::Object(_)) => {
                let name = |member: &String| {
                    (member.clone(), format!("{at}/{}", member.replace('~', "~0").replace('/', "~1")))
                };
                let shared = one.keys().filter(|key| other.contains_key(*key)).map(name);
                let inner = shared.filter_map(|(key, at)| match came.get(&key) {
                    Some(inner) => self.value([&one[&key], &other[&key]], inner, &at),
                    None => Some(unlike(harmless[0], came, &at)),
                });
                inner.chain(grown(one, other, came, at)).next()
            }
            (Value::Array(one), Value::Array(other), Value::Array(items)) if one.len() == other.len() => {
                if items.len() != one.len() {
                    return Some(unlike(harmless[0], came, at));
                }
                let triples = one.iter().zip(other).zip(items).enumerate();
                triples
                    .into_iter()
                    .find_map(|(index, ((one, other), came))| self.value([one, other], came, &format!("{at}/{index}")))
            }
            // Counts and times are what they are.
            (Value::Number(_), _, Value::Number(_)) => None,
            (one, other, _) => (one == other && one != came).then(|| unlike(one, came, at)),
        }
    }

    fn text(&self, harmless: [&str; 2], came: &str, at: &str) -> Option<Difference> {
        let shape = shape(&bare(harmless[0]), &self.marks[0]);
        if shape != self::shape(&bare(harmless[1]), &self.marks[1]) {
            return None;
        }
        let expected = self.unmet(&shape, &bare(came), harmless[0], at)?;
        Some(Difference { expected, actual: excerpt::quoted(came), pointer: Some(at.to_owned()) })
    }

    /// The literals stand in order, and in the places the text itself, or what was made of it, and nothing beside it.
    fn unmet(&self, shape: &Shape, came: &str, harmless: &str, at: &str) -> Option<String> {
        let expected = self.expected(shape, at);
        if expected.is_filled_in(came) {
            return Some("its placeholders as they are".to_owned());
        }
        let places = holes(&shape.literals, came);
        let has_more = |places: &[&str]| self.has_more(shape, places) && !expected.is_as_with_unknown(came);
        let is_alike = places.is_some_and(|places| !has_more(&places));
        (!is_alike).then(|| format!("the same around it as in {}", excerpt::quoted(harmless)))
    }

    fn expected(&self, shape: &Shape, at: &str) -> Expected<'_> {
        let literal = |text: &String| Piece::Literal(text.clone());
        let mut pieces: Vec<Piece> = shape.literals.iter().take(1).map(literal).collect();
        for (place, after) in shape.places.iter().zip(shape.literals.iter().skip(1)) {
            pieces.extend(self.pieces[*place].iter().cloned());
            pieces.push(literal(after));
        }
        let unknown = match &self.unknown {
            None => Unknown::Nothing,
            Some((_, None)) => Unknown::Refused,
            Some((changed, Some(messages))) => {
                text_at(messages, at).map_or(Unknown::Nothing, |came| Unknown::Came(changed, bare(came)))
            }
        };
        Expected { pieces, values: &self.values, unknown }
    }

    /// Where there is one place: does it hold the whole text and something beside it?
    fn has_more(&self, shape: &Shape, places: &[&str]) -> bool {
        let ([place], [inside]) = (shape.places.as_slice(), places) else { return false };
        let text = &self.injected[*place];
        !text.is_empty() && inside.len() > text.len() && inside.contains(text.as_str())
    }
}

/// The text in messages that a JSON pointer to `/messages/…` means.
fn text_at<'a>(messages: &'a [Value], at: &str) -> Option<&'a str> {
    let (index, inner) = at.strip_prefix("/messages/")?.split_once('/')?;
    messages.get(index.parse::<usize>().ok()?)?.pointer(&format!("/{inner}"))?.as_str()
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

/// Where the marks stand in a text.
fn shape(text: &str, marks: &[String]) -> Shape {
    let mut shape = Shape { literals: Vec::new(), places: Vec::new() };
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

/// Members that come with no harmless text.
fn grown(one: &Map<String, Value>, other: &Map<String, Value>, came: &Value, at: &str) -> Option<Difference> {
    let members = came.as_object()?;
    let new = members.keys().find(|name| !one.contains_key(*name) && !other.contains_key(*name))?;
    let expected = "no other members than for harmless text".to_owned();
    Some(Difference { expected, actual: format!("{} too", excerpt::quoted_to(new, 60)), pointer: Some(at.to_owned()) })
}

fn unlike(harmless: &Value, came: &Value, at: &str) -> Difference {
    Difference {
        expected: format!("{}, as for harmless text", excerpt::json(harmless)),
        actual: excerpt::json(came),
        pointer: Some(at.to_owned()),
    }
}
