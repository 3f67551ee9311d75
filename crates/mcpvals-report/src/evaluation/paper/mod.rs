//! What an evaluation says to people, before it is Markdown, HTML or XML.

mod ci;
mod facts;
mod findings;
mod requirements;
mod runtime;
mod sandbox;
mod submission;
mod summary;
mod verdict;

use mcpvals_model::Evaluation;

use super::{Template, words};
pub(super) use crate::paper::{Block, Line, Paper, Piece, Section, Table};
pub(super) use facts::{source, start_command};
pub(super) use requirements::{gist, hooks};
pub(crate) use sandbox::{blocks as sandbox_blocks, gist as sandbox_gist};

/// What a template says of an evaluation.
pub(super) fn of(evaluation: &Evaluation, template: Template) -> Paper {
    let (title, sections) = match template {
        Template::Submission => ("Submission report", submission::sections(evaluation)),
        Template::Summary => ("Evaluation", summary::sections(evaluation)),
        Template::Ci => ("Evaluation", ci::sections(evaluation)),
    };
    let title = format!("{title}: {}", words::server(evaluation));
    let sections = sections.into_iter().filter(|section| !section.is_empty()).collect();
    Paper { title, sections, foot: Line::words(format!("mcpvals {}", evaluation.mcpvals_version)) }
}
