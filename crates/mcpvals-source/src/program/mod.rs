//! A server's files together: what is where, and what a name means in a file.

mod build;
mod modules;
mod order;
mod place;

use std::collections::HashMap;

use crate::form::{Function, FunctionId, Name, Unit};
use crate::language::Language;
use modules::Modules;

pub(crate) use build::build;
pub(crate) use place::Lines;

/// All that was read.
pub(crate) struct Program {
    pub(crate) files: Vec<File>,
    pub(crate) functions: Vec<Function>,
    /// Classes by name: several of the same name are one.
    pub(crate) classes: HashMap<Name, ClassParts>,
    /// Functions of a file, by file and name.
    top_level: HashMap<(u32, Name), FunctionId>,
    /// Methods by name.
    methods: HashMap<Name, Vec<FunctionId>>,
    /// Functions that are no methods, by name.
    free: HashMap<Name, Vec<FunctionId>>,
    modules: Modules,
}

/// A file of the program.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) language: Language,
    pub(crate) unit: Unit,
    /// What a local name was imported as: the module, and what of it.
    pub(crate) imports: HashMap<Name, (Name, Option<Name>)>,
    /// Files whose names are all visible here.
    wildcards: Vec<u32>,
}

/// What is known of a class.
#[derive(Default)]
pub(crate) struct ClassParts {
    pub(crate) bases: Vec<Name>,
    /// Where it, or a part of it, stands: file, and place among the file's classes.
    pub(crate) places: Vec<(u32, usize)>,
    pub(crate) methods: HashMap<Name, FunctionId>,
}

/// What a name of another file is.
pub(crate) enum Found {
    Function(FunctionId),
    /// A variable of the file.
    Variable(u32, Name),
}

impl Program {
    pub(crate) fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub(crate) fn file_of(&self, id: FunctionId) -> &File {
        &self.files[self.function(id).unit as usize]
    }

    pub(crate) fn language_of(&self, id: FunctionId) -> Language {
        self.file_of(id).language
    }

    /// A function at the top level of a file, or of another that shares its names.
    pub(crate) fn top_function(&self, unit: u32, name: &str) -> Option<FunctionId> {
        let key = (unit, Name::from(name));
        self.top_level.get(&key).copied().or_else(|| {
            self.siblings(unit).iter().find_map(|other| self.top_level.get(&(*other, key.1.clone())).copied())
        })
    }

    /// Files that share their names with this one.
    pub(crate) fn siblings(&self, unit: u32) -> &[u32] {
        let file = &self.files[unit as usize];
        if file.language == Language::Go { self.modules.package_of(unit) } else { &file.wildcards }
    }

    /// What `member` of `module` is, as the file `unit` imports it.
    pub(crate) fn imported(&self, unit: u32, module: &str, member: &str) -> Option<Found> {
        let language = self.files[unit as usize].language;
        if language == Language::Rust {
            return if crate::knowledge::is_crate(module) { None } else { self.only_free(member).map(Found::Function) };
        }
        let mut from = self.modules.resolve(unit, module, language)?;
        if language == Language::Python
            && let Some(inner) = self.modules.resolve(unit, &joined(module, member), language)
        {
            from = inner;
        }
        self.exported(from, member, 0)
    }

    /// The file that a module is.
    pub(crate) fn module(&self, unit: u32, module: &str) -> Option<u32> {
        self.modules.resolve(unit, module, self.files[unit as usize].language)
    }

    /// What others see of a file under a name.
    pub(crate) fn exported(&self, unit: u32, member: &str, depth: u32) -> Option<Found> {
        let file = &self.files[unit as usize];
        let inside = file.unit.exports.iter().find(|(outside, _)| &**outside == member).map(|(_, inside)| &**inside);
        let inside = inside.unwrap_or(member);
        if let Some(found) = self.top_function(unit, inside) {
            return Some(Found::Function(found));
        }
        if depth > 4 {
            return None;
        }
        // What a file imports it may hand on.
        if let Some((module, of)) = file.imports.get(inside) {
            let next = self.modules.resolve(unit, module, file.language)?;
            return self.exported(next, of.as_deref().unwrap_or("default"), depth + 1);
        }
        for next in &file.wildcards {
            if let Some(found @ Found::Function(_)) = self.exported(*next, member, depth + 1) {
                return Some(found);
            }
        }
        Some(Found::Variable(unit, Name::from(inside)))
    }

    /// The method of a class, or of what it is derived from.
    pub(crate) fn method(&self, class: &str, name: &str) -> Option<FunctionId> {
        let mut class = Name::from(class);
        for _ in 0..6 {
            let parts = self.classes.get(&class)?;
            if let Some(found) = parts.methods.get(name) {
                return Some(*found);
            }
            class = parts.bases.iter().map(|base| plain(base)).find(|base| self.classes.contains_key(base))?;
        }
        None
    }

    /// A function of the type that stands before it in Rust, if the type is one of the program's.
    pub(crate) fn associated(&self, written: &str, name: &str) -> Option<FunctionId> {
        let last = plain(written);
        let foreign = *written != *last && crate::knowledge::is_crate(written);
        if foreign { None } else { self.method(&last, name) }
    }

    /// The only method of that name, where nothing is known of what it is called on.
    pub(crate) fn only_method(&self, name: &str) -> Option<FunctionId> {
        match self.methods.get(name).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            _ => None,
        }
    }

    /// The only function of that name that is no method.
    pub(crate) fn only_free(&self, name: &str) -> Option<FunctionId> {
        match self.free.get(name).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            _ => None,
        }
    }

    /// The functions, those that are called before those that call them.
    pub(crate) fn called_first(&self) -> Vec<FunctionId> {
        order::called_first(self)
    }
}

/// `a.B` as `B`.
fn plain(dotted: &str) -> Name {
    Name::from(dotted.split(['<', '[']).next().unwrap_or(dotted).rsplit('.').next().unwrap_or(dotted))
}

fn joined(module: &str, member: &str) -> String {
    if module.ends_with('.') { format!("{module}{member}") } else { format!("{module}.{member}") }
}
