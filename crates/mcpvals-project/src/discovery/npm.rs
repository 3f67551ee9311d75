//! `package.json`: what it installs as a program, its start script, its main file.

use serde_json::Value;

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};
use super::interpreter::command;
use super::launch::judge;
use super::words::plain;

const FILE: &str = "package.json";

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    site.folder.text(FILE).map(|text| in_file(site, &text)).into_iter().collect()
}

fn in_file(site: &Site<'_>, text: &str) -> Seen {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Seen::nothing(FILE, format!("is no JSON: {error}")),
    };
    let ways = [program(site, &value), script(site, &value), main(site, &value)];
    let mut ways: Vec<Candidate> = ways.into_iter().flatten().collect();
    // Stable: a program before a script before a main file.
    ways.sort_by_key(|way| way.readiness);
    match ways.into_iter().next() {
        Some(way) => way.seen(),
        None => Seen::nothing(FILE, "has no `bin`, no start script and no main file"),
    }
}

/// What it installs as a program, and nothing else.
pub(super) fn installed(site: &Site<'_>) -> Option<Candidate> {
    let value: Value = serde_json::from_str(&site.folder.text(FILE)?).ok()?;
    program(site, &value)
}

/// `bin`: a path, or paths by name; of several, the one that is called as the package, or that says `mcp`.
fn program(site: &Site<'_>, value: &Value) -> Option<Candidate> {
    let (name, path) = match value.get("bin")? {
        Value::String(path) => (site.name, path.as_str()),
        Value::Object(programs) => {
            let short = site.name.rsplit('/').next().unwrap_or_default();
            let rank = |name: &str| match name {
                _ if name == short => 0,
                _ if name.contains("mcp") && !name.contains("cli") => 1,
                _ => 2,
            };
            let all = programs.iter().filter_map(|(name, path)| Some((name.as_str(), path.as_str()?)));
            all.min_by_key(|(name, _)| rank(name))?
        }
        _ => return None,
    };
    Some(of_file(site, path, &format!("its `bin` `{name}`")))
}

fn of_file(site: &Site<'_>, path: &str, because: &str) -> Candidate {
    let path = path.trim_start_matches("./");
    if let Some(command) = command(site, path).filter(|_| site.folder.has(path)) {
        return Candidate::process(FILE, Readiness::Ready, command, format!("{because} is `{path}`"));
    }
    let because = format!("{because} is `{path}`, which is not here: it has to be built");
    Candidate::process(FILE, Readiness::Unbuilt, vec!["node".to_owned(), path.to_owned()], because)
}

fn script(site: &Site<'_>, value: &Value) -> Option<Candidate> {
    let script = value.pointer("/scripts/start")?.as_str()?;
    let because = format!("its start script is `{script}`");
    let by_words = plain(script).filter(|words| !words.iter().any(|word| word.contains('$')));
    let launch = by_words.and_then(|words| {
        let (first, rest) = words.split_first()?;
        judge(site, first, rest).ok()
    });
    // `npm start` itself would write to stdout before the server does.
    let npm = || ["npm", "--silent", "start"].map(str::to_owned).to_vec();
    Some(match launch {
        Some(launch) => Candidate::process(FILE, launch.readiness, launch.command, because),
        None => Candidate::process(FILE, Readiness::Builds, npm(), because),
    })
}

fn main(site: &Site<'_>, value: &Value) -> Option<Candidate> {
    let path = value.get("main").or(value.get("module"))?.as_str()?;
    Some(of_file(site, path, "its main file"))
}
