//! `serverPath`: a folder or file below an allowed root, an address that may be reached, or an allowed package.

use std::net::IpAddr;
use std::path::{Component, Path, PathBuf};

use mcpvals_project::OpenOptions;
use mcpvals_wire::is_public;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::violation;
use crate::error::Violation;
use crate::service::Service;

const FIELD: &str = "serverPath";

/// What a `serverPath` names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Place {
    /// A folder or file, without links.
    Path(PathBuf),
    /// A server that speaks HTTP.
    Url(String),
    /// An installed package: `npm:NAME`.
    Package(String),
}

impl Place {
    /// The folder of its files, where it has any on this machine.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Path(path) if path.is_dir() => Some(path.clone()),
            Self::Path(path) => path.parent().map(Path::to_owned),
            Self::Url(_) | Self::Package(_) => None,
        }
    }

    /// By what two are of the same server.
    pub(crate) fn target(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            Self::Url(text) | Self::Package(text) => text.clone(),
        }
    }
}

/// What a `serverPath` names, where it may be used.
///
/// # Errors
/// Why not. Of what is outside of the allowed roots nothing is said, not even whether it is there.
pub(crate) async fn place(service: &Service, text: &str, transport: Option<&str>) -> Result<Place, Violation> {
    if let Some(address) = address(text) {
        return url(service, &address, transport).await.map(Place::Url);
    }
    let wrong = |constraint: &str| violation(FIELD, Value::from(text), constraint);
    if let Some(transport) = transport.filter(|transport| *transport != "stdio") {
        return Err(wrong(&format!("must be an http(s) address where the transport is `{transport}`")));
    }
    if text.starts_with("npm:") || text.starts_with("pypi:") {
        let is_allowed = service.settings().security.allowed_packages.iter().any(|pattern| matches(pattern, text));
        let is_name = is_package_name(text);
        if !is_allowed || !is_name {
            return Err(wrong("must be a package that the operator allows (`security.allowedPackages`)"));
        }
        if let Some(place) = installed(service, text).await {
            return Ok(place);
        }
        let is_there = is_there(service, text).await;
        return is_there.then(|| Place::Package(text.to_owned())).ok_or_else(|| wrong("must be an installed package"));
    }
    let found = path(service, text).await.ok_or_else(|| wrong("must be an existing directory"))?;
    // All of its files are read.
    if is_around_private(service, &found) {
        return Err(wrong("must not have the service's own files in it"));
    }
    Ok(Place::Path(found))
}

/// A package of npm in an allowed root; others are looked for where programs are.
async fn installed(service: &Service, text: &str) -> Option<Place> {
    let name = text.strip_prefix("npm:")?;
    path(service, &format!("node_modules/{name}")).await.map(Place::Path)
}

/// Is such a package installed where an evaluation would look for it?
async fn is_there(service: &Service, text: &str) -> bool {
    let options = OpenOptions::new(service.work.path().to_owned(), service.environment.clone());
    let text = text.to_owned();
    tokio::task::spawn_blocking(move || mcpvals_project::is_there(&text, &options)).await.unwrap_or(false)
}

/// The text, where it is an address; the case of its scheme does not matter (RFC 3986, 3.1).
fn address(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    ["http", "https"].contains(&scheme.as_str()).then(|| format!("{scheme}://{rest}"))
}

async fn url(service: &Service, text: &str, transport: Option<&str>) -> Result<String, Violation> {
    let wrong = |constraint: String| violation(FIELD, Value::from(text), constraint);
    if transport == Some("stdio") {
        return Err(wrong("must not be an address where the transport is `stdio`".to_owned()));
    }
    check_url(service, text).await.map_err(wrong)?;
    Ok(text.to_owned())
}

/// May this address be reached? It is looked up again when it is used, and so is where it redirects to.
pub(crate) async fn check_url(service: &Service, text: &str) -> Result<(), String> {
    let (host, port) = mcpvals_wire::host_and_port(text).ok_or("must be an http(s) address")?;
    if text.split(['/', '?', '#']).nth(2).is_some_and(|authority| authority.contains('@')) {
        return Err("must not contain a user or password: send them in `server.headers`".to_owned());
    }
    if service.settings().security.allow_private_addresses {
        return Ok(());
    }
    let refused =
        || "must lead to a public address (the operator may allow others: `security.allowPrivateAddresses`)".to_owned();
    if let Ok(address) = host.trim_matches(['[', ']']).parse::<IpAddr>() {
        return if is_public(address) { Ok(()) } else { Err(refused()) };
    }
    let found = tokio::time::timeout(std::time::Duration::from_secs(5), tokio::net::lookup_host((host.as_str(), port)));
    match found.await {
        Ok(Ok(mut addresses)) => {
            if addresses.all(|address| is_public(address.ip())) {
                Ok(())
            } else {
                Err(refused())
            }
        }
        // Whether there is such a host is found out when it is evaluated.
        Ok(Err(_)) | Err(_) if is_name_for_all(&host) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(refused()),
    }
}

/// Not one that only a local network knows (RFC 6762, RFC 8375).
fn is_name_for_all(host: &str) -> bool {
    // The root of all names may be written, as a dot at the end.
    let host = host.trim_end_matches('.');
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && !["local", "internal", "localhost", "localdomain", "lan", "home"].contains(&last)
}

/// A path without links and `..`, where it is below an allowed root and there is something. Relative ones are looked for in
/// each root.
pub(super) async fn path(service: &Service, text: &str) -> Option<PathBuf> {
    let settings = service.settings();
    let asked = Path::new(text);
    for root in &settings.security.allowed_roots {
        let Ok(root) = tokio::fs::canonicalize(root).await else { continue };
        // Before the disk is asked: whoever may not go there learns nothing by asking.
        let lexical = normal(&root.join(asked));
        if !lexical.starts_with(&root) && !asked.starts_with("/") {
            continue;
        }
        let Ok(real) = tokio::fs::canonicalize(root.join(asked)).await else { continue };
        if real.starts_with(&root) && !is_private(service, &real) {
            return Some(real);
        }
    }
    None
}

/// Is it the service's own?
fn is_private(service: &Service, path: &Path) -> bool {
    private(service).any(|private| path.starts_with(&private))
}

fn is_around_private(service: &Service, path: &Path) -> bool {
    private(service).any(|private| private.starts_with(path))
}

fn private(service: &Service) -> impl Iterator<Item = PathBuf> {
    service.private.iter().filter_map(|private| private.canonicalize().ok())
}

fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut done, part| {
        match part {
            Component::ParentDir => drop(done.pop()),
            Component::CurDir => {}
            part => done.push(part),
        }
        done
    })
}

/// `*` stands for anything, at the end of a pattern.
fn matches(pattern: &str, text: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == text, |start| text.starts_with(start))
}

/// A name and nothing else: no path, no flag.
fn is_package_name(text: &str) -> bool {
    let name = text.split_once(':').map_or("", |(_, name)| name);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@');
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@');
    begins
        && name.chars().all(plain)
        && !name.contains("..")
        && name.matches('/').count() <= usize::from(name.starts_with('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_a_name() {
        for good in ["npm:server", "npm:@scope/server", "pypi:mcp-server-time"] {
            assert!(is_package_name(good), "{good}");
        }
        for bad in ["npm:", "npm:../x", "npm:a/b", "npm:-rf", "npm:@a/b/c", "npm:a b", "pypi:a;b"] {
            assert!(!is_package_name(bad), "{bad}");
        }
        assert!(matches("npm:*", "npm:x") && matches("npm:x", "npm:x") && !matches("npm:x", "npm:xy"));
    }

    #[test]
    fn a_path_is_made_plain() {
        assert_eq!(normal(Path::new("/srv/a/../../etc/./passwd")), Path::new("/etc/passwd"));
    }
}
