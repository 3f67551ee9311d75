//! `package-lock.json` (versions 1 to 3) and `pnpm-lock.yaml` (versions 5 to 9).

use serde_json::{Map, Value};

use crate::supply::dependency::{Ecosystem, Locked};

/// Version 1 nests packages; deeper ones are not looked at.
const DEPTH_MAX: usize = 20;

pub(super) fn package_lock(text: &str) -> Vec<Locked> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    if let Some(packages) = value.get("packages").and_then(Value::as_object) {
        return packages.iter().filter_map(|(path, package)| placed(path, package)).collect();
    }
    let mut found = Vec::new();
    if let Some(dependencies) = value.get("dependencies").and_then(Value::as_object) {
        nested(dependencies, 0, &mut found);
    }
    found
}

/// From version 2 on: by place.
fn placed(path: &str, package: &Value) -> Option<Locked> {
    let (_, by_place) = path.rsplit_once("node_modules/")?;
    // Another name than that of its folder, where it is an alias.
    let name = package.get("name").and_then(Value::as_str).unwrap_or(by_place);
    let version = package.get("version").and_then(Value::as_str)?;
    let locked = Locked::new(Ecosystem::Npm, name, version, format!("\"{path}\""));
    Some(Locked { is_for_development: is_for_development(package), ..locked })
}

fn nested(dependencies: &Map<String, Value>, depth: usize, found: &mut Vec<Locked>) {
    for (name, package) in dependencies {
        let Some(version) = package.get("version").and_then(Value::as_str) else { continue };
        let locked = Locked::new(Ecosystem::Npm, name, version, format!("\"{name}\""));
        found.push(Locked { is_for_development: is_for_development(package), ..locked });
        if let Some(inner) = package.get("dependencies").and_then(Value::as_object).filter(|_| depth < DEPTH_MAX) {
            nested(inner, depth + 1, found);
        }
    }
}

fn is_for_development(package: &Value) -> bool {
    package.get("dev").and_then(Value::as_bool) == Some(true)
}

/// Its keys say all: `/name/1.0.0`, `/name@1.0.0`, `name@1.0.0`, what else they need in brackets or behind `_`.
pub(super) fn pnpm_lock(text: &str) -> Vec<Locked> {
    let lines = text.lines().skip_while(|line| line.trim_end() != "packages:").skip(1);
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| {
            let key = line.trim().strip_suffix(':')?.trim_matches(['\'', '"']);
            let plain = key.split('(').next().unwrap_or(key).trim_start_matches('/');
            // Up to version 5 the version stands behind a slash, since then behind an `@`.
            let behind_slash = plain.rfind('/').filter(|at| plain[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
            let at = behind_slash.or_else(|| plain.get(1..)?.rfind('@').map(|at| at + 1))?;
            let version = plain[at + 1..].split('_').next()?;
            version
                .starts_with(|c: char| c.is_ascii_digit())
                .then(|| Locked::new(Ecosystem::Npm, &plain[..at], version, key))
        })
        .collect()
}
