//! `Cargo.toml`: the binaries that it makes, built or to be built.

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};

const FILE: &str = "Cargo.toml";
/// More members or binaries are not looked at.
const COUNT_MAX: usize = 200;

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    site.folder.text(FILE).map(|text| in_file(site, &text)).into_iter().collect()
}

fn in_file(site: &Site<'_>, text: &str) -> Seen {
    let table: toml::Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return Seen::nothing(FILE, format!("is no TOML: {}", error.message())),
    };
    let own = binaries(site, "", &table);
    let found = if own.is_empty() { of_members(site, &table) } else { own };
    let rank = |name: &str| {
        usize::from(!name.contains("mcp")) + usize::from(!(name.contains("mcp") || name.contains("server")))
    };
    let Some(name) = default(&table).or_else(|| found.iter().min_by_key(|name| rank(name)).cloned()) else {
        return Seen::nothing(FILE, "makes no program");
    };
    let others: Vec<String> = found.iter().filter(|other| **other != name).map(|other| format!("`{other}`")).collect();
    let beside = match others.as_slice() {
        [] => String::new(),
        others => format!(", and beside it {}: --command evaluates another one", others.join(", ")),
    };
    let because = format!("it makes the program `{name}`{beside}");
    let built = ["release", "debug"].map(|profile| format!("target/{profile}/{name}"));
    if let Some(path) = built.into_iter().find(|path| site.folder.has(path)) {
        return Candidate::process(FILE, Readiness::Ready, vec![path], because).seen();
    }
    let command = ["cargo", "run", "--quiet", "--bin", name.as_str()].map(str::to_owned).to_vec();
    Candidate::process(FILE, Readiness::Builds, command, because).seen()
}

fn default(table: &toml::Table) -> Option<String> {
    table.get("package")?.get("default-run")?.as_str().map(str::to_owned)
}

/// Names of programs of the package in `folder` (empty, or with `/` at its end).
fn binaries(site: &Site<'_>, folder: &str, table: &toml::Table) -> Vec<String> {
    let Some(package) = table.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str)
    else {
        return Vec::new();
    };
    let listed = table.get("bin").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut names: Vec<String> =
        listed.iter().take(COUNT_MAX).filter_map(|bin| bin.get("name")?.as_str()).map(str::to_owned).collect();
    if names.is_empty() && site.folder.has(&format!("{folder}src/main.rs")) {
        names.push(package.to_owned());
    }
    let others = site.folder.names(&format!("{folder}src/bin"), COUNT_MAX);
    names.extend(others.iter().filter_map(|file| file.strip_suffix(".rs")).map(str::to_owned));
    names.dedup();
    names
}

/// Programs of a workspace's members: of the default ones, where some are.
fn of_members(site: &Site<'_>, table: &toml::Table) -> Vec<String> {
    let Some(workspace) = table.get("workspace") else { return Vec::new() };
    let members = workspace.get("default-members").or(workspace.get("members")).and_then(toml::Value::as_array);
    let patterns = members.into_iter().flatten().filter_map(toml::Value::as_str);
    let folders = patterns.flat_map(|pattern| match pattern.strip_suffix("/*") {
        Some(parent) => {
            site.folder.names(parent, COUNT_MAX).into_iter().map(|name| format!("{parent}/{name}")).collect()
        }
        None => vec![pattern.to_owned()],
    });
    let of_member = |folder: String| {
        let table: Option<toml::Table> =
            site.folder.text(&format!("{folder}/{FILE}")).and_then(|text| text.parse().ok());
        table.map(|table| binaries(site, &format!("{folder}/"), &table)).unwrap_or_default()
    };
    folders.take(COUNT_MAX).flat_map(of_member).collect()
}
