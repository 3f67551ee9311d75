//! A paper as one HTML file: no network, no script, readable in light and dark, on paper and by a screen reader.

mod blocks;
mod escape;
mod gauge;

use std::io::{self, Write};

use mcpvals_model::Evaluation;

use super::paper::{self, Paper, Section};
use super::{Template, words};
use blocks::Page;
use escape::text;

/// All of the style: the policy below allows this and nothing else.
const STYLE: &str = include_str!("style.css");
/// SHA-256 of [`STYLE`], as a browser computes it.
const STYLE_HASH: &str = "xxtErLCtgGjbTrkM8GqVG/aF74GuhmKKhVh+gu6/XEk=";

pub(super) fn write(evaluation: &Evaluation, template: Template, out: &mut dyn Write) -> io::Result<()> {
    let paper = paper::of(evaluation, template);
    let mut page = Page::default();
    paper.sections.iter().for_each(|section| page.section(section, 2));
    write_head(&paper, out)?;
    write!(
        out,
        "<body>\n<a class=\"to-main\" href=\"#main\">Skip to the content</a>\n{}{}<main id=\"main\" tabindex=\"-1\">\n{}</main>\n",
        header(evaluation, template),
        nav(&paper.sections),
        page.finish(),
    )?;
    write!(out, "<footer>\n{}</footer>\n</body>\n</html>\n", blocks::paragraph(&paper.foot))
}

fn write_head(paper: &Paper, out: &mut dyn Write) -> io::Result<()> {
    let policy = format!("default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n",
        text(&paper.title)
    )
}

/// The name, and what it came to.
fn header(evaluation: &Evaluation, template: Template) -> String {
    let kind = match template {
        Template::Submission => "Submission report",
        Template::Summary | Template::Ci => "Evaluation of an MCP server",
    };
    let level = evaluation.certification.map_or_else(String::new, |level| {
        let level = words::certification(level);
        format!("<span class=\"badge {level}\">{level}</span>")
    });
    let status = words::status(evaluation.status);
    format!(
        "<header>\n{}<div>\n<p class=\"kind\">{kind}</p>\n<h1>{}</h1>\n\
         <p class=\"status\"><span class=\"badge {}\">{status}</span> {level}</p>\n<p>{}</p>\n</div>\n</header>\n",
        gauge::svg(evaluation),
        text(&words::server(evaluation)),
        status.to_ascii_lowercase(),
        text(&words::findings(evaluation)),
    )
}

fn nav(sections: &[Section]) -> String {
    format!("<nav aria-label=\"Contents\">\n<ol>\n{}</ol>\n</nav>\n", links(sections))
}

/// A link to each section of the first level.
fn links(sections: &[Section]) -> String {
    let link = |section: &Section| format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, text(&section.title));
    sections.iter().map(link).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use sha2::{Digest as _, Sha256};

    use super::{STYLE, STYLE_HASH};

    #[test]
    fn the_policy_allows_our_style() {
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(STYLE));
        assert_eq!(STYLE_HASH, hash);
    }
}
