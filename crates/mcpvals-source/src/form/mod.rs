//! The form that every language is lowered to: functions, statements and expressions, with only what analysis looks at.
//!
//! It knows nothing of grammars, and nothing of what code means.

mod walk;

use std::rc::Rc;

pub(crate) use walk::{expressions_of, statements_of, within};

/// A name or a text of the source.
pub(crate) type Name = Rc<str>;

/// Bytes of a file, from the first to the one behind the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A function, by its place in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FunctionId(pub(crate) u32);

/// A file.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) imports: Vec<Import>,
    /// What other files see under another name: `(name outside, name inside)`.
    pub(crate) exports: Vec<(Name, Name)>,
    pub(crate) classes: Vec<Class>,
    /// Attributes of structs, by the struct's name.
    pub(crate) class_marks: Vec<(Name, Expr)>,
    /// What is run when the file is loaded.
    pub(crate) top: Option<FunctionId>,
}

/// A name that stands for something of another file or library.
#[derive(Debug)]
pub(crate) struct Import {
    /// Here.
    pub(crate) local: Name,
    /// The module, as it is written, for example `./paths.js` or `os.path`.
    pub(crate) module: Name,
    /// What of it; absent for the whole.
    pub(crate) member: Option<Name>,
}

/// A class, or a struct.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    /// Names of what it is derived from, dotted.
    pub(crate) bases: Vec<Name>,
    pub(crate) fields: Vec<Field>,
    pub(crate) methods: Vec<FunctionId>,
    pub(crate) at: Range,
}

/// A field of a class.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Name,
    /// Its type as written.
    pub(crate) kind: Option<Name>,
    pub(crate) value: Option<Expr>,
}

/// A function, a method, a closure, or what is run when a file is loaded.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: Option<Name>,
    /// The class that it is a method of.
    pub(crate) owner: Option<Name>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Vec<Statement>,
    /// Decorators and attributes.
    pub(crate) marks: Vec<Expr>,
    /// What its documentation says.
    pub(crate) doc: Option<Name>,
    /// The file, by its place in the program.
    pub(crate) unit: u32,
    /// The function that it stands in.
    pub(crate) parent: Option<FunctionId>,
    pub(crate) at: Range,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) pattern: Pattern,
    /// Its type as written.
    pub(crate) kind: Option<Name>,
    /// It takes all arguments that are left, as a list.
    pub(crate) rest: bool,
}

/// What is assigned to.
#[derive(Debug)]
pub(crate) enum Pattern {
    Name(Name),
    /// A member or an element of something.
    Place(Expr),
    /// The members of an object, each with its own pattern.
    Object(Vec<(Name, Pattern)>),
    List(Vec<Pattern>),
    Nothing,
}

/// A statement.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) deed: Deed,
    pub(crate) at: Range,
}

/// What a statement does.
#[derive(Debug)]
pub(crate) enum Deed {
    Run(Expr),
    /// The value of the block that it ends, where blocks have values.
    Value(Expr),
    Assign {
        target: Pattern,
        value: Expr,
        added: bool,
    },
    If {
        arms: Vec<(Expr, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    Switch {
        subject: Expr,
        arms: Vec<Arm>,
    },
    Loop {
        binder: Pattern,
        over: Option<Expr>,
        body: Vec<Statement>,
    },
    Try {
        body: Vec<Statement>,
        catches: Vec<Catch>,
        finally: Vec<Statement>,
    },
    Return(Option<Expr>),
    Throw(Option<Expr>),
    /// Out of a loop, or to its next round.
    Leave,
    /// A function with a name is made here.
    Define(FunctionId),
    Block(Vec<Statement>),
}

/// An arm of a switch.
#[derive(Debug)]
pub(crate) struct Arm {
    /// Empty for the one that is taken otherwise.
    pub(crate) cases: Vec<Expr>,
    /// What the arm binds of the subject.
    pub(crate) binder: Pattern,
    pub(crate) body: Vec<Statement>,
}

/// What is done with an error.
#[derive(Debug)]
pub(crate) struct Catch {
    pub(crate) name: Option<Name>,
    /// The names of the errors that it is for; empty for all.
    pub(crate) kinds: Vec<Name>,
    pub(crate) body: Vec<Statement>,
    pub(crate) at: Range,
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) at: Range,
}

/// What an expression is.
#[derive(Debug)]
pub(crate) enum Kind {
    Name(Name),
    Text(Name),
    Regex(Name),
    Number(Name),
    Truth(bool),
    Null,
    /// One text of several parts.
    Join(Vec<Expr>),
    Member(Box<Expr>, Name),
    Index(Box<Expr>, Box<Expr>),
    Call(Box<Call>),
    List(Vec<Expr>),
    Object(Vec<Entry>),
    Function(FunctionId),
    Binary(Operator, Box<[Expr; 2]>),
    Not(Box<Expr>),
    Choice(Box<[Expr; 3]>),
    /// One of these, or something made of them.
    Any(Vec<Expr>),
    /// All of another.
    Spread(Box<Expr>),
    Assign(Box<(Pattern, Expr)>),
    /// Statements with a value.
    Do(Vec<Statement>),
    /// A type test or the like: nothing that has taint.
    Nothing,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) callee: Expr,
    pub(crate) arguments: Vec<Argument>,
    /// Something is made: `new`.
    pub(crate) made: bool,
}

/// An argument of a call.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: Option<Name>,
    pub(crate) value: Expr,
}

/// An entry of an object.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Absent where it is computed, or all of another object.
    pub(crate) key: Option<Name>,
    pub(crate) value: Expr,
}

/// What joins two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    And,
    Or,
    Equal,
    Unequal,
    Less,
    Greater,
    In,
    NotIn,
    /// `/`: a path in Python.
    Slash,
    /// `-`, `*`, `%` and the like, which make numbers.
    Arithmetic,
}

impl Expr {
    pub(crate) fn new(kind: Kind, at: Range) -> Self {
        Self { kind, at }
    }

    /// The names from the left, where it is nothing but members of a name: `a.b.c`.
    pub(crate) fn dotted(&self) -> Option<String> {
        match &self.kind {
            Kind::Name(name) => Some(name.to_string()),
            Kind::Member(object, member) => object.dotted().map(|left| format!("{left}.{member}")),
            _ => None,
        }
    }

    /// The text, where it is a constant.
    pub(crate) fn text(&self) -> Option<&Name> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }
}
