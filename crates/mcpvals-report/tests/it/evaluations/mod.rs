//! Evaluations in every format: a server with much wrong, one with nothing wrong, and one that means harm.

mod formats;
mod hostile;
mod schemas;

use std::path::{Path, PathBuf};

use mcpvals_model::Evaluation;
use mcpvals_report::evaluation::{Format, Options, Template, render};

/// A server with something wrong of each kind.
pub(crate) fn rich() -> Evaluation {
    serde_json::from_str(include_str!("../fixtures/evaluation-rich.json")).unwrap()
}

/// A server with nothing wrong.
pub(crate) fn clean() -> Evaluation {
    serde_json::from_str(include_str!("../fixtures/evaluation-clean.json")).unwrap()
}

pub(crate) fn text(format: Format, evaluation: &Evaluation, options: &Options) -> String {
    let mut out = Vec::new();
    render(format, evaluation, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

pub(crate) fn by_template(template: Template) -> Options {
    Options { template, ..Options::default() }
}

/// A part of what `cargo xtask setup` has installed for pages.
pub(crate) fn installed(part: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/pages").join(part);
    assert!(path.exists(), "`pages` is not installed (run `cargo xtask setup`)");
    path.canonicalize().unwrap()
}
