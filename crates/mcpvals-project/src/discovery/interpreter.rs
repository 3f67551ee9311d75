//! Which interpreter runs a file, and where a program is.

use std::path::{Path, PathBuf};

use super::Site;
use crate::Kind;
use crate::folder::ending;

/// The program that runs a Python file: that of the project's own environment, where it has one.
pub(super) fn python(site: &Site<'_>) -> String {
    let own = [".venv", "venv", "env"]
        .iter()
        .flat_map(|folder| [format!("{folder}/bin/python"), format!("{folder}/Scripts/python.exe")]);
    // The link to the interpreter leads out of the folder: only where it stands is looked at.
    let there = own.into_iter().find(|path| site.folder.root().join(path).is_file());
    let outer = || {
        let environment = PathBuf::from(site.options.variable("VIRTUAL_ENV")?).join("bin").join("python");
        environment.is_file().then(|| environment.to_string_lossy().into_owned())
    };
    let found = |name: &str| on_path(site, name).map(|_| name.to_owned());
    there
        .or_else(outer)
        .or_else(|| found("python3"))
        .or_else(|| found("python"))
        .unwrap_or_else(|| "python3".to_owned())
}

/// The console script of that name in the project's own environment, or that at hand, or on the path.
pub(super) fn console_script(site: &Site<'_>, name: &str) -> Option<String> {
    if name.is_empty() || name.contains(['/', '\\']) {
        return None;
    }
    let own = [".venv/bin", "venv/bin", "env/bin", ".venv/Scripts"].map(|folder| format!("{folder}/{name}"));
    let there = own.into_iter().find(|path| site.folder.root().join(path).is_file());
    let outer = || {
        let script = PathBuf::from(site.options.variable("VIRTUAL_ENV")?).join("bin").join(name);
        script.is_file().then(|| script.to_string_lossy().into_owned())
    };
    there.or_else(outer).or_else(|| on_path(site, name).map(|_| name.to_owned()))
}

/// A program's place by `PATH`.
pub(super) fn on_path(site: &Site<'_>, name: &str) -> Option<PathBuf> {
    let path = site.options.variable("PATH")?;
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// What is started: a program in the folder by its full path, since the working directory is another for whoever starts it.
pub(super) fn program(site: &Site<'_>, name: &str) -> String {
    let here: PathBuf = site.folder.root().join(name).components().collect();
    let is_here = name.contains(['/', '\\']) && !Path::new(name).is_absolute() && here.is_file();
    if is_here { here.to_string_lossy().into_owned() } else { name.to_owned() }
}

/// A file of the project as an argument: by its full path where it is started from elsewhere.
pub(super) fn argument(site: &Site<'_>, path: &str) -> String {
    match site.kind {
        Kind::NpmPackage | Kind::PypiPackage => site.folder.root().join(path).to_string_lossy().into_owned(),
        // An interpreter would take it for an option.
        Kind::Folder | Kind::Bundle | Kind::File if path.starts_with('-') => format!("./{path}"),
        Kind::Folder | Kind::Bundle | Kind::File => path.to_owned(),
    }
}

/// The command that runs a file of the project, by its first line or its ending; nothing where neither says how.
pub(super) fn command(site: &Site<'_>, path: &str) -> Option<Vec<String>> {
    let text = site.folder.text(path);
    let first = text.as_deref().and_then(|text| text.lines().next()).unwrap_or_default();
    let script = argument(site, path);
    if let Some(by_line) = shebang(site, first, path) {
        return Some([by_line, vec![script]].concat());
    }
    let runner = match ending(path) {
        "py" => vec![python(site)],
        "js" | "mjs" | "cjs" => vec!["node".to_owned()],
        "ts" | "mts" | "cts" => typescript(site),
        "sh" | "bash" => vec!["bash".to_owned()],
        "rb" => vec!["ruby".to_owned()],
        "php" => vec!["php".to_owned()],
        "go" => vec!["go".to_owned(), "run".to_owned()],
        "jar" => vec!["java".to_owned(), "-jar".to_owned()],
        "" if text.is_none() && site.folder.has(path) => return Some(vec![script]),
        _ => return None,
    };
    Some([runner, vec![script]].concat())
}

/// TypeScript is run by what the project has for it; Node does so by itself from 22.18 on.
fn typescript(site: &Site<'_>) -> Vec<String> {
    let has = |tool: &str| site.folder.root().join("node_modules/.bin").join(tool).exists();
    match () {
        () if has("tsx") => vec!["node_modules/.bin/tsx".to_owned()],
        () if has("ts-node") => vec!["node_modules/.bin/ts-node".to_owned()],
        () if site.folder.has("bun.lock") || site.folder.has("bun.lockb") => vec!["bun".to_owned()],
        () if site.folder.has("deno.json") => vec!["deno".to_owned(), "run".to_owned()],
        () => vec!["node".to_owned()],
    }
}

/// By `#!`; programs are taken by name, since where they are is the writer's affair. That of a virtual environment which is
/// on this machine is meant as it stands there: what the script needs is installed in it.
fn shebang(site: &Site<'_>, line: &str, path: &str) -> Option<Vec<String>> {
    let mut words = line.strip_prefix("#!")?.split_whitespace().peekable();
    let named = words.next()?;
    if is_of_environment(Path::new(named)) {
        return Some(std::iter::once(named).chain(words).map(str::to_owned).collect());
    }
    let program = named.rsplit('/').next()?.to_owned();
    let program = if program == "env" {
        while words.peek().is_some_and(|word| word.starts_with('-') || word.contains('=')) {
            words.next();
        }
        words.next()?.to_owned()
    } else {
        program
    };
    // Options of the line go with its program.
    let options: Vec<String> = words.map(str::to_owned).collect();
    let program = match program.as_str() {
        "python" | "python3" => python(site),
        "sh" | "dash" | "zsh" if ending(path) == "sh" => "bash".to_owned(),
        _ => program,
    };
    Some([vec![program], options].concat())
}

/// The Python of a virtual environment (PEP 405).
fn is_of_environment(program: &Path) -> bool {
    let environment = program.parent().and_then(Path::parent);
    program.is_absolute() && program.is_file() && environment.is_some_and(|folder| folder.join("pyvenv.cfg").is_file())
}
