//! What went wrong in a script, in words, with a place in the source as it was written.

use std::collections::BTreeMap;

use mcpvals_model::looks_secret;

use super::engine::{MEMORY_BYTES_MAX, TIME_MAX};
use super::graph::{Graph, ImportFault, Origins};
use super::literal::Number;
use super::strip::Module;
use crate::error::{ConfigError, ConfigErrors};
use crate::pointer::Pointer;
use crate::source::Span;

/// Why a script gave nothing.
pub(super) enum Fault {
    /// It threw.
    Thrown {
        /// The error's name and message.
        message: String,
        /// The engine's stack, one call a line.
        stack: String,
        /// The statement that threw.
        statement: Option<Number>,
    },
    /// It took too long.
    TimedOut {
        /// The engine's stack where it was stopped; empty where it does not tell.
        stack: String,
    },
    /// It took too much memory.
    OutOfMemory,
    /// It waits for something that never comes.
    NeverSettles {
        /// Is the promise what it exports?
        is_exported: bool,
    },
    /// It has no default export.
    NoDefaultExport,
    /// A bug of ours.
    Internal(String),
}

/// A message no longer than this is enough to find the fault.
const MESSAGE_CHARS_MAX: usize = 2_000;

/// The fault as an error with a place.
pub(super) fn explain(fault: Fault, graph: &Graph, main: &str, env: &BTreeMap<String, String>) -> ConfigErrors {
    match &graph.fault {
        // A config may catch a failed `import()`, and then it is no fault: only what it did not catch is.
        Some(ImportFault::Faulty(errors)) if matches!(fault, Fault::Thrown { .. }) => return errors.clone(),
        Some(ImportFault::Refused { importer, specifier, message }) if matches!(fault, Fault::Thrown { .. }) => {
            let message = format!("cannot import `{specifier}`: {message}");
            let module = graph.modules.get(importer).or_else(|| graph.modules.get(main));
            let span = module.and_then(|module| specifier_span(module, specifier));
            return one(module, main, span, message);
        }
        _ => {}
    }
    let megabytes = MEMORY_BYTES_MAX >> 20;
    let message = match fault {
        Fault::Thrown { message, stack, statement } => {
            let message: String = without_secrets(&message, env).chars().take(MESSAGE_CHARS_MAX).collect();
            let place = place_of_stack(&stack, graph).or_else(|| place_of_statement(statement?, graph));
            return at(place, graph, main, format!("the config threw: {message}"));
        }
        Fault::TimedOut { stack } => {
            let message = format!("the config was stopped: it ran longer than {} s", TIME_MAX.as_secs());
            // Where the engine does not know the line, it says 1:1.
            let known: Vec<&str> = stack.lines().filter(|line| !line.trim_end_matches(')').ends_with(":1:1")).collect();
            return at(place_of_stack(&known.join("\n"), graph), graph, main, message);
        }
        Fault::OutOfMemory => format!("the config was stopped: out of memory, it may take {megabytes} MB"),
        Fault::NeverSettles { is_exported } => {
            let message = "the config waits for a promise that never settles (there are no timers)";
            let module = graph.modules.get(main).filter(|_| is_exported);
            let place = module.and_then(|module| Some((module, module.links.default.clone()?)));
            return at(place, graph, main, message.to_owned());
        }
        Fault::NoDefaultExport => "the config has no default export: `export default { … }`".to_owned(),
        Fault::Internal(reason) => format!("the config could not be run: {reason}"),
    };
    // It is about the whole file: no line of it is wrong.
    one(graph.modules.get(main), main, None, message)
}

/// An error at a place, or else about the whole config.
fn at(place: Option<(&Module, Span)>, graph: &Graph, main: &str, message: String) -> ConfigErrors {
    match place {
        Some((module, span)) => one(Some(module), main, Some(span), message),
        None => one(graph.modules.get(main), main, None, message),
    }
}

fn one(module: Option<&Module>, main: &str, span: Option<Span>, message: String) -> ConfigErrors {
    ConfigErrors::one(match module {
        Some(module) => ConfigError::new(&module.source, span, &Pointer::root(), message, None),
        None => ConfigError::of_file(main, message),
    })
}

/// The innermost place of a stack that is one of the config's.
fn place_of_stack<'g>(stack: &str, graph: &'g Graph) -> Option<(&'g Module, Span)> {
    let (module, offset) = stack.lines().find_map(|line| place_in_stack(line, graph))?;
    Some((module, word_at(module, offset)))
}

fn place_of_statement(number: Number, graph: &Graph) -> Option<(&Module, Span)> {
    let module = graph.modules.values().find(|module| module.number == number.module())?;
    match &module.origins {
        Origins::Literals(literals) => Some((module, literals.get(number.index())?.span.clone())),
        Origins::Data(_) => None,
    }
}

/// The place that a line of the stack names, `at f (file:line:column)`, where the file is one of the config's.
fn place_in_stack<'g>(line: &str, graph: &'g Graph) -> Option<(&'g Module, usize)> {
    let line = line.trim().trim_end_matches(')');
    let (rest, column) = line.rsplit_once(':')?;
    let (rest, row) = rest.rsplit_once(':')?;
    let module = graph.modules.iter().find(|(name, _)| rest.ends_with(name.as_str()))?.1;
    Some((module, module.offset_in_source(row.parse().ok()?, column.parse().ok()?)))
}

/// The word at a place, to mark more than a point.
fn word_at(module: &Module, offset: usize) -> Span {
    let text = module.source.text.get(offset..).unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let length = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    offset..offset + length.max(usize::from(!text.is_empty()))
}

fn specifier_span(module: &Module, specifier: &str) -> Option<Span> {
    let text = &module.source.text;
    let quoted = ['"', '\'', '`'].map(|quote| format!("{quote}{specifier}{quote}"));
    quoted.iter().find_map(|quoted| text.find(quoted.as_str()).map(|at| at..at + quoted.len()))
}

/// Errors may quote what a script was given.
fn without_secrets(message: &str, env: &BTreeMap<String, String>) -> String {
    let secrets = env.iter().filter(|(name, value)| looks_secret(name) && value.len() >= 6);
    secrets.fold(message.to_owned(), |message, (_, value)| message.replace(value.as_str(), "***"))
}
