//! From files to facts: reads, follows, and says what is wrong, in a fixed order.

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::{LeftOut, SourceFile};

use crate::facts::{Registered, RegisteredTool, SourceFacts};
use crate::flow::{Asked, Flow, Place};
use crate::language::{self, FILE_BYTES_MAX, Language};
use crate::program::{self, Lines, Program};
use crate::register::{self, Handled, Registry};
use crate::rules;

/// The stack of the thread that analyses. Code that is nested 220 levels deep is followed by functions that call each
/// other, through closures within closures: more than the stack that a caller may have left.
const STACK_BYTES: usize = 256 << 20;
/// No tree is followed that has more files of the languages that are read deeply.
const FILES_MAX: usize = 8_000;
/// And no more bytes of them.
const BYTES_MAX: usize = 48 << 20;

/// Analyses on a thread of its own, for its stack.
pub(crate) fn analyse(files: &[SourceFile], names: &[String]) -> SourceFacts {
    let analysed = std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || analyse_here(files, names));
        thread.ok().and_then(|thread| thread.join().ok())
    });
    analysed.unwrap_or_else(|| SourceFacts {
        left_out: vec![left_out("all files", "the analysis could not be run to its end")],
        ..SourceFacts::default()
    })
}

fn analyse_here(files: &[SourceFile], names: &[String]) -> SourceFacts {
    let mut facts = SourceFacts::default();
    let chosen = choose(files, &mut facts);
    let (program, refused) = program::build(&chosen);
    facts.left_out.extend(refused.iter().map(|path| left_out(path, "the parser gave up")));
    let mut flow = Flow::of(&program);
    flow.own_names.extend(names.iter().cloned());
    let registry = register::resolve(&flow);
    let texts: BTreeMap<&str, &str> = chosen.iter().map(|(file, _)| (file.path.as_str(), file.text.as_str())).collect();
    let places = Places::of(&program, &texts);
    registered(&registry, &flow, &places, &mut facts);
    facts.findings = rules::findings(&flow, &registry, &places);
    facts
}

/// The files that are read deeply; the others are told by language, or by name where they are too large.
fn choose<'f>(files: &'f [SourceFile], facts: &mut SourceFacts) -> Vec<(&'f SourceFile, Language)> {
    let mut sorted: Vec<&SourceFile> = files.iter().collect();
    sorted.sort_by(|one, other| one.path.cmp(&other.path));
    let paths: BTreeSet<&str> = sorted.iter().map(|file| file.path.as_str()).collect();
    let mut languages: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut shallow: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut chosen, mut bytes) = (Vec::new(), 0);
    for file in sorted {
        let deep = Language::of(&file.path);
        let Some(name) = deep.map(Language::name).or_else(|| language::shallow_language(&file.path)) else { continue };
        let counted = languages.entry(name).or_default();
        counted.0 += 1;
        counted.1 += Lines::of(&file.text).count();
        let Some(deep) = deep else {
            *shallow.entry(name).or_default() += 1;
            continue;
        };
        if is_test(&file.path) || file.path.ends_with(".d.ts") || is_compiled_twin(&file.path, &paths) {
            continue;
        }
        if file.text.len() > FILE_BYTES_MAX {
            facts.left_out.push(left_out(&file.path, "larger than a megabyte: generated, or not meant to be read"));
        } else if chosen.len() >= FILES_MAX || bytes + file.text.len() > BYTES_MAX {
            facts.left_out.push(left_out(&file.path, "the tree is larger than what is followed"));
        } else {
            bytes += file.text.len();
            chosen.push((file, deep));
        }
    }
    facts.languages = languages.into_iter().map(|(name, (files, lines))| (name.to_owned(), files, lines)).collect();
    facts.languages.sort_by(|one, other| other.2.cmp(&one.2).then_with(|| one.0.cmp(&other.0)));
    let unread = shallow
        .into_iter()
        .map(|(name, count)| left_out(&format!("{count} files of {name}"), "a language that is not read deeply"));
    facts.left_out.extend(unread);
    chosen
}

fn left_out(what: &str, why: &str) -> LeftOut {
    LeftOut { name: what.to_owned(), reason: why.to_owned() }
}

/// Tests register and break things on purpose.
fn is_test(path: &str) -> bool {
    let mut parts: Vec<&str> = path.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let folder = parts.iter().any(|part| {
        matches!(*part, "test" | "tests" | "__tests__" | "spec" | "testdata" | "__mocks__" | "node_modules" | "vendor")
    });
    let named = name.starts_with("test_")
        || name == "conftest.py"
        || [".test.", ".spec.", "_test."].iter().any(|mark| name.contains(mark));
    folder || named
}

/// `dist/a.js` where `src/a.ts` is read: the same code twice.
fn is_compiled_twin(path: &str, paths: &BTreeSet<&str>) -> bool {
    let Some(stem) = [".js", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending)) else { return false };
    let sources = ["dist/", "build/", "lib/", "out/"].iter().filter_map(|folder| {
        let at = stem.find(folder).filter(|at| *at == 0 || stem.as_bytes()[at - 1] == b'/')?;
        Some((&stem[..at], &stem[at + folder.len()..]))
    });
    let mut twins = sources.flat_map(|(before, rest)| {
        let plain = rest.strip_prefix("src/").unwrap_or(rest);
        ["ts", "tsx", "mts"]
            .map(|ending| (format!("{before}src/{plain}.{ending}"), format!("{before}{plain}.{ending}")))
    });
    twins.any(|(source, flat)| paths.contains(source.as_str()) || paths.contains(flat.as_str()))
}

/// Places as people find them.
pub(crate) struct Places<'t> {
    files: Vec<(String, Lines<'t>)>,
}

impl<'t> Places<'t> {
    fn of(program: &Program, texts: &BTreeMap<&str, &'t str>) -> Self {
        let lines = |path: &str| Lines::of(texts.get(path).copied().unwrap_or_default());
        Self { files: program.files.iter().map(|file| (file.path.clone(), lines(&file.path))).collect() }
    }

    pub(crate) fn span(&self, place: Place) -> mcpvals_model::Span {
        let (path, lines) = &self.files[place.unit as usize];
        lines.span(path, place.at)
    }

    /// The first line of what stands there.
    pub(crate) fn excerpt(&self, place: Place) -> &'t str {
        self.files[place.unit as usize].1.excerpt(place.at)
    }
}

fn registered(registry: &Registry, flow: &Flow<'_>, places: &Places<'_>, facts: &mut SourceFacts) {
    let services = rules::Services::of(flow, registry);
    facts.tools = registry.tools.iter().map(|tool| registered_tool(tool, registry, flow, &services, places)).collect();
    let plain = |registrations: &[register::Registration]| {
        let each = registrations.iter();
        each.map(|one| Registered { name: one.name.to_string(), span: places.span(one.place) }).collect()
    };
    facts.prompts = plain(&registry.prompts);
    facts.resources = plain(&registry.resources);
    let mut computed = flow.computed.clone();
    computed.sort();
    facts.computed = computed.into_iter().map(|place| places.span(place)).collect();
}

fn registered_tool(
    tool: &Handled,
    registry: &Registry,
    flow: &Flow<'_>,
    services: &rules::Services,
    places: &Places<'_>,
) -> RegisteredTool {
    let deeds = |of: &dyn Fn(Place) -> bool| {
        let those = tool.handler.capabilities.iter().filter(|(_, place)| of(*place));
        those.map(|(can, place)| (*can, places.span(*place))).collect()
    };
    let own = &tool.registration;
    RegisteredTool {
        name: own.name.to_string(),
        description: own.description.as_deref().map(|text| text.trim().to_owned()),
        title: own.title.clone(),
        hints: own.hints.clone(),
        parameters: own.parameters.iter().map(|accepted| accepted.name.to_string()).collect(),
        span: places.span(own.place),
        capabilities: deeds(&|_| true),
        housekeeping: deeds(&|place| flow.is_housekeeping(place, &registry.roots)),
        unnamed: deeds(&|place| flow.asked.get(&place) == Some(&Asked::Unnamed)),
        own_service: deeds(&|place| services.is_own_at(flow, place) || rules::is_told_at(flow, place, tool)),
        answered: deeds(&|place| flow.answers_used.contains(&place)),
        has_handler: tool.handler.found,
    }
}
