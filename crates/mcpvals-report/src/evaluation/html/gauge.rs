//! The score as a ring, with words for who does not see it.

use mcpvals_model::Evaluation;

use super::super::words;
use super::escape::text;

const RADIUS: f64 = 52.0;

pub(super) fn svg(evaluation: &Evaluation) -> String {
    let score = if evaluation.score.is_finite() { evaluation.score.clamp(0.0, 100.0) } else { 0.0 };
    let around = std::f64::consts::TAU * RADIUS;
    let filled = around * score / 100.0;
    let shown = words::score(evaluation);
    let status = words::status(evaluation.status);
    format!(
        "<svg class=\"gauge {}\" viewBox=\"0 0 120 120\" width=\"136\" height=\"136\" role=\"img\" aria-labelledby=\"gauge-title\">\n\
         <title id=\"gauge-title\">Score {} of 100: {status}</title>\n\
         <circle class=\"track\" cx=\"60\" cy=\"60\" r=\"{RADIUS}\"/>\n\
         <circle class=\"value\" cx=\"60\" cy=\"60\" r=\"{RADIUS}\" stroke-dasharray=\"{filled:.2} {:.2}\" transform=\"rotate(-90 60 60)\"/>\n\
         <text class=\"number\" x=\"60\" y=\"66\" text-anchor=\"middle\">{shown}</text>\n\
         <text class=\"unit\" x=\"60\" y=\"84\" text-anchor=\"middle\">of 100</text>\n</svg>\n",
        status.to_ascii_lowercase(),
        text(&shown),
        around - filled,
    )
}
