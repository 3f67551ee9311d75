//! The parameters of a request of ours, borrowed from where they stand: a call is made ten thousand times.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// What goes into `params`, but for `_meta`'s members of our own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Params<'a> {
    /// As they are; `null` for none.
    Plain(&'a Value),
    /// `name` and `arguments`, as `tools/call` and `prompts/get` have them.
    Named {
        /// Of the tool or prompt.
        name: &'a str,
        /// Its arguments.
        arguments: &'a Map<String, Value>,
    },
}

impl<'a> From<&'a Value> for Params<'a> {
    fn from(params: &'a Value) -> Self {
        Self::Plain(params)
    }
}

impl<'a> Params<'a> {
    /// A member that is a text.
    pub(crate) fn text(self, member: &str) -> Option<&'a str> {
        match self {
            Self::Plain(params) => params.get(member)?.as_str(),
            Self::Named { name, .. } => (member == "name").then_some(name),
        }
    }

    /// `arguments`, where there are any.
    pub(crate) fn arguments(self) -> Option<&'a Map<String, Value>> {
        match self {
            Self::Plain(params) => params.get("arguments")?.as_object(),
            Self::Named { arguments, .. } => Some(arguments),
        }
    }

    /// The caller's own `_meta`.
    pub(crate) fn meta(self) -> Option<&'a Map<String, Value>> {
        match self {
            Self::Plain(params) => params.get("_meta")?.as_object(),
            Self::Named { .. } => None,
        }
    }

    /// May members be added? Neither `null` nor an object is what a user may send to see what comes of it.
    pub(crate) fn takes_members(self) -> bool {
        matches!(self, Self::Plain(Value::Object(_) | Value::Null) | Self::Named { .. })
    }

    pub(crate) fn is_null(self) -> bool {
        self == Self::Plain(&Value::Null)
    }

    /// A copy to add to.
    pub(crate) fn to_map(self) -> Map<String, Value> {
        match self {
            Self::Plain(params) => params.as_object().cloned().unwrap_or_default(),
            Self::Named { name, arguments } => {
                let members = [("name", Value::from(name)), ("arguments", Value::Object(arguments.clone()))];
                members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
            }
        }
    }

    /// Writes the members but `_meta`.
    pub(crate) fn serialize_members<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Plain(params) => {
                let members = params.as_object().into_iter().flatten();
                members
                    .filter(|(name, _)| *name != "_meta")
                    .try_for_each(|(name, value)| map.serialize_entry(name, value))
            }
            Self::Named { name, arguments } => {
                map.serialize_entry("name", name)?;
                map.serialize_entry("arguments", arguments)
            }
        }
    }
}

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(params) => params.serialize(serializer),
            Self::Named { .. } => {
                let mut map = serializer.serialize_map(None)?;
                self.serialize_members(&mut map)?;
                map.end()
            }
        }
    }
}
