//! The messages of an injection beside those of two harmless texts, value by value.

use serde_json::{Map, Value};

use super::alike::{Compared, Difference};
use super::bare::bare;
use super::filled::{Expected, Piece};
use super::shape::{Shape, are_kept, holes, is_mostly_kept};
use crate::excerpt;

/// What is compared, place by place.
pub(super) struct Walk<'a> {
    pub(super) compared: &'a Compared<'a>,
    /// The harmless texts of each argument, for the two answers.
    pub(super) marks: [Vec<String>; 2],
    pub(super) injected: Vec<String>,
    /// The same, with its placeholders.
    pub(super) pieces: Vec<Vec<Piece>>,
    /// All that was sent with it.
    pub(super) values: Vec<String>,
}

impl Walk<'_> {
    /// The first difference in a value.
    pub(super) fn value(&self, harmless: [&Value; 2], came: &Value, at: &str) -> Option<Difference> {
        match (harmless[0], harmless[1], came) {
            (Value::String(one), Value::String(other), Value::String(came)) => self.text([one, other], came, at),
            (Value::Object(one), Value::Object(other), Value::Object(members)) => {
                let shared = one.iter().filter_map(|(name, value)| Some((name, [value, other.get(name)?])));
                let inner = shared.filter_map(|(name, harmless)| match members.get(name) {
                    Some(came) => self.value(harmless, came, &below(at, name)),
                    None => self.unlike(&Value::Object(one.clone()), came, at),
                });
                inner.chain(grown(one, other, members, at).filter(|_| !self.is_of_shape(came, at))).next()
            }
            (Value::Array(one), Value::Array(other), Value::Array(items)) if one.len() == other.len() => {
                if items.len() != one.len() {
                    return self.unlike(harmless[0], came, at);
                }
                let triples = one.iter().zip(other).zip(items).enumerate();
                triples
                    .into_iter()
                    .find_map(|(index, ((one, other), came))| self.value([one, other], came, &format!("{at}/{index}")))
            }
            // Counts and times are what they are.
            (Value::Number(_), _, Value::Number(_)) => None,
            (one, other, _) if one == other && one != came => self.unlike(one, came, at),
            _ => None,
        }
    }

    /// Does it come for a text of the same shape, too?
    fn is_of_shape(&self, came: &Value, at: &str) -> bool {
        self.compared.scattered.as_ref().is_some_and(|control| control.explains(at, came))
    }

    fn unlike(&self, harmless: &Value, came: &Value, at: &str) -> Option<Difference> {
        let difference = || Difference {
            expected: format!("{}, as for harmless text", excerpt::json(harmless)),
            actual: excerpt::json(came),
            pointer: Some(at.to_owned()),
        };
        (!self.is_of_shape(came, at)).then(difference)
    }

    fn text(&self, harmless: [&str; 2], came: &str, at: &str) -> Option<Difference> {
        let shape = Shape::of(&bare(harmless[0]), &self.marks[0]);
        if shape != Shape::of(&bare(harmless[1]), &self.marks[1]) {
            return None;
        }
        let expected = self.unmet(&shape, came, harmless[0], at)?;
        Some(Difference { expected, actual: excerpt::quoted(came), pointer: Some(at.to_owned()) })
    }

    /// The literals stand in order, and in the places the text itself, or what was made of it, and nothing beside it.
    fn unmet(&self, shape: &Shape, came: &str, harmless: &str, at: &str) -> Option<String> {
        let words = || format!("the same around it as in {}", excerpt::quoted(harmless));
        let text = bare(came);
        if at.ends_with("/role") {
            return (!self.is_alike(shape, &text)).then(words);
        }
        let scattered = self.shape_of_scattered(at);
        let common = scattered.as_ref().map_or_else(|| shape.literals.clone(), |other| shape.common(other));
        let shapes: Vec<&Shape> = [shape].into_iter().chain(&scattered).collect();
        let around = shapes.iter().find(|shape| are_kept(&shape.literals, &text)).or(shapes.first())?;
        if self.expected(around, at).is_filled_in(&text) {
            return Some("its placeholders as they are".to_owned());
        }
        let came = Value::String(came.to_owned());
        let is_of_signs = || self.compared.reworded.as_ref().is_some_and(|control| control.explains(at, &came));
        let is_alike = shapes.iter().any(|shape| self.is_alike(shape, &text));
        let data: Vec<usize> = self.injected.iter().map(|text| text.chars().count()).collect();
        let is_kept = || are_kept(&common, &text) || shapes.iter().any(|shape| is_mostly_kept(shape, &data, &text));
        let is_harmless = is_alike || self.is_of_shape(&came, at) || is_of_signs() && is_kept();
        (!is_harmless).then(words)
    }

    /// What stands around the text where it has the shape of the injected one: its plural, its article, its lines.
    fn shape_of_scattered(&self, at: &str) -> Option<Shape> {
        let control = self.compared.scattered.as_ref()?;
        let shape = Shape::of(&bare(control.text_at(at)?), &control.marks);
        (!shape.places.is_empty()).then_some(shape)
    }

    fn is_alike(&self, shape: &Shape, came: &str) -> bool {
        holes(&shape.literals, came).is_some_and(|places| !self.has_more(shape, &places))
    }

    fn expected(&self, shape: &Shape, at: &str) -> Expected<'_> {
        let literal = |text: &String| Piece::Literal(text.clone());
        let mut pieces: Vec<Piece> = shape.literals.iter().take(1).map(literal).collect();
        for (place, after) in shape.places.iter().zip(shape.literals.iter().skip(1)) {
            pieces.extend(self.pieces[*place].iter().cloned());
            pieces.push(literal(after));
        }
        Expected { pieces, values: &self.values, reworded: self.compared.reworded.as_ref(), at: at.to_owned() }
    }

    /// Where there is one place: does it hold the whole text and something beside it?
    fn has_more(&self, shape: &Shape, places: &[&str]) -> bool {
        let ([place], [inside]) = (shape.places.as_slice(), places) else { return false };
        let text = &self.injected[*place];
        !text.is_empty() && inside.len() > text.len() && inside.contains(text.as_str())
    }
}

fn below(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

type Members = Map<String, Value>;

/// Members that come with no harmless text.
fn grown(one: &Members, other: &Members, came: &Members, at: &str) -> Option<Difference> {
    let new = came.keys().find(|name| !one.contains_key(*name) && !other.contains_key(*name))?;
    let expected = "no other members than for harmless text".to_owned();
    Some(Difference { expected, actual: format!("{} too", excerpt::quoted_to(new, 60)), pointer: Some(at.to_owned()) })
}
