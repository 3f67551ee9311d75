//! What a `server` or a `config` would start or reach: only what the operator allows.

use serde_json::Value;

use super::place::{check_url, path};
use super::{ServerBlock, violation};
use crate::engine::variables;
use crate::error::Violation;
use crate::service::Service;

/// No deeper config is looked into.
const DEPTH_MAX: usize = 32;
/// Members of a config whose text is a path on this machine.
const PATHS: [&str; 5] = ["cassette", "cwd", "file", "files", "touch"];

/// Variables that decide which program runs, or what is loaded into it before its own first line: they would make another
/// program of one that the operator allows.
const DECIDING: [&str; 20] = [
    "PATH",
    "PATHEXT",
    "ENV",
    "BASH_ENV",
    "SHELLOPTS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_REPL_EXTERNAL_MODULE",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PERL5LIB",
    "PERL5OPT",
    "RUBYLIB",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "CLASSPATH",
    "GCONV_PATH",
    "IFS",
];
/// As these do, whatever follows: variables of dynamic linkers.
const LINKERS: [&str; 2] = ["LD_", "DYLD_"];

/// What speaks against a server.
pub(super) async fn of_server(service: &Service, server: &mut ServerBlock) -> Vec<Violation> {
    let mut wrong = Vec::new();
    match (&server.command, &server.url) {
        // Its schema asks for one of them.
        (Some(command), _) => wrong.extend(program(service, "server.command", command)),
        (None, None) => {}
        (None, Some(url)) => {
            let problem = check_url(service, url).await.err();
            wrong.extend(problem.map(|problem| violation("server.url", Value::Null, problem)));
        }
    }
    wrong
        .extend(server.env.keys().filter(|name| is_deciding(name)).map(|name| deciding(&format!("server.env.{name}"))));
    if let Some(cwd) = &server.cwd {
        let text = cwd.display().to_string();
        match path(service, &text).await.filter(|real| real.is_dir()) {
            Some(real) => server.cwd = Some(real),
            None => wrong.push(violation("server.cwd", Value::from(text), "must be an existing directory")),
        }
    }
    wrong
}

/// What a config has that is looked at before it is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Program,
    Address,
    /// A file or folder that is only read, or a server's working directory.
    Read,
    /// A file that we would write.
    Written,
    /// The operator's keyring.
    Keyring,
    /// A variable of a server that is the operator's to set.
    Deciding,
}

/// What speaks against a config: whatever it starts, reaches, reads or writes, wherever it says so. A member that is not looked at
/// here is not used either: `command`, `url`, `file` and their like are found by name, at any depth.
/// What it reads is named from the roots, as a `serverPath` is: its own folder is empty.
pub(super) async fn of_config(service: &Service, config: &mut Value) -> Vec<Violation> {
    let variables = variables(service, &service.settings());
    let mut found = Vec::new();
    gather(&Place::default(), config, 0, &mut found);
    let mut wrong = Vec::new();
    for (Place { words: place, pointer }, name, written) in found {
        // With the operator's variables in it, which are not told.
        let text = mcpvals_config::fill(&written, &variables).unwrap_or_else(|_| written.clone());
        let Some(named) = named(&place, &name, &text) else { continue };
        let told = |problem: String| violation(&place, Value::from(written.as_str()), problem);
        wrong.extend(match named {
            Named::Program => program(service, &place, &text).map(|wrong| told(wrong.constraint)),
            // An address may have a secret in it.
            Named::Address => {
                check_url(service, &text).await.err().map(|problem| violation(&place, Value::Null, problem))
            }
            Named::Read => match path(service, &text).await.filter(|real| name != "cwd" || real.is_dir()) {
                Some(real) => {
                    put(config, &pointer, &real);
                    None
                }
                None => Some(told(format!("must be an existing {}, {BELOW_A_ROOT}", kind_of(&name)))),
            },
            Named::Written if is_own(&text) => None,
            Named::Written => Some(told("must be a plain name: the evaluation has a folder of its own".to_owned())),
            Named::Keyring => Some(told("must not be the keyring: that is the operator's".to_owned())),
            Named::Deciding => Some(deciding(&place)),
        });
    }
    wrong
}

/// A path in the evaluation's own folder, with nothing in it that is filled in later.
fn is_own(text: &str) -> bool {
    let is_plain =
        |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir);
    !text.contains("${") && std::path::Path::new(text).components().all(is_plain)
}

const BELOW_A_ROOT: &str = "below a root that the operator allows (`security.allowedRoots`)";

fn kind_of(name: &str) -> &'static str {
    if name == "cwd" { "directory" } else { "file" }
}

/// Has a member name this path, whatever it named before.
fn put(config: &mut Value, pointer: &str, path: &std::path::Path) {
    if let Some(member) = config.pointer_mut(pointer) {
        *member = Value::from(path.display().to_string());
    }
}

/// Where a member stands: for people, and as a JSON pointer (RFC 6901).
#[derive(Debug, Clone)]
struct Place {
    words: String,
    pointer: String,
}

impl Default for Place {
    fn default() -> Self {
        Self { words: "config".to_owned(), pointer: String::new() }
    }
}

impl Place {
    fn member(&self, name: &str) -> Self {
        let token = name.replace('~', "~0").replace('/', "~1");
        Self { words: format!("{}.{name}", self.words), pointer: format!("{}/{token}", self.pointer) }
    }
}

/// Each text with its place and the name of its member.
fn gather(place: &Place, value: &Value, depth: usize, found: &mut Vec<(Place, String, String)>) {
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let inner = place.member(name);
                match value {
                    Value::String(text) => found.push((inner, name.clone(), text.clone())),
                    // A program and its words in one: no config of ours has that, and none is to be surprised by it.
                    Value::Array(_) if name == "command" => found.push((inner, name.clone(), value.to_string())),
                    Value::Array(items) if name == "files" => {
                        let texts = items.iter().filter_map(Value::as_str);
                        found.extend(texts.map(|text| (inner.clone(), name.clone(), text.to_owned())));
                    }
                    _ => gather(&inner, value, depth + 1, found),
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| {
                gather(&place.member(&index.to_string()), item, depth + 1, found);
            });
        }
        _ => {}
    }
}

/// What a member is, by its name and where it stands.
fn named(place: &str, name: &str, text: &str) -> Option<Named> {
    let around = place.rsplit_once('.').map_or("", |(around, _)| around);
    match name {
        name if around.rsplit('.').next() == Some("env") && is_deciding(name) => Some(Named::Deciding),
        "command" => Some(Named::Program),
        "store" if text == "keyring" => Some(Named::Keyring),
        "cwd" => Some(Named::Read),
        "file" if around.rsplit('.').next() == Some("cases") => Some(Named::Read),
        name if PATHS.contains(&name) => Some(Named::Written),
        name if is_address(text) && is_asked(name) => Some(Named::Address),
        _ => None,
    }
}

fn is_deciding(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    DECIDING.contains(&&*name) || LINKERS.iter().any(|linker| name.starts_with(linker))
}

fn deciding(place: &str) -> Violation {
    violation(place, Value::Null, "must be left out: it decides which program runs, and that is the operator's")
}

/// As those see it who read addresses: the scheme in any case, blanks around it.
fn is_address(text: &str) -> bool {
    let scheme = text.trim().split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)))
}

/// Members of a config whose addresses are asked by us.
fn is_asked(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["url", "uri", "issuer", "endpoint", "server"].iter().any(|part| name.contains(part)) && name != "resourceuri"
}

/// A program is named as the operator names it: by its name, found in `PATH`, or by its whole path.
fn program(service: &Service, field: &str, command: &str) -> Option<Violation> {
    let allowed = &service.settings().security.allowed_commands;
    let is_allowed = allowed.iter().any(|allowed| allowed == "*" || allowed == command);
    let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
    (!is_allowed).then(|| {
        let constraint = format!("must be a program that the operator allows (`security.allowedCommands`: {known})");
        violation(field, Value::from(command), constraint)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn everything_that_a_config_starts_or_asks_is_found() {
        let config = json!({
            "server": { "transport": "stdio", "command": "node", "args": ["http://not.asked"], "cwd": "/", "env": { "MODE": "a", "Path": "/x", "LD_PRELOAD": "x" } },
            "servers": { "b": { "url": "http://127.0.0.1:1/mcp", "auth": { "store": "keyring" } } },
            "toolHealthSuites": [{ "tests": [{ "name": "x", "cases": { "file": "/etc/passwd" } }] }],
            "resourceSuites": [{ "subscriptionTests": [{ "uri": "a://b", "touch": "/etc/passwd" }] }],
            "samplingSuites": [{ "tests": [{ "canaries": { "files": ["/etc/x"] } }] }],
            "oauth2Suites": [{
                "authorizationServer": "https://as.example", "store": { "file": "t" }, "tests": [{ "tokenUrl": "http://10.0.0.1" }],
            }],
            "prompts": [{ "text": "http://only.words" }],
        });
        let mut found = Vec::new();
        gather(&Place::default(), &config, 0, &mut found);
        let named = |(place, name, text): &(Place, String, String)| {
            Some((place.words.clone(), named(&place.words, name, text)?))
        };
        let places: Vec<(String, Named)> = found.iter().filter_map(named).collect();
        let places: Vec<(&str, Named)> = places.iter().map(|(place, named)| (place.as_str(), *named)).collect();
        let pointers = found.iter().map(|(place, ..)| config.pointer(&place.pointer));
        assert!(pointers.into_iter().all(|found| found.is_some()));
        assert_eq!(
            places,
            [
                ("config.server.command", Named::Program),
                ("config.server.cwd", Named::Read),
                ("config.server.env.Path", Named::Deciding),
                ("config.server.env.LD_PRELOAD", Named::Deciding),
                ("config.servers.b.url", Named::Address),
                ("config.servers.b.auth.store", Named::Keyring),
                ("config.toolHealthSuites.0.tests.0.cases.file", Named::Read),
                ("config.resourceSuites.0.subscriptionTests.0.touch", Named::Written),
                ("config.samplingSuites.0.tests.0.canaries.files", Named::Written),
                ("config.oauth2Suites.0.authorizationServer", Named::Address),
                ("config.oauth2Suites.0.store.file", Named::Written),
                ("config.oauth2Suites.0.tests.0.tokenUrl", Named::Address),
            ]
        );
    }

    /// A new member of configs that names a file must not be forgotten here.
    #[test]
    fn every_path_of_a_config_is_looked_at() {
        const NO_PATHS: [&str; 4] = ["jsonPath", "profile", "redirectUri", "validateRedirectUri"];
        let schema: Value = serde_json::from_str(include_str!("../../../../schemas/config.schema.json")).unwrap();
        let mut names = std::collections::BTreeSet::new();
        members(&schema, &mut names);
        let is_path = |name: &&String| {
            let name = name.to_ascii_lowercase();
            ["file", "path", "folder", "cwd", "dir", "touch", "cassette"].iter().any(|part| name.contains(part))
        };
        let unknown: Vec<&String> = names
            .iter()
            .filter(is_path)
            .filter(|name| !PATHS.contains(&name.as_str()) && !NO_PATHS.contains(&name.as_str()))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// The names of all members that a schema has.
    fn members(schema: &Value, names: &mut std::collections::BTreeSet<String>) {
        match schema {
            Value::Object(inner) => {
                if let Some(Value::Object(properties)) = inner.get("properties") {
                    names.extend(properties.keys().cloned());
                }
                inner.values().for_each(|inner| members(inner, names));
            }
            Value::Array(items) => items.iter().for_each(|item| members(item, names)),
            _ => {}
        }
    }

    #[test]
    fn a_path_of_one_s_own_is_plain() {
        for good in ["a.csv", "./a/b.json", "x"] {
            assert!(is_own(good), "{good}");
        }
        for bad in ["/etc/passwd", "../x", "a/../../x", "${HOME}/x", "a/${X}"] {
            assert!(!is_own(bad), "{bad}");
        }
    }
}
