//! Where the values of a module's default export stand in its text, as far as they are written out there.
//!
//! Computed values have no place of their own: they are looked for at the nearest value around them.

use oxc::ast::ast::{
    Argument, ArrayExpression, ArrowFunctionBody, Declaration, ExportDefaultDeclarationKind, Expression, FunctionBody,
    ObjectExpression, ObjectPropertyKind, Program, Statement, VariableDeclaration,
};
use oxc::span::{GetSpan, Span as OxcSpan};

use crate::document::Spans;
use crate::pointer::Pointer;
use crate::source::Span;

/// Names may stand for names; a ring of them ends here.
const DEPTH_MAX: usize = 64;

/// The places of the default export's values.
pub(super) fn spans_of_default_export(program: &Program<'_>) -> Spans {
    let mut walk = Walk { program, spans: Spans::default() };
    for statement in &program.body {
        if let Statement::ExportDefaultDeclaration(export) = statement {
            let root = Pointer::root();
            walk.spans.insert(root.clone(), None, bytes(export.span));
            match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                    walk.visit_result(function.body.as_deref(), &root);
                }
                other => walk.visit_some(other.as_expression(), &root, None, 0),
            }
        }
    }
    walk.spans
}

struct Walk<'a, 'p> {
    program: &'p Program<'a>,
    spans: Spans,
}

impl<'a, 'p> Walk<'a, 'p> {
    fn visit(&mut self, value: &'p Expression<'a>, at: &Pointer, key: Option<Span>, depth: usize) {
        if depth > DEPTH_MAX {
            return;
        }
        let value = value.get_inner_expression();
        self.spans.insert(at.clone(), key.clone(), bytes(value.span()));
        match value {
            Expression::ObjectExpression(object) => self.visit_object(object, at, depth),
            Expression::ArrayExpression(array) => self.visit_array(array, at, depth),
            Expression::AwaitExpression(inner) => self.visit(&inner.argument, at, key, depth + 1),
            Expression::CallExpression(call) if call.callee.is_specific_id("defineConfig") => {
                self.visit_some(call.arguments.first().and_then(Argument::as_expression), at, key, depth + 1);
            }
            Expression::ArrowFunctionExpression(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => self.visit_result(Some(body), at),
                body => self.visit_some(body.as_expression(), at, key, depth + 1),
            },
            Expression::FunctionExpression(function) => self.visit_result(function.body.as_deref(), at),
            Expression::Identifier(name) => self.visit_some(self.constant(name.name.as_str()), at, key, depth + 1),
            _ => {}
        }
    }

    fn visit_some(&mut self, value: Option<&'p Expression<'a>>, at: &Pointer, key: Option<Span>, depth: usize) {
        if let Some(value) = value {
            self.visit(value, at, key, depth);
        }
    }

    /// What a function gives, where its last statement says so.
    fn visit_result(&mut self, body: Option<&'p FunctionBody<'a>>, at: &Pointer) {
        if let Some(Statement::ReturnStatement(last)) = body.and_then(|body| body.statements.last()) {
            self.visit_some(last.argument.as_ref(), at, None, 0);
        }
    }

    fn visit_object(&mut self, object: &'p ObjectExpression<'a>, at: &Pointer, depth: usize) {
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                // Nobody knows which of the members so far are hidden by what is spread here.
                self.spans.forget_within(at);
                continue;
            };
            if let Some(name) = property.key.static_name().filter(|_| !property.computed) {
                let place = at.member(&name);
                // A later member hides an earlier one with all that was in it.
                self.spans.forget_within(&place);
                self.visit(&property.value, &place, Some(bytes(property.key.span())), depth + 1);
            }
        }
    }

    fn visit_array(&mut self, array: &'p ArrayExpression<'a>, at: &Pointer, depth: usize) {
        for (index, item) in array.elements.iter().enumerate() {
            if item.is_spread() {
                // From here on nobody knows the items' numbers.
                return;
            }
            self.visit_some(item.as_expression(), &at.item(index), None, depth + 1);
        }
    }

    /// The value of a constant of the module.
    fn constant(&self, name: &str) -> Option<&'p Expression<'a>> {
        self.program.body.iter().find_map(|statement| match statement {
            Statement::VariableDeclaration(declaration) => value_in(declaration, name),
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(declaration) => value_in(declaration, name),
                _ => None,
            },
            _ => None,
        })
    }
}

fn value_in<'p, 'a>(declaration: &'p VariableDeclaration<'a>, name: &str) -> Option<&'p Expression<'a>> {
    let named = declaration
        .declarations
        .iter()
        .find(|declarator| declarator.id.get_identifier_name().is_some_and(|own| own == name));
    named.filter(|_| declaration.kind.is_const())?.init.as_ref()
}

fn bytes(span: OxcSpan) -> Span {
    span.start as usize..span.end as usize
}
