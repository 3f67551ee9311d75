//! Tests that tell a good value from a bad one, and those that only seem to.

use std::rc::Rc;

use super::{Fact, Flow, Form, Label, Subject, TAINTED, UNKNOWN, Value, When, bit};
use crate::form::{Expr, Kind, Operator, Range};
use crate::language::Language;

/// A host that is one of those allowed.
const HOST_BITS: u32 = bit::URL;

impl Flow<'_> {
    /// What is known when two values were compared.
    pub(super) fn compared(
        &mut self,
        operator: Operator,
        left: (&Expr, &Value),
        right: (&Expr, &Value),
        at: Range,
    ) -> Value {
        let facts = match operator {
            Operator::Equal => self.equal(left, right, When::True),
            Operator::Unequal => self.equal(left, right, When::False),
            Operator::In => self.within_list(left, right, When::True),
            Operator::NotIn => self.within_list(left, right, When::False),
            Operator::Less | Operator::Greater => self.bounded_by(left, right),
            Operator::And | Operator::Or | Operator::Slash | Operator::Arithmetic => Vec::new(),
        };
        if matches!(operator, Operator::Equal | Operator::Unequal) {
            self.role_compared(left.1, right.1, at);
            if self.owner_compared([left, right], at) {
                return Value::default();
            }
        }
        let mut tested = Value::default();
        for side in [left.1, right.1] {
            let moving: Vec<_> = side
                .taints
                .iter()
                .filter(|taint| super::call::is_moving(self.label_of(taint.label)))
                .copied()
                .collect();
            tested.add_taints(&moving);
        }
        tested.facts = (!facts.is_empty()).then(|| Rc::new(facts));
        tested
    }

    fn equal(&mut self, left: (&Expr, &Value), right: (&Expr, &Value), when: When) -> Vec<Fact> {
        for ((expr, subject), other) in [(left, right.1), (right, left.1)] {
            // `Ok(x) == …`: tests of tests.
            if let (Some(facts), true) = (&subject.facts, other.null || other.constant() == Some("-1")) {
                // Nothing was found: the test failed.
                let turned = |fact: &Fact| Fact { when: fact.when.turned(), ..fact.clone() };
                return if when == When::True { facts.iter().map(turned).collect() } else { facts.to_vec() };
            }
            if let (Some(facts), true) = (&subject.facts, other.truth.is_some()) {
                return facts.to_vec();
            }
            let parted = [left, right].into_iter().find(|(_, side)| std::ptr::eq(*side, other));
            if let Some(facts) = parted.and_then(|whole| self.is_all_of(subject, whole, when)) {
                return facts;
            }
            if let (Some(facts), Some("1" | "0" | "")) = (&subject.facts, other.constant()) {
                return facts.to_vec();
            }
            let named = other.constant().is_some_and(|text| !text.is_empty());
            let ours = !other.is_tainted() && !other.null && other.truth.is_none() && other.text.is_none();
            // A resolved path that is the folder itself is within it.
            if matches!(subject.form, Form::Resolved | Form::ResolvedText)
                && subject.is_tainted()
                && !other.null
                && (self.is_of_ours(other, subject) || is_another_folder(other, subject))
            {
                let whole = self.facts_of_value(subject, bit::PATH, when);
                return whole.into_iter().chain(self.facts_of_value(subject, bit::SIBLING, when)).collect();
            }
            if subject.called().ends_with("commonpath") || subject.called().ends_with(".commonprefix") {
                if subject.called().ends_with("commonprefix") {
                    return Vec::new();
                }
                return self.facts_of_value(subject, bit::PATH, when);
            }
            if subject.form == Form::Address || subject.form == Form::Relative {
                return self.facts_of_value(subject, bits_of(subject.form), When::Either);
            }
            if subject.is_tainted() && named && subject.form == Form::Host {
                // To refuse one name is no list of those allowed.
                return self.facts_of_value(subject, HOST_BITS, when);
            }
            if subject.is_tainted() && named {
                return self.one_of(expr, subject, when);
            }
            // `HOSTS.iter().any(|ours| ours == host)`: the closure is given one of a list.
            if subject.is_tainted() && other.is_tainted() && self.is_of_ours(other, subject) {
                return self.one_of(expr, subject, when);
            }
            if subject.is_tainted() && ours {
                // The caller's own, compared with one of a session.
                return self.facts_of(
                    expr,
                    subject,
                    bit::OWNER | if subject.form == Form::Host { HOST_BITS } else { 0 },
                    when,
                );
            }
        }
        Vec::new()
    }

    /// Is it nobody's, or an element that a closure was given of a list of ours?
    fn is_of_ours(&self, value: &Value, beside: &Value) -> bool {
        let owner = |taint: &super::Taint| match self.label_of(taint.label) {
            Label::Parameter(owner, ..) => Some(*owner),
            _ => None,
        };
        value.taints.iter().all(|taint| {
            owner(taint).is_some_and(|owner_of| {
                owner_of == self.current()
                    && self.program.function(owner_of).name.is_none()
                    && beside.taints.iter().all(|other| owner(other) != Some(owner_of))
            })
        })
    }

    /// The subject is one of a list of ours.
    fn within_list(&mut self, subject: (&Expr, &Value), list: (&Expr, &Value), when: When) -> Vec<Fact> {
        let (expr, value) = subject;
        // `ROOT in path.parents`: within the folder, where no `..` and no link is left in the path.
        if list.1.called().ends_with(".parents") {
            let resolved = list.1.form == Form::Resolved;
            return if resolved { self.facts_of_value(list.1, bit::PATH, when) } else { Vec::new() };
        }
        // `".." in path`.
        if let (Some(text), true) = (value.constant(), list.1.is_tainted()) {
            return self.contains(list, text, when.turned());
        }
        if !value.is_tainted() || self.is_chosen(list.1) && list.1.fields.is_none() {
            return Vec::new();
        }
        if value.form == Form::Address {
            return self.facts_of_value(value, bit::URL, When::Either);
        }
        self.one_of(expr, value, when)
    }

    /// Did a caller choose it, or a part of it? What a database or a folder answers is ours.
    pub(super) fn is_chosen(&self, value: &Value) -> bool {
        value.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Parameter(..)))
    }

    /// The value is one of those allowed.
    pub(super) fn one_of(&mut self, expr: &Expr, value: &Value, when: When) -> Vec<Fact> {
        self.choosing.extend(value.exact);
        match value.form {
            Form::Host => self.facts_of_value(value, HOST_BITS, When::Either),
            Form::UrlPart => Vec::new(),
            Form::Address => self.facts_of_value(value, bit::URL, When::Either),
            _ => self.facts_of(expr, value, bit::CHECKED, when),
        }
    }

    /// The text that somebody chose has, or has not, something in it.
    pub(super) fn contains(&mut self, text: (&Expr, &Value), part: &str, without: When) -> Vec<Fact> {
        match part {
            ".." | "../" => self.facts_of_parts(text, bit::DOTS, without),
            "/" => self.facts_of_parts(text, bit::DOTS | bit::ROOTED | bit::PATH, without),
            _ => Vec::new(),
        }
    }

    /// About the variable, and what it came from if it holds all of that.
    fn facts_of_parts(&mut self, text: (&Expr, &Value), bits: u32, when: When) -> Vec<Fact> {
        let mut facts = self.facts_of(text.0, text.1, bits, when);
        if facts.is_empty() {
            facts = self.facts_of_value(text.1, bits, when);
        }
        facts
    }

    fn bounded_by(&mut self, left: (&Expr, &Value), right: (&Expr, &Value)) -> Vec<Fact> {
        for ((expr, subject), other) in [(left, right.1), (right, left.1)] {
            if subject.is_tainted() && !other.is_tainted() {
                return self.facts_of(expr, subject, bit::SIZE, When::Either);
            }
        }
        Vec::new()
    }

    /// About the value as it is: the variable that it stands in, and what it came from if it is nothing else.
    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    pub(super) fn facts_of(&mut self, expr: &Expr, value: &Value, bits: u32, when: When) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(label) = value.exact {
            facts.push(Fact { subject: Subject::Label(label), bits, when });
        }
        if let Kind::Name(name) = &expr.kind {
            facts.push(Fact { subject: Subject::Variable(name.clone()), bits, when });
        }
        facts
    }

    /// About everything that the value came from.
    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    pub(super) fn facts_of_value(&mut self, value: &Value, bits: u32, when: When) -> Vec<Fact> {
        value.taints.iter().map(|taint| Fact { subject: Subject::Label(taint.label), bits, when }).collect()
    }

    /// `path.startswith(root + sep)`, and what only looks like it.
    pub(super) fn starts_with(&mut self, expr: &Expr, subject: &Value, prefix: &Value) -> Vec<Fact> {
        let text = prefix.text.as_deref().unwrap_or_default();
        if subject.form == Form::Relative {
            return if text.starts_with("..") {
                self.facts_of_value(subject, bit::PATH, When::False)
            } else {
                Vec::new()
            };
        }
        if text == "/" || text == "\\" {
            return self.facts_of_parts((expr, subject), bit::ROOTED, When::False);
        }
        // The beginning of an address of a private network.
        if matches!(text, "10." | "127." | "192.168." | "169.254." | "172.16." | "fc00:" | "fd" | "fe80:" | "::1") {
            return self.facts_of_value(subject, bit::URL, When::Either);
        }
        // An option starts with a dash.
        if text == "-" || text == "--" {
            return self.facts_of(expr, subject, bit::OPTION, When::False);
        }
        let apart = prefix.taints.iter().all(|taint| subject.taints.iter().all(|own| own.label != taint.label));
        if matches!(subject.form, Form::Resolved | Form::ResolvedText) && subject.is_tainted() && apart {
            let by_parts = subject.form == Form::Resolved && self.language() == Language::Rust;
            if by_parts || text.ends_with(['/', '\\']) {
                return self.facts_of_value(subject, bit::PATH, When::True);
            }
            // All of a drive is no folder that has siblings.
            if text.len() == 2 && text.ends_with(':') {
                return Vec::new();
            }
            return self.facts_of_value(subject, bit::SIBLING, When::True);
        }
        let whole_host =
            text.contains("://") && super::expression::host_is_fixed(text) && !text.contains([UNKNOWN, TAINTED]);
        if whole_host {
            return self.facts_of(expr, subject, bit::URL | bit::REDIRECT, When::True);
        }
        Vec::new()
    }

    /// `host.endswith(".example.com")`.
    pub(super) fn ends_with(&mut self, expr: &Expr, subject: &Value, suffix: &Value) -> Vec<Fact> {
        let text = suffix.text.as_deref().unwrap_or_default();
        if subject.form == Form::Host && !suffix.is_tainted() && (text.starts_with('.') || text.is_empty()) {
            return self.facts_of_value(subject, HOST_BITS, When::Either);
        }
        let _ = expr;
        Vec::new()
    }

    /// A pattern that all of the text has to fit.
    pub(super) fn fits(&mut self, expr: &Expr, subject: &Value, pattern: &str, whole: bool) -> Vec<Fact> {
        let mut bits = crate::knowledge::bits_of_pattern(pattern, whole);
        if crate::knowledge::fixes_host(pattern) {
            bits |= bit::URL | bit::REDIRECT;
        }
        if bits == 0 {
            // A list of what is refused.
            let refused = crate::knowledge::bits_of_refusal(pattern);
            return if refused == 0 { Vec::new() } else { self.facts_of(expr, subject, refused, When::False) };
        }
        if subject.form == Form::Host {
            return self.facts_of_value(subject, HOST_BITS, When::Either);
        }
        self.facts_of(expr, subject, bits, When::True)
    }

    pub(super) fn language(&self) -> Language {
        self.program.language_of(self.current())
    }
}

/// A folder that was resolved as well, and of which the path has no part.
fn is_another_folder(folder: &Value, path: &Value) -> bool {
    let apart = folder.taints.iter().all(|taint| path.taints.iter().all(|own| own.label != taint.label));
    apart && matches!(folder.form, Form::Resolved | Form::ResolvedText)
}

fn bits_of(form: Form) -> u32 {
    match form {
        Form::Address | Form::Host => bit::URL,
        Form::Relative => bit::PATH,
        _ => 0,
    }
}

/// What is known of two tests together.
pub(super) fn of_both(
    operator: Operator,
    one: Option<&Rc<Vec<Fact>>>,
    other: Option<&Rc<Vec<Fact>>>,
) -> Option<Rc<Vec<Fact>>> {
    let empty = Vec::new();
    let (one, other) = (one.map_or(&empty, |facts| facts), other.map_or(&empty, |facts| facts));
    // Both are true behind a true `and`, both false behind a false `or`.
    let sure = if operator == Operator::And { When::True } else { When::False };
    let mut facts: Vec<Fact> = Vec::new();
    for (own, others) in [(one, other), (other, one)] {
        for fact in own {
            let alone = fact.when == sure || fact.when == When::Either;
            let shared = others.iter().any(|also| also.subject == fact.subject && also.bits & fact.bits != 0);
            if (alone || shared) && !facts.contains(fact) && facts.len() < 32 {
                facts.push(fact.clone());
            }
        }
    }
    (!facts.is_empty()).then(|| Rc::new(facts))
}
