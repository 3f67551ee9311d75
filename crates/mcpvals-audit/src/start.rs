//! From how a project says that it is started to a target of the wire.

use std::collections::BTreeMap;
use std::path::Path;

use mcpvals_model::{FoundStart, HttpUrl, Reconnect, Secret, Target};
use mcpvals_project::{NoStart, OpenOptions, Project, Start, StartTarget};
use serde_json::Value;

use crate::runtime::{DocumentedConfig, ShownServer};

/// Why a server is started so, where a flag or the command itself was given.
pub const BY_USER: &str = "the user says so";

/// A server that can be started or reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Startable {
    /// What is shown.
    pub found: FoundStart,
    /// What is done.
    pub target: Target,
    /// Variables that it is said to need, and that are not set.
    pub missing: Vec<String>,
}

/// What a project says, with its variables filled in from the user's environment.
///
/// # Errors
/// In words, where what it says cannot be used.
pub fn of_project(start: &Start, environment: &BTreeMap<String, String>) -> Result<Startable, String> {
    let mut missing: Vec<String> = Vec::new();
    let mut fill = |text: &str| filled(text, environment, &mut missing);
    let target = match &start.target {
        StartTarget::Process { command, args, env, cwd } => Target::Stdio {
            command: fill(command),
            args: args.iter().map(|arg| fill(arg)).collect(),
            env: env
                .iter()
                .map(|(name, value)| (name.clone(), fill(value)))
                .collect::<BTreeMap<_, _>>()
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name, Secret::new(value)))
                .collect(),
            cwd: cwd.clone(),
        },
        StartTarget::Remote { url, headers, sse } => {
            let headers = headers.iter().map(|(name, value)| (name.clone(), Secret::new(fill(value)))).collect();
            remote(&fill(url), headers, *sse)?
        }
    };
    let mut startable = Startable { found: start.found.clone(), target, missing };
    startable.hand_over(environment);
    Ok(startable)
}

/// A command as it is typed: words, with quotes around those that hold blanks.
///
/// # Errors
/// In words: that it is empty, or that a quote is left open.
pub fn of_command(command: &str, cwd: &Path) -> Result<Startable, String> {
    let words = words(command)?;
    let (program, args) = words.split_first().ok_or("the command is empty")?;
    let target =
        Target::Stdio { command: program.clone(), args: args.to_vec(), env: BTreeMap::new(), cwd: cwd.to_owned() };
    Ok(Startable { found: found_in_flag(words.clone(), None, "stdio", "--command"), target, missing: Vec::new() })
}

/// What a flag of the command line says.
pub fn found_in_flag(command: Vec<String>, url: Option<String>, transport: &str, flag: &str) -> FoundStart {
    FoundStart {
        command,
        url,
        transport: transport.to_owned(),
        env: Vec::new(),
        from: flag.to_owned(),
        why: BY_USER.to_owned(),
    }
}

/// How the servers of documented configurations are started here, each as a server of its own; in words, why not.
pub fn of_shown(
    project: Option<&Project>,
    configs: &[DocumentedConfig],
    base: &Target,
    options: &OpenOptions,
) -> Vec<ShownServer> {
    let Some(project) = project else { return Vec::new() };
    let shown = |config: &DocumentedConfig| ShownServer {
        name: config.name.clone(),
        place: config.place.clone(),
        target: shown(project, &config.server, base, options),
    };
    configs.iter().map(shown).collect()
}

fn shown(project: &Project, server: &Value, base: &Target, options: &OpenOptions) -> Result<Target, NoStart> {
    let Target::Stdio { command: own, args: own_args, env: own_env, cwd } = base else {
        return Err("the server was reached at an address, and nothing is started beside it".to_owned().into());
    };
    let start = project.shown_start(server, &own_env.keys().cloned().collect(), options)?;
    let env = start.env.into_iter().map(|(name, value)| (name, Secret::new(value)));
    let env: BTreeMap<String, Secret> = env.chain(own_env.clone()).collect();
    let (command, args) = match start.program {
        Some(program) => (program, start.args),
        // The command that was found may have come with the same arguments.
        None if own_args.ends_with(&start.args) => (own.clone(), own_args.clone()),
        None => (own.clone(), [own_args.clone(), start.args].concat()),
    };
    Ok(Target::Stdio { command, args, env, cwd: cwd.clone() })
}

fn remote(url: &str, headers: Vec<(String, Secret)>, sse: bool) -> Result<Target, String> {
    let url = HttpUrl::parse(url).ok_or_else(|| format!("`{url}` is no http:// or https:// address"))?;
    Ok(if sse { Target::Sse { url, headers, reconnect: Reconnect::default() } } else { Target::Http { url, headers } })
}

impl Startable {
    /// Hands the variables over that the server is said to need, where the user has set them.
    fn hand_over(&mut self, environment: &BTreeMap<String, String>) {
        let Target::Stdio { env, .. } = &mut self.target else { return };
        for name in &self.found.env {
            match environment.get(name) {
                Some(value) => {
                    env.entry(name.clone()).or_insert_with(|| Secret::new(value));
                }
                None if !env.contains_key(name) && !self.missing.contains(name) => self.missing.push(name.clone()),
                None => {}
            }
        }
    }
}

/// Makes the files that the command names in its own folder absolute, so that it can be started in another.
pub fn stay(target: &mut Target) {
    let Target::Stdio { command, args, cwd, .. } = target else { return };
    let is_own = |word: &str| !word.starts_with(['/', '-']) && (word.contains('/') || word.contains('.'));
    let words = std::iter::once(command).chain(args);
    for word in words.filter(|word| is_own(word)) {
        let place = cwd.join(&*word);
        if let Some(place) = place.to_str().filter(|_| place.is_file()) {
            place.clone_into(word);
        }
    }
}

/// Fills in `${VAR}`, `${env:VAR}` and `${VAR:-default}`; a variable that is not set is empty.
fn filled(text: &str, environment: &BTreeMap<String, String>, missing: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let Some(end) = rest[at..].find('}') else { break };
        out.push_str(&rest[..at]);
        let inner = &rest[at + 2..at + end];
        let inner = inner.strip_prefix("env:").unwrap_or(inner);
        let (name, default) = inner.split_once(":-").map_or((inner, None), |(name, default)| (name, Some(default)));
        match environment.get(name).map(String::as_str).or(default) {
            Some(value) => out.push_str(value),
            None if !missing.iter().any(|known| known == name) => missing.push(name.to_owned()),
            None => {}
        }
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    out
}

fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().push(characters.next().unwrap_or('\\')),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (Some(_) | None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is left open in the command".to_owned());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mcpvals_model::Target;

    use super::{filled, words};

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(
            words("node 'my server.js' --a=\"b c\" d\\ e ''").unwrap(),
            ["node", "my server.js", "--a=b c", "d e", ""]
        );
        assert!(words("node 'x").is_err());
        assert_eq!(words("  ").unwrap(), [] as [&str; 0]);
    }

    #[test]
    fn files_of_its_own_folder_are_found_from_another() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.js"), "").unwrap();
        let args = ["a.js", "b.js", "--x", "stdio"].map(str::to_owned).to_vec();
        let cwd = folder.path().to_owned();
        let mut target = Target::Stdio { command: "node".to_owned(), args, env: BTreeMap::new(), cwd: cwd.clone() };
        super::stay(&mut target);
        let Target::Stdio { command, args, .. } = target else { panic!("it is a process") };
        assert_eq!((command.as_str(), args[1..].join(" ").as_str()), ("node", "b.js --x stdio"));
        assert_eq!(args[0], cwd.join("a.js").display().to_string());
    }

    #[test]
    fn variables_are_filled_in_and_missed() {
        let environment: BTreeMap<String, String> = [("A".to_owned(), "1".to_owned())].into();
        let mut missing = Vec::new();
        assert_eq!(filled("${A}-${env:A}-${B:-2}-${C}-$A-${", &environment, &mut missing), "1-1-2--$A-${");
        assert_eq!(missing, ["C"]);
    }
}
