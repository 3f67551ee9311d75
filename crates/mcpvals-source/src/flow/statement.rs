//! Statements: what is assigned, what is known behind a test, and what a function returns.

use std::rc::Rc;

use super::member::element;
use super::result::{Arm as SeenArm, EventKind};
use super::scope::Frame;
use super::{Fact, Flow, Label, Subject, Value, bit};
use crate::facts::Capability;
use crate::form::{Arm, Catch, Deed, Expr, Kind, Name, Pattern, Range, Statement};

/// How statements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ends {
    /// At their end.
    Through,
    /// Out of a loop.
    Leave,
    Return,
    Throw,
}

impl Flow<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Ends {
        for statement in statements {
            let ends = self.statement(statement);
            if ends != Ends::Through {
                return ends;
            }
        }
        Ends::Through
    }

    fn statement(&mut self, statement: &Statement) -> Ends {
        self.steps += 1;
        if self.steps > super::STEPS_MAX {
            return Ends::Through;
        }
        match &statement.deed {
            Deed::Run(expr) => {
                let value = self.expression(expr);
                self.after_check(&value);
                Ends::Through
            }
            Deed::Value(expr) => {
                let value = self.expression(expr);
                self.yielded(value, statement.at);
                Ends::Through
            }
            Deed::Assign { target, value, added } => {
                let seen = self.expression(value);
                self.token_made(target, &seen, statement.at);
                self.assign(target, seen, *added);
                if *added {
                    self.counted(target, value);
                }
                Ends::Through
            }
            Deed::If { arms, otherwise } => self.branches(arms, otherwise),
            Deed::Switch { subject, arms } => self.switch(subject, arms),
            Deed::Loop { binder, over, body } => self.round(binder, over.as_ref(), body),
            Deed::Try { body, catches, finally } => self.attempt(body, catches, finally),
            Deed::Return(value) => {
                let value = value.as_ref().map(|value| self.expression(value));
                self.returned(value.unwrap_or_default(), statement.at);
                Ends::Return
            }
            Deed::Throw(value) => {
                if let Some(value) = value {
                    self.expression(value);
                }
                Ends::Throw
            }
            Deed::Leave => Ends::Leave,
            Deed::Define(id) => {
                self.define(*id);
                Ends::Through
            }
            Deed::Block(body) => self.statements(body),
        }
    }

    /// A token whose making can be predicted.
    fn token_made(&mut self, target: &Pattern, value: &Value, at: Range) {
        let Pattern::Name(name) = target else { return };
        let random = value.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Random));
        if random && crate::knowledge::is_token_name(name) {
            self.event(EventKind::WeakRandom, at, &**name);
        }
    }

    /// What a check that throws leaves behind when it came back.
    fn after_check(&mut self, value: &Value) {
        if let Some(facts) = value.facts.clone().filter(|_| value.settled) {
            self.know(&facts, true, true);
        }
    }

    /// A value that a block ends with: the block's, or else the function's.
    fn yielded(&mut self, value: Value, at: Range) {
        let Some(active) = self.active.last_mut() else { return };
        if let Some(block) = active.blocks.last_mut() {
            let before = std::mem::take(block);
            *block = if before.null { value } else { before.or(&value) };
        } else {
            self.returned(value, at);
        }
    }

    pub(super) fn returned(&mut self, value: Value, at: Range) {
        self.leaks(&value, at);
        let Some(active) = self.active.last_mut() else { return };
        let before = std::mem::take(&mut active.returns);
        let nothing = value.null || value.truth == Some(false);
        let current = active.function;
        active.returns = match (active.returned, nothing) {
            (false, _) => value,
            (true, true) => before,
            (true, false) if before.null || before.truth == Some(false) => value,
            (true, false) => before.or(&value),
        };
        active.returned = true;
        if !nothing {
            self.known_at_return(current);
        }
    }

    /// What holds where the function answers, whoever looks at the answer knows.
    fn known_at_return(&mut self, function: crate::form::FunctionId) {
        let mut known = Vec::new();
        for frame in self.frames.iter().rev() {
            known.extend(frame.cleared.iter().map(|(label, bits, _)| Fact {
                subject: Subject::Label(*label),
                bits: *bits,
                when: super::When::Either,
            }));
            if frame.function.is_some() {
                break;
            }
        }
        let draft = self.draft(function);
        for fact in known {
            if draft.tests.len() < 64 && !draft.tests.contains(&fact) {
                draft.tests.push(fact);
            }
        }
    }

    /// What goes out with what a function returns; whether it is a handler is known later.
    fn leaks(&mut self, value: &Value, at: Range) {
        let labels: Vec<Label> = value
            .taints
            .iter()
            .filter(|taint| taint.bits & bit::DATA != 0)
            .map(|taint| self.label_of(taint.label).clone())
            .collect();
        for label in labels {
            match label {
                Label::Environment => self.event(EventKind::EnvironmentReturned, at, "the whole environment"),
                Label::Secret(name) => self.event(EventKind::SecretReturned, at, &*name),
                Label::Credentials(name) => self.event(EventKind::CredentialsRead, at, &*name),
                Label::Trace => self.event(EventKind::TraceReturned, at, "the stack trace"),
                Label::Error => self.event(EventKind::ErrorReturned, at, "the text of the exception"),
                _ => {}
            }
        }
    }

    fn define(&mut self, id: crate::form::FunctionId) {
        let program = self.program;
        let function = program.function(id);
        if let Some(name) = function.name.clone().filter(|_| function.owner.is_none()) {
            let value = Value { function: Some(id), ..Value::of_path(name.clone()) };
            self.bind(&name, value);
        }
        let top = program.file_of(id).unit.top;
        if function.parent != top
            && !self.shallow
            && let Some(active) = self.active.last_mut()
        {
            active.pending.push(id);
        }
        if !self.shallow {
            self.registered_by_marks(id);
        }
    }

    /// A variable of the file that is counted up by a constant.
    fn counted(&mut self, target: &Pattern, value: &Expr) {
        if !matches!(value.kind, Kind::Number(_)) {
            return;
        }
        let current = self.current();
        let unit = self.program.function(current).unit;
        let top = self.program.files[unit as usize].unit.top;
        if Some(current) == top {
            return;
        }
        let name = match target {
            Pattern::Name(name) => name.clone(),
            // `state["calls"] += 1`.
            Pattern::Place(Expr { kind: Kind::Member(object, _), .. }) => match &object.kind {
                Kind::Name(name) => name.clone(),
                _ => return,
            },
            _ => return,
        };
        if self.globals.contains_key(&(unit, name.clone())) {
            self.counters.insert((unit, name.clone()));
            let label = self.label(Label::Counter);
            let counter = Value { exact: None, ..Value::of_label(label) };
            self.bind(&name, counter);
        }
    }

    fn branches(&mut self, arms: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) -> Ends {
        let mut left = Vec::new();
        let mut ends = Vec::new();
        // Facts of tests that failed hold in the arms that follow, and behind, if those that did not fail ended.
        self.push_frame();
        let mut failed: Vec<(Vec<Fact>, bool)> = Vec::new();
        let mut all_ended = true;
        for (test, body) in arms {
            let tested = self.expression(test);
            let facts = tested.facts.clone().unwrap_or_default();
            let capabilities = self.capabilities_so_far();
            let calls = self.calls_so_far();
            let outer_start = self.begin_arm(capabilities);
            self.push_frame();
            self.know(&facts, true, false);
            let end = self.statements(body);
            let frame = self.pop_frame();
            self.begin_arm(outer_start);
            self.arm_of_test(test, capabilities, &calls);
            self.trigger(&tested, test, body, capabilities);
            if end == Ends::Through {
                all_ended = false;
                left.push(frame);
            }
            ends.push(end);
            if all_ended {
                failed.push((facts.to_vec(), end == Ends::Throw));
            }
            self.know(&facts, false, end == Ends::Throw);
        }
        self.push_frame();
        let end = self.statements(otherwise);
        let last = self.pop_frame();
        let between = self.pop_frame();
        if end != Ends::Through && !otherwise.is_empty() {
            // Whoever comes behind took an arm.
            if let ([(test, _)], [frame]) = (arms, left.as_mut_slice()) {
                let tested = self.facts_of_test(test);
                frame.cleared.extend(labels_of(&tested, true, end == Ends::Throw));
            }
        }
        ends.push(end);
        self.behind_branches(left, last, between, end, &failed);
        ends.into_iter().min().unwrap_or(Ends::Through)
    }

    /// The tests' facts once more, without what testing does.
    fn facts_of_test(&mut self, test: &Expr) -> Vec<Fact> {
        let shallow = std::mem::replace(&mut self.shallow, true);
        let facts = self.expression(test).facts.map(|facts| facts.to_vec()).unwrap_or_default();
        self.shallow = shallow;
        facts
    }

    fn behind_branches(
        &mut self,
        mut left: Vec<Frame>,
        last: Frame,
        between: Frame,
        end: Ends,
        failed: &[(Vec<Fact>, bool)],
    ) {
        // What tests assigned.
        for (name, value) in between.variables {
            self.bind(&name, value);
        }
        if end == Ends::Through {
            left.push(last);
        }
        self.merge(&left, true);
        for (facts, hard) in failed {
            self.know(facts, false, *hard);
        }
    }

    /// Where in the lists of what the function can do and calls we are.
    fn capabilities_so_far(&mut self) -> usize {
        let current = self.current();
        self.draft(current).capabilities.len()
    }

    /// What was done before an arm may be done in it as well. Returns where the arm around begins.
    fn begin_arm(&mut self, start: usize) -> usize {
        self.active.last_mut().map_or(0, |active| std::mem::replace(&mut active.arm_start, start))
    }

    fn calls_so_far(&self) -> Vec<crate::form::FunctionId> {
        self.calls.get(&self.current()).map(|calls| calls.iter().copied().collect()).unwrap_or_default()
    }

    /// `if name == "x"`: an arm of a dispatcher.
    fn arm_of_test(&mut self, test: &Expr, from: usize, before: &[crate::form::FunctionId]) {
        let mut cases = Vec::new();
        constants_compared(test, &mut cases);
        let names: Vec<Name> = cases
            .into_iter()
            .filter_map(|case| {
                let value = if let Some(text) = case.text() { Some(text.clone()) } else { self.constant_of(case) };
                value.filter(|text| text.len() < 100)
            })
            .collect();
        for name in names {
            self.seen_arm(name, from, before);
        }
    }

    fn constant_of(&mut self, expr: &Expr) -> Option<Name> {
        if !matches!(expr.kind, Kind::Name(_) | Kind::Member(..)) {
            return None;
        }
        self.expression(expr).constant().map(Name::from)
    }

    fn seen_arm(&mut self, case: Name, from: usize, before: &[crate::form::FunctionId]) {
        if self.shallow {
            return;
        }
        let current = self.current();
        let calls = self.calls_so_far().into_iter().filter(|id| !before.contains(id)).collect();
        let draft = self.draft(current);
        let capabilities = draft.capabilities.get(from..).unwrap_or_default().to_vec();
        if draft.arms.len() < super::SUMMARY_PARTS_MAX {
            draft.arms.push(SeenArm { case, capabilities, calls });
        }
    }

    /// Something dangerous that only happens at a time, or after a number of calls.
    fn trigger(&mut self, tested: &Value, test: &Expr, body: &[Statement], from: usize) {
        let by_clock =
            tested.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Time | Label::Counter));
        if !by_clock || !compares_constant(test) || body.is_empty() {
            return;
        }
        let current = self.current();
        let draft = self.draft(current);
        let done = draft.capabilities.get(from..).unwrap_or_default();
        let dangerous = done.iter().find(|(capability, _)| {
            matches!(
                capability,
                Capability::Spawn
                    | Capability::Evaluate
                    | Capability::Send
                    | Capability::DeleteFile
                    | Capability::ReadEnvironment
            )
        });
        if let Some((capability, _)) = dangerous {
            let what = format!("{capability:?}");
            self.event(EventKind::Trigger, test.at, what);
        }
    }

    fn switch(&mut self, subject: &Expr, arms: &[Arm]) -> Ends {
        let value = self.expression(subject);
        let (mut left, mut ends, mut otherwise) = (Vec::new(), Vec::new(), false);
        for arm in arms {
            let capabilities = self.capabilities_so_far();
            let calls = self.calls_so_far();
            let outer_start = self.begin_arm(capabilities);
            self.push_frame();
            otherwise |= arm.cases.is_empty();
            let mut names = Vec::new();
            for case in &arm.cases {
                let case = self.expression(case);
                names.extend(case.constant().map(Name::from));
                if matches!(value.truth, Some(true)) {
                    // `switch (true)` has tests for cases.
                    self.know(&case.facts.unwrap_or_default(), true, false);
                }
            }
            if !arm.cases.is_empty() && names.len() == arm.cases.len() {
                self.is_constant(subject, &value);
            }
            self.assign(&arm.binder, value.clone(), false);
            let end = self.statements(&arm.body);
            let frame = self.pop_frame();
            self.begin_arm(outer_start);
            for name in names {
                self.seen_arm(name, capabilities, &calls);
            }
            // The end of an arm that leaves the switch is behind it.
            if matches!(end, Ends::Through | Ends::Leave) {
                left.push(frame);
            }
            ends.push(if end == Ends::Leave { Ends::Through } else { end });
        }
        self.merge(&left, otherwise);
        if otherwise { ends.into_iter().min().unwrap_or(Ends::Through) } else { Ends::Through }
    }

    /// In an arm for constants the subject is one of them.
    fn is_constant(&mut self, subject: &Expr, value: &Value) {
        if let Some(label) = value.exact {
            self.clear(label, bit::CHECKED, false);
        }
        if let Kind::Name(name) = &subject.kind {
            let value = self.variable(name).without(bit::CHECKED);
            self.bind(name, value);
        }
    }

    fn round(&mut self, binder: &Pattern, over: Option<&Expr>, body: &[Statement]) -> Ends {
        let over_value = over.map(|over| self.expression(over)).unwrap_or_default();
        self.push_frame();
        if matches!(binder, Pattern::Nothing) {
            let facts = over_value.facts.clone().unwrap_or_default();
            self.know(&facts, true, false);
        } else {
            let element = element(&over_value);
            self.assign(binder, element, false);
        }
        let ends = self.statements(body);
        let frame = self.pop_frame();
        if matches!(ends, Ends::Through | Ends::Leave) {
            self.merge(&[frame], false);
        }
        Ends::Through
    }

    fn attempt(&mut self, body: &[Statement], catches: &[Catch], finally: &[Statement]) -> Ends {
        self.push_frame();
        let tried = self.statements(body);
        let frame = self.pop_frame();
        let mut left = Vec::new();
        let mut all_end = true;
        let mut ends = vec![tried];
        for catch in catches {
            self.push_frame();
            if let Some(name) = &catch.name {
                let error = self.source(Label::Error);
                self.bind(name, error);
            }
            self.tidying += 1;
            let end = self.statements(&catch.body);
            self.tidying -= 1;
            let caught = self.pop_frame();
            all_end &= end != Ends::Through;
            if end == Ends::Through {
                left.push(caught);
            }
            ends.push(end);
        }
        if tried == Ends::Through {
            if all_end {
                // Behind it, the body was done to its end.
                let cleared = frame.cleared.clone();
                if let Some(outer) = self.frames.last_mut() {
                    outer.cleared.extend(cleared);
                }
            }
            left.insert(0, frame);
        }
        self.merge(&left, true);
        self.tidying += 1;
        let last = self.statements(finally);
        self.tidying -= 1;
        if last == Ends::Through { ends.into_iter().min().unwrap_or(Ends::Through) } else { last }
    }

    /// Gives a value to a name, the members of an object, or a place.
    pub(super) fn assign(&mut self, target: &Pattern, value: Value, added: bool) {
        match target {
            Pattern::Name(name) => {
                let value = if added { self.variable(name).or(&value) } else { value };
                self.bind(name, value);
            }
            Pattern::Object(members) => {
                let taken_out = members.iter().any(|(member, _)| crate::knowledge::is_secret_name(member));
                for (member, inner) in members {
                    let mut part = if &**member == "*" { value.clone() } else { self.member(&value, member) };
                    if &**member == "*" && taken_out {
                        part.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_)));
                    }
                    self.assign(inner, part, false);
                }
            }
            Pattern::List(parts) => {
                for (index, inner) in parts.iter().enumerate() {
                    let part = value.item(index).cloned().unwrap_or_else(|| part_of(&value, index));
                    self.assign(inner, part, false);
                }
            }
            Pattern::Place(place) => self.assign_place(place, value),
            Pattern::Nothing => {}
        }
    }

    /// `a.b = c`: what is known of `a` grows.
    fn assign_place(&mut self, place: &Expr, value: Value) {
        let (object, member) = match &place.kind {
            Kind::Member(object, member) => (object, Some(member)),
            Kind::Index(object, _) => (object, None),
            Kind::Name(name) => return self.bind(name, value),
            _ => return,
        };
        if let Some(member) = member {
            self.told(object, member, &value, place.at);
        }
        match &object.kind {
            Kind::Name(name) if matches!(&**name, "this" | "self") => {
                if let (Some(class), Some(member)) = (self.this_class(), member) {
                    let value = self.settled(value);
                    let key = (class, member.clone());
                    let merged = match self.members.remove(&key) {
                        Some(before) => before.or(&value),
                        None => value,
                    };
                    self.members.insert(key, merged);
                }
            }
            Kind::Name(name) => {
                let mut whole = self.variable(name);
                whole.add_taints(&value.taints);
                whole.exact = None;
                if let Some(member) = member {
                    let mut fields = whole.fields.as_deref().cloned().unwrap_or_default();
                    if fields.len() < super::value::PARTS_MAX {
                        fields.push((member.clone(), value));
                    }
                    whole.fields = Some(Rc::new(fields));
                }
                self.bind(name, whole);
            }
            _ => {}
        }
    }

    fn this_class(&self) -> Option<Name> {
        let mut next = Some(self.current());
        while let Some(id) = next {
            let function = self.program.function(id);
            if function.owner.is_some() {
                return function.owner.clone();
            }
            // Go's receiver is a parameter like others.
            next = function.parent;
        }
        None
    }
}

/// The answer's first part is the answer, and the others are errors, in languages that return several.
fn part_of(value: &Value, index: usize) -> Value {
    if index == 0 {
        return value.clone();
    }
    Value { taints: Vec::new(), facts: value.facts.clone(), ..Value::default() }
}

/// The labels among facts, as a frame keeps them.
fn labels_of(facts: &[Fact], truth: bool, hard: bool) -> Vec<(u32, u32, bool)> {
    let labels = facts.iter().filter(|fact| fact.when.holds(truth)).filter_map(|fact| match &fact.subject {
        Subject::Label(label) => Some((*label, fact.bits, hard)),
        Subject::Variable(_) => None,
    });
    labels.collect()
}

/// What a test compares something with, if that is all it does.
fn constants_compared<'e>(test: &'e Expr, into: &mut Vec<&'e Expr>) {
    use crate::form::Operator::{Equal, In, Or};
    match &test.kind {
        Kind::Binary(Equal, sides) => into.push(if sides[0].text().is_some() { &sides[0] } else { &sides[1] }),
        Kind::Binary(Or, sides) => sides.iter().for_each(|side| constants_compared(side, into)),
        Kind::Binary(In, sides) => {
            if let Kind::List(items) = &sides[1].kind {
                into.extend(items.iter());
            }
        }
        _ => {}
    }
}

/// Is something compared with a number or a date that stands in the source?
fn compares_constant(test: &Expr) -> bool {
    use crate::form::Operator::{And, Equal, Greater, Less, Or};
    match &test.kind {
        Kind::Binary(Less | Greater | Equal, sides) => sides.iter().any(is_written),
        Kind::Binary(And | Or, sides) => sides.iter().any(compares_constant),
        Kind::Not(inner) => compares_constant(inner),
        _ => false,
    }
}

fn is_written(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Number(_) | Kind::Text(_) => true,
        Kind::Call(call) => {
            !call.arguments.is_empty()
                && call.arguments.iter().all(|argument| matches!(argument.value.kind, Kind::Number(_) | Kind::Text(_)))
        }
        _ => false,
    }
}
