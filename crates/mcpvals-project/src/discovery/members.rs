//! A folder of several packages, without a start of its own: which of its members have one.

use mcpvals_model::Looked;
use serde_json::Value;

use super::candidate::Candidate;
use super::{Site, cargo, npm, python};
use crate::folder::Folder;
use crate::opening::identity;
use crate::{Kind, Start};

/// More members are not looked at.
const COUNT_MAX: usize = 200;
/// Where members are, whatever the manifests say.
const USUAL: [&str; 4] = ["packages/*", "servers/*", "apps/*", "src/*"];

/// The start of the only member that has one; of several, none is chosen, and each is told.
pub(super) fn discover(site: &Site<'_>) -> (Option<Start>, Vec<Looked>) {
    let found: Vec<(String, Candidate)> = places(site)
        .into_iter()
        .filter_map(|place| within(site, &place, candidate).map(|candidate| (place, candidate)))
        .collect();
    let looked = found.iter().map(|(place, candidate)| told(place, candidate)).collect();
    let start = match found.as_slice() {
        [(place, candidate)] => within(site, place, |inner| Some(alone(place, candidate, inner))),
        _ => None,
    };
    (start, looked)
}

fn told(place: &str, candidate: &Candidate) -> Looked {
    let told = candidate.clone().seen().told();
    let found = format!("a member with a start of its own: {}", told.found);
    Looked { file: format!("{place}/{}", told.file), found, member: Some(place.to_owned()) }
}

/// Started in its own folder.
fn alone(place: &str, candidate: &Candidate, inner: &Site<'_>) -> Start {
    let because = format!(
        "the folder has no start of its own, and of its members only `{place}` has one, which is taken: {}",
        candidate.because
    );
    let from = format!("{place}/{}", candidate.from);
    let needs = candidate.needs.clone();
    Candidate { from, because, ..candidate.clone() }.start(inner, needs, &[], &[])
}

/// What installs a program says that it is one; a main file may be a library's.
fn candidate(inner: &Site<'_>) -> Option<Candidate> {
    let mut seen = python::look(inner).into_iter().chain(cargo::look(inner));
    npm::installed(inner).or_else(|| seen.find_map(|seen| seen.outcome.ok()))
}

/// Looks at a member as at a folder of its own.
fn within<T>(site: &Site<'_>, place: &str, look: impl FnOnce(&Site<'_>) -> Option<T>) -> Option<T> {
    let root = site.folder.inside(place).filter(|root| root.is_dir())?;
    let folder = Folder::new(&root);
    let name = identity::of(&folder, Kind::Folder).name;
    let options = site.options;
    look(&Site { folder: &folder, kind: Kind::Folder, name: &name, file: None, metadata: None, options })
}

/// Folders of members, each once: as the manifests name them, and the usual ones.
fn places(site: &Site<'_>) -> Vec<String> {
    let usual = USUAL.map(str::to_owned);
    let mut places = Vec::new();
    for pattern in patterns(site).into_iter().chain(usual).filter(|pattern| !pattern.starts_with('!')) {
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        let found = match pattern.strip_suffix("/**").or_else(|| pattern.strip_suffix("/*")) {
            Some(parent) => {
                site.folder.names(parent, COUNT_MAX).iter().map(|name| format!("{parent}/{name}")).collect()
            }
            None => vec![pattern.to_owned()],
        };
        places.extend(found.into_iter().filter(|place| !place.is_empty() && place != "."));
    }
    places.sort_unstable();
    places.dedup();
    places.truncate(COUNT_MAX);
    places
}

/// What the manifests of workspaces name: npm's and yarn's, pnpm's, uv's.
fn patterns(site: &Site<'_>) -> Vec<String> {
    let json = |file: &str| site.folder.text(file).and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let npm = json("package.json").unwrap_or_default();
    let pnpm: Value =
        site.folder.text("pnpm-workspace.yaml").and_then(|text| serde_saphyr::from_str(&text).ok()).unwrap_or_default();
    let uv: Option<toml::Table> = site.folder.text("pyproject.toml").and_then(|text| text.parse().ok());
    let uv = uv.as_ref().and_then(|table| table.get("tool")?.get("uv")?.get("workspace")?.get("members")?.as_array());
    let uv = uv.into_iter().flatten().filter_map(toml::Value::as_str);
    let lists = [&npm["workspaces"], &npm["workspaces"]["packages"], &pnpm["packages"]];
    let listed = lists.into_iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    listed.chain(uv).take(COUNT_MAX).map(str::to_owned).collect()
}
