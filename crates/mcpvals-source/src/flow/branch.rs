//! Tests and switches: what is known in each arm and behind them all, and the arms that answer for one name.

use super::result::Arm as SeenArm;
use super::scope::Frame;
use super::statement::Ends;
use super::{Fact, Flow, HitKind, Subject, Value, bit};
use crate::form::{Arm, Expr, FunctionId, Kind, Name, Statement};

impl Flow<'_> {
    pub(super) fn branches(&mut self, arms: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) -> Ends {
        let mut left = Vec::new();
        let mut ends = Vec::new();
        // Facts of tests that failed hold in the arms that follow, and behind, if those that did not fail ended.
        self.push_frame();
        let mut failed: Vec<(Vec<Fact>, bool)> = Vec::new();
        let mut all_ended = true;
        for (test, body) in arms {
            let tested = self.expression(test);
            self.claim_tested(test);
            let facts = tested.facts.clone().unwrap_or_default();
            let capabilities = self.capabilities_so_far();
            let calls = self.calls_so_far();
            let outer_start = self.begin_arm(capabilities);
            self.push_frame();
            self.know(&facts, true, false);
            self.know_where_equal(test);
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
        if let ([(test, _)], [arm]) = (arms, left.as_slice()) {
            self.keep_where_equal(test, arm);
        }
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

    /// `if not is_admin`, where the caller says whether he is.
    fn claim_tested(&mut self, test: &Expr) {
        let claim = if let Kind::Not(inner) = &test.kind { inner } else { test };
        let name = claim.dotted();
        if name.is_some_and(|name| crate::knowledge::is_claim_name(&name)) {
            let claimed = self.expression(claim);
            if claimed.exact.is_some() {
                self.reach_all(HitKind::Role, &claimed, test.at, "a privileged branch");
            }
        }
    }

    /// The tests' facts once more, without what testing does.
    pub(super) fn facts_of_test(&mut self, test: &Expr) -> Vec<Fact> {
        let facts = self.without_doing(|flow| flow.expression(test).facts);
        facts.map(|facts| facts.to_vec()).unwrap_or_default()
    }

    /// Looks without noting what is done.
    pub(super) fn without_doing<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let shallow = std::mem::replace(&mut self.shallow, true);
        let seen = look(self);
        self.shallow = shallow;
        seen
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

    /// `if name == "x"`: an arm of a dispatcher.
    fn arm_of_test(&mut self, test: &Expr, from: usize, before: &[FunctionId]) {
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

    pub(super) fn switch(&mut self, subject: &Expr, arms: &[Arm]) -> Ends {
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
            self.choosing.insert(label);
            self.clear(label, bit::CHECKED, false);
        }
        if value.form == super::Form::Host {
            for taint in &value.taints {
                self.clear(taint.label, bit::URL, false);
            }
        }
        if let Kind::Name(name) = &subject.kind {
            let value = self.variable(name).without(bit::CHECKED);
            self.bind(name, value);
        }
    }

    fn seen_arm(&mut self, case: Name, from: usize, before: &[FunctionId]) {
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

    /// What was done before an arm may be done in it as well. Returns where the arm around begins.
    fn begin_arm(&mut self, start: usize) -> usize {
        self.active.last_mut().map_or(0, |active| std::mem::replace(&mut active.arm_start, start))
    }

    /// Where in the lists of what the function can do and calls we are.
    fn capabilities_so_far(&mut self) -> usize {
        let current = self.current();
        self.draft(current).capabilities.len()
    }

    fn calls_so_far(&self) -> Vec<FunctionId> {
        self.calls.get(&self.current()).map(|calls| calls.iter().copied().collect()).unwrap_or_default()
    }
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
