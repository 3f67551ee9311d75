//! mdBook, as `requirements.txt` beside this file pins it, or of the same version from `PATH`.

use std::path::{Path, PathBuf};

use crate::Result;
use crate::check::tools_folder;
use crate::project::Project;

const VERSION: &str = "mdbook v0.5.4";

/// Builds the book in this folder; a warning is a failure.
pub(super) fn run(project: &Project, book: &Path) -> Result {
    let mdbook = find(project)?;
    let book = book.to_string_lossy();
    let ran = project
        .command(&mdbook.to_string_lossy(), &["build", &book])
        .env("MDBOOK_LOG", "warn")
        .output()
        .map_err(|error| format!("cannot run {}: {error}", mdbook.display()))?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned() + &String::from_utf8_lossy(&ran.stdout);
    if ran.status.success() && said.trim().is_empty() {
        return Ok(());
    }
    Err(format!("mdbook ended with {}:\n{said}", ran.status))
}

fn find(project: &Project) -> Result<PathBuf> {
    let installed = tools_folder(project).join("mdbook/bin/mdbook");
    let is_right = |program: &PathBuf| {
        let told = project.command(&program.to_string_lossy(), &["--version"]).output();
        told.is_ok_and(|told| told.stdout.trim_ascii() == VERSION.as_bytes())
    };
    [installed, PathBuf::from("mdbook")].into_iter().find(is_right).ok_or_else(|| {
        format!("{VERSION} is not installed: run `cargo xtask setup` (or `cargo install mdbook@0.5.4 --locked`)")
    })
}
