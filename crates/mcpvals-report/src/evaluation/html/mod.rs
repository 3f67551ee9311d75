//! A paper as one HTML file: no network, readable in light and dark, on paper and by a screen reader.

use std::io::{self, Write};

use mcpvals_model::{Evaluation, EvaluationStatus};

use super::paper::{self, Section};
use super::{Template, words};
use crate::page::{self, Assets, Hero, Ids, Layout, Link, Markup, blocks, chart};

pub(super) fn write(evaluation: &Evaluation, template: Template, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(layout(evaluation, template, Assets::Inline).render().as_str().as_bytes())
}

/// The page before it is put together.
pub(super) fn layout(evaluation: &Evaluation, template: Template, assets: Assets) -> Layout {
    let paper = paper::of(evaluation, template);
    let mut ids = Ids::default();
    Layout {
        title: paper.title,
        assets,
        head: Markup::default(),
        replays: false,
        menu: Vec::new(),
        contents: paper.sections.iter().map(link).collect(),
        hero: hero(evaluation, template).html(),
        main: paper.sections.iter().map(|section| blocks::section(section, 2, &mut ids)).collect(),
        foot: page::line(&paper.foot),
    }
}

/// The name, and what it came to.
fn hero(evaluation: &Evaluation, template: Template) -> Hero {
    let kind = match template {
        Template::Submission => "Submission report",
        Template::Summary | Template::Ci => "Evaluation of an MCP server",
    };
    let status = words::status(evaluation.status);
    let level = evaluation.certification.map(|level| page::badge(words::certification(level)));
    Hero {
        gauge: gauge(evaluation, status),
        kind: kind.to_owned(),
        title: words::server(evaluation),
        badges: std::iter::once(page::badge(status)).chain(level).collect(),
        lines: vec![page::text(&words::findings(evaluation))],
    }
}

fn gauge(evaluation: &Evaluation, status: &str) -> Markup {
    let tone = match evaluation.status {
        EvaluationStatus::Pass => chart::Tone::Good,
        EvaluationStatus::Warn => chart::Tone::Fair,
        EvaluationStatus::Fail => chart::Tone::Bad,
    };
    let shown = words::score(evaluation);
    let says = format!("Score {shown} of 100: {status}");
    chart::gauge(&chart::Gauge { share: evaluation.score / 100.0, shown, unit: "of 100".to_owned(), says, tone })
}

/// A link to a section of the first level.
fn link(section: &Section) -> Link {
    Link::to_part(&section.id, &section.title)
}
