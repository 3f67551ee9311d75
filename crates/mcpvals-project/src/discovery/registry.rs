//! `server.json`, as the official registry has it: packages that can be fetched, and addresses.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Site;
use super::candidate::{Candidate, Readiness, Seen, Way};

const FILE: &str = "server.json";
/// More packages or addresses are not looked at.
const WAYS_MAX: usize = 20;

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    site.folder.text(FILE).map(|text| in_file(&text)).unwrap_or_default()
}

fn in_file(text: &str) -> Vec<Seen> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return vec![Seen::nothing(FILE, format!("is no JSON: {error}"))],
    };
    let packages = list(&value, "packages").iter().take(WAYS_MAX).map(package);
    let remotes = list(&value, "remotes").iter().take(WAYS_MAX).map(remote);
    let seen: Vec<Seen> = packages.chain(remotes).collect();
    if seen.is_empty() { vec![Seen::nothing(FILE, "names neither a package nor an address")] } else { seen }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a str> {
    keys.iter().find_map(|key| value.get(key)?.as_str()).filter(|text| !text.is_empty())
}

fn package(package: &Value) -> Seen {
    let Some(name) = text(package, &["identifier", "name"]) else {
        return Seen::nothing(FILE, "a package has no identifier");
    };
    let registry = text(package, &["registryType", "registry_type", "registry_name"]).unwrap_or_default();
    let version = text(package, &["version"]);
    let hint = text(package, &["runtimeHint", "runtime_hint"]);
    let pinned = |sign: &str| version.map_or_else(|| name.to_owned(), |version| format!("{name}{sign}{version}"));
    let (runner, first) = match registry {
        "npm" => (hint.unwrap_or("npx"), pinned("@")),
        "pypi" => (hint.unwrap_or("uvx"), pinned("@")),
        "nuget" => (hint.unwrap_or("dnx"), pinned("@")),
        "oci" | "docker" => (hint.unwrap_or("docker"), if name.contains(':') { name.to_owned() } else { pinned(":") }),
        other => {
            return Seen::nothing(FILE, format!("`{name}` is a package of `{other}`, which is unpacked by its client"));
        }
    };
    let mut command = vec![runner.to_owned()];
    let given = arguments(list(package, "runtimeArguments"));
    match runner {
        "npx" if given.is_empty() => command.push("-y".to_owned()),
        "docker" if given.is_empty() => command.extend(["run", "-i", "--rm"].map(str::to_owned)),
        _ => command.extend(given),
    }
    command.push(first);
    command.extend(arguments(list(package, "packageArguments")));
    let mut candidate = Candidate::process(FILE, Readiness::Fetches, command, format!("it names the package `{name}`"));
    candidate = candidate.with_env(variables(list(package, "environmentVariables"), &mut Vec::new()));
    variables(list(package, "environmentVariables"), &mut candidate.needs);
    candidate.seen()
}

/// Values that are given; the names of all go to `names`.
fn variables(inputs: &[Value], names: &mut Vec<String>) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for input in inputs {
        let Some(name) = text(input, &["name"]) else { continue };
        names.push(name.to_owned());
        if let Some(value) = text(input, &["value", "default"]) {
            values.insert(name.to_owned(), value.to_owned());
        }
    }
    values
}

/// As they are given: named ones with their name before, and their hint as `${NAME}` where no value is.
fn arguments(inputs: &[Value]) -> Vec<String> {
    let mut words = Vec::new();
    for input in inputs {
        let name = text(input, &["name"]);
        let is_required = input.get("isRequired").or(input.get("is_required")).and_then(Value::as_bool) == Some(true);
        let hint = text(input, &["valueHint", "value_hint"]).or(name).unwrap_or("value");
        let value = text(input, &["value", "default"])
            .map(str::to_owned)
            .or_else(|| is_required.then(|| format!("${{{hint}}}")));
        let is_named = text(input, &["type"]) == Some("named");
        match (is_named, name, value) {
            (true, Some(name), Some(value)) => words.extend([name.to_owned(), value]),
            (true, Some(name), None) if is_required => words.push(name.to_owned()),
            (false, _, Some(value)) => words.push(value),
            _ => {}
        }
    }
    words
}

fn remote(remote: &Value) -> Seen {
    let Some(url) = text(remote, &["url"]) else { return Seen::nothing(FILE, "an address has no `url`") };
    let kind = text(remote, &["type", "transport_type", "transport"]).unwrap_or_default();
    let mut needs = Vec::new();
    let headers = variables(list(remote, "headers"), &mut needs);
    let way = Way::Remote { url: url.to_owned(), headers, sse: kind == "sse" };
    Candidate {
        from: FILE.to_owned(),
        readiness: Readiness::Remote,
        way,
        // Headers are no variables of the environment.
        needs: Vec::new(),
        because: "it names an address".to_owned(),
    }
    .seen()
}
