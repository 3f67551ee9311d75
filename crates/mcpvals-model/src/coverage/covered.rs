//! What a server offers and which of it was exercised: facts that can be put together in any order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Items that are counted of one server. A server may offer without end; what is beyond is said to be there.
pub const COVERED_ITEMS_MAX: usize = 10_000;

/// The longest name of an item that is counted, in bytes.
pub const COVERED_NAME_BYTES_MAX: usize = 2_048;

/// What one server offers, as far as it is known, and which of it was exercised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Covered {
    /// The server's name in the plan.
    pub server: String,
    /// Is more offered than is counted, because it is too much, or because a list could not be read to its end?
    pub cut: bool,
    pub(super) kinds: BTreeMap<ItemKind, Items>,
    items: usize,
}

/// What a server offers, at the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// A tool; its parts are its parameters, and theirs are values, as JSON text.
    Tool,
    /// A resource, by its URI.
    Resource,
    /// A resource template, as it is listed.
    ResourceTemplate,
    /// A prompt; its parts are its arguments.
    Prompt,
}

/// Items of one kind, or the parts of one item, by name.
pub(super) type Items = BTreeMap<String, Item>;

/// One thing that can be exercised. It counts once, and each of its parts does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// In the server's own list; `usize::MAX` where it was only seen to be exercised.
    pub(super) position: usize,
    pub(super) exercised: bool,
    pub(super) parts: Items,
}

impl Covered {
    /// Nothing is known of this server yet.
    pub fn new(server: &str) -> Self {
        Self { server: server.to_owned(), ..Self::default() }
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.items == 0
    }

    /// Was there no room for an item already?
    pub fn is_full(&self) -> bool {
        self.cut && self.items == COVERED_ITEMS_MAX
    }

    /// The server offers this: an item, or by a longer path a part of one.
    pub fn offer(&mut self, kind: ItemKind, path: &[&str]) {
        self.add(kind, path, false);
    }

    /// This was exercised.
    pub fn exercise(&mut self, kind: ItemKind, path: &[&str]) {
        self.add(kind, path, true);
    }

    fn add(&mut self, kind: ItemKind, path: &[&str], exercised: bool) {
        let mut room = COVERED_ITEMS_MAX - self.items;
        let added = add(self.kinds.entry(kind).or_default(), path, exercised, &mut room);
        self.items = COVERED_ITEMS_MAX - room;
        self.cut |= added.is_none();
    }

    /// Adds what is known elsewhere of the same server: offered is what either knows, exercised what either saw.
    pub fn merge(&mut self, other: &Self) {
        let mut room = COVERED_ITEMS_MAX - self.items;
        for (kind, items) in &other.kinds {
            self.cut |= merge(self.kinds.entry(*kind).or_default(), items, &mut room).is_none();
        }
        self.items = COVERED_ITEMS_MAX - room;
        self.cut |= other.cut;
    }

    /// The same with other names; items whose names become equal become one.
    #[must_use]
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        let kinds = self.kinds.iter().map(|(kind, items)| (*kind, renamed(items, rename)));
        let empty = Self { server: self.server.clone(), cut: self.cut, ..Self::default() };
        let mut new = empty.clone();
        // By way of a merge, because there may be fewer items now.
        new.merge(&Self { kinds: kinds.collect(), ..empty });
        new
    }
}

/// `None` where there is no room for it.
fn add(items: &mut Items, path: &[&str], exercised: bool, room: &mut usize) -> Option<()> {
    let Some((name, rest)) = path.split_first() else { return Some(()) };
    let position = if exercised { usize::MAX } else { items.len() };
    let item = item(items, name, room)?;
    item.position = item.position.min(position);
    item.exercised |= exercised;
    add(&mut item.parts, rest, exercised, room)
}

/// As much as there is room for; `None` where that is not all.
fn merge(items: &mut Items, others: &Items, room: &mut usize) -> Option<()> {
    let mut whole = Some(());
    for (name, other) in others {
        let Some(item) = item(items, name, room) else {
            whole = None;
            continue;
        };
        item.position = item.position.min(other.position);
        item.exercised |= other.exercised;
        whole = merge(&mut item.parts, &other.parts, room).and(whole);
    }
    whole
}

/// The item with this name, which may be a new one.
fn item<'i>(items: &'i mut Items, name: &str, room: &mut usize) -> Option<&'i mut Item> {
    if name.len() > COVERED_NAME_BYTES_MAX {
        return None;
    }
    match items.entry(name.to_owned()) {
        Entry::Occupied(known) => Some(known.into_mut()),
        Entry::Vacant(_) if *room == 0 => None,
        Entry::Vacant(new) => {
            *room -= 1;
            Some(new.insert(Item { position: usize::MAX, exercised: false, parts: Items::new() }))
        }
    }
}

fn renamed(items: &Items, rename: &dyn Fn(&str) -> String) -> Items {
    let mut new = Items::new();
    for (name, item) in items {
        let item = Item { parts: renamed(&item.parts, rename), ..*item };
        // What is renamed was counted before.
        merge(&mut new, &Items::from([(rename(name), item)]), &mut { COVERED_ITEMS_MAX });
    }
    new
}
