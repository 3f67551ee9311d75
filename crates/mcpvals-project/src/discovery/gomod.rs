//! `go.mod`: the main packages, built or to be run.

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};
use crate::folder::ending;

const FILE: &str = "go.mod";
/// More folders or files are not looked at.
const COUNT_MAX: usize = 200;

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    if !site.folder.has(FILE) {
        return Vec::new();
    }
    let short = site.name.rsplit('/').next().unwrap_or_default().to_owned();
    let commands = site.folder.names("cmd", COUNT_MAX).into_iter().filter(|name| is_main(site, &format!("cmd/{name}")));
    let rank = |name: &String| match () {
        () if *name == short => 0,
        () if name.contains("mcp") => 1,
        () if name.contains("server") => 2,
        () => 3,
    };
    let command = commands.min_by_key(rank);
    let (package, name) = match command {
        // A server in `cmd` is meant before a main package at the top, which is seldom beside one.
        Some(name) => (format!("./cmd/{name}"), name),
        None if is_main(site, ".") => (".".to_owned(), short),
        None => return vec![Seen::nothing(FILE, "has no main package at the top or in `cmd`")],
    };
    let because = format!("its main package is `{package}`");
    let built = [name.clone(), format!("bin/{name}"), format!("build/{name}"), format!("dist/{name}")];
    let is_program = |path: &&String| !name.is_empty() && site.folder.has(path) && site.folder.text(path).is_none();
    let way = match built.iter().find(is_program) {
        Some(path) => Candidate::process(FILE, Readiness::Ready, vec![format!("./{path}")], because),
        None => Candidate::process(FILE, Readiness::Builds, vec!["go".to_owned(), "run".to_owned(), package], because),
    };
    vec![way.seen()]
}

/// Does a file of the folder say `package main`?
fn is_main(site: &Site<'_>, folder: &str) -> bool {
    let names = site.folder.names(folder, COUNT_MAX);
    let mut files = names.iter().filter(|name| ending(name) == "go" && !name.ends_with("_test.go"));
    files.any(|name| {
        let text = site.folder.text(&format!("{folder}/{name}")).unwrap_or_default();
        text.lines().any(|line| line.trim_end() == "package main")
    })
}
