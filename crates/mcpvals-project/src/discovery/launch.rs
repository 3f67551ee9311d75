//! Is a command that a file names one that starts this server, and how ready is it?

use super::Site;
use super::candidate::Readiness;
use super::interpreter::{console_script, on_path, python};
use super::missing;
use crate::folder::ending;

/// A package that a launcher fetches, with its version where one is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fetched {
    /// `npm`, `pypi` or `docker`.
    pub(crate) registry: &'static str,
    pub(crate) name: String,
    /// As given: `1.2.3`, `latest`, a digest.
    pub(crate) version: Option<String>,
}

/// A command that starts this server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Launch {
    pub(super) readiness: Readiness,
    /// With places in this folder, and this folder's own interpreter.
    pub(super) command: Vec<String>,
}

/// Judges a command; why not, where it starts something else.
pub(super) fn judge(site: &Site<'_>, command: &str, args: &[String]) -> Result<Launch, String> {
    let mut words: Vec<String> =
        std::iter::once(local(site, command)).chain(placed(args, |arg| local(site, arg))).collect();
    let base = base(command);
    if let Some(fetched) = fetched(command, args) {
        if !is_own(site, &fetched.name) {
            return Err(format!("starts other software, `{}`", fetched.name));
        }
        return Ok(Launch { readiness: Readiness::Fetches, command: words });
    }
    if ["docker", "podman"].contains(&base.as_str()) {
        return Err("starts a container".to_owned());
    }
    if ["python", "python3", "py"].contains(&base.as_str()) {
        words[0] = python(site);
    }
    let readiness = readiness(site, &base, &words)?;
    if let (true, Some(script)) = (words.len() == 1 || base == command, console_script(site, &words[0])) {
        words[0] = script;
    }
    Ok(Launch { readiness, command: words })
}

fn readiness(site: &Site<'_>, base: &str, words: &[String]) -> Result<Readiness, String> {
    let args = &words[1..];
    if words.iter().any(|word| site.folder.has(word)) {
        return Ok(if ["npx", "bunx", "uv", "poetry"].contains(&base) { Readiness::Builds } else { Readiness::Ready });
    }
    if let Some(module) = args.iter().position(|arg| arg == "-m").and_then(|at| args.get(at + 1)) {
        return if has_module(site, module) {
            Ok(if base == "uv" { Readiness::Builds } else { Readiness::Ready })
        } else {
            Err(format!("starts the module `{module}`, which is not here"))
        };
    }
    match base {
        "npm" | "pnpm" | "yarn" | "bun" if site.folder.has("package.json") && is_script_run(args) => {
            return Ok(Readiness::Builds);
        }
        "uv" | "poetry" | "hatch" if site.folder.has("pyproject.toml") && args.iter().any(|arg| arg == "run") => {
            return Ok(Readiness::Builds);
        }
        "cargo" if site.folder.has("Cargo.toml") => return Ok(Readiness::Builds),
        "go" if site.folder.has("go.mod") => return Ok(Readiness::Builds),
        _ => {}
    }
    if is_own(site, base) {
        let is_there = console_script(site, base).is_some() || on_path(site, base).is_some();
        return Ok(if is_there { Readiness::Ready } else { Readiness::Unbuilt });
    }
    if let Some(script) = missing::script(site, words) {
        return Err(format!("starts {}", missing::words(site, script)));
    }
    match words.iter().find(|word| looks_like_a_file(word)) {
        Some(file) if !is_elsewhere(file) => Ok(Readiness::Unbuilt),
        Some(file) => Err(format!("starts `{file}`, which is not here")),
        None => Err(format!("starts `{base}`, which is not of this project")),
    }
}

fn is_script_run(args: &[String]) -> bool {
    args.iter().any(|arg| arg == "start" || arg == "run" || arg == "run-script")
}

/// Arguments with places of the writer's machine as places of this folder, as `place` finds them. What is one of this folder
/// already stays as it is written: to Node, `-r ./hook.cjs` is this file, and `-r hook.cjs` a package.
pub(super) fn placed(args: &[String], place: impl Fn(&str) -> String) -> Vec<String> {
    const OF_MODULES: [&str; 6] = ["-r", "--require", "--import", "--loader", "--experimental-loader", "--preload"];
    let found = |(at, arg): (usize, &String)| {
        let is_module = at > 0 && OF_MODULES.contains(&args[at - 1].as_str());
        let is_bare = |path: &String| path != arg && !path.starts_with(['.', '/']);
        let path = place(arg);
        if is_module && is_bare(&path) { format!("./{path}") } else { path }
    };
    args.iter().enumerate().map(found).collect()
}

/// A word of a command with places of this folder by their path in it: files name it in many ways.
fn local(site: &Site<'_>, word: &str) -> String {
    const FOLDERS: [&str; 7] = [
        "${workspaceFolder}",
        "${workspaceRoot}",
        "${__dirname}",
        "${CLAUDE_PLUGIN_ROOT}",
        "${PWD}",
        "$PWD",
        "${CLAUDE_PROJECT_DIR:-.}",
    ];
    let root = site.folder.root().to_string_lossy();
    let inner = FOLDERS.iter().find_map(|folder| word.strip_prefix(folder)).or_else(|| word.strip_prefix(&*root));
    match inner.map(|inner| inner.trim_start_matches(['/', '\\'])) {
        Some("") => ".".to_owned(),
        Some(inner) => inner.to_owned(),
        None => word.to_owned(),
    }
}

/// Is a package's name this project's?
pub(super) fn is_own(site: &Site<'_>, name: &str) -> bool {
    let normal = |name: &str| name.to_ascii_lowercase().replace(['_', '.'], "-");
    let last = |name: &str| normal(name).rsplit('/').next().unwrap_or_default().to_owned();
    if site.name.is_empty() {
        return false;
    }
    normal(name) == normal(site.name) || !name.contains('/') && last(site.name) == normal(name)
}

fn has_module(site: &Site<'_>, module: &str) -> bool {
    let path = module.replace('.', "/");
    ["", "src/"].iter().any(|folder| {
        site.folder.has(&format!("{folder}{path}.py")) || site.folder.has_folder(&format!("{folder}{path}"))
    })
}

pub(super) fn looks_like_a_file(word: &str) -> bool {
    ["js", "mjs", "cjs", "ts", "py", "sh", "jar", "rb", "php"].contains(&ending(word)) || word.starts_with("./")
}

pub(super) fn is_elsewhere(file: &str) -> bool {
    file.starts_with(['/', '~', '$', '<']) || file.contains(":\\") || file.contains("..")
}

/// The name of a program, without its folder and ending.
pub(super) fn base(command: &str) -> String {
    let name = command.rsplit(['/', '\\']).next().unwrap_or(command);
    [".exe", ".cmd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_ascii_lowercase()
}

/// What a launcher fetches; nothing where the command is none, or runs a file.
pub(crate) fn fetched(command: &str, args: &[String]) -> Option<Fetched> {
    launched(command, args).map(|(fetched, _)| fetched)
}

/// What a launcher fetches, and with which arguments it starts that.
pub(super) fn launched(command: &str, args: &[String]) -> Option<(Fetched, Vec<String>)> {
    let base = base(command);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (fetched, behind) = match base.as_str() {
        // `cmd /c npx …` is how Windows needs it.
        "cmd" => {
            let at = args.iter().position(|arg| arg.eq_ignore_ascii_case("/c"))?;
            let rest: Vec<String> = args.get(at + 2..)?.iter().map(ToString::to_string).collect();
            return launched(args.get(at + 1)?, &rest);
        }
        "npx" | "bunx" | "pnpx" => npm_package(&args),
        "npm" | "pnpm" | "yarn" | "bun" if args.first().is_some_and(|arg| ["exec", "dlx", "x"].contains(arg)) => {
            npm_package(&args[1..])
        }
        "uvx" => python_package(&args),
        "uv" if args.starts_with(&["tool", "run"]) => python_package(&args[2..]),
        "pipx" if args.first() == Some(&"run") => python_package(&args[1..]),
        "docker" | "podman" if args.contains(&"run") => image(&args).map(|image| (image, [].as_slice())),
        _ => None,
    }?;
    Some((fetched, behind.iter().map(ToString::to_string).collect()))
}

/// The first argument that is no option, and what comes before: `--package=x` and `-p x` name the package themselves.
fn npm_package<'a>(args: &'a [&'a str]) -> Option<(Fetched, &'a [&'a str])> {
    let mut rest = args.iter();
    let mut named = None;
    let word = loop {
        match *rest.next()? {
            "-p" | "--package" => named = rest.next().copied(),
            arg if arg.starts_with("--package=") => named = arg.strip_prefix("--package="),
            arg if arg.starts_with('-') => {}
            arg => break named.unwrap_or(arg),
        }
    };
    // Tools that run a file of the project's are no server.
    let is_path = word.starts_with(['.', '/']) || word.contains(':') && !word.starts_with("npm:");
    if is_path
        || ["tsx", "ts-node", "mcp-remote", "supergateway", "nodemon"].contains(&word.split('@').next().unwrap_or(""))
    {
        return None;
    }
    let (name, version) = match word.get(1..).and_then(|rest| rest.find('@')) {
        Some(at) => (&word[..=at], Some(word[at + 2..].to_owned())),
        None => (word, None),
    };
    Some((Fetched { registry: "npm", name: name.to_owned(), version }, rest.as_slice()))
}

fn python_package<'a>(args: &'a [&'a str]) -> Option<(Fetched, &'a [&'a str])> {
    let mut rest = args.iter();
    let mut from = None;
    let word = loop {
        match *rest.next()? {
            "--from" | "--spec" => from = rest.next().copied(),
            "--with" | "--python" | "-p" | "--index-url" | "--directory" | "--refresh-package" => {
                rest.next();
            }
            arg if arg.starts_with("--from=") => from = arg.strip_prefix("--from="),
            arg if arg.starts_with('-') => {}
            arg => break from.unwrap_or(arg),
        }
    };
    if word.contains('/') || word.starts_with('.') {
        // `git+https://…@commit` and paths.
        let (name, version) =
            word.rsplit_once('@').map_or((word, None), |(name, version)| (name, Some(version.to_owned())));
        let fetched = Fetched { registry: "git", name: name.to_owned(), version };
        return word.starts_with("git+").then_some((fetched, rest.as_slice()));
    }
    let end = word.find(['=', '@', '<', '>', '~', '!', '[']).unwrap_or(word.len());
    let behind = word[end..].rsplit_once(']').map_or(&word[end..], |(_, behind)| behind);
    let version = behind.trim_start_matches(['=', '@']);
    let version = (!version.is_empty()).then(|| version.to_owned());
    Some((Fetched { registry: "pypi", name: word[..end].to_owned(), version }, rest.as_slice()))
}

/// The first argument after `run` that is neither an option nor the value of one.
fn image(args: &[&str]) -> Option<Fetched> {
    const ALONE: [&str; 8] = ["-i", "-t", "-it", "-d", "--rm", "--init", "--interactive", "--privileged"];
    let start = args.iter().position(|arg| *arg == "run")? + 1;
    let mut rest = args.get(start..)?.iter();
    let word = loop {
        match *rest.next()? {
            arg if ALONE.contains(&arg) || arg.starts_with("--") && arg.contains('=') => {}
            arg if arg.starts_with('-') => {
                rest.next();
            }
            arg => break arg,
        }
    };
    let split = word.split_once("@sha256:").map(|(name, digest)| (name, digest.to_owned()));
    let tag = || {
        let (name, tag) = word.rsplit_once(':')?;
        (!tag.contains('/')).then(|| (name, tag.to_owned()))
    };
    let found = split.or_else(tag);
    let (name, version) = found.map_or((word, None), |(name, version)| (name, Some(version)));
    Some(Fetched { registry: "docker", name: name.to_owned(), version })
}
