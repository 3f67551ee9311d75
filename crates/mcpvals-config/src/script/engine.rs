//! Runs a module graph in `QuickJS`, under limits, and takes the default export as data.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rquickjs::{CaughtError, Ctx, Exception, Function, Object, Promise, Runtime, Value as JsValue};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fault::{Fault, explain};
use super::graph::{Finder, Graph, Reader, SharedGraph, declare};
use super::literal::Number;
use super::places::{Mark, places};
use super::strip::strip;
use crate::error::{ConfigErrors, Problem};
use crate::format::DEPTH_MAX;
use crate::load::Context;
use crate::pointer::Pointer;
use crate::source::Source;
use crate::spans::Spans;

/// What a config may take.
pub(super) const TIME_MAX: Duration = Duration::from_secs(5);
pub(super) const MEMORY_BYTES_MAX: usize = 256 << 20;
const STACK_BYTES_MAX: usize = 2 << 20;

/// What a script gives.
pub(super) struct Outcome {
    /// Its default export as data.
    pub(super) value: Value,
    /// Where it was written: in the config, or in others of its files.
    pub(super) spans: Spans,
    /// The others.
    pub(super) others: Vec<Arc<Source>>,
    /// What in it is no data.
    pub(super) problems: Vec<Problem>,
    /// Names of the environment variables that it read.
    pub(super) variables: Vec<String>,
}

/// Runs a config's main module.
pub(super) fn evaluate(source: &Arc<Source>, path: &Path, context: &Context) -> Result<Outcome, ConfigErrors> {
    let main = strip(source, path, 0)?;
    let code = main.code.clone();
    let name = path.display().to_string();
    let mut graph = Graph::of(main, path);
    graph.gather(&name)?;
    let graph: SharedGraph = Rc::new(RefCell::new(graph));
    let run = Run { graph: Rc::clone(&graph), timed_out: Rc::new(Cell::new(false)) };
    let data = run.run(&name, code, context).map_err(|fault| explain(fault, &graph.borrow(), &name, &context.env))?;
    let (spans, sources) = places(&data.value, &data.marks.into_iter().collect(), &graph.borrow());
    let problems = data.problems.iter().map(|(at, message)| Problem::new(&Pointer::from_text(at), message));
    Ok(Outcome {
        value: data.value,
        spans,
        others: sources.into_iter().skip(1).collect(),
        problems: problems.collect(),
        variables: data.variables,
    })
}

struct Run {
    graph: SharedGraph,
    timed_out: Rc<Cell<bool>>,
}

impl Run {
    fn run(&self, name: &str, code: String, context: &Context) -> Result<Data, Fault> {
        let internal = |error: rquickjs::Error| Fault::Internal(error.to_string());
        let runtime = Runtime::new().map_err(internal)?;
        runtime.set_memory_limit(MEMORY_BYTES_MAX);
        runtime.set_max_stack_size(STACK_BYTES_MAX);
        runtime.set_loader(Finder(Rc::clone(&self.graph)), Reader(Rc::clone(&self.graph)));
        let (deadline, timed_out) = (Instant::now() + TIME_MAX, Rc::clone(&self.timed_out));
        runtime.set_interrupt_handler(Some(Box::new(move || {
            timed_out.set(timed_out.get() || Instant::now() > deadline);
            timed_out.get()
        })));
        let engine = rquickjs::Context::full(&runtime).map_err(internal)?;
        engine.with(|ctx| {
            let host = prepare(&ctx, context).map_err(internal)?;
            run_in(&ctx, &host, name, code).map_err(|error| self.fault(&ctx, &host, error))
        })
    }

    fn fault<'js>(&self, ctx: &Ctx<'js>, host: &Object<'js>, error: Stop) -> Fault {
        let caught = match error {
            Stop::Fault(_) if self.timed_out.get() => return Fault::TimedOut { stack: String::new() },
            Stop::Fault(fault) => return fault,
            Stop::Engine(error) => CaughtError::from_error(ctx, error),
        };
        if self.timed_out.get() {
            return Fault::TimedOut { stack: stack_of(&caught) };
        }
        match caught {
            CaughtError::Exception(exception) => thrown(&exception, statement(host, exception.clone().into_value())),
            // The engine has no memory left for an exception that says so.
            CaughtError::Value(value) if value.is_null() || value.is_undefined() => Fault::OutOfMemory,
            CaughtError::Value(value) => {
                let statement = statement(host, value.clone());
                Fault::Thrown { message: text_of(ctx, value), stack: String::new(), statement }
            }
            CaughtError::Error(rquickjs::Error::WouldBlock) => Fault::NeverSettles { is_exported: false },
            CaughtError::Error(rquickjs::Error::Allocation) => Fault::OutOfMemory,
            CaughtError::Error(error) => Fault::Internal(error.to_string()),
        }
    }
}

fn thrown(exception: &Exception<'_>, statement: Option<Number>) -> Fault {
    let message = exception_words(exception.as_object(), exception.message());
    match message.as_str() {
        "InternalError: out of memory" => Fault::OutOfMemory,
        _ => Fault::Thrown { message, stack: exception.stack().unwrap_or_default(), statement },
    }
}

fn stack_of(caught: &CaughtError<'_>) -> String {
    match caught {
        CaughtError::Exception(exception) => exception.stack().unwrap_or_default(),
        CaughtError::Value(_) | CaughtError::Error(_) => String::new(),
    }
}

/// The statement that threw a value.
fn statement<'js>(host: &Object<'js>, value: JsValue<'js>) -> Option<Number> {
    let number: Option<u32> = host.get::<_, Function<'_>>("thrown").and_then(|thrown| thrown.call((value,))).ok()?;
    number.map(Number::given)
}

/// Why a run ended early.
enum Stop {
    Engine(rquickjs::Error),
    Fault(Fault),
}

impl From<rquickjs::Error> for Stop {
    fn from(error: rquickjs::Error) -> Self {
        Self::Engine(error)
    }
}

fn run_in<'js>(ctx: &Ctx<'js>, host: &Object<'js>, name: &str, code: String) -> Result<Data, Stop> {
    let (module, promise) = declare(ctx, name, code)?.eval()?;
    promise.finish::<()>()?;
    let namespace = module.namespace()?;
    if !namespace.contains_key("default")? {
        return Err(Stop::Fault(Fault::NoDefaultExport));
    }
    let exported = settled(called(namespace.get("default")?)?).map_err(|error| match error {
        rquickjs::Error::WouldBlock => Stop::Fault(Fault::NeverSettles { is_exported: true }),
        error => Stop::Engine(error),
    })?;
    let data: String = host.get::<_, Function<'_>>("data")?.call((exported, DEPTH_MAX))?;
    serde_json::from_str(&data).map_err(|error| Stop::Fault(Fault::Internal(error.to_string())))
}

/// What the prelude's `data` gives.
#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    value: Value,
    problems: Vec<(String, String)>,
    marks: Vec<(String, Mark)>,
    variables: Vec<String>,
}

/// Sets up the globals, before any of the config's code can change them.
fn prepare<'js>(ctx: &Ctx<'js>, context: &Context) -> rquickjs::Result<Object<'js>> {
    let world = json!({
        "env": context.env,
        "cwd": context.cwd,
        "platform": platform(),
    });
    let prelude: Function<'js> = ctx.eval(include_str!("js/prelude.js"))?;
    prelude.call((world.to_string(),))
}

/// The operating system as Node calls it.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

/// What a function gives; any other value as it is.
fn called(value: JsValue<'_>) -> rquickjs::Result<JsValue<'_>> {
    match value.as_function() {
        Some(function) => function.call(()),
        None => Ok(value),
    }
}

/// What a promise gives; any other value as it is.
fn settled(value: JsValue<'_>) -> rquickjs::Result<JsValue<'_>> {
    match value.as_promise().map(Promise::finish) {
        Some(value) => value,
        None => Ok(value),
    }
}

fn exception_words(exception: &Object<'_>, message: Option<String>) -> String {
    let name: String = exception.get("name").unwrap_or_default();
    let message = message.unwrap_or_default();
    match name.as_str() {
        "" | "Error" => message,
        name => format!("{name}: {message}"),
    }
}

/// A thrown value that is no error.
fn text_of<'js>(ctx: &Ctx<'js>, value: JsValue<'js>) -> String {
    let json = ctx.json_stringify(value).ok().flatten().and_then(|text| text.to_string().ok());
    json.unwrap_or_else(|| "a value that is no error".to_owned())
}
