//! The moving line on a terminal. Never in a pipe, never in CI.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::environment::Environment;
use crate::output::Output;

/// A bar on stderr, or nothing.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many cases, where there is somebody to see it move.
    pub(crate) fn new(cases: usize, environment: &Environment, output: &Output) -> Self {
        Self::drawn(cases, "{spinner} {pos}/{len} {wide_msg}", environment, output)
    }

    /// A line for steps of which nobody knows how many there are: what goes on, and how long all has taken.
    pub(crate) fn of_steps(environment: &Environment, output: &Output) -> Self {
        Self::drawn(0, "{spinner} {elapsed:>3} {wide_msg}", environment, output)
    }

    fn drawn(cases: usize, template: &str, environment: &Environment, output: &Output) -> Self {
        let seen = environment.stderr_is_terminal && !environment.is_ci() && !output.quiet;
        let target = if seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(cases as u64), target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if seen {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self { bar }
    }

    /// Says what is going on.
    pub(crate) fn say(&self, what: &str) {
        if !self.bar.is_hidden() {
            self.bar.set_message(what.to_owned());
        }
    }

    /// One case more is done.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Writes something while the bar is out of the way.
    pub(crate) fn around<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
