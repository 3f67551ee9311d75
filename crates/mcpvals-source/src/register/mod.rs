//! Registrations: how a server says which tools, prompts and resources it has, and which function answers for them.

mod by_call;
mod by_class;
mod by_mark;
mod by_module;
mod by_object;
mod by_pair;
mod by_struct;
mod resolve;
mod rows;
mod schema;

use crate::flow::Place;
use crate::form::{FunctionId, Name};

pub(crate) use resolve::{Handled, Registry, resolve};

/// One registration.
#[derive(Debug, Clone)]
pub(crate) struct Registration {
    pub(crate) kind: Registered,
    pub(crate) name: Name,
    pub(crate) description: Option<String>,
    /// Its title; empty where it has one that is made at run time.
    pub(crate) title: Option<String>,
    pub(crate) hints: Vec<(String, bool)>,
    pub(crate) parameters: Vec<Accepted>,
    pub(crate) handler: Option<FunctionId>,
    /// The handler is that of others as well: what it looks up under the name says more.
    pub(crate) shared: bool,
    pub(crate) place: Place,
    /// Its description depends on the clock, on a count, or on another machine.
    pub(crate) moves: bool,
}

/// What is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Registered {
    Tool,
    Prompt,
    Resource,
    /// The function that answers for all tools.
    Dispatcher,
    /// A function under a name, in a table.
    Entry,
    /// What is said of a tool under its name, in a table: it is one where no other is known.
    Listed,
}

/// A parameter that a tool takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Accepted {
    pub(crate) name: Name,
    /// A number, a truth, or one of a closed set.
    pub(crate) closed: bool,
    /// A number.
    pub(crate) number: bool,
    /// What a value that fits its pattern can no longer do, as bits.
    pub(crate) checked: u32,
}
