//! Literals of a module that tell where they stand: what a script computes is made of them, by whatever way.
//!
//! Every object and array that is written out passes through a function of the prelude that remembers its number
//! here. So a test that was pushed in a loop, spread, or imported is found where it was written.

use std::collections::HashMap;

use oxc::allocator::{Allocator, TakeIn};
use oxc::ast::ast::{
    Argument, ArrayExpression, Declaration, Expression, ObjectExpression, ObjectPropertyKind, Program, Statement,
    ThrowStatement, VariableDeclaration,
};
use oxc::ast::builder::AstBuilder;
use oxc::ast_visit::{VisitMut, walk_mut};
use oxc::span::{GetSpan, SPAN, Span as OxcSpan};
use oxc::syntax::number::NumberBase;
use oxc::syntax::scope::ScopeFlags;

use crate::source::Span;
use crate::spans::{Parts, Written};

/// Names may stand for names; a ring of them ends here.
const NAMES_MAX: usize = 64;

/// Data may nest less deeply; the engine's parser has to bear the calls, too.
const DEPTH_MAX: usize = 128;

/// More literals in one module remember nothing.
const LITERALS_MAX: usize = 1 << 18;

/// The number of a literal, over all modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
pub(super) struct Number(u32);

impl Number {
    fn new(module: usize, index: usize) -> Self {
        Self(u32::try_from(module * LITERALS_MAX + index).unwrap_or(u32::MAX))
    }

    /// What the engine gives back.
    pub(super) fn given(number: u32) -> Self {
        Self(number)
    }

    /// The literal's module.
    pub(super) fn module(self) -> usize {
        self.0 as usize / LITERALS_MAX
    }

    /// Its index among those of its module.
    pub(super) fn index(self) -> usize {
        self.0 as usize % LITERALS_MAX
    }
}

/// Makes all literals and what is thrown of a module tell their number, and gives them in the order of their numbers.
pub(super) fn mark<'a>(program: &mut Program<'a>, allocator: &'a Allocator, module: usize) -> Vec<Written> {
    let constants = constants(program);
    let build = AstBuilder::new(allocator);
    let mut marker = Marker { build, module, constants, literals: Vec::new(), depth: 0, inner: 0 };
    marker.visit_program(program);
    marker.literals
}

struct Marker<'a> {
    build: AstBuilder<'a>,
    module: usize,
    /// The module's constants that stand for something written out.
    constants: HashMap<String, Span>,
    literals: Vec<Written>,
    /// So many literals are around.
    depth: usize,
    /// So many functions and blocks are around: there, names may be other variables.
    inner: usize,
}

impl<'a> Marker<'a> {
    /// Remembers a literal, and calls a function of the prelude with its number and a value.
    fn told(&mut self, written: Written, function: &'static str, value: Expression<'a>) -> Expression<'a> {
        let number = f64::from(Number::new(self.module, self.literals.len()).0);
        self.literals.push(written);
        let number = Expression::new_numeric_literal(SPAN, number, None, NumberBase::Decimal, &self.build);
        let callee = Expression::new_identifier(SPAN, function, &self.build);
        let arguments = [Argument::from(number), Argument::from(value)];
        let arguments = oxc::allocator::Vec::from_iter_in(arguments, &self.build);
        Expression::new_call_expression(SPAN, callee, None, arguments, false, &self.build)
    }

    fn of_object(&self, object: &ObjectExpression<'a>) -> Written {
        let mut members = Vec::new();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                // Nobody knows which of the members so far are hidden by what is spread here.
                members.clear();
                continue;
            };
            if let Some(name) = property.key.static_name().filter(|_| !property.computed) {
                members.push((name.into(), bytes(property.key.span()), self.value(&property.value)));
            }
        }
        Written { span: bytes(object.span), parts: Parts::Members(members) }
    }

    fn of_array(&self, array: &ArrayExpression<'a>) -> Written {
        let items = array.elements.iter().take_while(|item| !item.is_spread());
        let items = items.map(|item| item.as_expression().map_or_else(|| bytes(array.span), |item| self.value(item)));
        Written { span: bytes(array.span), parts: Parts::Items(items.collect()) }
    }

    fn value(&self, value: &Expression<'a>) -> Span {
        let value = value.get_inner_expression();
        let constant = match value {
            Expression::Identifier(name) if self.inner == 0 => self.constants.get(name.name.as_str()).cloned(),
            _ => None,
        };
        constant.unwrap_or_else(|| bytes(value.span()))
    }
}

impl<'a> VisitMut<'a> for Marker<'a> {
    fn visit_expression(&mut self, expression: &mut Expression<'a>) {
        let written = match expression {
            // What the transformer made has no place.
            _ if expression.span().is_empty() => None,
            _ if self.depth >= DEPTH_MAX || self.literals.len() >= LITERALS_MAX => None,
            Expression::ObjectExpression(object) => Some(self.of_object(object)),
            Expression::ArrayExpression(array) => Some(self.of_array(array)),
            _ => None,
        };
        let Some(written) = written else { return walk_mut::walk_expression(self, expression) };
        self.depth += 1;
        walk_mut::walk_expression(self, expression);
        self.depth -= 1;
        let value = expression.take_in(&self.build);
        *expression = self.told(written, "$mcpvals_at", value);
    }

    fn visit_throw_statement(&mut self, statement: &mut ThrowStatement<'a>) {
        walk_mut::walk_throw_statement(self, statement);
        if self.literals.len() >= LITERALS_MAX {
            return;
        }
        let value = statement.argument.take_in(&self.build);
        let written = Written { span: bytes(statement.span), parts: Parts::Items(Vec::new()) };
        statement.argument = self.told(written, "$mcpvals_thrown", value);
    }

    fn enter_scope(&mut self, flags: ScopeFlags, _: &std::cell::Cell<Option<oxc::syntax::scope::ScopeId>>) {
        self.inner += usize::from(!flags.is_top());
    }

    fn leave_scope(&mut self) {
        self.inner = self.inner.saturating_sub(1);
    }
}

/// The module's constants, and where what they stand for is written.
fn constants(program: &Program<'_>) -> HashMap<String, Span> {
    let declarations = program.body.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(declaration) => Some(&**declaration),
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(declaration) => Some(&**declaration),
            _ => None,
        },
        _ => None,
    });
    let values: HashMap<&str, &Expression<'_>> = declarations.flat_map(values).collect();
    let place = |value: &Expression<'_>| {
        let mut value = value.get_inner_expression();
        for _ in 0..NAMES_MAX {
            let Expression::Identifier(name) = value else { break };
            let Some(next) = values.get(name.name.as_str()) else { break };
            value = next.get_inner_expression();
        }
        bytes(value.span())
    };
    values.iter().map(|(name, value)| ((*name).to_owned(), place(value))).collect()
}

fn values<'p, 'a>(declaration: &'p VariableDeclaration<'a>) -> impl Iterator<Item = (&'p str, &'p Expression<'a>)> {
    let all = declaration.declarations.iter().filter(|_| declaration.kind.is_const());
    all.filter_map(|one| match &one.id {
        oxc::ast::ast::BindingPattern::BindingIdentifier(name) => Some((name.name.as_str(), one.init.as_ref()?)),
        _ => None,
    })
}

pub(super) fn bytes(span: OxcSpan) -> Span {
    span.start as usize..span.end as usize
}
