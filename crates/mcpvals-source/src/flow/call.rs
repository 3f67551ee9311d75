//! Calls: of functions of the program, and of those of libraries.

use std::rc::Rc;

use super::{Fact, Flow, Form, Label, Subject, Value, bit};
use crate::form::{Argument, Call, Expr, FunctionId, Kind, Name, Range};
use crate::knowledge;
use crate::language::Language;

/// What a call was made with.
pub(crate) struct Made<'e> {
    pub(crate) call: &'e Call,
    pub(crate) at: Range,
    /// What it is called on.
    pub(crate) receiver: Option<Value>,
    /// What it is called, outside: `os.path.join`.
    pub(crate) path: Rc<str>,
    /// The last part of that.
    pub(crate) name: Name,
    pub(crate) arguments: Vec<(Option<Name>, Value)>,
}

impl<'e> Made<'e> {
    /// The argument at a place, unless it is named.
    pub(crate) fn argument(&self, index: usize) -> Option<&Value> {
        self.arguments.iter().filter(|(name, _)| name.is_none()).nth(index).map(|(_, value)| value)
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|(own, _)| own.as_deref() == Some(name)).map(|(_, value)| value)
    }

    pub(super) fn expr(&self, index: usize) -> Option<&'e Expr> {
        self.call.arguments.iter().filter(|argument| argument.name.is_none()).nth(index).map(|argument| &argument.value)
    }

    /// What it is called on, as it is written.
    pub(super) fn receiver_expr(&self) -> Option<&'e Expr> {
        match &self.call.callee.kind {
            Kind::Member(object, _) => Some(object),
            _ => None,
        }
    }

    /// What options were given: a named argument, or a member of an object.
    pub(crate) fn option(&self, name: &str) -> Option<&Value> {
        self.named(name).or_else(|| self.arguments.iter().find_map(|(_, value)| value.field(name)))
    }

    /// All that it was given.
    pub(super) fn given(&self) -> Value {
        let mut value = Value::default();
        for (_, argument) in &self.arguments {
            value.add_taints(&argument.taints);
        }
        value
    }
}

/// Compilers' wrappers round what is required, and what is handed on as it is.
const WRAPPERS: [&str; 15] = [
    "__importDefault",
    "__importStar",
    "__toESM",
    "_interopRequireDefault",
    "_interopRequireWildcard",
    "promisify",
    "closing",
    "Annotated",
    "Ok",
    "Some",
    "freeze",
    "cast",
    "Box.new",
    "NewTypedToolHandler",
    "NewStructuredToolHandler",
];

impl Flow<'_> {
    pub(super) fn call(&mut self, call: &Call, at: Range) -> Value {
        let (callee, receiver) = self.callee(&call.callee);
        let arguments: Vec<(Option<Name>, Value)> =
            call.arguments.iter().take(60).map(|argument| self.argument(argument)).collect();
        let path: Rc<str> = callee.path.clone().unwrap_or_else(|| unknown_path(&call.callee));
        let name = match &call.callee.kind {
            Kind::Member(_, name) => name.clone(),
            _ => Name::from(path.rsplit('.').next().unwrap_or_default()),
        };
        if WRAPPERS.contains(&&*name) && arguments.len() == 1 {
            return arguments.into_iter().next().map(|(_, value)| value).unwrap_or_default();
        }
        // `this.pack.bind(this)` is the same function.
        if let Some(bound) = receiver.as_ref().filter(|bound| &*name == "bind" && bound.function.is_some()) {
            return bound.clone();
        }
        let made = Made { call, at, receiver, path, name, arguments };
        if let ("require" | "import" | "__import__" | "importlib.import_module", Some(module)) =
            (&*made.path, made.argument(0).and_then(Value::constant))
        {
            return self.imported_now(module);
        }
        for (_, value) in &made.arguments {
            self.looked_at(value);
        }
        self.registered_by_call(&made);
        if let Some(class) = self.constructed(&made, &callee) {
            return class;
        }
        let function = callee.function.or_else(|| self.method_by_name(&made));
        let mut value = match function {
            Some(id) => {
                let applied = self.apply(id, &made);
                // A function of the program may bear the name of a library's: `query`, `execute`.
                if callee.function.is_none() {
                    let known = self.library(&made);
                    if known.is_tainted() || applied.path.is_none() { applied.or(&known) } else { applied }
                } else {
                    applied
                }
            }
            None => self.library(&made),
        };
        if let Some(inner) = function.and_then(|wrapper| self.wrapped(wrapper, &made)) {
            value.function = Some(inner);
        }
        if let Some(id) = function {
            let bits = self.made_harmless_by(id);
            if bits != 0 {
                value = Value { exact: None, ..value.without(bits) };
            }
        }
        // Whatever the body of one's own check looks like.
        if function.is_some() && knowledge::is_address_check(&made.name) {
            let facts =
                made.arguments.iter().flat_map(|(_, given)| self.facts_of_value(given, bit::URL, super::When::Either));
            let facts: Vec<_> = facts.collect();
            value.facts = super::value::joined(value.facts.take(), Some(&Rc::new(facts)));
        }
        self.callbacks(&made, &mut value);
        value
    }

    /// `await import("m")` in the middle of code.
    fn imported_now(&self, module: &str) -> Value {
        let unit = self.program.function(self.current()).unit;
        match self.program.module(unit, module) {
            Some(file) => Value { module: Some(file), ..Value::default() },
            None => Value::of_path(knowledge::canonical(module)),
        }
    }

    fn argument(&mut self, argument: &Argument) -> (Option<Name>, Value) {
        let value = self.expression(&argument.value);
        if let Kind::Spread(_) = argument.value.kind {
            return (Some(Name::from("*")), value);
        }
        (argument.name.clone(), value)
    }

    /// What is called, and on what.
    fn callee(&mut self, callee: &Expr) -> (Value, Option<Value>) {
        if let Kind::Member(object, name) = &callee.kind {
            let object = self.expression(object);
            let value = self.member(&object, name);
            return (value, Some(object));
        }
        (self.expression(callee), None)
    }

    /// Something of a class of the program is made.
    fn constructed(&mut self, made: &Made<'_>, callee: &Value) -> Option<Value> {
        // `function Themes() { … }` is one whose prototype has methods.
        let by_function = callee.function.filter(|_| made.call.made);
        let named = || by_function.and_then(|id| self.program.function(id).name.clone());
        let class = callee.class.clone().or_else(named).filter(|name| self.program.classes.contains_key(name))?;
        if let Some(id) = by_function {
            self.apply(id, made);
        }
        let is_class = callee.path.as_deref().is_some_and(|path| path.rsplit('.').next() == Some(&*class));
        if !is_class || callee.function.is_some() && !made.call.made {
            return None;
        }
        if self.program.is_enumeration(&class) {
            // It throws where the text is none of its own.
            return Some(Value { class: Some(class), ..made.given().without(bit::CHECKED | bit::WHOLE) });
        }
        for constructor in ["__init__", "constructor"] {
            if let Some(id) = self.program.method(&class, constructor) {
                self.apply(id, made);
            }
        }
        let fields = made.argument(0).and_then(|value| value.fields.clone());
        let fields = fields.or_else(|| {
            let named: Vec<_> =
                made.arguments.iter().filter_map(|(name, value)| Some((name.clone()?, value.clone()))).collect();
            (!named.is_empty()).then(|| Rc::new(named))
        });
        let mut value = made.given();
        value.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_) | Label::Environment));
        value.class = Some(class);
        value.fields = fields;
        Some(value)
    }

    /// A method whose receiver is not known, if only one has the name.
    fn method_by_name(&self, made: &Made<'_>) -> Option<FunctionId> {
        let receiver = made.receiver.as_ref()?;
        if receiver.module.is_some() || knowledge::is_usual_method(&made.name) {
            return None;
        }
        if let Some(kind) = self.type_called(made) {
            return self.program.associated(&kind, &made.name);
        }
        // What comes from a library has the library's methods.
        let foreign = receiver.path.as_deref().is_some_and(|path| path.contains('.') || knowledge::is_library(path));
        if foreign && self.language() != Language::Rust {
            return None;
        }
        self.program.only_method(&made.name).or_else(|| {
            let rust = self.language() == Language::Rust;
            rust.then(|| self.program.only_free(&made.name)).flatten()
        })
    }

    /// The type in Rust's `a::Type::function(…)`: it says whose function is meant, whoever else has one of that name.
    fn type_called(&self, made: &Made<'_>) -> Option<String> {
        let written = made.receiver_expr().filter(|_| self.language() == Language::Rust)?.dotted()?;
        let last = written.rsplit('.').next().unwrap_or(&written);
        last.starts_with(|first: char| first.is_ascii_uppercase()).then_some(written)
    }

    /// Functions that a call is given are called with what it is called on, or with what else it is given.
    fn callbacks(&mut self, made: &Made<'_>, value: &mut Value) {
        let functions: Vec<FunctionId> = made.arguments.iter().filter_map(|(_, value)| value.function).collect();
        if functions.is_empty() || self.shallow {
            return;
        }
        if let Some(handed) = self.handed_on(made) {
            value.add_taints(&handed.taints);
            return;
        }
        let element = made.receiver.as_ref().map(super::member::element).unwrap_or_default();
        let mut given = element.clone();
        if !given.is_tainted() {
            given = Value::parts(&made.given().taints);
        }
        // `request.catch((error) => …)`.
        if &*made.name == "catch" && made.receiver.is_some() {
            given = self.source(Label::Error);
        }
        // `.then((response) => …)`; `.catch(() => {})` throws the answer away.
        if let Some(receiver) = made.receiver.as_ref().filter(|_| &*made.name != "catch")
            && functions.iter().any(|id| !self.program.function(*id).parameters.is_empty())
        {
            self.looked_at(receiver);
        }
        for id in functions {
            self.rounds_of_table(id, &element);
            let current = self.current();
            self.calls.entry(current).or_default().insert(id);
            let answer = self.apply_to(id, &[given.clone()]);
            if made.receiver.is_some() && knowledge::answers_one_by_one(&made.name) {
                // What the callback makes of an element is all that is left of it.
                *value =
                    Value { taints: Vec::new(), text: None, items: None, fields: None, exact: None, ..value.clone() };
            }
            // What the callback makes is the error, and not the value.
            if self.language() == Language::Rust && matches!(&*made.name, "with_context" | "map_err" | "ok_or_else") {
                continue;
            }
            if knowledge::keeps_what_fits(&made.name) {
                fitting(value, answer.facts.as_deref());
                continue;
            }
            value.add_taints(&answer.taints);
            // Elements that somebody chose say nothing of what they are compared with; a list that a function was given
            // as it is may be one of ours.
            let list = made.receiver.as_ref().filter(|list| matches!(&*made.name, "any" | "some") && list.is_tainted());
            let chosen = list.is_some_and(|list| {
                let label = list.exact.map(|label| self.label_of(label));
                !matches!(label, Some(Label::Parameter(_, _, None)))
            });
            if !chosen {
                value.facts = super::value::joined(value.facts.take(), answer.facts.as_ref());
            }
            if value.path.is_none() && knowledge::answers_for_callback(&made.name) {
                value.path.clone_from(&answer.path);
                value.form = answer.form;
            }
        }
    }

    /// `to_thread(function, x, y=z)`: what stands behind the function is what it is called with.
    fn handed_on(&mut self, made: &Made<'_>) -> Option<Value> {
        if !knowledge::hands_on(&made.name) {
            return None;
        }
        let at = made.arguments.iter().position(|(_, value)| value.function.is_some())?;
        let id = made.arguments[at].1.function?;
        let arguments = made.arguments[at + 1..].to_vec();
        let inner = Made { receiver: None, path: made.path.clone(), name: made.name.clone(), arguments, ..*made };
        Some(self.apply(id, &inner))
    }

    /// Notes who calls whom.
    pub(super) fn calls_to(&mut self, id: FunctionId) {
        if !self.shallow {
            let current = self.current();
            self.calls.entry(current).or_default().insert(id);
        }
    }

    /// The receiver after a call that changes it: `args.push(x)`.
    pub(super) fn changed(&mut self, made: &Made<'_>, value: Value) {
        if let Some(Expr { kind: Kind::Name(name), .. }) = made.receiver_expr() {
            self.bind(name, value);
        }
    }
}

/// `names.filter((name) => OURS.includes(name))`: what is left is what the callback said yes to.
fn fitting(left: &mut Value, facts: Option<&Vec<Fact>>) {
    for fact in facts.into_iter().flatten().filter(|fact| fact.when.holds(true)) {
        let same = left.taints.iter_mut().filter(|taint| fact.subject == Subject::Label(taint.label));
        same.for_each(|taint| taint.bits &= !fact.bits);
    }
    left.items = None;
    left.exact = None;
}

/// The name of a method of something that is not known: as it is written, marked so that no library's is meant.
fn unknown_path(callee: &Expr) -> Rc<str> {
    match &callee.kind {
        Kind::Member(object, name) => {
            let written = object.dotted().filter(|dotted| dotted.len() < 80).unwrap_or_default();
            Rc::from(format!("~{written}.{name}"))
        }
        _ => Rc::from(""),
    }
}

/// Labels of what changes by itself.
pub(super) fn is_moving(label: &Label) -> bool {
    matches!(label, Label::Time | Label::Counter | Label::Random | Label::Network)
}

/// The value as somebody's text, whole where it was whole.
pub(super) fn same(value: &Value) -> Value {
    Value {
        taints: value.taints.clone(),
        text: value.text.clone(),
        start: value.start,
        exact: value.exact,
        form: if value.form == Form::Number { Form::Number } else { value.form },
        fields: value.fields.clone(),
        items: value.items.clone(),
        class: value.class.clone(),
        path: value.path.clone(),
        facts: value.facts.clone(),
        temporary: value.temporary,
        ..Value::default()
    }
}

/// Parts of the value, or something made of it.
pub(super) fn made_of(value: &Value) -> Value {
    Value { form: Form::Plain, ..Value::parts(&value.taints) }.without(bit::WHOLE)
}
