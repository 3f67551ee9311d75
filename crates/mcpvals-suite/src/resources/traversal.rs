//! Ways out of what a server may give, to a file that every Unix has: by `file:`, from the folders of listed resources,
//! and through the variables of listed templates, each alone and two together.

use std::collections::BTreeSet;

use mcpvals_model::mcp::variables_of;
use regex::Regex;
use serde_json::{Map, Value, json};

use super::template;

/// Templates and folders through which ways out are tried.
const DOORS_MAX: usize = 8;
/// Variables of a template that are tried one by one.
const VARIABLES_MAX: usize = 4;
/// How deep a folder may lie, and be left by `..` all the same.
const DEPTH: usize = 24;

/// A folder and a file in it.
struct Way {
    folder: String,
    file: &'static str,
    /// What stands between them.
    slash: &'static str,
}

impl Way {
    fn whole(&self) -> String {
        format!("{}{}{}", self.folder, self.slash, self.file)
    }
}

/// Steps plain, encoded, doubled and of another system, and a name that ends for the system before it does for the server.
fn ways() -> Vec<Way> {
    let up = |step: &str, folder: &str| step.repeat(DEPTH) + folder;
    let way = |folder: String, slash: &'static str, file: &'static str| Way { folder, file, slash };
    vec![
        way(up("../", "etc"), "/", "passwd"),
        way("/etc".to_owned(), "/", "passwd"),
        way(up("..%2f", "etc"), "%2f", "passwd"),
        way(up("%2e%2e/", "etc"), "/", "passwd"),
        way(up("....//", "etc"), "/", "passwd"),
        way(up("..\\", "etc"), "\\", "passwd"),
        way(up("../", "etc"), "/", "passwd\0.txt"),
    ]
}

/// The URIs that must not lead out.
pub(super) fn ways_out(resources: &[String], templates: &[String]) -> Vec<String> {
    let ways = ways();
    let mut all = vec!["file:///etc/passwd".to_owned(), format!("file:///{}", ways[0].whole())];
    let folders: BTreeSet<&str> = resources.iter().filter_map(|uri| folder(uri)).collect();
    // What lies deep comes last: the folders above it are doors enough.
    let mut folders: Vec<&str> = folders.into_iter().collect();
    folders.sort_by_key(|folder| folder.matches('/').count());
    for folder in folders.into_iter().take(DOORS_MAX) {
        let relative = ways.iter().filter(|way| !way.folder.starts_with('/'));
        all.extend(relative.map(|way| format!("{folder}{}", way.whole().replace('\0', "%00"))));
    }
    for door in templates.iter().take(DOORS_MAX) {
        all.extend(ways.iter().flat_map(|way| through(door, resources, way)));
    }
    all
}

/// What stands before the name of a resource, with the slash; `None` of one that is on the web, where a server would ask
/// others, and of one that has no folders.
fn folder(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once("://").filter(|(scheme, _)| !matches!(*scheme, "http" | "https"))?;
    let name = uri.rfind('/').filter(|slash| *slash >= scheme.len() + 2)?;
    Some(&uri[..=name])
}

/// The template with all variables the way, with each of them alone, and with folder and file in two that follow each
/// other; the others are as in a listed resource.
fn through(door: &str, resources: &[String], way: &Way) -> Vec<String> {
    let names: Vec<&str> = variables_of(door).take(VARIABLES_MAX).collect();
    let right = resources.iter().find_map(|uri| values(door, uri)).unwrap_or_default();
    let whole = way.whole();
    let everywhere = vec![variables_of(door).map(|name| (name, whole.as_str())).collect::<Vec<_>>()];
    let alone = names.iter().filter(|_| names.len() > 1).map(|name| vec![(*name, whole.as_str())]);
    let split = names.windows(2).map(|pair| vec![(pair[0], way.folder.as_str()), (pair[1], way.file)]);
    let fillings = everywhere.into_iter().filter(|filling| !filling.is_empty()).chain(alone).chain(split);
    fillings.filter_map(|filling| filled(door, &filling, &right)).collect()
}

fn filled(door: &str, filling: &[(&str, &str)], right: &Map<String, Value>) -> Option<String> {
    let given = |name: &str| filling.iter().find(|(variable, _)| *variable == name).map(|(_, value)| json!(value));
    let value = |name: &str| given(name).or_else(|| right.get(name).cloned()).unwrap_or_else(|| json!("a"));
    let all: Map<String, Value> = variables_of(door).map(|name| (name.to_owned(), value(name))).collect();
    template::expand(door, &all).ok()
}

/// The variables with which a template gives a URI; `None` where it cannot, or has other than plain expressions.
fn values(door: &str, uri: &str) -> Option<Map<String, Value>> {
    let mut pattern = String::from("^");
    let mut pieces = door.split('{');
    pattern.push_str(&regex::escape(pieces.next()?));
    for piece in pieces {
        let (expression, text) = piece.split_once('}')?;
        let plain = expression.strip_prefix('+').unwrap_or(expression);
        if !plain.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        pattern.push_str(if plain == expression { "([^/?#]+)" } else { "(.+)" });
        pattern.push_str(&regex::escape(text));
    }
    let found = Regex::new(&(pattern + "$")).ok()?.captures(uri)?;
    let values = found.iter().skip(1).flatten().map(|value| json!(value.as_str()));
    Some(variables_of(door).map(str::to_owned).zip(values).collect())
}

#[cfg(test)]
mod tests {
    use super::{DEPTH, ways_out};

    fn all(resources: &[&str], templates: &[&str]) -> Vec<String> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        ways_out(&owned(resources), &owned(templates))
    }

    #[track_caller]
    fn check(resources: &[&str], template: &str, uri: &str) {
        let all = all(resources, &[template]);
        assert!(all.iter().any(|way| way == uri), "{uri} is not among {all:#?}");
    }

    #[test]
    fn each_variable_alone_is_a_way_with_the_others_as_listed() {
        let up = "..%2F".repeat(DEPTH);
        let listed = ["docs://en/intro.md"];
        check(&listed, "docs://{lang}/{page}", &format!("docs://en/{up}etc%2Fpasswd"));
        check(&listed, "docs://{lang}/{page}", &format!("docs://{up}etc%2Fpasswd/intro.md"));
        check(&[], "docs://{lang}/{page}", &format!("docs://a/{up}etc%2Fpasswd"));
        check(&[], "x://{+path}", &format!("x://{}etc/passwd", "../".repeat(DEPTH)));
    }

    #[test]
    fn two_variables_are_a_way_together() {
        check(&[], "docs://{lang}/{page}", &format!("docs://{}etc/passwd", "..%2F".repeat(DEPTH)));
        check(&["d://x/y/z"], "d://{a}/{b}/{c}", &format!("d://x/{}etc/passwd", "..%2F".repeat(DEPTH)));
    }

    #[test]
    fn names_end_early_and_steps_are_of_another_system() {
        check(&[], "x://{name}", &format!("x://{}etc%2Fpasswd%00.txt", "..%2F".repeat(DEPTH)));
        check(&[], "x://{name}", &format!("x://{}etc%5Cpasswd", "..%5C".repeat(DEPTH)));
        let all = all(&["file:///srv/a.txt"], &[]);
        assert!(all.iter().any(|way| way.starts_with("file:///srv/../") && way.ends_with("passwd%00.txt")), "{all:#?}");
    }

    #[test]
    fn folders_of_resources_of_any_scheme_are_doors() {
        let up = "../".repeat(DEPTH) + "etc/passwd";
        for (listed, door) in [
            ("docs:///readme.md", "docs:///"),
            ("docs://readme.md", "docs://"),
            ("docs://en/a/b.md", "docs://en/a/"),
            ("file:///srv/a.txt", "file:///srv/"),
        ] {
            let all = all(&[listed], &[]);
            assert!(all.contains(&format!("{door}{up}")), "{listed}: {all:#?}");
        }
        for listed in ["https://example.com/a/b.md", "note:a", "a/b"] {
            assert_eq!(all(&[listed], &[]).len(), 2, "{listed}");
        }
    }
}
