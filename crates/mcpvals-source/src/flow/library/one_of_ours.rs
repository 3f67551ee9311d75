//! Tests of a text against each of a list of ours: prefixes, patterns.

use super::super::call::Made;
use super::super::{Fact, Flow, When};
use super::every::last_value;
use crate::form::{Deed, Expr, Kind, Pattern};

impl Flow<'_> {
    /// `any(re.match(pattern, url) for pattern in PATTERNS)`, `PREFIXES.some((prefix) => url.startsWith(prefix))`.
    pub(super) fn one_of_ours(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let (binder, list, test) = self.parts_of_test(made)?;
        let list = self.expression(list);
        let element = super::super::member::element(&list);
        if element.is_tainted() || element.text.is_none() && element.choices.is_none() {
            return None;
        }
        let facts = self.tested_with(binder, element, test);
        let all = matches!(&*made.name, "all" | "every");
        let turned = matches!(test.kind, Kind::Not(_));
        // `all` that is false, and `any` of what is not so, say something of one element and not of which.
        let says = |fact: &Fact| match (all, turned) {
            (true, _) => fact.when == When::True,
            (false, true) => fact.when == When::False,
            (false, false) => true,
        };
        Some(facts.into_iter().filter(says).collect())
    }

    /// What the element is called, the list, and what is tested.
    fn parts_of_test<'e>(&self, made: &Made<'e>) -> Option<(&'e Pattern, &'e Expr, &'e Expr)>
    where
        Self: 'e,
    {
        match &made.expr(0)?.kind {
            Kind::Function(id) => {
                let function = self.program.function(*id);
                let ([only], [parameter]) = (function.body.as_slice(), function.parameters.as_slice()) else {
                    return None;
                };
                Some((&parameter.pattern, made.receiver_expr()?, last_value(std::slice::from_ref(only))?))
            }
            Kind::Do(body) => {
                let Deed::Loop { binder, over: Some(over), body } = &body.first()?.deed else { return None };
                let [only] = body.as_slice() else { return None };
                Some((binder, over, last_value(std::slice::from_ref(only))?))
            }
            _ => None,
        }
    }
}
