//! `pyproject.toml`: the console scripts that a package installs; and those of one that is installed.

use std::collections::BTreeMap;

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};
use super::interpreter::{console_script, on_path, python};

const FILE: &str = "pyproject.toml";

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    site.folder.text(FILE).map(|text| in_file(site, &text)).into_iter().collect()
}

fn in_file(site: &Site<'_>, text: &str) -> Seen {
    let table: toml::Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return Seen::nothing(FILE, format!("is no TOML: {}", error.message())),
    };
    let scripts =
        [&["project", "scripts"][..], &["tool", "poetry", "scripts"]].iter().find_map(|path| scripts(&table, path));
    if let Some((name, target)) = scripts.as_ref().and_then(|scripts| chosen(site, scripts)) {
        return of_script(site, FILE, name, target).seen();
    }
    match module(site) {
        Some((module, folder)) => {
            let because = format!("it has no console script, and the module `{module}` can be run");
            let way = Candidate::process(FILE, Readiness::Ready, vec![python(site), "-m".to_owned(), module], because);
            with_path(way, folder).seen()
        }
        None => Seen::nothing(FILE, "has no console script, and no module that can be run"),
    }
}

fn scripts(table: &toml::Table, path: &[&str]) -> Option<BTreeMap<String, String>> {
    let (first, rest) = path.split_first()?;
    let found = rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))?.as_table()?;
    let target = |value: &toml::Value| match value {
        toml::Value::String(target) => Some(target.clone()),
        // Poetry's long form.
        other => other.get("reference").or(other.get("callable"))?.as_str().map(str::to_owned),
    };
    let scripts: BTreeMap<String, String> =
        found.iter().filter_map(|(name, value)| Some((name.clone(), target(value)?))).collect();
    (!scripts.is_empty()).then_some(scripts)
}

/// The one that is called as the package; one that says `mcp`, or `server`; the first.
pub(super) fn chosen<'a>(site: &Site<'_>, scripts: &'a BTreeMap<String, String>) -> Option<(&'a str, &'a str)> {
    let normal = |name: &str| name.to_ascii_lowercase().replace('_', "-");
    let rank = |name: &str| match () {
        () if normal(name) == normal(site.name) => 0,
        () if name.contains("mcp") => 1,
        () if name.contains("server") => 2,
        () => 3,
    };
    scripts.iter().map(|(name, target)| (name.as_str(), target.as_str())).min_by_key(|(name, _)| rank(name))
}

/// The script where it is installed; else what it calls, in place.
pub(super) fn of_script(site: &Site<'_>, file: &str, name: &str, target: &str) -> Candidate {
    let because = format!("its console script `{name}` calls `{target}`");
    if let Some(script) = console_script(site, name) {
        let place =
            if script.contains('/') { "it is installed in the environment" } else { "one of that name is on the path" };
        let because = format!("{because}, and {place}");
        return Candidate::process(file, Readiness::Ready, vec![script], because);
    }
    if on_path(site, "uv").is_some() && site.folder.has(FILE) {
        return Candidate::process(file, Readiness::Builds, ["uv", "run", name].map(str::to_owned).to_vec(), because);
    }
    let command = called(site, target);
    let folder = if site.folder.has_folder("src") { "src" } else { "." };
    let because = format!("{because}, and is not installed: what it needs has to be");
    with_path(Candidate::process(file, Readiness::Unbuilt, command, because), folder)
}

/// `module:function`, called.
fn called(site: &Site<'_>, target: &str) -> Vec<String> {
    let (module, function) = target.split_once(':').unwrap_or((target, "main"));
    let function = function.split('[').next().unwrap_or(function).trim();
    let first = function.split('.').next().unwrap_or(function);
    let code = format!("from {} import {first}; {function}()", module.trim());
    vec![python(site), "-c".to_owned(), code]
}

fn with_path(candidate: Candidate, folder: &str) -> Candidate {
    if folder == "." {
        return candidate;
    }
    let env = BTreeMap::from([("PYTHONPATH".to_owned(), folder.to_owned())]);
    let needs = candidate.needs.clone();
    // We set it, nobody else has to.
    Candidate { needs, ..candidate.with_env(env) }
}

/// A package with `__main__.py`, and the folder it is in.
fn module(site: &Site<'_>) -> Option<(String, &'static str)> {
    const FOLDERS_MAX: usize = 500;
    [("src/", "src"), ("", ".")].into_iter().find_map(|(prefix, folder)| {
        let has_main = |name: &String| site.folder.has(&format!("{prefix}{name}/__main__.py"));
        site.folder.names(folder, FOLDERS_MAX).into_iter().find(has_main).map(|name| (name, folder))
    })
}

/// The console scripts of an installed package, by its metadata.
pub(super) fn installed(site: &Site<'_>) -> Vec<Seen> {
    let Some(metadata) = site.metadata else { return Vec::new() };
    let file = format!("{metadata}/entry_points.txt");
    let Some(text) = site.folder.text(&file) else { return vec![main_of_installed(site, metadata)] };
    let scripts = section(&text, "console_scripts");
    let Some((name, target)) = chosen(site, &scripts) else { return vec![main_of_installed(site, metadata)] };
    let because = format!("its console script `{name}` calls `{target}`");
    let way =
        match environment(site).map(|environment| environment.join("bin").join(name)).filter(|path| path.is_file()) {
            Some(script) => vec![script.to_string_lossy().into_owned()],
            None => [vec![interpreter(site)], called(site, target).split_off(1)].concat(),
        };
    vec![Candidate::process(&file, Readiness::Ready, way, because).seen()]
}

/// Lines `name = value` of a section.
pub(super) fn section(text: &str, wanted: &str) -> BTreeMap<String, String> {
    let mut is_in = false;
    let mut found = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            is_in = name.trim() == wanted;
        } else if let (true, Some((name, value))) = (is_in, line.split_once('=')) {
            found.insert(name.trim().to_owned(), value.trim().to_owned());
        }
    }
    found
}

fn main_of_installed(site: &Site<'_>, metadata: &str) -> Seen {
    let top = site.folder.text(&format!("{metadata}/top_level.txt")).unwrap_or_default();
    let by_name = site.name.replace(['-', '.'], "_");
    let modules = top.lines().map(str::trim).chain(std::iter::once(by_name.as_str()));
    let found =
        modules.filter(|module| !module.is_empty()).find(|module| site.folder.has(&format!("{module}/__main__.py")));
    match found {
        Some(module) => {
            let command = vec![interpreter(site), "-m".to_owned(), module.to_owned()];
            Candidate::process(
                metadata,
                Readiness::Ready,
                command,
                format!("it has the module `{module}`, which can be run"),
            )
            .seen()
        }
        None => Seen::nothing(metadata, "has no console script, and no module that can be run"),
    }
}

/// The environment that the package is installed in: `ENV/lib/python3.x/site-packages`.
fn environment<'a>(site: &Site<'a>) -> Option<&'a std::path::Path> {
    site.folder.root().ancestors().nth(3)
}

fn interpreter(site: &Site<'_>) -> String {
    let own = environment(site).map(|environment| environment.join("bin").join("python"));
    own.filter(|path| path.is_file()).map_or_else(|| python(site), |path| path.to_string_lossy().into_owned())
}
