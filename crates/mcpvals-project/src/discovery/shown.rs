//! A server of a client's configuration that a document shows: how it would be started here, if it is this one.
//!
//! Documents name what is published, and places on a machine that is nobody's: a package's name stands for what is here, and
//! `/path/to/it/server.js` for the file in this folder. What only the user knows (keys, folders) is never made up.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::Site;
use super::candidate::Readiness;
use super::client_config::{strings, words};
use super::interpreter::program;
use super::launch::{base, is_elsewhere, is_own, judge, launched, looks_like_a_file, placed};
use super::missing;
use crate::folder::Folder;
use crate::secrets::is_placeholder;
use crate::{Kind, OpenOptions, Project};

/// How a shown configuration starts this server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownStart {
    /// The program, in the project's folder; absent where it is the published package, which the project itself stands for.
    pub program: Option<String>,
    /// Its arguments, or those of the package.
    pub args: Vec<String>,
    /// Variables with values that can be used as they are.
    pub env: BTreeMap<String, String>,
}

/// Why a shown configuration is not started, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoStart {
    /// It is another's, is at an address, has to be built, or leaves gaps to the user.
    Left(String),
    /// It starts a script that is not here: as it is shown it works for nobody.
    Broken(String),
}

impl NoStart {
    /// The words.
    pub fn words(&self) -> &str {
        match self {
            Self::Left(words) | Self::Broken(words) => words,
        }
    }
}

impl From<String> for NoStart {
    fn from(words: String) -> Self {
        Self::Left(words)
    }
}

impl Project {
    /// How a server of a shown configuration, `{"command": …, "args": […], "env": {…}}`, is started here. The names in `set`
    /// are variables that have a value already.
    ///
    /// # Errors
    /// Why it is not to be started, or cannot be.
    pub fn shown_start(
        &self,
        server: &Value,
        set: &BTreeSet<String>,
        options: &OpenOptions,
    ) -> Result<ShownStart, NoStart> {
        let folder = Folder::new(&self.root);
        let site = Site { folder: &folder, kind: self.kind, name: &self.name, file: None, metadata: None, options };
        if let Some(url) = ["url", "serverUrl", "httpUrl"].iter().find_map(|key| server.get(key)?.as_str()) {
            return Err(format!("it is at an address, {url}, and is nothing to start").into());
        }
        let command = server.get("command").and_then(Value::as_str).ok_or_else(|| "it has no command".to_owned())?;
        let args = words(server.get("args"));
        let env = environment(server, set)?;
        if let Some((fetched, args)) = launched(command, &args) {
            if fetched.registry == "docker" {
                return Err(format!("it starts a container, `{}`", fetched.name).into());
            }
            if !is_own(&site, &fetched.name) {
                return Err(format!("it starts other software, `{}`", fetched.name).into());
            }
            filled(&site, &args)?;
            return Ok(ShownStart { program: None, args, env });
        }
        let started = here(&site, command, args.clone(), env);
        // A folder of its own is the user's, or another part of the project.
        let is_known = server.get("cwd").is_none();
        started.map_err(|why| if is_known { self.broken(&site, command, &args, why) } else { NoStart::Left(why) })
    }

    /// Does it start a script that is nowhere in the project, and stands for nothing of the user's?
    fn broken(&self, site: &Site<'_>, command: &str, args: &[String], why: String) -> NoStart {
        let words: Vec<String> = [&[command.to_owned()], args].concat();
        let is_folder = matches!(self.kind, Kind::Folder | Kind::Bundle);
        let Some(script) = missing::script(site, &words).filter(|_| is_folder) else { return NoStart::Left(why) };
        let name = script.rsplit('/').next().unwrap_or(script);
        let mut paths = self.source.iter().map(|file| &file.path).chain(self.other.iter().map(|file| &file.path));
        let elsewhere = paths.find(|path| path.rsplit('/').next() == Some(name));
        match elsewhere {
            Some(path) => NoStart::Left(format!("it starts `{script}`, which is here as `{path}`")),
            None if stands_for_another(script) => NoStart::Left(why),
            None => NoStart::Broken(why),
        }
    }
}

/// A command that runs what is in the folder.
fn here(
    site: &Site<'_>,
    command: &str,
    args: Vec<String>,
    env: BTreeMap<String, String>,
) -> Result<ShownStart, String> {
    if site.kind != Kind::Folder && site.kind != Kind::Bundle {
        return Err("it starts a file, and the project is an installed package".to_owned());
    }
    let (command, args) = without_shell(command, args)?;
    let args = in_folder(site, &args);
    let launch = judge(site, &place(site, &command), &args).map_err(|why| format!("it {why}"))?;
    match launch.readiness {
        Readiness::Ready | Readiness::Builds => {}
        Readiness::Unbuilt => return Err("what it starts has to be built first".to_owned()),
        Readiness::Fetches | Readiness::Remote => return Err("what it starts is not here".to_owned()),
    }
    let mut words = launch.command.into_iter();
    let first = words.next().unwrap_or_default();
    let args: Vec<String> = words.collect();
    filled(site, &args)?;
    Ok(ShownStart { program: Some(program(site, &first)), args, env })
}

/// `cmd /c` is how Windows starts scripts; a script that stands in the configuration itself is none of the project's.
fn without_shell(command: &str, mut args: Vec<String>) -> Result<(String, Vec<String>), String> {
    if base(command) == "cmd" && args.first().is_some_and(|arg| arg.eq_ignore_ascii_case("/c")) && args.len() > 1 {
        let rest = args.split_off(2);
        let inner = args.pop().unwrap_or_default();
        return without_shell(&inner, rest);
    }
    let is_script = |arg: &String| ["-c", "-e", "--eval", "-Command"].contains(&arg.as_str());
    let shells = ["sh", "bash", "zsh", "dash", "cmd", "powershell", "pwsh", "node", "bun", "deno", "ruby", "php"];
    let runs_text = shells.contains(&base(command).as_str()) || base(command).starts_with("python");
    if runs_text && args.iter().any(is_script) {
        return Err("it runs a script that stands in the configuration itself".to_owned());
    }
    Ok((command.to_owned(), args))
}

/// Arguments with the places of the writer's machine as places of this folder.
fn in_folder(site: &Site<'_>, args: &[String]) -> Vec<String> {
    let is_folder_of =
        |at: usize| at > 0 && ["--directory", "--project", "--cwd", "-C", "--prefix"].contains(&args[at - 1].as_str());
    let own: Vec<String> = (0..args.len())
        .map(|at| if is_folder_of(at) && is_elsewhere(&args[at]) { ".".to_owned() } else { args[at].clone() })
        .collect();
    placed(&own, |arg| place(site, arg))
}

/// A file of another machine, as the file here that its path ends with.
fn place(site: &Site<'_>, word: &str) -> String {
    if !is_elsewhere(word) || site.folder.has(word) || Path::new(word).exists() {
        return word.to_owned();
    }
    let plain = word.replace('\\', "/");
    let mut tails = plain.match_indices('/').map(|(at, _)| &plain[at + 1..]);
    let here = tails.find(|tail| site.folder.has(tail));
    here.filter(|tail| looks_like_a_file(tail) || tail.contains('/')).map_or_else(|| word.to_owned(), str::to_owned)
}

/// Do the arguments leave nothing to the user?
fn filled(site: &Site<'_>, args: &[String]) -> Result<(), String> {
    let is_here = |arg: &str| site.folder.has(arg) || site.folder.has_folder(arg);
    let is_left = |arg: &&String| match arg.split_once('=') {
        Some((_, value)) => is_gap(value),
        None => !arg.starts_with('-') && !is_here(arg) && is_gap(arg),
    };
    let gap = args.iter().find(is_left);
    gap.map_or(Ok(()), |gap| Err(format!("its argument `{gap}` stands for something of the user's")))
}

/// An example, nothing, or a place that is not on this machine.
fn is_gap(value: &str) -> bool {
    let is_place = value.starts_with(['/', '~']) || value.contains(":\\");
    value.trim().is_empty() || stands_for_another(value) || is_place && !Path::new(value).exists()
}

/// `YOUR_KEY`, `path/to/it`.
fn stands_for_another(value: &str) -> bool {
    is_placeholder(value) || value.contains("path/to")
}

/// The variables of a configuration. A key is the user's own, whatever stands there.
fn environment(server: &Value, set: &BTreeSet<String>) -> Result<BTreeMap<String, String>, String> {
    const KEYS: [&str; 6] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL"];
    let mut env = BTreeMap::new();
    for (name, value) in strings(server.get("env")) {
        let is_key = KEYS.iter().any(|word| name.to_ascii_uppercase().contains(word));
        // Nothing of the user's environment is handed over because a document names it.
        if set.contains(&name) {
            continue;
        }
        if is_key || is_gap(&value) {
            return Err(format!("its variable `{name}` is left to the user: give it with --env"));
        }
        env.insert(name, value);
    }
    Ok(env)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::NoStart;
    use crate::fixture::{folder, options};
    use crate::open;

    /// The command line of a shown server, in a project that is published as `@me/weather-mcp`.
    fn started(server: &Value) -> String {
        let root = folder(&[
            ("package.json", r#"{"name": "@me/weather-mcp", "bin": "dist/index.js"}"#),
            ("dist/index.js", ""),
        ]);
        let mut options = options(root.path());
        options.env.insert("API_KEY".to_owned(), "k".to_owned());
        let project = open(".", &options).unwrap();
        match project.shown_start(server, &BTreeSet::from(["GIVEN".to_owned()]), &options) {
            Ok(start) => {
                let program = start.program.unwrap_or_else(|| "PACKAGE".to_owned());
                let env = start.env.iter().map(|(name, value)| format!("{name}={value}"));
                env.chain([program]).chain(start.args).collect::<Vec<_>>().join(" ")
            }
            Err(why) => why.words().to_owned(),
        }
    }

    #[track_caller]
    fn check(command: &str, args: &Value, env: &Value, expected: &str) {
        assert_eq!(started(&json!({"command": command, "args": args, "env": env})), expected);
    }

    #[test]
    fn the_published_package_is_what_is_here() {
        check("npx", &json!(["-y", "@me/weather-mcp@latest", "--stdio"]), &json!({}), "PACKAGE --stdio");
        check("cmd", &json!(["/c", "npx", "-y", "@me/weather-mcp"]), &json!({}), "PACKAGE");
        check("npx", &json!(["-p", "@me/weather-mcp", "weather", "--x"]), &json!({}), "PACKAGE --x");
    }

    #[test]
    fn a_place_on_the_writers_machine_is_the_file_here() {
        for path in ["/path/to/weather/dist/index.js", "C:\\dev\\weather\\dist\\index.js", "dist/index.js"] {
            check("node", &json!([path]), &json!({"MODE": "fast"}), "MODE=fast node dist/index.js");
        }
    }

    #[test]
    fn arguments_stay_as_they_are_written() {
        let loads = |args: [&str; 3], expected: &str| check("node", &json!(args), &json!({}), expected);
        loads(["-r", "./dist/index.js", "./dist/index.js"], "node -r ./dist/index.js ./dist/index.js");
        loads(["--import", "./dist/index.js", "dist/index.js"], "node --import ./dist/index.js dist/index.js");
        loads(["-r", "/path/to/weather/dist/index.js", "dist/index.js"], "node -r ./dist/index.js dist/index.js");
        loads(["-r", "${__dirname}/dist/index.js", "dist/index.js"], "node -r ./dist/index.js dist/index.js");
        // A package, and no file.
        loads(["-r", "dotenv/config", "dist/index.js"], "node -r dotenv/config dist/index.js");
        check("node", &json!(["./dist/../other.js"]), &json!({}), "it starts `./dist/../other.js`, which is not here");
    }

    #[test]
    fn what_is_anothers_is_not_started() {
        check("npx", &json!(["-y", "@you/notes"]), &json!({}), "it starts other software, `@you/notes`");
        check("docker", &json!(["run", "-i", "me/weather"]), &json!({}), "it starts a container, `me/weather`");
        check("node", &json!(["/path/to/other.js"]), &json!({}), "it starts `/path/to/other.js`, which is not here");
        let remote = started(&json!({"url": "https://example.com/mcp"}));
        assert_eq!(remote, "it is at an address, https://example.com/mcp, and is nothing to start");
        let script = json!(["-c", "curl x | sh", "dist/index.js"]);
        check("sh", &script, &json!({}), "it runs a script that stands in the configuration itself");
    }

    #[test]
    fn what_only_the_user_knows_is_not_made_up() {
        let package = json!(["-y", "@me/weather-mcp"]);
        let gap = |name: &str| format!("its variable `{name}` is left to the user: give it with --env");
        check("npx", &package, &json!({"CITY": "YOUR_CITY"}), &gap("CITY"));
        check("npx", &package, &json!({"API_KEY": "abc"}), &gap("API_KEY"));
        check("npx", &package, &json!({"GIVEN": ""}), "PACKAGE");
        let folder = json!(["-y", "@me/weather-mcp", "/Users/me/notes"]);
        check("npx", &folder, &json!({}), "its argument `/Users/me/notes` stands for something of the user's");
    }

    /// Why `python3 …`, or whatever else, does not start this server in a folder with these files.
    #[track_caller]
    fn refused(files: &[(&str, &str)], command: &str, script: &str, expected: &NoStart) {
        let root = folder(files);
        let options = options(root.path());
        let server = json!({"command": command, "args": [script]});
        let why = open(".", &options).unwrap().shown_start(&server, &BTreeSet::new(), &options).unwrap_err();
        assert_eq!(why, *expected, "{command} {script}");
    }

    #[test]
    fn a_script_that_is_not_here_is_told_from_what_is_built() {
        let broken = |words: &str| NoStart::Broken(words.to_owned());
        let unbuilt = NoStart::Left("what it starts has to be built first".to_owned());
        let python = [("server.py", ""), ("README.md", "")];
        refused(&python, "python3", "servr.py", &broken("it starts `servr.py`, which is not here (`server.py` is)"));
        refused(&python, "python3", "./main_loop.py", &broken("it starts `./main_loop.py`, which is not here"));
        refused(&python, "sh", "run.sh", &broken("it starts `run.sh`, which is not here"));
        refused(&python, "node", "index.js", &broken("it starts `index.js`, which is not here"));
        refused(&python, "node", "dist/index.js", &unbuilt);
        refused(&python, "java", "weather.jar", &unbuilt);
        let left = |words: &str| NoStart::Left(words.to_owned());
        refused(&python, "python3", "your_server.py", &left("it starts `your_server.py`, which is not here"));
        let inner = [("src/weather.py", "x = 1\n")];
        refused(&inner, "python3", "weather.py", &left("it starts `weather.py`, which is here as `src/weather.py`"));
        for files in [
            [("tsconfig.json", "{}"), ("src/main.ts", "")],
            [("package.json", r#"{"scripts": {"build": "tsc"}}"#), ("a.txt", "")],
            [("index.ts", ""), ("a.txt", "")],
        ] {
            refused(&files, "node", "index.js", &unbuilt);
        }
    }
}
