//! One file: by its first line or its ending; and files that are called as servers are.

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};
use super::interpreter::command;

/// The file that was given.
pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    let Some(file) = site.file else { return Vec::new() };
    vec![match command(site, file) {
        Some(command) => Candidate::process(file, Readiness::Ready, command, "it is the file that was given").seen(),
        None => Seen::nothing(file, "neither its first line nor its ending says how it is started"),
    }]
}

/// Where no manifest says more, in a folder: the first that is there.
pub(super) fn conventional(site: &Site<'_>) -> Vec<Seen> {
    const STEMS: [&str; 7] = ["server", "mcp_server", "mcp-server", "index", "main", "app", "start"];
    const ENDINGS: [&str; 6] = ["py", "js", "mjs", "cjs", "ts", "sh"];
    const FOLDERS: [&str; 4] = ["", "src/", "dist/", "build/"];
    let names = STEMS.iter().flat_map(|stem| ENDINGS.iter().map(move |ending| format!("{stem}.{ending}")));
    let names: Vec<String> = names.collect();
    let mut files = FOLDERS.iter().flat_map(|folder| names.iter().map(move |name| format!("{folder}{name}")));
    let Some(file) = files.find(|file| site.folder.has(file)) else { return Vec::new() };
    let found = command(site, &file);
    found
        .map(|command| {
            Candidate::process(&file, Readiness::Ready, command, "it is called as a server's file is").seen()
        })
        .into_iter()
        .collect()
}
