//! The site of the documents: mdBook makes it of the pages that `docs/SUMMARY.md` lists, and what it made is looked through for
//! links that lead nowhere and for requests that would leave the machine ([decision 14](../../../docs/decisions/0014-docs-site.md)).
//!
//! The pages are written for whoever reads them in the repository, too. So they are copied first, and their links to files that
//! are no pages become addresses of the repository's.

mod builder;
mod check;
mod html;
mod stage;

use crate::Result;
use crate::project::Project;
use crate::say::say;

/// Where the site is made, below what cargo builds.
const SITE: &str = "docs-site";

/// Builds the site, and fails on what is wrong with it.
pub(crate) fn build(project: &Project) -> Result {
    let (staged, site) = (project.target().join("docs"), project.target().join(SITE));
    let pages = stage::stage(project, &staged)?;
    builder::run(project, &staged)?;
    let faults = check::faults(&site)?;
    for fault in &faults {
        say(fault);
    }
    if !faults.is_empty() {
        return Err(format!("{} faults in {}", faults.len(), site.display()));
    }
    say(&format!("{pages} pages: {}", site.join("index.html").display()));
    Ok(())
}
