//! Where the values of a document stand in its text: a tree of the document's own shape.
//!
//! Offsets have 32 bits, because a config has at most 16 MB; there is one node for each value, so size matters.

use crate::pointer::Pointer;
use crate::source::Span;

/// The places of a document's values, each in the document's own file (0) or in another; nothing where none is known.
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

/// An object or array as it is written, without what is in its members or items.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// Where.
    pub(crate) span: Span,
    /// What is in it.
    pub(crate) parts: Parts,
}

/// What is in an object or array as it is written.
#[derive(Debug, Clone)]
pub(crate) enum Parts {
    /// Members: name, place of the name, place of the value.
    Members(Vec<(Box<str>, Span, Span)>),
    /// Items, up to the first whose number nobody knows.
    Items(Vec<Span>),
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
    /// The value stands in another file.
    Elsewhere(usize, Box<SpanNode>),
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Span32 {
    start: u32,
    end: u32,
}

/// What is found on the way down to a value.
struct Found<'a> {
    /// The file, and the node there.
    at: (usize, &'a SpanNode),
    /// The file and the place of the member's name.
    key: Option<(usize, Span32)>,
    /// Is it the value that was looked for, or only one around it?
    is_it: bool,
}

impl Spans {
    /// The places of a document with this root.
    pub(crate) fn new(root: SpanNode) -> Self {
        Self(Some(root))
    }

    /// The file and the place of a value; of the nearest value around it where its own is not known.
    pub(crate) fn find(&self, pointer: &Pointer, part: Part) -> Option<(usize, Span)> {
        let found = self.descend(pointer)?;
        let (file, span) = match (part, found.key) {
            (Part::Key, Some(key)) => key,
            _ => (found.at.0, found.at.1.value),
        };
        Some((file, span.into()))
    }

    /// Is the value's own place known?
    pub(crate) fn has(&self, pointer: &Pointer) -> bool {
        self.descend(pointer).is_some_and(|found| found.is_it)
    }

    /// The object or array at a pointer, as it is written.
    pub(crate) fn written(&self, pointer: &Pointer) -> Option<Written> {
        let node = self.descend(pointer).filter(|found| found.is_it)?.at.1;
        let parts = match &node.within {
            Within::Items(items) => Parts::Items(items.iter().map(|item| item.value.into()).collect()),
            Within::Members(members) => {
                let part = |member: &SpanMember| (member.name.clone(), member.key.into(), member.node.value.into());
                Parts::Members(members.iter().map(part).collect())
            }
            Within::Nothing | Within::Elsewhere(..) => return None,
        };
        Some(Written { span: node.value.into(), parts })
    }

    /// As far down as places are known.
    fn descend(&self, pointer: &Pointer) -> Option<Found<'_>> {
        let mut at = self.0.as_ref()?.entered(0);
        let mut key = None;
        for name in pointer.names() {
            let Some((child, child_key)) = at.1.child(&name) else { return Some(Found { at, key, is_it: false }) };
            key = child_key.map(|key| (at.0, key));
            at = child.entered(at.0);
        }
        Some(Found { at, key, is_it: true })
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

    /// A value that stands in another file.
    pub(crate) fn elsewhere(file: usize, node: Self) -> Self {
        Self { value: Span32::UNKNOWN, within: Within::Elsewhere(file, Box::new(node)) }
    }

    /// An item of which nothing is known.
    pub(crate) fn unknown() -> Self {
        Self { value: Span32::UNKNOWN, within: Within::Nothing }
    }

    fn child(&self, name: &str) -> Option<(&Self, Option<Span32>)> {
        match &self.within {
            Within::Nothing | Within::Elsewhere(..) => None,
            Within::Items(items) => {
                Some((items.get(name.parse::<usize>().ok()?).filter(|item| item.is_known())?, None))
            }
            Within::Members(members) => {
                let member = members.iter().rfind(|member| *member.name == *name)?;
                Some((&member.node, Some(member.key).filter(|key| *key != Span32::UNKNOWN)))
            }
        }
    }

    fn is_known(&self) -> bool {
        self.value != Span32::UNKNOWN || matches!(self.within, Within::Elsewhere(..))
    }

    /// The file that the value stands in, as seen from one, and the value there.
    fn entered(&self, file: usize) -> (usize, &Self) {
        match &self.within {
            Within::Elsewhere(file, node) => node.entered(*file),
            Within::Nothing | Within::Items(_) | Within::Members(_) => (file, self),
        }
    }
}

impl SpanMember {
    /// The member with this name.
    pub(crate) fn new(name: &str, key: Span, node: SpanNode) -> Self {
        Self { name: name.into(), key: key.into(), node }
    }

    /// A member whose name stands nobody knows where.
    pub(crate) fn without_key(name: &str, node: SpanNode) -> Self {
        Self { name: name.into(), key: Span32::UNKNOWN, node }
    }
}

impl Span32 {
    /// No place: a config is smaller.
    const UNKNOWN: Self = Self { start: u32::MAX, end: u32::MAX };
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
        assert_eq!(spans().find(&at, Part::Key), Some((0, 1..4)));
        assert_eq!(spans().find(&at, Part::Value), Some((0, 6..9)));
        assert_eq!(spans().find(&at.item(0), Part::Key), Some((0, 7..8)));
    }

    #[test]
    fn unknown_places_are_those_around_them() {
        let at = Pointer::root().member("a").item(3).member("b");
        assert_eq!(spans().find(&at, Part::Value), Some((0, 6..9)));
        assert_eq!(spans().find(&at, Part::Key), Some((0, 1..4)));
        assert!(!spans().has(&at));
        assert_eq!(Spans::default().find(&at, Part::Value), None);
    }

    #[test]
    fn values_of_another_file_have_their_names_in_this_one() {
        let there = SpanNode::object(20..30, vec![SpanMember::new("b", 21..24, SpanNode::leaf(26..27))]);
        let items = SpanNode::array(6..9, vec![SpanNode::unknown(), SpanNode::elsewhere(2, there)]);
        let spans = Spans::new(SpanNode::object(0..10, vec![SpanMember::new("a", 1..4, items)]));
        let items = Pointer::root().member("a");
        assert_eq!(spans.find(&items.item(1), Part::Value), Some((2, 20..30)));
        assert_eq!(spans.find(&items.item(1).member("b"), Part::Key), Some((2, 21..24)));
        assert_eq!((spans.find(&items.item(0), Part::Value), spans.has(&items.item(0))), (Some((0, 6..9)), false));
    }
}
