//! What is asked for by its name in a text, and texts that have places by name: `getattr(os, "system")`, `dict(a=x)`,
//! `"… INPUT".replace("INPUT", x)`.

use std::rc::Rc;

use super::super::call::Made;
use super::super::{Flow, Value};

impl Flow<'_> {
    /// The answer, if it is a function of this kind.
    pub(super) fn by_name(&mut self, made: &Made<'_>) -> Option<Value> {
        match &*made.path {
            "getattr" | "Reflect.get" => {
                let (object, name) = (made.argument(0)?.clone(), made.argument(1)?.constant()?.to_owned());
                Some(self.member(&object, &name))
            }
            "dict" => members_given(made),
            _ => self.put_in_place(made),
        }
    }

    /// A text of ours in which something that somebody chose is put in a place.
    fn put_in_place(&mut self, made: &Made<'_>) -> Option<Value> {
        let replaces = matches!(&*made.name, "replace" | "replaceAll");
        let receiver = made.receiver.as_ref().filter(|receiver| replaces && !receiver.is_tainted())?;
        let with = made.argument(1).filter(|with| with.is_tainted())?;
        let text = receiver.text.as_deref()?;
        let place = made.argument(0).and_then(Value::constant).filter(|place| !place.is_empty()).unwrap_or(text);
        let (before, behind) = text.split_once(place)?;
        Some(self.joined_texts(&[Value::of_text(before), with.clone(), Value::of_text(behind)]))
    }
}

/// `dict(a=x)`: an object with those members.
fn members_given(made: &Made<'_>) -> Option<Value> {
    let named = made.arguments.iter().filter_map(|(name, value)| Some((name.clone()?, value.clone())));
    let fields: Vec<_> = named.filter(|(name, _)| &**name != "*").collect();
    (!fields.is_empty()).then(|| {
        let mut object = made.given();
        object.fields = Some(Rc::new(fields));
        object
    })
}
