//! A script that a command starts and that is not here: misspelt, or never there. What a build makes is another matter.

use std::path::Path;

use super::Site;
use super::launch::{is_elsewhere, looks_like_a_file};
use crate::folder::ending;

/// Where builds put what they make.
const BUILT_IN: [&str; 12] =
    ["dist", "build", "target", "out", "output", ".output", ".build", "_build", "release", "debug", "esm", "cjs"];
/// Folders with no more names are looked through for a near one.
const NAMES_MAX: usize = 500;

/// The script that these words start, where it is not here and nothing here would make it.
pub(super) fn script<'w>(site: &Site<'_>, words: &'w [String]) -> Option<&'w str> {
    // What has a blank in it is a line for a shell.
    let file = words.iter().find(|word| looks_like_a_file(word) && !word.contains(' '))?;
    let is_other = words.iter().any(|word| word == "-m" || site.folder.has(word));
    // `https://…/server.ts` and `npm:…` are fetched.
    let is_away = is_elsewhere(file) || file.contains(':');
    (!is_other && !is_away && !is_made(site, file)).then_some(file)
}

/// Is it plausibly made by a build?
fn is_made(site: &Site<'_>, file: &str) -> bool {
    let folder = file.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder);
    if folder.split(['/', '\\']).any(|part| BUILT_IN.contains(&part.to_ascii_lowercase().as_str())) {
        return true;
    }
    let has = |names: &[&str]| names.iter().any(|name| site.folder.has(name));
    match ending(file) {
        "js" | "mjs" | "cjs" => has(&["tsconfig.json"]) || builds_by_npm(site) || has_types_beside(site, file),
        "py" | "rb" | "sh" | "php" | "ts" => false,
        // A JAR, or a program without an ending.
        _ => true,
    }
}

/// Does `package.json` have a script that builds?
fn builds_by_npm(site: &Site<'_>) -> bool {
    let manifest = site.folder.text("package.json");
    let manifest = manifest.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok()).unwrap_or_default();
    ["build", "compile", "prepare", "prepack", "bundle"].iter().any(|name| manifest["scripts"][name].is_string())
}

/// Is its TypeScript beside it, or where sources are?
fn has_types_beside(site: &Site<'_>, file: &str) -> bool {
    let Some((stem, _)) = file.trim_start_matches("./").rsplit_once('.') else { return false };
    let has = |stem: &str| ["ts", "mts", "cts", "tsx"].iter().any(|end| site.folder.has(&format!("{stem}.{end}")));
    has(stem) || has(&format!("src/{stem}"))
}

/// Words for it: `` `servr.py`, which is not here (`server.py` is) ``.
pub(super) fn words(site: &Site<'_>, file: &str) -> String {
    let near = near(site, file).map_or_else(String::new, |near| format!(" (`{near}` is)"));
    format!("`{file}`, which is not here{near}")
}

/// The file beside it with almost its name, and its ending.
fn near(site: &Site<'_>, file: &str) -> Option<String> {
    const LIKENESS_MIN: f64 = 0.8;
    let plain = file.trim_start_matches("./");
    let (folder, name) = plain.rsplit_once('/').unwrap_or((".", plain));
    let names = site.folder.names(folder, NAMES_MAX).into_iter().filter(|other| ending(other) == ending(name));
    let like = |other: String| (strsim::jaro_winkler(&stem(name), &stem(&other)), other);
    let best = names.map(like).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let path = if folder == "." { best.1 } else { format!("{folder}/{}", best.1) };
    (best.0 >= LIKENESS_MIN).then_some(path)
}

fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().to_lowercase())
}
