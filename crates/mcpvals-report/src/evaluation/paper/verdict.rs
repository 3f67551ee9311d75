//! What an evaluation came to: score, status, level, and how the score was made.

use mcpvals_model::Evaluation;

use super::super::words;
use super::{Block, Line};

/// `PASS 85.5 of 100, silver; 4 requirements passed, 1 warned`.
pub(super) fn line(evaluation: &Evaluation) -> Line {
    let level = evaluation.certification.map_or("no certification", words::certification);
    let text = format!(" {} of 100, {level}; {}", words::score(evaluation), counts(evaluation));
    Line::verdict(words::status(evaluation.status)).and_words(text)
}

/// `4 requirements passed, 1 warned, 1 not judged`.
pub(super) fn counts(evaluation: &Evaluation) -> String {
    let summary = evaluation.summary;
    let parts = [
        (summary.passed, "passed"),
        (summary.warned, "warned"),
        (summary.failed, "failed"),
        (summary.not_judged, "not judged"),
    ];
    let parts = parts.iter().filter(|(n, word)| *n > 0 || *word == "passed");
    let parts = parts.map(|(n, word)| format!("{n} {word}")).collect::<Vec<_>>();
    format!("of the requirements {}", words::and(&parts))
}

/// How the score was made, so that it can be made again by hand.
pub(super) fn formula(evaluation: &Evaluation) -> Block {
    let formula = &evaluation.formula;
    let text = format!("Score: {}; it {}.", words::formula(formula, "×"), words::thresholds(formula));
    Block::words(text)
}
