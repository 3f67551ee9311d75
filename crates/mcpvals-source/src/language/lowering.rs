//! What the lowering of one file has in hand.

use std::rc::Rc;

use tree_sitter::{Node, TreeCursor};

use crate::form::{
    Argument, Call, Class, Deed, Expr, Function, FunctionId, Import, Kind, Name, Parameter, Range, Statement, Unit,
};

/// No deeper: what stands below is left out. Code that people write has 30 levels; hostile code has a million.
const DEPTH_MAX: u32 = 220;

/// One file on its way from the tree to the form.
pub(crate) struct Lowering<'t> {
    pub(crate) text: &'t str,
    /// Where the text starts in the file; not 0 where a part of it is parsed again.
    pub(crate) offset: u32,
    pub(crate) unit: Unit,
    functions: &'t mut Vec<Function>,
    unit_index: u32,
    depth: u32,
    parent: Option<FunctionId>,
    /// The class whose methods are being lowered.
    pub(crate) owner: Option<Name>,
}

/// A function's parts before it has a place.
pub(crate) struct Parts {
    pub(crate) name: Option<Name>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) marks: Vec<Expr>,
    pub(crate) doc: Option<Name>,
    pub(crate) at: Range,
}

impl<'t> Lowering<'t> {
    pub(crate) fn new(text: &'t str, unit_index: u32, functions: &'t mut Vec<Function>) -> Self {
        let unit = Unit::default();
        Self { text, offset: 0, unit, functions, unit_index, depth: 0, parent: None, owner: None }
    }

    pub(crate) fn finish(self) -> Unit {
        self.unit
    }

    /// The same file, with a part of its text to be parsed again.
    pub(crate) fn part<T>(&mut self, text: &str, offset: u32, lower: impl FnOnce(&mut Lowering<'_>) -> T) -> T {
        let mut part = Lowering {
            text,
            offset,
            unit: std::mem::take(&mut self.unit),
            functions: self.functions,
            unit_index: self.unit_index,
            depth: self.depth,
            parent: self.parent,
            owner: self.owner.clone(),
        };
        let lowered = lower(&mut part);
        self.unit = part.unit;
        lowered
    }

    pub(crate) fn text_of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub(crate) fn name_of(&self, node: Node<'_>) -> Name {
        Rc::from(self.text_of(node))
    }

    /// The text of a child, by its field.
    pub(crate) fn field_name(&self, node: Node<'_>, field: &str) -> Option<Name> {
        node.child_by_field_name(field).map(|child| self.name_of(child))
    }

    pub(crate) fn range(&self, node: Node<'_>) -> Range {
        let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX).saturating_add(self.offset);
        Range { start: place(node.start_byte()), end: place(node.end_byte()) }
    }

    pub(crate) fn expr(&self, kind: Kind, node: Node<'_>) -> Expr {
        Expr::new(kind, self.range(node))
    }

    pub(crate) fn statement(&self, deed: Deed, node: Node<'_>) -> Statement {
        Statement { deed, at: self.range(node) }
    }

    /// Goes a level down, unless that is too deep.
    pub(crate) fn deeper<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let lowered = lower(self);
        self.depth -= 1;
        Some(lowered)
    }

    /// Makes a function of the parts and of what `body` lowers within it.
    pub(crate) fn function(&mut self, parts: Parts, body: impl FnOnce(&mut Self) -> Vec<Statement>) -> FunctionId {
        let Parts { name, parameters, marks, doc, at } = parts;
        let id = FunctionId(u32::try_from(self.functions.len()).unwrap_or(u32::MAX));
        let owner = self.owner.clone();
        let (unit, parent) = (self.unit_index, self.parent);
        self.functions.push(Function { name, owner, parameters, body: Vec::new(), marks, doc, unit, parent, at });
        let outer = (self.parent.replace(id), self.owner.take());
        let lowered = body(self);
        (self.parent, self.owner) = outer;
        if let Some(function) = self.functions.get_mut(id.0 as usize) {
            function.body = lowered;
        }
        id
    }

    pub(crate) fn import(&mut self, local: &str, module: &str, member: Option<&str>) {
        self.unit.imports.push(Import {
            local: Rc::from(local),
            module: Rc::from(module),
            member: member.map(Rc::from),
        });
    }

    pub(crate) fn class(&mut self, class: Class) {
        self.unit.classes.push(class);
    }

    /// A call of a name, made up.
    pub(crate) fn call(&self, callee: Expr, arguments: Vec<Argument>, made: bool, node: Node<'_>) -> Expr {
        self.expr(Kind::Call(Box::new(Call { callee, arguments, made })), node)
    }

    /// The text of a literal, with its escapes undone.
    pub(crate) fn interpreted(&self, node: Node<'_>) -> String {
        let part = |part: Node<'_>| match part.kind() {
            "escape_sequence" => unescaped(self.text_of(part)),
            _ => self.text_of(part).to_owned(),
        };
        children(node).into_iter().map(part).collect()
    }
}

/// The named children that are no comments.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor: TreeCursor<'_> = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !matches!(child.kind(), "comment" | "line_comment" | "block_comment"))
        .collect()
}

/// What is added up, from the left: sums lean to the left, and may be long.
pub(crate) fn summands(node: Node<'_>) -> Vec<Node<'_>> {
    let kind = node.kind();
    let mut parts = Vec::new();
    let mut next = Some(node);
    while let Some(node) = next.take() {
        let operator = node.child_by_field_name("operator");
        if node.kind() == kind && operator.is_some_and(|operator| operator.kind() == "+") {
            parts.extend(node.child_by_field_name("right"));
            next = node.child_by_field_name("left");
        } else {
            parts.push(node);
        }
    }
    parts.reverse();
    parts
}

/// The children of a field.
pub(crate) fn fields<'n>(node: Node<'n>, field: &str) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor).filter(Node::is_named).collect()
}

/// What stands for the escapes of C, which most languages share; others are left out.
pub(crate) fn unescaped(escape: &str) -> String {
    let rest = escape.strip_prefix('\\').unwrap_or(escape);
    let number = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    let mut letters = rest.chars();
    match letters.next() {
        Some('n') => "\n".to_owned(),
        Some('t') => "\t".to_owned(),
        Some('r') => "\r".to_owned(),
        Some('0') => "\0".to_owned(),
        Some('x' | 'u' | 'U') => {
            let digits = letters.as_str().trim_matches(['{', '}']);
            number(digits).map(String::from).unwrap_or_default()
        }
        Some('\n') | None => String::new(),
        Some(_) => rest.to_owned(),
    }
}

/// A text with places for values (`%s`, `{}`), and the values: the parts in order. Values that have no place come last.
pub(crate) fn formatted(text: Expr, values: Vec<Expr>, sign: char) -> Vec<Expr> {
    let at = text.at;
    let Kind::Text(pattern) = text.kind else {
        return std::iter::once(text).chain(values).collect();
    };
    let mut values = values.into_iter();
    let mut parts = Vec::new();
    let mut constant = String::new();
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != sign || letters.peek() == Some(&sign) {
            if letter == sign {
                letters.next();
            }
            constant.push(letter);
            continue;
        }
        parts.push(Expr::new(Kind::Text(Rc::from(std::mem::take(&mut constant))), at));
        let inner = place(&mut letters, sign);
        let named = inner.split([':', '!']).next().unwrap_or_default();
        let value = if sign == '{' && !named.is_empty() && named.parse::<usize>().is_err() {
            // `{name}`: a variable, or a named argument that was given as one of the values.
            Some(Expr::new(Kind::Name(Rc::from(named)), at))
        } else {
            values.next()
        };
        parts.extend(value);
    }
    parts.push(Expr::new(Kind::Text(Rc::from(constant)), at));
    parts.extend(values);
    parts
}

/// What stands between the sign and the end of the place.
fn place(letters: &mut std::iter::Peekable<std::str::Chars<'_>>, sign: char) -> String {
    let mut inner = String::new();
    for letter in letters.by_ref() {
        let ends = if sign == '{' { letter == '}' } else { letter.is_alphabetic() };
        if ends || inner.len() > 40 {
            break;
        }
        inner.push(letter);
    }
    inner
}
