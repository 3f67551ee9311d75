//! Follows values through the program: one pass over every function, callees first, with what each does kept as a
//! summary that is applied where it is called.

mod allowed;
mod answer;
mod apply;
mod asked;
mod assign;
mod behind;
mod branch;
mod call;
mod closure;
mod expression;
mod guard;
mod library;
mod member;
mod result;
mod scope;
mod statement;
mod trigger;
mod value;
mod wrapped;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::facts::Capability;
use crate::form::{FunctionId, Name, Range};
use crate::knowledge;
use crate::program::Program;
use crate::register::Registration;
pub(crate) use asked::Asked;
pub(crate) use call::Made;
pub(crate) use library::needed_bit;
pub(crate) use member::WITHIN_ARGUMENTS;
pub(crate) use result::{Event, EventKind, Hit, HitKind, Summary};
use scope::Frame;
pub(crate) use value::{Behind, Fact, Form, Label, Subject, TAINTED, Taint, UNKNOWN, Value, When, bit};

/// A place in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) unit: u32,
    pub(crate) at: Range,
}

/// What the pass has in hand.
pub(crate) struct Flow<'p> {
    pub(crate) program: &'p Program,
    labels: Vec<Label>,
    label_ids: HashMap<Label, u32>,
    pub(crate) summaries: Vec<Option<Rc<Summary>>>,
    /// What was seen of functions that are not done yet.
    drafts: HashMap<FunctionId, Summary>,
    globals: HashMap<(u32, Name), Value>,
    /// Members of classes, from what is assigned to `this` and `self`.
    members: HashMap<(Name, Name), Value>,
    /// Variables of files that are counted up somewhere.
    counters: BTreeSet<(u32, Name)>,
    frames: Vec<Frame>,
    /// The functions that are being looked at, the innermost last.
    active: Vec<Active>,
    /// Only what is at the top of files is looked at, to know its names.
    shallow: bool,
    pub(crate) registrations: Vec<Registration>,
    pub(crate) computed: Vec<Place>,
    pub(crate) events: Vec<Event>,
    /// Who calls whom.
    pub(crate) calls: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
    steps: u64,
    /// Places of deeds that serve the server itself: caches, logs, locks, what is tidied up.
    housekeeping: BTreeSet<Place>,
    /// Which function does what is done at a place.
    deeds: BTreeMap<Place, FunctionId>,
    /// How many clauses that tidy up are around.
    tidying: u32,
    /// What was deleted under a name, by which function, and where.
    emptied: Vec<(FunctionId, String, Place)>,
    /// What was written under a name, by which function.
    made_files: BTreeSet<(FunctionId, String)>,
    /// Labels that only choose among what is ours: keys of tables, names that are compared with constants.
    choosing: BTreeSet<u32>,
    /// Which machine is asked at a place.
    pub(crate) asked: BTreeMap<Place, Asked>,
    /// Requests that change or delete what they name: PUT, PATCH, DELETE.
    pub(crate) changing: BTreeSet<Place>,
    /// Requests whose answers somebody looks at.
    pub(crate) answers_used: BTreeSet<Place>,
    /// What the server calls itself.
    pub(crate) own_names: BTreeSet<String>,
}

/// A function that is being looked at.
struct Active {
    function: FunctionId,
    returns: Value,
    returned: bool,
    /// Values of the blocks around, the innermost last.
    blocks: Vec<Value>,
    /// Where in what the function can do the arm begins that is being looked at.
    arm_start: usize,
    /// Functions that were named here and are looked at when they are called, or at the end.
    pending: Vec<FunctionId>,
}

impl Active {
    fn of(function: FunctionId) -> Self {
        Self {
            function,
            returns: Value::default(),
            returned: false,
            blocks: Vec::new(),
            arm_start: 0,
            pending: Vec::new(),
        }
    }
}

/// No program takes more steps; what is left then is not looked at. Usual code takes some ten for a line.
const STEPS_MAX: u64 = 60_000_000;
/// No server registers more.
const REGISTRATIONS_MAX: usize = 20_000;
/// What a summary holds at most of everything.
const SUMMARY_PARTS_MAX: usize = 400;

impl<'p> Flow<'p> {
    pub(crate) fn of(program: &'p Program) -> Self {
        let mut flow = Self {
            program,
            labels: Vec::new(),
            label_ids: HashMap::new(),
            summaries: vec![None; program.functions.len()],
            drafts: HashMap::new(),
            globals: HashMap::new(),
            members: HashMap::new(),
            counters: BTreeSet::new(),
            frames: Vec::new(),
            active: Vec::new(),
            shallow: true,
            registrations: Vec::new(),
            computed: Vec::new(),
            events: Vec::new(),
            calls: BTreeMap::new(),
            steps: 0,
            housekeeping: BTreeSet::new(),
            deeds: BTreeMap::new(),
            tidying: 0,
            emptied: Vec::new(),
            made_files: BTreeSet::new(),
            choosing: BTreeSet::new(),
            asked: BTreeMap::new(),
            answers_used: BTreeSet::new(),
            changing: BTreeSet::new(),
            own_names: BTreeSet::new(),
        };
        flow.look_at_tops();
        flow.look_at_functions();
        flow
    }

    /// Twice: names of one file stand in others.
    fn look_at_tops(&mut self) {
        for round in 0..2 {
            for unit in 0..self.program.files.len() {
                self.top_of(unit);
                if round == 0 {
                    self.members_of(unit);
                }
            }
        }
        self.shallow = false;
    }

    fn top_of(&mut self, unit: usize) {
        let Some(top) = self.program.files[unit].unit.top else { return };
        let globals = self.run(top);
        let unit = u32::try_from(unit).unwrap_or(u32::MAX);
        for (name, value) in globals {
            let value = self.settled(value);
            self.globals.insert((unit, name), value);
        }
    }

    /// What the fields of classes are, and what constructors make of them.
    fn members_of(&mut self, unit: usize) {
        let program = self.program;
        for class in &program.files[unit].unit.classes {
            let Some(top) = program.files[unit].unit.top else { continue };
            for field in &class.fields {
                let value = match (&field.value, &field.kind) {
                    (Some(value), _) if program.files[unit].language != crate::language::Language::Go => {
                        self.within(top, |flow| flow.expression(value))
                    }
                    (_, Some(kind)) => self.typed(kind),
                    _ => Value::default(),
                };
                self.members.insert((class.name.clone(), field.name.clone()), value);
            }
            for method in &class.methods {
                if let Some("__init__" | "constructor") = program.function(*method).name.as_deref() {
                    self.run(*method);
                }
            }
        }
    }

    fn look_at_functions(&mut self) {
        for id in self.program.called_first() {
            let parent = self.program.function(id).parent;
            let top = self.program.file_of(id).unit.top;
            if parent == top && Some(id) != top {
                self.summary(id);
            }
        }
        for unit in 0..self.program.files.len() {
            if let Some(top) = self.program.files[unit].unit.top {
                self.summary(top);
            }
        }
        // What nobody came by: methods of classes within functions, functions in parts that are not followed.
        self.register_marked();
        for index in 0..self.program.functions.len() {
            self.summary(FunctionId(u32::try_from(index).unwrap_or(u32::MAX)));
        }
    }

    /// Methods are not defined by statements: their marks are looked at here.
    fn register_marked(&mut self) {
        for unit in 0..self.program.files.len() {
            let Some(top) = self.program.files[unit].unit.top else { continue };
            let program = self.program;
            for class in &program.files[unit].unit.classes {
                for method in &class.methods {
                    self.within(top, |flow| flow.registered_by_marks(*method));
                }
                self.within(top, |flow| flow.registered_by_fields(class));
            }
        }
        self.register_classes();
        self.register_structs();
        self.register_modules();
    }

    /// A table of tools may be a field of a class.
    fn registered_by_fields(&mut self, class: &crate::form::Class) {
        if self.language() != crate::language::Language::Go {
            let values = class.fields.iter().filter_map(|field| field.value.as_ref());
            values.for_each(|value| {
                self.expression(value);
            });
        }
    }

    /// What a function does. Of one that is being looked at just now, what is known so far.
    pub(crate) fn summary(&mut self, id: FunctionId) -> Option<Rc<Summary>> {
        if let Some(known) = &self.summaries[id.0 as usize] {
            return Some(known.clone());
        }
        if self.shallow || self.active.iter().any(|active| active.function == id) || self.active.len() > 24 {
            return None;
        }
        self.run(id);
        self.summaries[id.0 as usize].clone()
    }

    /// The label's number.
    pub(crate) fn label(&mut self, label: Label) -> u32 {
        if let Some(id) = self.label_ids.get(&label) {
            return *id;
        }
        let id = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.push(label.clone());
        self.label_ids.insert(label, id);
        id
    }

    pub(crate) fn label_of(&self, id: u32) -> &Label {
        &self.labels[id as usize]
    }

    pub(crate) fn current(&self) -> FunctionId {
        self.active.last().map_or(FunctionId(0), |active| active.function)
    }

    fn place(&self, at: Range) -> Place {
        Place { unit: self.program.function(self.current()).unit, at }
    }

    fn draft(&mut self, id: FunctionId) -> &mut Summary {
        self.drafts.entry(id).or_default()
    }

    /// Something that the function can do.
    fn can(&mut self, capability: Capability, at: Range) {
        let place = self.place(at);
        if self.tidying > 0 {
            self.housekeeping.insert(place);
        }
        let current = self.current();
        self.deeds.entry(place).or_insert(current);
        self.can_at(capability, place);
    }

    /// Does a deed serve the server itself: by what is around it, or by the name of the function, or its file? A handler
    /// serves callers, whatever it is called.
    pub(crate) fn is_housekeeping(&self, place: Place, handlers: &BTreeSet<FunctionId>) -> bool {
        if self.housekeeping.contains(&place) {
            return true;
        }
        let mut next = self.deeds.get(&place).copied();
        while let Some(id) = next {
            if handlers.contains(&id) {
                return false;
            }
            let function = self.program.function(id);
            let named = function.name.as_deref().is_some_and(knowledge::is_household);
            if named || function.owner.as_deref().is_some_and(knowledge::is_household) {
                return true;
            }
            next = function.parent;
        }
        let path = &self.program.files[place.unit as usize].path;
        knowledge::is_household(path.rsplit('/').next().unwrap_or(path))
    }

    fn can_at(&mut self, capability: Capability, place: Place) {
        if self.shallow {
            return;
        }
        let current = self.current();
        let draft = self.draft(current);
        if draft.capabilities.len() < SUMMARY_PARTS_MAX {
            draft.capabilities.push((capability, place));
        }
    }

    /// Does an argument of a function only choose among what is ours?
    pub(crate) fn chooses(&self, of: &[FunctionId], argument: &str) -> bool {
        self.choosing.iter().any(|label| match self.label_of(*label) {
            Label::Parameter(owner, index, field) if of.contains(owner) => match field {
                Some(field) => field.strip_prefix(WITHIN_ARGUMENTS).unwrap_or(field) == argument,
                None => self.parameter_name(*owner, *index).is_some_and(|name| &*name == argument),
            },
            _ => false,
        })
    }

    fn event(&mut self, kind: EventKind, at: Range, what: impl Into<String>) {
        if self.shallow {
            return;
        }
        let (function, place) = (self.current(), self.place(at));
        self.events.push(Event { kind, function, place, what: what.into() });
    }

    /// Without what only the function knows where it was made.
    fn settled(&self, mut value: Value) -> Value {
        value.taints.retain(|taint| !matches!(self.labels[taint.label as usize], Label::Parameter(..)));
        value.exact = None;
        value.facts = None;
        value
    }

    /// Only names are looked at.
    pub(crate) fn is_shallow(&self) -> bool {
        self.shallow
    }

    pub(crate) fn language_here(&self) -> crate::language::Language {
        self.language()
    }

    /// The place in the file that is being looked at.
    pub(crate) fn here(&self, at: Range) -> Place {
        self.place(at)
    }

    pub(crate) fn register(&mut self, registration: Registration) {
        if self.registrations.len() < REGISTRATIONS_MAX && !self.shallow {
            self.registrations.push(registration);
        }
    }

    /// What a variable of a file is.
    pub(crate) fn global(&self, unit: u32, name: &str) -> Option<Value> {
        self.globals.get(&(unit, Name::from(name))).cloned()
    }

    /// A registration whose name is no constant.
    pub(crate) fn computed_at(&mut self, at: Range) {
        let place = self.place(at);
        self.computed_place(place);
    }

    pub(crate) fn computed_place(&mut self, place: Place) {
        if !self.shallow && self.computed.len() < REGISTRATIONS_MAX && !self.computed.contains(&place) {
            self.computed.push(place);
        }
    }
}
