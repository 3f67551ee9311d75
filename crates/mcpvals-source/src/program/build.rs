//! Makes a program of files.

use std::collections::HashMap;

use mcpvals_model::SourceFile;

use super::modules::Modules;
use super::{ClassParts, File, Program, plain};
use crate::form::{FunctionId, Name};
use crate::language::{self, Language};

/// Reads the files; those that the parser gave up are returned by path.
pub(crate) fn build(sources: &[(&SourceFile, Language)]) -> (Program, Vec<String>) {
    let (mut files, mut functions, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (source, language) in sources {
        let index = u32::try_from(files.len()).unwrap_or(u32::MAX);
        let Some(unit) = language::lower(source, *language, index, &mut functions) else {
            refused.push(source.path.clone());
            continue;
        };
        let imports = unit
            .imports
            .iter()
            .map(|import| (import.local.clone(), (import.module.clone(), import.member.clone())))
            .collect();
        files.push(File { path: source.path.clone(), language: *language, unit, imports, wildcards: Vec::new() });
    }
    let modules = Modules::of(&files);
    let mut program = Program {
        files,
        functions,
        classes: HashMap::new(),
        top_level: HashMap::new(),
        methods: HashMap::new(),
        free: HashMap::new(),
        modules,
    };
    index_wildcards(&mut program);
    index_functions(&mut program);
    index_classes(&mut program);
    (program, refused)
}

fn index_wildcards(program: &mut Program) {
    for unit in 0..program.files.len() {
        let file = &program.files[unit];
        let (index, language) = (u32::try_from(unit).unwrap_or(u32::MAX), file.language);
        let all = file.unit.imports.iter().filter(|import| &*import.local == "*");
        let wildcards = all.filter_map(|import| program.modules.resolve(index, &import.module, language)).collect();
        program.files[unit].wildcards = wildcards;
    }
}

fn index_functions(program: &mut Program) {
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(u32::try_from(index).unwrap_or(u32::MAX));
        let Some(name) = &function.name else { continue };
        if function.owner.is_some() {
            program.methods.entry(name.clone()).or_default().push(id);
        } else {
            let top = program.files[function.unit as usize].unit.top;
            if function.parent == top {
                program.top_level.entry((function.unit, name.clone())).or_insert(id);
                program.free.entry(name.clone()).or_default().push(id);
            }
        }
    }
}

fn index_classes(program: &mut Program) {
    for (unit, file) in program.files.iter().enumerate() {
        for (place, class) in file.unit.classes.iter().enumerate() {
            let parts: &mut ClassParts = program.classes.entry(class.name.clone()).or_default();
            parts.bases.extend(class.bases.iter().cloned());
            parts.places.push((u32::try_from(unit).unwrap_or(u32::MAX), place));
            for method in &class.methods {
                if let Some(name) = &program.functions[method.0 as usize].name {
                    parts.methods.entry(name.clone()).or_insert(*method);
                }
            }
        }
    }
}

/// The class that a type names, if it is one of the program's.
impl Program {
    pub(crate) fn class_of_type(&self, written: &str) -> Option<Name> {
        let inner = written.trim_start_matches(['*', '&', ' ']).trim_start_matches("mut ");
        let inner = ["Parameters<", "Optional[", "Arc<", "Json<", "Option<", "Annotated["]
            .into_iter()
            .find_map(|wrapper| inner.strip_prefix(wrapper))
            .unwrap_or(inner);
        let end = inner.find(['<', '>', '[', ']', ',', '|', ' ']).unwrap_or(inner.len());
        let name = plain(&inner[..end].replace("::", "."));
        self.classes.contains_key(&name).then_some(name)
    }
}
