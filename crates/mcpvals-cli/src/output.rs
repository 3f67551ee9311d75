//! The only writer to stdout and stderr.

use std::io::{self, Write as _};

use serde_json::json;

use crate::args::{ColorChoice, ErrorFormat, Global};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};

/// stdout for the result and nothing else; stderr for everything about it.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(crate) struct Output {
    pub(crate) color_out: bool,
    pub(crate) color_err: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: u8,
    pub(crate) debug: bool,
    /// May a browser be opened?
    pub(crate) opens_browser: bool,
    /// Which one, where the user says so: `BROWSER`.
    pub(crate) browser: Option<String>,
    error_format: ErrorFormat,
    /// Are lines about the run lines of the log?
    notes_are_logged: bool,
}

impl Output {
    pub(crate) fn new(global: &Global, environment: &Environment) -> Self {
        Self {
            color_out: wants_color(global.color, environment, environment.stdout_is_terminal),
            color_err: wants_color(global.color, environment, environment.stderr_is_terminal),
            quiet: global.quiet,
            verbose: global.verbose + u8::from(global.debug),
            debug: global.debug,
            opens_browser: !global.no_browser,
            browser: environment.variable("BROWSER").map(str::to_owned),
            error_format: global.error_format,
            notes_are_logged: false,
        }
    }

    /// The same, for a service whose log is read by programs: what is said about the run is an entry of the log.
    pub(crate) fn logged(&self) -> Self {
        Self { notes_are_logged: true, ..self.clone() }
    }

    /// Writes a part of the result. A reader that went away (`| head`) is no error: the rest is not wanted.
    #[expect(clippy::unused_self, reason = "writing is a capability of whoever holds the output")]
    pub(crate) fn result(&self, text: &str) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::unwritten("to stdout", &error)),
            _ => Ok(()),
        }
    }

    /// Writes a line about the run, unless `--quiet`.
    pub(crate) fn note(&self, line: &str) {
        if self.notes_are_logged {
            // Beside the service's own entries, so that `MCPVALS_LOG` chooses both by one name.
            tracing::info!(target: "mcpvals_server", "{line}");
        } else if !self.quiet {
            self.error_line(line);
        }
    }

    /// Writes a line that the user must see for the run to go on, also with `--quiet`.
    pub(crate) fn ask(&self, line: &str) {
        self.error_line(line);
    }

    /// Says why the command failed, and gives its exit code.
    pub(crate) fn fail(&self, failure: &Failure) -> Exit {
        match self.error_format {
            ErrorFormat::Human => {
                if !failure.details.is_empty() {
                    self.error_line(failure.details.trim_end());
                }
                self.error_line(&format!("error: {}", failure.message));
            }
            ErrorFormat::Json => {
                let mut line = json!({
                    "error": failure.exit.name(), "exit": failure.exit as u8, "message": failure.message,
                });
                if let Some((name, data)) = &failure.data {
                    line[*name] = data.clone();
                }
                self.error_line(&line.to_string());
            }
        }
        failure.exit
    }

    #[expect(clippy::unused_self, reason = "writing is a capability of whoever holds the output")]
    fn error_line(&self, line: &str) {
        // stderr that is gone leaves nowhere to say so.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}

/// `--color`, then `NO_COLOR` and `CLICOLOR_FORCE`, then the terminal.
fn wants_color(choice: ColorChoice, environment: &Environment, is_terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if environment.variable("NO_COLOR").is_some() => false,
        ColorChoice::Auto if environment.variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        ColorChoice::Auto => is_terminal && environment.variable("TERM") != Some("dumb"),
    }
}
