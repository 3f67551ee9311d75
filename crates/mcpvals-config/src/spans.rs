//! Where the values of a document stand in its text: a tree of the document's own shape.
//!
//! Offsets have 32 bits, because a config has at most 16 MB; there is one node for each value, so size matters.

use crate::pointer::Pointer;
use crate::source::Span;

/// The places of a document's values; nothing where none is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spans(Option<SpanNode>);

/// Where a value stands, and what is known of the values in it.
#[derive(Debug, Clone)]
pub(crate) struct SpanNode {
    value: Span32,
    within: Within,
}

/// Where a member of an object stands.
#[derive(Debug, Clone)]
pub(crate) struct SpanMember {
    name: Box<str>,
    key: Span32,
    node: SpanNode,
}

/// Which part of a member a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its name.
    Key,
    /// Its value.
    Value,
}

#[derive(Debug, Clone)]
enum Within {
    Nothing,
    Items(Box<[SpanNode]>),
    Members(Box<[SpanMember]>),
}

#[derive(Debug, Clone, Copy)]
struct Span32 {
    start: u32,
    end: u32,
}

impl Spans {
    /// The places of a document with this root.
    pub(crate) fn new(root: SpanNode) -> Self {
        Self(Some(root))
    }

    /// The place of a value; of the nearest value around it where its own is not known.
    pub(crate) fn find(&self, pointer: &Pointer, part: Part) -> Option<Span> {
        let (node, key, _) = self.descend(pointer)?;
        Some(match (part, key) {
            (Part::Key, Some(key)) => key.into(),
            _ => node.value.into(),
        })
    }

    /// Is the value's own place known?
    pub(crate) fn has(&self, pointer: &Pointer) -> bool {
        self.descend(pointer).is_some_and(|(_, _, found)| found)
    }

    /// As far down as places are known: the node there, its key, and whether it is the one that was looked for.
    fn descend(&self, pointer: &Pointer) -> Option<(&SpanNode, Option<Span32>, bool)> {
        let mut node = self.0.as_ref()?;
        let mut key = None;
        for name in pointer.names() {
            let Some((child, child_key)) = node.child(&name) else { return Some((node, key, false)) };
            (node, key) = (child, child_key);
        }
        Some((node, key, true))
    }
}

impl SpanNode {
    /// A value in which no places are known.
    pub(crate) fn leaf(value: Span) -> Self {
        Self { value: value.into(), within: Within::Nothing }
    }

    /// An array.
    pub(crate) fn array(value: Span, items: Vec<Self>) -> Self {
        Self { value: value.into(), within: Within::Items(items.into()) }
    }

    /// An object; of members with one name, the last holds.
    pub(crate) fn object(value: Span, members: Vec<SpanMember>) -> Self {
        Self { value: value.into(), within: Within::Members(members.into()) }
    }

    fn child(&self, name: &str) -> Option<(&Self, Option<Span32>)> {
        match &self.within {
            Within::Nothing => None,
            Within::Items(items) => Some((items.get(name.parse::<usize>().ok()?)?, None)),
            Within::Members(members) => {
                let member = members.iter().rfind(|member| *member.name == *name)?;
                Some((&member.node, Some(member.key)))
            }
        }
    }
}

impl SpanMember {
    /// The member with this name.
    pub(crate) fn new(name: &str, key: Span, node: SpanNode) -> Self {
        Self { name: name.into(), key: key.into(), node }
    }
}

impl From<Span> for Span32 {
    fn from(span: Span) -> Self {
        let small = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: small(span.start), end: small(span.end) }
    }
}

impl From<Span32> for Span {
    fn from(span: Span32) -> Self {
        span.start as usize..span.end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, SpanMember, SpanNode, Spans};
    use crate::pointer::Pointer;

    /// `{"a": [1]}` with `a` at 1 and 1 at 7.
    fn spans() -> Spans {
        let array = SpanNode::array(6..9, vec![SpanNode::leaf(7..8)]);
        Spans::new(SpanNode::object(0..10, vec![SpanMember::new("a", 1..4, array)]))
    }

    #[test]
    fn members_are_found_by_key_and_value() {
        let at = Pointer::root().member("a");
        assert_eq!(spans().find(&at, Part::Key), Some(1..4));
        assert_eq!(spans().find(&at, Part::Value), Some(6..9));
        assert_eq!(spans().find(&at.item(0), Part::Key), Some(7..8));
    }

    #[test]
    fn unknown_places_are_those_around_them() {
        let at = Pointer::root().member("a").item(3).member("b");
        assert_eq!(spans().find(&at, Part::Value), Some(6..9));
        assert_eq!(spans().find(&at, Part::Key), Some(1..4));
        assert!(!spans().has(&at));
        assert_eq!(Spans::default().find(&at, Part::Value), None);
    }
}
