//! The floor: eight phrases that anybody would look for.

use mcpvals_model::Severity;

use super::figures::Verdicts;
use super::judge;
use crate::labelled::Labelled;

const PHRASES: [&str; 8] = [
    "ignore previous",
    "ignore all previous",
    "do not tell",
    "don't tell the user",
    "<important>",
    "system prompt",
    "id_rsa",
    "without asking",
];

pub(super) fn judge(all: &[Labelled]) -> Verdicts {
    judge::judge("naive floor (8 phrases)", all, |one| {
        let text = one.value.to_string().to_lowercase();
        PHRASES.iter().any(|phrase| text.contains(phrase)).then_some(Severity::High)
    })
}
