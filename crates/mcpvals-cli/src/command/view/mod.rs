//! `mcpvals view`: reports and traces as a page in the browser.

mod input;

use std::path::{Path, PathBuf};

use mcpvals_report::{evaluation, page};

use crate::args::ViewArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use input::Input;

/// Writes the page, says where, and opens it.
pub(crate) fn run(args: &ViewArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let input = input::read(&args.files, output)?;
    let path = match &args.output {
        Some(file) => environment.cwd.join(file),
        None => private_folder()?.join(input.file_name()),
    };
    let cannot = |error: std::io::Error| Failure::usage(format!("cannot write `{}`: {error}", path.display()));
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(&path, html(&input))).map_err(cannot)?;
    output.result(&format!("{}\n", path.display()))?;
    if args.output.is_none() && output.opens_browser {
        open(&path, output);
    }
    Ok(Exit::Passed)
}

/// A folder that nobody else can read: what a server said may be private. It stays, since the browser reads it later.
fn private_folder() -> Result<PathBuf, Failure> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("mcpvals-view-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let made = folder.tempdir();
    made.map(tempfile::TempDir::keep)
        .map_err(|error| Failure::usage(format!("cannot make a temporary folder: {error}")))
}

fn html(input: &Input) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Memory takes everything.
    let _ = match input {
        Input::Run(report, traces) => page::run::write(report, traces, &mut bytes),
        Input::Evaluation(found) => {
            evaluation::render(evaluation::Format::Html, found, &evaluation::Options::default(), &mut bytes)
        }
        Input::Traces(traces) => page::replay::write(traces, &mut bytes),
    };
    bytes
}

/// What cannot be opened is to be opened by hand: its path is on stdout.
fn open(path: &Path, output: &Output) {
    let opened = match &output.browser {
        Some(browser) => open::with_detached(path, browser),
        None => open::that_detached(path),
    };
    if let Err(error) = opened {
        output.note(&format!("no browser could be opened ({error}); open the file by hand"));
    }
}
