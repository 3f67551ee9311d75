//! Are the messages of an injection those of harmless texts, but for the places where the text stands?

use serde_json::{Map, Value};

use super::bare::bare;
use super::refill::PutIn;
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

/// The first difference. What is not the same for two harmless texts either says nothing.
pub(super) fn difference(names: &[String], harmless: [Exchange<'_>; 2], injected: Exchange<'_>) -> Option<Difference> {
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
    let walk = Walk {
        marks: [texts(harmless[0].0), texts(harmless[1].0)],
        injected: texts(injected.0),
        put_in: raw(injected.0).map(PutIn::of).collect(),
        values: injected.0.keys().map(|name| bare(text_of(injected.0, name))).collect(),
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

struct Walk {
    /// The harmless texts of each argument, for the two answers.
    marks: [Vec<String>; 2],
    injected: Vec<String>,
    /// The same, with its placeholders.
    put_in: Vec<PutIn>,
    /// All that was sent with it.
    values: Vec<String>,
}

impl Walk {
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
        let expected = self.unmet(&shape, &bare(came), harmless[0])?;
        Some(Difference { expected, actual: excerpt::quoted(came), pointer: Some(at.to_owned()) })
    }

    /// The literals stand in order, and in the places the text itself, or what was made of it, and nothing beside it.
    fn unmet(&self, shape: &Shape, came: &str, harmless: &str) -> Option<String> {
        let places = holes(&shape.literals, came);
        let mut each = shape.places.iter().zip(places.iter().flatten());
        if each.any(|(place, came)| self.put_in[*place].is_filled_in(came, &self.values, &shape.literals)) {
            return Some("its placeholders as they are".to_owned());
        }
        let is_alike = places.is_some_and(|places| !self.has_more(shape, &places));
        (!is_alike).then(|| format!("the same around it as in {}", excerpt::quoted(harmless)))
    }

    /// Where there is one place: does it hold the whole text and something beside it?
    fn has_more(&self, shape: &Shape, places: &[&str]) -> bool {
        let ([place], [inside]) = (shape.places.as_slice(), places) else { return false };
        let text = &self.injected[*place];
        !text.is_empty() && inside.len() > text.len() && inside.contains(text.as_str())
    }
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
