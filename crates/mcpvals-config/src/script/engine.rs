//! Runs a module graph in `QuickJS`, under limits, and takes the default export as data.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::{CaughtError, Ctx, Exception, Function, Object, Promise, Runtime, Value as JsValue};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fault::{Fault, explain};
use super::graph::{Finder, Graph, Reader, SharedGraph, declare};
use super::strip::Module;
use crate::error::{ConfigErrors, Problem};
use crate::format::DEPTH_MAX;
use crate::load::Context;
use crate::pointer::Pointer;

/// What a config may take.
pub(super) const TIME_MAX: Duration = Duration::from_secs(5);
pub(super) const MEMORY_BYTES_MAX: usize = 256 << 20;
const STACK_BYTES_MAX: usize = 2 << 20;

/// What a script gives.
pub(super) struct Outcome {
    /// Its default export as data.
    pub(super) value: Value,
    /// What in it is no data.
    pub(super) problems: Vec<Problem>,
    /// Names of the environment variables that it read.
    pub(super) variables: Vec<String>,
}

/// Runs a config's main module.
pub(super) fn evaluate(main: Module, path: &Path, context: &Context) -> Result<Outcome, ConfigErrors> {
    let code = main.code.clone();
    let graph: SharedGraph = Rc::new(RefCell::new(Graph::of(main, path)));
    let run = Run { graph: Rc::clone(&graph), timed_out: Rc::new(Cell::new(false)) };
    let name = path.display().to_string();
    run.run(&name, code, context).map_err(|fault| explain(fault, &graph.borrow(), &name, &context.env))
}

struct Run {
    graph: SharedGraph,
    timed_out: Rc<Cell<bool>>,
}

impl Run {
    fn run(&self, name: &str, code: String, context: &Context) -> Result<Outcome, Fault> {
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
        engine.with(|ctx| run_in(&ctx, name, code, context).map_err(|error| self.fault(&ctx, error)))
    }

    fn fault(&self, ctx: &Ctx<'_>, error: Stop) -> Fault {
        if self.timed_out.get() {
            return Fault::TimedOut;
        }
        let error = match error {
            Stop::Fault(fault) => return fault,
            Stop::Engine(error) => error,
        };
        match CaughtError::from_error(ctx, error) {
            CaughtError::Exception(exception) => thrown(&exception),
            // The engine has no memory left for an exception that says so.
            CaughtError::Value(value) if value.is_null() || value.is_undefined() => Fault::OutOfMemory,
            CaughtError::Value(value) => Fault::Thrown { message: text_of(ctx, value), stack: String::new() },
            CaughtError::Error(rquickjs::Error::WouldBlock) => Fault::NeverSettles,
            CaughtError::Error(rquickjs::Error::Allocation) => Fault::OutOfMemory,
            CaughtError::Error(error) => Fault::Internal(error.to_string()),
        }
    }
}

fn thrown(exception: &Exception<'_>) -> Fault {
    let message = exception_words(exception.as_object(), exception.message());
    match message.as_str() {
        "InternalError: out of memory" => Fault::OutOfMemory,
        _ => Fault::Thrown { message, stack: exception.stack().unwrap_or_default() },
    }
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

fn run_in(ctx: &Ctx<'_>, name: &str, code: String, context: &Context) -> Result<Outcome, Stop> {
    let host = prepare(ctx, context)?;
    let (module, promise) = declare(ctx, name, code)?.eval()?;
    promise.finish::<()>()?;
    let namespace = module.namespace()?;
    if !namespace.contains_key("default")? {
        return Err(Stop::Fault(Fault::NoDefaultExport));
    }
    let exported = settled(called(namespace.get("default")?)?)?;
    let data: String = host.get::<_, Function<'_>>("data")?.call((exported, DEPTH_MAX))?;
    let data: Data = serde_json::from_str(&data).map_err(|error| Stop::Fault(Fault::Internal(error.to_string())))?;
    let problems = data.problems.iter().map(|(at, message)| Problem::new(&Pointer::from_text(at), message));
    Ok(Outcome { value: data.value, problems: problems.collect(), variables: data.variables })
}

/// What the prelude's `data` gives.
#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    value: Value,
    problems: Vec<(String, String)>,
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
