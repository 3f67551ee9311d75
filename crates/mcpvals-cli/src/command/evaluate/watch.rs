//! What is going on, on stderr: a moving line on a terminal, a line for each step with `-v`; otherwise one for each stage, and one
//! now and then where a stage takes long.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mcpvals_model::EvaluationEvent;

use crate::environment::Environment;
use crate::output::Output;
use crate::progress::Progress;

/// After so long without a word, the next step is told.
const SILENCE: Duration = Duration::from_secs(10);

/// Shows it.
pub(crate) struct Watcher<'a> {
    progress: Progress,
    output: &'a Output,
    moves: bool,
    /// The last stage that was told, and when anything was.
    told: Mutex<(String, Instant)>,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(environment: &Environment, output: &'a Output) -> Self {
        let moves = environment.stderr_is_terminal && !environment.is_ci();
        let told = Mutex::new((String::new(), Instant::now()));
        Self { progress: Progress::of_steps(environment, output), output, moves, told }
    }

    /// What an event says of the next step.
    pub(crate) fn take(&self, event: &EvaluationEvent) {
        if let Some(words) = event.words() {
            self.say(&words);
        }
    }

    /// The next step.
    pub(crate) fn say(&self, what: &str) {
        let what = mcpvals_report::visible(what);
        if self.moves {
            self.progress.say(&what);
        } else if self.output.verbose > 0 {
            self.output.note(&what);
        } else {
            self.say_stage(&what);
        }
    }

    fn say_stage(&self, what: &str) {
        let stage = what.split(':').next().unwrap_or_default();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let words = match *told {
            (ref last, _) if last != stage => stage,
            (_, when) if when.elapsed() >= SILENCE => what,
            _ => return,
        };
        self.output.note(words);
        *told = (stage.to_owned(), Instant::now());
    }
}
