//! Looks at a function: its parameters, its body, and what is left when it is done.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::scope::Frame;
use super::{Active, Flow, Form, Label, Summary, Value, When};
use crate::form::{FunctionId, Name, Parameter, Pattern};
use crate::language::Language;

impl Flow<'_> {
    /// Looks at the function, keeps what it does, and returns its variables.
    pub(super) fn run(&mut self, id: FunctionId) -> BTreeMap<Name, Value> {
        let function = self.program.function(id);
        // A function of another place does not see the variables of this one.
        let inner = function.parent.is_some_and(|parent| self.active.iter().any(|active| active.function == parent));
        let outer = if inner { Vec::new() } else { std::mem::take(&mut self.frames) };
        self.frames.push(Frame { function: Some(id), ..Frame::default() });
        self.active.push(Active::of(id));
        self.parameters(id);
        self.statements(&function.body);
        self.look_at_pending();
        let frame = self.pop_frame();
        self.keep(id, &frame);
        if inner {
            self.leave(id, &frame);
        } else {
            self.frames = outer;
        }
        frame.variables
    }

    /// Evaluates something as if it stood in the function.
    pub(crate) fn within<T>(&mut self, id: FunctionId, look: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.frames);
        self.frames.push(Frame { function: Some(id), ..Frame::default() });
        self.active.push(Active::of(id));
        let seen = look(self);
        self.active.pop();
        self.frames = outer;
        seen
    }

    /// `TOOLS.forEach((tool) => server.tool(tool.name, …))`: what the function registers, once more with the table's rows.
    pub(super) fn rounds_of_table(&mut self, id: FunctionId, element: &Value) {
        let function = self.program.function(id);
        let within = |place: &super::Place| {
            place.unit == function.unit && function.at.start <= place.at.start && place.at.end <= function.at.end
        };
        let is_row = element.fields.iter().flat_map(|fields| fields.iter()).any(|(_, cell)| cell.choices.is_some());
        let Some(parameter) = function.parameters.first().filter(|_| is_row && self.computed.iter().any(within)) else {
            return;
        };
        self.computed.retain(|place| !within(place));
        self.active.push(Active::of(id));
        self.push_frame();
        self.assign(&parameter.pattern, element.clone(), false);
        self.statements(&function.body);
        self.pop_frame();
        self.active.pop();
    }

    fn parameters(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        let language = self.program.language_of(id);
        for (index, parameter) in function.parameters.iter().enumerate() {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            let this = index == 0 && function.owner.is_some();
            if this && self.program.is_of_tool(function) && self.program.is_callers(function, 0, language) {
                let label = self.label(Label::Parameter(id, index, None));
                let value = Value { class: function.owner.clone(), ..Value::of_label(label) };
                self.assign(&parameter.pattern, value, false);
                continue;
            }
            if this
                && (language == Language::Go
                    || matches!(&parameter.pattern, Pattern::Name(name) if matches!(&**name, "self" | "cls")))
            {
                let value = Value { class: function.owner.clone(), ..Value::default() };
                self.assign(&parameter.pattern, value, false);
                continue;
            }
            let value = self.parameter(id, index, parameter);
            self.assign(&parameter.pattern, value, false);
        }
    }

    fn parameter(&mut self, id: FunctionId, index: u16, parameter: &Parameter) -> Value {
        // What the framework hands over, settings among it, nobody chose who calls.
        let is_of_framework = parameter.kind.as_deref().is_some_and(is_context);
        let label = self.label(Label::Parameter(id, index, None));
        let mut value = if is_of_framework { Value::default() } else { Value::of_label(label) };
        if let Some(kind) = &parameter.kind {
            let typed = self.typed(kind);
            value.class = typed.class;
            value.path = typed.path;
            value.form = typed.form;
            if value.form == Form::Number {
                value = value.without(super::bit::CHECKED & !(super::bit::SIZE | super::bit::OWNER));
            }
        }
        value
    }

    /// Functions that were named and not called.
    fn look_at_pending(&mut self) {
        if self.shallow {
            return;
        }
        while let Some(next) = self.active.last_mut().and_then(|active| active.pending.pop()) {
            if self.summaries[next.0 as usize].is_none() {
                self.run(next);
            }
        }
    }

    /// Makes the summary of what was seen.
    fn keep(&mut self, id: FunctionId, frame: &Frame) {
        let Some(active) = self.active.pop() else { return };
        if self.shallow {
            return;
        }
        let mut summary: Summary = self.drafts.remove(&id).unwrap_or_default();
        summary.returns = active.returns;
        let own =
            |label: &u32, flow: &Self| matches!(flow.label_of(*label), Label::Parameter(owner, ..) if *owner == id);
        summary.validates = frame
            .cleared
            .iter()
            .filter(|(label, _, hard)| *hard && own(label, self))
            .map(|(l, b, _)| (*l, *b))
            .collect();
        let soft = frame.cleared.iter().filter(|(label, _, _)| own(label, self));
        summary.tests.extend(soft.map(|(label, bits, _)| super::Fact {
            subject: super::Subject::Label(*label),
            bits: *bits,
            when: When::Either,
        }));
        let rest: Vec<_> = summary.returns.facts.iter().flat_map(|facts| facts.iter().cloned()).collect();
        summary.tests.extend(rest);
        summary.tests.truncate(super::SUMMARY_PARTS_MAX);
        if let Some(outer) = self.active.last().map(|outer| outer.function) {
            // What a closure can do, whoever made it can.
            if self.program.function(id).parent == Some(outer) {
                let capabilities = summary.capabilities.clone();
                let draft = self.draft(outer);
                let room = super::SUMMARY_PARTS_MAX.saturating_sub(draft.capabilities.len());
                draft.capabilities.extend(capabilities.into_iter().take(room));
                self.calls.entry(outer).or_default().insert(id);
            }
        }
        self.summaries[id.0 as usize] = Some(Rc::new(summary));
    }

    /// What a closure leaves in the variables of the function around it.
    fn leave(&mut self, id: FunctionId, frame: &Frame) {
        if self.program.language_of(id) == Language::Python {
            return;
        }
        let parameters = &self.program.function(id).parameters;
        for (name, value) in &frame.variables {
            let own = parameters.iter().any(|parameter| names(&parameter.pattern, name));
            if let (false, Some(before)) = (own, self.existing(name)) {
                let mut value = value.clone();
                value
                    .taints
                    .retain(|taint| !matches!(self.label_of(taint.label), Label::Parameter(owner, ..) if *owner == id));
                self.bind(name, before.or(&value));
            }
        }
    }
}

/// Does the pattern bind the name?
fn names(pattern: &Pattern, name: &Name) -> bool {
    match pattern {
        Pattern::Name(own) => own == name,
        Pattern::Object(members) => members.iter().any(|(_, inner)| names(inner, name)),
        Pattern::List(members) => members.iter().any(|inner| names(inner, name)),
        Pattern::Place(_) | Pattern::Nothing => false,
    }
}

/// `Context`, `Optional[Context]`, `context.Context`, `RequestContext<RoleServer>`.
fn is_context(written: &str) -> bool {
    written.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "Context" | "RequestContext"))
}
