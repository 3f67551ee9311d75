//! Which crate may use which: the rings of ARCHITECTURE.md, as cargo sees them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Fault;
use crate::Result;
use crate::project::Project;

/// What a crate may use of ours. A crate that is not here fails until it is.
const RINGS: [(&str, &[&str]); 17] = [
    ("mcpvals-model", &[]),
    ("mcpvals-client", &["mcpvals-model"]),
    ("mcpvals-config", &["mcpvals-model"]),
    ("mcpvals-report", &["mcpvals-model"]),
    ("mcpvals-lint", &["mcpvals-model"]),
    ("mcpvals-source", &["mcpvals-model"]),
    ("mcpvals-project", &["mcpvals-model"]),
    ("mcpvals-wire", &["mcpvals-model"]),
    ("mcpvals-llm", &["mcpvals-model"]),
    ("mcpvals-suite", &["mcpvals-llm", "mcpvals-model", "mcpvals-wire"]),
    ("mcpvals", &["mcpvals-config", "mcpvals-llm", "mcpvals-model", "mcpvals-suite", "mcpvals-wire"]),
    (
        "mcpvals-audit",
        &[
            "mcpvals-config",
            "mcpvals-lint",
            "mcpvals-model",
            "mcpvals-project",
            "mcpvals-source",
            "mcpvals-suite",
            "mcpvals-wire",
        ],
    ),
    ("mcpvals-store", &[]),
    (
        "mcpvals-server",
        &["mcpvals-config", "mcpvals-model", "mcpvals-project", "mcpvals-report", "mcpvals-store", "mcpvals-wire"],
    ),
    (
        "mcpvals-cli",
        &[
            "mcpvals",
            "mcpvals-audit",
            "mcpvals-config",
            "mcpvals-model",
            "mcpvals-report",
            "mcpvals-server",
            "mcpvals-store",
            "mcpvals-suite",
            "mcpvals-wire",
        ],
    ),
    ("mcpvals-testkit", &[]),
    (
        "xtask",
        &[
            "mcpvals-audit",
            "mcpvals-config",
            "mcpvals-lint",
            "mcpvals-model",
            "mcpvals-project",
            "mcpvals-report",
            "mcpvals-server",
            "mcpvals-source",
            "mcpvals-testkit",
        ],
    ),
];

/// Crates that touch sockets, processes or threads: not below the pure ones, however far down.
const WORLD: [&str; 5] = ["tokio", "hyper", "reqwest", "mio", "async-io"];
const PURE: [&str; 6] =
    ["mcpvals-model", "mcpvals-config", "mcpvals-report", "mcpvals-lint", "mcpvals-source", "mcpvals-project"];

/// The heavy thing that each crate keeps to itself.
const OWN: [(&str, &[&str]); 16] = [
    ("askama", &["mcpvals-report", "mcpvals-server"]),
    ("sqlx", &["mcpvals-store"]),
    ("axum", &["mcpvals-server"]),
    ("apalis-core", &["mcpvals-server"]),
    ("jsonwebtoken", &["mcpvals-server"]),
    ("oxc", &["mcpvals-config"]),
    ("rquickjs", &["mcpvals-config"]),
    ("serde-saphyr", &["mcpvals-config", "mcpvals-project", "mcpvals-cli"]),
    ("hyper", &["mcpvals-wire", "mcpvals-server"]),
    ("reqwest", &["mcpvals-client", "mcpvals-llm"]),
    ("rustix", &["mcpvals-wire", "mcpvals-server", "mcpvals-cli"]),
    ("jsonschema", &["mcpvals-suite", "mcpvals-server"]),
    ("clap", &["mcpvals-cli", "xtask"]),
    ("tree-sitter", &["mcpvals-source"]),
    ("zip", &["mcpvals-project"]),
    ("rmcp", &[]),
];

pub(super) fn faults(project: &Project) -> Result<Vec<Fault>> {
    let output = project
        .command("cargo", &["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let metadata = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let graph = Graph::read(&metadata);
    Ok(graph.members.iter().flat_map(|member| graph.faults_of(member)).collect())
}

/// Names of crates and what each uses, tests apart.
struct Graph {
    members: Vec<String>,
    uses: BTreeMap<String, Vec<String>>,
}

impl Graph {
    fn read(metadata: &Value) -> Self {
        let name_of: BTreeMap<&str, &str> = array(&metadata["packages"])
            .filter_map(|package| Some((package["id"].as_str()?, package["name"].as_str()?)))
            .collect();
        let name = |id: &Value| Some((*name_of.get(id.as_str()?)?).to_owned());
        let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for node in array(&metadata["resolve"]["nodes"]) {
            let Some(from) = name(&node["id"]) else { continue };
            let to = array(&node["deps"]).filter(|dep| is_for_users(dep)).filter_map(|dep| name(&dep["pkg"]));
            uses.entry(from).or_default().extend(to);
        }
        let members = array(&metadata["workspace_members"]).filter_map(name).collect();
        Self { members, uses }
    }

    fn faults_of(&self, member: &str) -> Vec<Fault> {
        let path =
            if member == "xtask" { "xtask/Cargo.toml".to_owned() } else { format!("crates/{member}/Cargo.toml") };
        let fault = |what: String| Fault::of_file(&path, what);
        let Some((_, allowed)) = RINGS.iter().find(|(name, _)| *name == member) else {
            return vec![fault("a crate without a ring: give it one in xtask/src/tidy/rings.rs".to_owned())];
        };
        let direct = self.uses.get(member).map(Vec::as_slice).unwrap_or_default();
        let mut faults = Vec::new();
        for used in direct {
            if self.members.contains(used) && !allowed.contains(&used.as_str()) {
                faults.push(fault(format!("`{member}` must not use `{used}`: the rings point inwards")));
            }
            if let Some((_, owners)) = OWN.iter().find(|(name, _)| name == used)
                && !owners.contains(&member)
            {
                faults.push(fault(format!("`{used}` is for {owners:?} only")));
            }
        }
        if PURE.contains(&member) {
            let below = self.all_below(member);
            let world = WORLD.iter().filter(|world| below.iter().any(|used| used == *world));
            faults.extend(world.map(|world| fault(format!("`{member}` is pure, and `{world}` is below it"))));
        }
        faults
    }

    fn all_below(&self, member: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut open = vec![member.to_owned()];
        while let Some(name) = open.pop() {
            for used in self.uses.get(&name).into_iter().flatten() {
                if !found.contains(used) {
                    found.push(used.clone());
                    open.push(used.clone());
                }
            }
        }
        found
    }
}

/// What only tests or build scripts use does not reach the user.
fn is_for_users(dep: &Value) -> bool {
    array(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null())
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(member: &str, uses: &[(&str, &[&str])]) -> Vec<String> {
        let own = |(name, used): &(&str, &[&str])| ((*name).to_owned(), used.iter().map(|u| (*u).to_owned()).collect());
        let members = RINGS.iter().map(|(name, _)| (*name).to_owned()).collect();
        let graph = Graph { members, uses: uses.iter().map(own).collect() };
        graph.faults_of(member).into_iter().map(|fault| fault.what).collect()
    }

    #[test]
    fn an_arrow_that_points_outwards_is_found() {
        assert_eq!(check("mcpvals-model", &[("mcpvals-model", &["mcpvals"])]).len(), 1);
        assert_eq!(check("mcpvals", &[("mcpvals", &["mcpvals-model", "serde"])]).len(), 0);
    }

    #[test]
    fn the_world_is_found_however_far_below() {
        let uses: [(&str, &[&str]); 2] = [("mcpvals-report", &["serde", "x"]), ("x", &["tokio"])];
        assert_eq!(check("mcpvals-report", &uses), ["`mcpvals-report` is pure, and `tokio` is below it"]);
    }

    #[test]
    fn a_heavy_crate_in_a_strange_hand_is_found() {
        assert_eq!(check("mcpvals-suite", &[("mcpvals-suite", &["hyper"])]).len(), 1);
    }
}
