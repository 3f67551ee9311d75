//! What is going on, on stderr: a moving line on a terminal, a line for each step with `-v`, one for each stage otherwise.

use std::sync::{Mutex, PoisonError};

use crate::environment::Environment;
use crate::output::Output;
use crate::progress::Progress;

/// Shows it.
pub(crate) struct Watcher<'a> {
    progress: Progress,
    output: &'a Output,
    moves: bool,
    /// The last that was told.
    stage: Mutex<String>,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(environment: &Environment, output: &'a Output) -> Self {
        let moves = environment.stderr_is_terminal && !environment.is_ci();
        Self { progress: Progress::new(0, environment, output), output, moves, stage: Mutex::default() }
    }

    /// The next step.
    pub(crate) fn say(&self, what: &str) {
        let what = mcpvals_report::visible(what);
        if self.moves {
            self.progress.say(&what);
        } else if self.output.verbose > 0 {
            self.output.note(&what);
        } else {
            self.say_stage(what.split(':').next().unwrap_or_default());
        }
    }

    fn say_stage(&self, stage: &str) {
        let mut last = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != stage {
            self.output.note(stage);
            stage.clone_into(&mut last);
        }
    }
}
