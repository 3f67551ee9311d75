//! Which file a module is.

use std::collections::HashMap;

use super::File;
use crate::language::Language;

/// The modules of a program.
pub(super) struct Modules {
    /// Paths without the ending, of scripts.
    scripts: HashMap<String, u32>,
    /// Dotted paths of Python files by their last part, with the whole.
    python: HashMap<String, Vec<(String, u32)>>,
    /// Folders of Go files.
    packages: HashMap<String, Vec<u32>>,
    folders: Vec<String>,
}

impl Modules {
    pub(super) fn of(files: &[File]) -> Self {
        let mut modules =
            Self { scripts: HashMap::new(), python: HashMap::new(), packages: HashMap::new(), folders: Vec::new() };
        for (index, file) in files.iter().enumerate() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            let stem = file.path.rsplit_once('.').map_or(file.path.as_str(), |(stem, _)| stem);
            modules.folders.push(folder(&file.path).to_owned());
            match file.language {
                Language::Python => {
                    let dotted = stem.strip_suffix("/__init__").unwrap_or(stem).replace('/', ".");
                    let last = dotted.rsplit('.').next().unwrap_or(&dotted).to_owned();
                    modules.python.entry(last).or_default().push((dotted, index));
                }
                Language::Go => modules.packages.entry(folder(&file.path).to_owned()).or_default().push(index),
                Language::Rust => {}
                Language::TypeScript | Language::Tsx | Language::JavaScript => {
                    modules.scripts.entry(stem.to_owned()).or_insert(index);
                }
            }
        }
        modules
    }

    pub(super) fn package_of(&self, unit: u32) -> &[u32] {
        let folder = self.folders.get(unit as usize).map(String::as_str).unwrap_or_default();
        self.packages.get(folder).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn resolve(&self, from: u32, module: &str, language: Language) -> Option<u32> {
        let folder = self.folders.get(from as usize)?;
        match language {
            Language::Python => self.python(folder, module),
            Language::Go => self.go(module),
            Language::Rust => None,
            Language::TypeScript | Language::Tsx | Language::JavaScript => self.script(folder, module),
        }
    }

    /// `./a.js` may be `a.ts`, or `a/index.ts`.
    fn script(&self, folder: &str, module: &str) -> Option<u32> {
        let path = if module.starts_with('.') {
            normal(&format!("{folder}/{module}"))
        } else {
            // An alias of the project's, such as `@/tools` or `~/tools`: the rest under `src`.
            let rest = module.strip_prefix("@/").or_else(|| module.strip_prefix("~/"))?;
            format!("src/{rest}")
        };
        let stem = [".js", ".mjs", ".cjs", ".ts", ".jsx", ".tsx", ".mts"]
            .into_iter()
            .find_map(|ending| path.strip_suffix(ending))
            .unwrap_or(&path);
        let tries = [stem.to_owned(), path.clone(), format!("{path}/index")];
        tries.iter().find_map(|path| self.scripts.get(path)).copied()
    }

    /// `a.b` is the file whose dotted path is, or ends with, `a.b`; `.b` is one of the same folder.
    fn python(&self, folder: &str, module: &str) -> Option<u32> {
        let relative = module.trim_start_matches('.');
        let dots = module.len() - relative.len();
        let last = if relative.is_empty() { folder.rsplit('/').next()? } else { relative.rsplit('.').next()? };
        let candidates = self.python.get(last)?;
        if dots > 0 {
            let mut base: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            base.truncate(base.len().saturating_sub(dots - 1));
            base.extend(relative.split('.').filter(|part| !part.is_empty()));
            let wanted = base.join(".");
            return candidates.iter().find(|(dotted, _)| *dotted == wanted).map(|(_, index)| *index);
        }
        let ending = format!(".{relative}");
        candidates.iter().find(|(dotted, _)| *dotted == relative || dotted.ends_with(&ending)).map(|(_, index)| *index)
    }

    /// The folder that the path of an import ends with.
    fn go(&self, module: &str) -> Option<u32> {
        let mut rest = module;
        loop {
            if let Some(files) = self.packages.get(rest) {
                return files.first().copied();
            }
            rest = rest.split_once('/')?.1;
        }
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
