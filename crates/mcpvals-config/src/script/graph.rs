//! The modules that a config may import: local ones, JSON, and a few that we bring along.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{Ctx, Error};

use super::links::{Import, Links};
use super::strip::{Module, Positions, strip};
use crate::error::{ConfigError, ConfigErrors};
use crate::load::read_text;
use crate::nearest::nearest;
use crate::pointer::Pointer;
use crate::source::Source;
use crate::spans::{Spans, Written};

/// What is brought along, by name.
const BUILT_IN: [(&str, &str); 8] = [
    ("mcpvals", include_str!("js/mcpvals.js")),
    ("@mcpvals", include_str!("js/mcpvals.js")),
    ("node:path", include_str!("js/path.js")),
    ("path", include_str!("js/path.js")),
    ("node:url", include_str!("js/url.js")),
    ("url", include_str!("js/url.js")),
    ("node:process", include_str!("js/process.js")),
    ("process", include_str!("js/process.js")),
];

const MODULES_MAX: usize = 500;

/// All modules of a config as they come in, and why one could not be had.
#[derive(Default)]
pub(super) struct Graph {
    /// By the name under which the engine knows them: the full path.
    pub(super) modules: BTreeMap<String, Module>,
    /// Why the run ended: a module with faults, or one that must not be imported.
    pub(super) fault: Option<ImportFault>,
    /// The config's folder, in full and as the user named it.
    folder: PathBuf,
    shown_folder: PathBuf,
}

/// Where the objects and arrays of a module stand.
pub(super) enum Origins {
    /// Of a script: its literals, by their numbers.
    Literals(Vec<Written>),
    /// Of a file of data.
    Data(Spans),
}

/// Why a module could not be had while the config ran.
pub(super) enum ImportFault {
    /// It cannot be imported at all.
    Refused {
        /// The module that wants it.
        importer: String,
        /// What it wrote.
        specifier: String,
        /// Why not.
        message: String,
    },
    /// It was found, and has faults itself.
    Faulty(ConfigErrors),
}

pub(super) type SharedGraph = Rc<RefCell<Graph>>;

impl Graph {
    /// A graph with the config itself.
    pub(super) fn of(main: Module, path: &Path) -> Self {
        let shown_folder = Path::new(&main.source.name).parent().map(Path::to_path_buf).unwrap_or_default();
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let modules = BTreeMap::from([(path.display().to_string(), main)]);
        Self { modules, fault: None, folder, shown_folder }
    }

    /// All modules by their numbers: the config itself first.
    pub(super) fn in_order(&self) -> Vec<&Module> {
        let mut modules: Vec<&Module> = self.modules.values().collect();
        modules.sort_by_key(|module| module.number);
        modules
    }

    /// Reads all modules that the config imports, and tells at once what cannot be imported.
    ///
    /// # Errors
    /// Each import that cannot be had, with its place, and all that is wrong with those that can.
    pub(super) fn gather(&mut self, main: &str) -> Result<(), ConfigErrors> {
        let mut errors = Vec::new();
        let mut waiting = vec![main.to_owned()];
        let mut seen = BTreeSet::from([main.to_owned()]);
        while let Some(name) = waiting.pop() {
            let Some(module) = self.modules.get(&name) else { continue };
            let (source, imports) = (Arc::clone(&module.source), module.links.imports.clone());
            for import in imports {
                let refused = |message: String| {
                    let message = format!("cannot import `{}`: {message}", import.specifier);
                    ConfigError::new(&source, Some(import.span.clone()), &Pointer::root(), message, None)
                };
                let loaded = match self.resolve(&name, &import.specifier) {
                    Ok(target) if seen.insert(target.clone()) => self.load(&target).map(|_| waiting.push(target)),
                    Ok(_) => Ok(()),
                    Err(message) => Err(ImportError::Refused(message)),
                };
                match loaded {
                    Ok(()) => {}
                    Err(ImportError::Refused(message)) => errors.push(refused(message)),
                    Err(ImportError::Faulty(faults)) => errors.extend(faults.errors().iter().cloned()),
                }
            }
        }
        errors.extend(self.modules.iter().flat_map(|(name, module)| self.missing_names(name, module)));
        ConfigErrors::new(errors).map_or(Ok(()), Err)
    }

    /// The names that a module imports, and that are not there.
    fn missing_names(&self, name: &str, module: &Module) -> Vec<ConfigError> {
        let mut errors = Vec::new();
        for import in &module.links.imports {
            let Some((names, is_all)) = self.exported(name, import, &mut BTreeSet::new()) else { continue };
            for (wanted, span) in import.names.iter().filter(|(wanted, _)| is_all && !names.contains(wanted)) {
                let message = format!("`{}` exports no `{wanted}`", import.specifier);
                let nearest = nearest(wanted, names.iter().map(String::as_str)).map(str::to_owned);
                errors.push(ConfigError::new(&module.source, Some(span.clone()), &Pointer::root(), message, nearest));
            }
        }
        errors
    }

    /// The names that an imported module exports, and whether these are all; `None` where it could not be had.
    fn exported(
        &self,
        importer: &str,
        import: &Import,
        seen: &mut BTreeSet<String>,
    ) -> Option<(BTreeSet<String>, bool)> {
        let target = self.resolve(importer, &import.specifier).ok()?;
        if let Some(code) = built_in(&target) {
            let source = Arc::new(Source::new(target.as_str(), code));
            return Some((strip(&source, Path::new("built-in.js"), 0).ok()?.links.exports, true));
        }
        let links = &self.modules.get(&target)?.links;
        let (mut names, mut is_all) = (links.exports.clone(), true);
        if !seen.insert(target.clone()) {
            return Some((names, is_all));
        }
        for handed_on in links.imports.iter().filter(|import| import.hands_on_all) {
            match self.exported(&target, handed_on, seen) {
                Some((more, all)) => {
                    names.extend(more.into_iter().filter(|name| name != "default"));
                    is_all &= all;
                }
                None => is_all = false,
            }
        }
        Some((names, is_all))
    }

    /// A path as messages show it: as seen from where the user named the config.
    fn shown(&self, path: &Path) -> String {
        let within = path.strip_prefix(&self.folder).map(|within| self.shown_folder.join(within));
        within.unwrap_or_else(|_| path.to_path_buf()).display().to_string()
    }

    fn resolve(&self, importer: &str, specifier: &str) -> Result<String, String> {
        if BUILT_IN.iter().any(|(name, _)| *name == specifier) {
            return Ok(specifier.to_owned());
        }
        if !is_local(specifier) {
            return Err(refusal(specifier));
        }
        let folder = Path::new(importer).parent().unwrap_or(&self.folder);
        let path: PathBuf = normal(&folder.join(specifier));
        let found = candidates(&path).into_iter().find(|candidate| candidate.is_file());
        let found = found.ok_or_else(|| format!("there is no file `{}`", self.shown(&path)))?;
        Ok(found.display().to_string())
    }

    fn load(&mut self, name: &str) -> Result<String, ImportError> {
        if let Some(code) = built_in(name) {
            return Ok(code.to_owned());
        }
        if let Some(module) = self.modules.get(name) {
            return Ok(module.code.clone());
        }
        if self.modules.len() >= MODULES_MAX {
            return Err(ImportError::Refused(format!("a config imports at most {MODULES_MAX} modules")));
        }
        let path = Path::new(name);
        let shown = self.shown(path);
        let file_fault = |message: String| ImportError::Faulty(ConfigErrors::of_file(&shown, message));
        let text = read_text(path).map_err(file_fault)?;
        let number = self.modules.len();
        let module = if path.extension().is_some_and(|extension| extension == "json") {
            json_module(&shown, &text, number)
        } else {
            strip(&Arc::new(Source::new(shown, text)), path, number)
        };
        let module = module.map_err(ImportError::Faulty)?;
        let code = module.code.clone();
        self.modules.insert(name.to_owned(), module);
        Ok(code)
    }
}

enum ImportError {
    Refused(String),
    Faulty(ConfigErrors),
}

/// A JSON file as a module that exports it by default.
fn json_module(shown: &str, text: &str, number: usize) -> Result<Module, ConfigErrors> {
    let document = crate::format::parse_json(Source::new(shown, text))?.whole()?;
    // A string literal of JSON is one of JavaScript; parsing it keeps `__proto__` an ordinary member.
    let literal = serde_json::Value::String(document.value.to_string());
    Ok(Module {
        number,
        source: document.source,
        code: format!("export default $mcpvals_data({number}, JSON.parse({literal}));"),
        origins: Origins::Data(document.spans),
        links: Links::of_data(),
        positions: Positions::default(),
    })
}

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map(|(_, code)| *code)
}

fn is_local(specifier: &str) -> bool {
    specifier.starts_with("./") || specifier.starts_with("../") || Path::new(specifier).is_absolute()
}

/// Without `.` and `..`, so that one file has one name.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                normal.pop();
            }
            std::path::Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

/// What a local specifier may mean, as in TypeScript: `./x` is `./x.ts` too, and so is `./x.js`.
fn candidates(path: &Path) -> Vec<PathBuf> {
    const IMPORTED: [&str; 5] = ["ts", "mts", "js", "mjs", "json"];
    let mut candidates = Vec::new();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("js") => candidates.extend([path.to_path_buf(), path.with_extension("ts")]),
        Some("mjs") => candidates.extend([path.to_path_buf(), path.with_extension("mts")]),
        Some("ts" | "mts" | "json") => candidates.push(path.to_path_buf()),
        _ => {}
    }
    let with_extension = |extension: &&str| PathBuf::from(format!("{}.{extension}", path.display()));
    candidates.extend(IMPORTED.iter().map(with_extension));
    candidates.extend(IMPORTED.iter().map(|extension| path.join(format!("index.{extension}"))));
    candidates
}

/// Why a name that is no path cannot be imported.
fn refusal(specifier: &str) -> String {
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    let module = name.split('/').next().unwrap_or(name);
    match module {
        "fs" => "a config must not read or write files (importing local modules and JSON works)",
        "child_process" | "worker_threads" | "cluster" => "a config must not start processes",
        "http" | "https" | "http2" | "net" | "tls" | "dgram" | "dns" => "a config must not use the network",
        _ if specifier.contains("://") => "a config imports local files by path",
        _ if specifier.starts_with("node:") => {
            "of Node's modules, `node:path`, `node:url` and `node:process` are there"
        }
        _ => "npm packages cannot be imported: a config runs without Node, with local files and `mcpvals` only",
    }
    .to_owned()
}

/// Finds modules for the engine.
pub(super) struct Finder(pub(super) SharedGraph);

impl Resolver for Finder {
    fn resolve<'js>(
        &mut self,
        _ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        let mut graph = self.0.borrow_mut();
        graph.resolve(base, name).map_err(|message| {
            let fault = ImportFault::Refused { importer: base.to_owned(), specifier: name.to_owned(), message };
            graph.fault.get_or_insert(fault);
            Error::new_resolving(base, name)
        })
    }
}

/// Reads modules for the engine.
pub(super) struct Reader(pub(super) SharedGraph);

impl Loader for Reader {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<rquickjs::Module<'js, Declared>> {
        let loaded = self.0.borrow_mut().load(name);
        match loaded {
            Ok(code) => declare(ctx, name, code),
            Err(error) => {
                let fault = match error {
                    ImportError::Faulty(errors) => ImportFault::Faulty(errors),
                    ImportError::Refused(message) => {
                        ImportFault::Refused { importer: name.to_owned(), specifier: name.to_owned(), message }
                    }
                };
                self.0.borrow_mut().fault.get_or_insert(fault);
                Err(Error::new_loading(name))
            }
        }
    }
}

/// Declares a module with its `import.meta`.
pub(super) fn declare<'js>(
    ctx: &Ctx<'js>,
    name: &str,
    code: String,
) -> rquickjs::Result<rquickjs::Module<'js, Declared>> {
    let module = rquickjs::Module::declare(ctx.clone(), name, code)?;
    let path = Path::new(name);
    if path.is_absolute() {
        let meta = module.meta()?;
        meta.set("url", format!("file://{name}"))?;
        meta.set("filename", name)?;
        meta.set("dirname", path.parent().map(|folder| folder.display().to_string()))?;
    }
    Ok(module)
}
