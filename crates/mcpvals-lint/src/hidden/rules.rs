//! The rules about hidden text.

use mcpvals_model::{Requirement, Rule, Severity};

use super::Way;

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    title: &'static str,
    references: &'static [&'static str],
) -> Rule {
    Rule {
        id,
        requirement: Requirement::PromptInjection,
        severity,
        confidence,
        title,
        why: "A model reads it, and the person who approved the server does not see it.",
        remedy: "Say it in plain, visible text, or take it out.",
        references,
    }
}

pub(crate) static TAGS: Rule = rule(
    "hidden-tags",
    Severity::Critical,
    100,
    "text in tag characters, which have no ink",
    &["ASDP-2.G", "MCP03:2025", "PI-017", "Unicode 23.9"],
);
pub(crate) static SELECTORS: Rule = rule(
    "hidden-selectors",
    Severity::Critical,
    100,
    "bytes in variation selectors",
    &["ASDP-2.G", "MCP03:2025", "PI-017", "Unicode 23.4"],
);
pub(crate) static INVISIBLE: Rule = rule(
    "hidden-invisible",
    Severity::Critical,
    90,
    "characters without width within words, or several in a row",
    &["ASDP-2.G", "MCP03:2025", "PI-017", "Unicode 23.2"],
);
pub(crate) static DIRECTION: Rule = rule(
    "hidden-direction",
    Severity::Critical,
    95,
    "a text whose letters are shown in another order",
    &["ASDP-2.G", "MCP03:2025", "PI-017", "UAX 9", "CVE-2021-42574"],
);
pub(crate) static CONTROL: Rule = rule(
    "hidden-control",
    Severity::High,
    95,
    "control characters, which terminals obey",
    &["ASDP-2.G", "MCP03:2025", "PI-018", "ECMA-48"],
);
pub(crate) static BELOW: Rule = rule(
    "hidden-below",
    Severity::High,
    80,
    "text behind a gap that nobody scrolls past",
    &["ASDP-2.G", "MCP03:2025", "PI-019"],
);
pub(crate) static UNSHOWN: Rule = rule(
    "hidden-unshown",
    Severity::High,
    80,
    "text that is left out where HTML or Markdown is shown",
    &["ASDP-2.G", "MCP03:2025", "PI-003"],
);
pub(crate) static COMMENT: Rule =
    rule("hidden-comment", Severity::High, 80, "text in a comment of HTML", &["ASDP-2.G", "MCP03:2025", "PI-003"]);
pub(crate) static LOOKALIKE: Rule = rule(
    "hidden-lookalike",
    Severity::High,
    85,
    "a word with letters of another script that look like Latin ones",
    &["ASDP-2.G", "MCP03:2025", "PI-021", "UTS 39"],
);
pub(crate) static STYLED: Rule = rule(
    "hidden-styled",
    Severity::High,
    80,
    "a word in letters of mathematics or of another width",
    &["ASDP-2.G", "MCP03:2025", "PI-021", "UTS 39"],
);
pub(crate) static ENCODED: Rule = rule(
    "hidden-encoded",
    Severity::High,
    85,
    "words that have to be decoded to be read",
    &["ASDP-2.G", "MCP03:2025", "PI-020"],
);

pub(crate) static PRIVATE: Rule = rule(
    "hidden-private",
    Severity::High,
    85,
    "characters of private use in a row",
    &["ASDP-2.G", "MCP03:2025", "PI-017", "Unicode 23.5"],
);

pub(crate) static ALL: [&Rule; 12] = [
    &TAGS, &SELECTORS, &INVISIBLE, &DIRECTION, &CONTROL, &BELOW, &COMMENT, &UNSHOWN, &LOOKALIKE, &STYLED, &ENCODED,
    &PRIVATE,
];

pub(crate) fn of(way: Way) -> &'static Rule {
    match way {
        Way::Tags => &TAGS,
        Way::Selectors => &SELECTORS,
        Way::Invisible | Way::Stray => &INVISIBLE,
        Way::Direction => &DIRECTION,
        Way::Control => &CONTROL,
        Way::OutOfSight => &BELOW,
        Way::Comment => &COMMENT,
        Way::Unshown => &UNSHOWN,
        Way::Lookalike => &LOOKALIKE,
        Way::Styled => &STYLED,
        Way::Encoded => &ENCODED,
        Way::Private => &PRIVATE,
    }
}
