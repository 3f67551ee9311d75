//! Are the messages of an injection those of harmless texts, but for the places where the text stands?

use serde_json::{Map, Value};

use super::bare::bare;
use super::control::{Control, text_of};
use super::filled;
use super::walk::Walk;
use crate::count;
use crate::prompts::messages::shown;

/// What is not the same.
pub(super) struct Difference {
    pub(super) expected: String,
    pub(super) actual: String,
    pub(super) pointer: Option<String>,
}

/// What was sent, and the messages that came.
pub(super) type Exchange<'a> = (&'a Map<String, Value>, &'a [Value]);

/// What an injection is compared with.
pub(super) struct Compared<'a> {
    /// The arguments that the text went into.
    pub(super) names: &'a [String],
    /// Two texts that have nothing in common with it. What is not the same for both says nothing.
    pub(super) harmless: [Exchange<'a>; 2],
    /// The same with other words. What comes for it, too, is made of the signs, and harmless where it takes nothing away.
    pub(super) reworded: Option<Control<'a>>,
    /// With other words, and its signs in other places. What comes for it, too, is made of the shape of the text.
    pub(super) scattered: Option<Control<'a>>,
}

impl Compared<'_> {
    /// The first difference.
    pub(super) fn difference(&self, injected: Exchange<'_>) -> Option<Difference> {
        let ([(_, one), (_, other)], came) = (self.harmless, injected.1);
        let is_explained = || {
            let control = self.scattered.as_ref();
            let is_of_shape = |control: &Control<'_>| control.explains_all(came) || control.explains_cuts(came);
            control.is_some_and(is_of_shape) && roles(came) == roles(one)
        };
        if one.len() != other.len() || is_explained() {
            return None;
        }
        if came.len() != one.len() {
            return Some(of_count(one.len(), came));
        }
        let walk = self.walk(injected.0);
        let triples = one.iter().zip(other).zip(came).enumerate();
        triples
            .into_iter()
            .find_map(|(index, ((one, other), came))| walk.value([one, other], came, &format!("/messages/{index}")))
    }

    fn walk(&self, sent: &Map<String, Value>) -> Walk<'_> {
        let raw = |sent| self.names.iter().map(move |name| text_of(sent, name));
        let known: Vec<&str> = self.names.iter().chain(sent.keys()).map(String::as_str).collect();
        Walk {
            compared: self,
            marks: self.harmless.map(|(sent, _)| raw(sent).map(bare).collect()),
            injected: raw(sent).map(bare).collect(),
            pieces: raw(sent).map(|text| filled::pieces(text, &known)).collect(),
            values: sent.keys().map(|name| bare(text_of(sent, name))).collect(),
        }
    }
}

/// Who speaks in turn.
fn roles(messages: &[Value]) -> Vec<Option<&Value>> {
    let mut roles: Vec<Option<&Value>> = messages.iter().map(|message| message.get("role")).collect();
    roles.dedup();
    roles
}

fn of_count(count: usize, came: &[Value]) -> Difference {
    let words = |number: usize| count::of(number, "message");
    Difference {
        expected: format!("{}, as for harmless text", words(count)),
        actual: format!("{}: {}", words(came.len()), shown(came)),
        pointer: Some("/messages".to_owned()),
    }
}
