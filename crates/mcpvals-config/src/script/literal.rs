//! Where the values of a module's default export stand in its text, as far as they are written out there.
//!
//! Computed values have no place of their own: they are looked for at the nearest value around them.

use oxc::ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, ArrowFunctionBody, Declaration, ExportDefaultDeclarationKind,
    Expression, FunctionBody, ObjectExpression, ObjectPropertyKind, Program, Statement, VariableDeclaration,
};
use oxc::span::{GetSpan, Span as OxcSpan};

use crate::source::Span;
use crate::spans::{SpanMember, SpanNode, Spans};

/// Names may stand for names; a ring of them ends here.
const DEPTH_MAX: usize = 64;

/// And so do names that stand for many values each.
const NODES_MAX: usize = 1_000_000;

/// The places of the default export's values.
pub(super) fn spans_of_default_export(program: &Program<'_>) -> Spans {
    let mut walk = Walk { program, nodes: 0 };
    let export = program.body.iter().find_map(|statement| match statement {
        Statement::ExportDefaultDeclaration(export) => Some(export),
        _ => None,
    });
    let Some(export) = export else { return Spans::default() };
    let node = match &export.declaration {
        ExportDefaultDeclarationKind::FunctionDeclaration(function) => walk.visit_result(function.body.as_deref(), 0),
        other => walk.visit_some(other.as_expression(), 0),
    };
    Spans::new(node.unwrap_or_else(|| SpanNode::leaf(bytes(export.span))))
}

struct Walk<'a, 'p> {
    program: &'p Program<'a>,
    nodes: usize,
}

impl<'a, 'p> Walk<'a, 'p> {
    fn visit(&mut self, value: &'p Expression<'a>, depth: usize) -> SpanNode {
        let value = value.get_inner_expression();
        let span = bytes(value.span());
        self.nodes += 1;
        if depth > DEPTH_MAX || self.nodes > NODES_MAX {
            return SpanNode::leaf(span);
        }
        let stands_for = match value {
            Expression::ObjectExpression(object) => return self.visit_object(object, span, depth),
            Expression::ArrayExpression(array) => return self.visit_array(array, span, depth),
            Expression::AwaitExpression(inner) => Some(self.visit(&inner.argument, depth + 1)),
            Expression::CallExpression(call) if call.callee.is_specific_id("defineConfig") => {
                self.visit_some(call.arguments.first().and_then(Argument::as_expression), depth + 1)
            }
            Expression::ArrowFunctionExpression(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => self.visit_result(Some(body), depth + 1),
                body => self.visit_some(body.as_expression(), depth + 1),
            },
            Expression::FunctionExpression(function) => self.visit_result(function.body.as_deref(), depth + 1),
            Expression::Identifier(name) => self.visit_some(self.constant(name.name.as_str()), depth + 1),
            _ => None,
        };
        stands_for.unwrap_or_else(|| SpanNode::leaf(span))
    }

    fn visit_some(&mut self, value: Option<&'p Expression<'a>>, depth: usize) -> Option<SpanNode> {
        value.map(|value| self.visit(value, depth))
    }

    /// What a function gives, where its last statement says so.
    fn visit_result(&mut self, body: Option<&'p FunctionBody<'a>>, depth: usize) -> Option<SpanNode> {
        match body?.statements.last()? {
            Statement::ReturnStatement(last) => self.visit_some(last.argument.as_ref(), depth),
            _ => None,
        }
    }

    fn visit_object(&mut self, object: &'p ObjectExpression<'a>, span: Span, depth: usize) -> SpanNode {
        let mut members = Vec::new();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                // Nobody knows which of the members so far are hidden by what is spread here.
                members.clear();
                continue;
            };
            if let Some(name) = property.key.static_name().filter(|_| !property.computed) {
                let node = self.visit(&property.value, depth + 1);
                members.push(SpanMember::new(&name, bytes(property.key.span()), node));
            }
        }
        SpanNode::object(span, members)
    }

    fn visit_array(&mut self, array: &'p ArrayExpression<'a>, span: Span, depth: usize) -> SpanNode {
        // From what is spread on, nobody knows the items' numbers.
        let items = array.elements.iter().take_while(|item| !item.is_spread());
        let node = |item: &'p ArrayExpressionElement<'a>| {
            self.visit_some(item.as_expression(), depth + 1).unwrap_or_else(|| SpanNode::leaf(span.clone()))
        };
        let items = items.map(node).collect();
        SpanNode::array(span.clone(), items)
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
