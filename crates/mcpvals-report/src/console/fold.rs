//! Keeps long runs readable: after so many lines of one kind in a suite, the rest is counted instead of shown.

use mcpvals_model::{Summary, VerdictWord};

use super::tally::note_verdict;
use super::{Role, Style};
use crate::wording;

/// Lines of one verdict that a suite shows one by one.
const LINES_MAX: usize = 100;

/// What was shown of a suite, and what is being held back.
#[derive(Default)]
pub(super) struct Fold {
    shown: Summary,
    held: Summary,
}

impl Fold {
    /// May one more line of this verdict be shown? If not, it is counted as held back.
    pub(super) fn admit(&mut self, word: VerdictWord) -> bool {
        let shown = match word {
            VerdictWord::Passed => self.shown.passed,
            VerdictWord::Failed => self.shown.failed,
            VerdictWord::Errored => self.shown.errored,
            VerdictWord::Skipped => self.shown.skipped,
        };
        let room = shown < LINES_MAX;
        note_verdict(if room { &mut self.shown } else { &mut self.held }, word);
        room
    }

    /// The line that stands for what was held back since the last one.
    pub(super) fn flush(&mut self, style: &Style) -> Option<String> {
        let held = std::mem::take(&mut self.held);
        let counts = [(held.passed, "passed"), (held.errored, "errored as above"), (held.skipped, "skipped")];
        let parts = counts.iter().filter(|(n, _)| *n > 0);
        let parts = parts.map(|(n, word)| format!("{} more {word}", wording::number(*n))).collect::<Vec<_>>();
        let line = format!("{:<5} {} (-v shows each)", style.ellipsis(), parts.join(", "));
        (held.total > 0).then(|| style.paint(Role::Dim, &line))
    }
}
