//! `--watch`: run again whenever a file beside the config changes.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use notify_debouncer_full::notify::{EventKind, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, new_debouncer};
use tokio::sync::mpsc;

use super::{Asked, load_unless, once, scope};
use crate::args::EvalArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::reporters::Reporters;

/// How long files must be quiet before the next run.
const QUIET: Duration = Duration::from_millis(300);

/// Folders in which nothing that concerns a config changes.
const IGNORED: [&str; 6] = [".git", "node_modules", "target", "__pycache__", ".venv", "dist"];

/// Runs, waits for a change, runs again, until Ctrl-C.
pub(super) async fn run(
    args: &EvalArgs,
    reporters: &Reporters,
    environment: &Environment,
    output: &Output,
) -> Result<Exit, Failure> {
    let cancel = crate::interrupt::token(output);
    let (changed, mut next_change) = mpsc::channel(1);
    let config = config(args, environment)?;
    let folder = config.parent().map_or_else(|| environment.cwd.clone(), Path::to_path_buf);
    let outputs = outputs(args, environment);
    let mut watcher = new_debouncer(QUIET, None, move |events: DebounceEventResult| {
        if concerns_us(&events, &outputs) {
            // A change that is already on its way stands for this one, too.
            let _ = changed.try_send(());
        }
    })
    .map_err(|error| Failure::new(Exit::Internal, format!("cannot watch files: {error}")))?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .map_err(|error| Failure::usage(format!("cannot watch `{}`: {error}", folder.display())))?;
    loop {
        let before = modified(&config);
        let asked = Asked { scope: scope(args), update_snapshots: args.update_snapshots };
        let ended = match load_unless(cancel.cancelled(), &args.config, environment, output, asked).await {
            Ok(loaded) => once::run(args, loaded, reporters, environment, output, &cancel).await,
            Err(failure) => Err(failure),
        };
        if cancel.is_cancelled() {
            return ended;
        }
        if let Err(failure) = ended {
            output.fail(&failure);
        }
        // What the server wrote meanwhile must not start the next run: it would write again. Its news come late.
        tokio::time::sleep(2 * QUIET).await;
        let _ = next_change.try_recv();
        if modified(&config) != before {
            continue;
        }
        output.note(&format!("watching {} (Ctrl-C ends)", folder.display()));
        tokio::select! {
            () = cancel.cancelled() => return Err(crate::interrupt::stopped()),
            _ = next_change.recv() => {}
        }
    }
}

fn config(args: &EvalArgs, environment: &Environment) -> Result<PathBuf, Failure> {
    match args.config.path() {
        Some(path) => Ok(environment.cwd.join(path)),
        None => mcpvals_config::find(&environment.cwd).map_err(|error| Failure::usage(error.to_string())),
    }
}

fn modified(config: &Path) -> Option<SystemTime> {
    std::fs::metadata(config).and_then(|metadata| metadata.modified()).ok()
}

/// What we write ourselves must not start the next run.
fn outputs(args: &EvalArgs, environment: &Environment) -> Vec<PathBuf> {
    let files = args.reporters.iter().filter_map(|reporter| reporter.file.clone());
    let all = files.chain(args.output.clone()).chain(args.traces().cloned());
    all.map(|path| environment.cwd.join(path)).collect()
}

fn concerns_us(events: &DebounceEventResult, outputs: &[PathBuf]) -> bool {
    let Ok(events) = events else { return true };
    let ours = |path: &PathBuf| outputs.iter().any(|output| path.starts_with(output));
    let ignored = |path: &PathBuf| path.iter().any(|part| IGNORED.iter().any(|name| part == *name));
    let snapshots = |path: &PathBuf| path.to_string_lossy().contains(".snap.json");
    events
        .iter()
        .filter(|event| !matches!(event.kind, EventKind::Access(_)))
        .flat_map(|event| &event.paths)
        .any(|path| !ours(path) && !ignored(path) && !snapshots(path))
}
