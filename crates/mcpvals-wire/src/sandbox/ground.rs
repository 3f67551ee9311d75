//! Which folders of the user's a server may see: its own project, the programs that run it, what its arguments and variables
//! name. Never the whole HOME, nor anything hidden in it but folders of tools.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use mcpvals_model::{SandboxLevel, Secret};

use super::{Cage, Network};
use crate::fence::{hidden, hides, is_allowed_program, may_grant};

/// So many folders are granted.
const GRANTS_MAX: usize = 64;
/// So many links are followed from a program to the file that it is.
const LINKS_MAX: usize = 10;
/// What is in every view.
const SYSTEM: [&str; 10] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/snap"];
/// What is in none, or is made anew.
const NEVER: [&str; 5] = ["/proc", "/sys", "/dev", "/run", "/boot"];
/// Too wide to be granted for one server.
const TOO_WIDE: [&str; 9] = ["/", "/home", "/tmp", "/var", "/var/tmp", "/mnt", "/media", "/srv", "/root"];
/// Folders of tools in HOME: interpreters and what was installed for them. No credentials are kept there.
const TOOLS: [&str; 24] = [
    ".pyenv",
    ".nvm",
    ".volta",
    ".fnm",
    ".asdf",
    ".rbenv",
    ".bun",
    ".deno/bin",
    ".npm-global",
    ".npm-packages",
    ".cargo/bin",
    ".rustup/toolchains",
    ".rye/shims",
    ".rye/py",
    ".local/bin",
    ".local/lib",
    ".local/share/uv",
    ".local/share/fnm",
    ".local/share/mise",
    ".local/share/pnpm",
    ".local/share/pipx",
    ".nix-profile",
    "go/bin",
    "miniconda3",
];
/// Folders of tools that they write to as well.
const CACHES: [&str; 4] = [".npm", ".cache/uv", ".cache/pip", ".cache/ms-playwright"];
/// Where hidden folders may be granted when a project lies in there.
const HOMES_OF_PROJECTS: [&str; 3] = [".cache", ".local", ".config/mcp"];
/// Who has one of these is the root of something.
const MARKS: [&str; 8] =
    ["package.json", "node_modules", "pyproject.toml", "setup.py", "pyvenv.cfg", "Cargo.toml", "go.mod", ".git"];
/// Of our environment; what the config names comes on top.
const HANDED_ON: [&str; 7] = ["LANG", "LANGUAGE", "LOGNAME", "PATH", "TERM", "TZ", "USER"];
/// Tools that look for themselves in HOME, and are told where they are when it is another.
const SELF_FINDERS: [(&str, &str); 6] = [
    ("PYENV_ROOT", ".pyenv"),
    ("NVM_DIR", ".nvm"),
    ("VOLTA_HOME", ".volta"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("RUSTUP_HOME", ".rustup"),
    ("BUN_INSTALL", ".bun"),
];

/// What is known of the machine.
#[derive(Debug)]
pub(super) struct Ground {
    home: Option<PathBuf>,
    ours: BTreeMap<String, String>,
}

/// Who says that a server needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// We do: it is in our `PATH`, or the operator names it. What is hidden stays so.
    Ours,
    /// Whoever wrote the command line; they are kept within the fence, where there is one.
    Theirs,
}

/// A server's command line: program, arguments, variables, folder.
type Line<'a> = (&'a Path, &'a [String], &'a BTreeMap<String, Secret>, &'a Path);

impl Ground {
    pub(super) fn new(environment: &BTreeMap<String, String>) -> Self {
        let home = environment.get("HOME").and_then(|home| fs::canonicalize(home).ok());
        let is_usable =
            |home: &PathBuf| home != Path::new("/") && !is_within_any(home, &SYSTEM) && !is_within_any(home, &NEVER);
        Self { home: home.filter(is_usable), ours: environment.clone() }
    }

    /// The shape of the sandbox for this server.
    pub(super) fn cage(&self, (level, network): (SandboxLevel, Network), scratch: &Path, line: Line<'_>) -> Cage {
        let (_, _, named, cwd) = line;
        let second_home = named.get("HOME").and_then(|home| self.granted(Path::new(home.reveal()), Whose::Theirs));
        let home = match level {
            SandboxLevel::L3 => self.home.clone().unwrap_or_else(|| PathBuf::from("/home/user")),
            SandboxLevel::L1 | SandboxLevel::L2 => scratch.join("home"),
        };
        let mut reads = self.programs(line);
        let mut layers = self.named_folders(line, &mut reads);
        layers.extend(self.root_of(cwd, Whose::Theirs));
        layers.extend(second_home.clone());
        layers.extend(CACHES.iter().filter_map(|name| self.in_home(name)));
        let layers = outermost(layers, &[]);
        let reads = outermost(reads, &layers);
        let cwd = fs::canonicalize(cwd).unwrap_or_else(|_| cwd.to_owned());
        let hidden = hidden();
        Cage { level, network, scratch: scratch.to_owned(), home, cwd, reads, layers, second_home, hidden }
    }

    /// What the server is told of its world: little of ours, what the config names, and where its own folders are.
    pub(super) fn environment(&self, cage: &Cage, named: &BTreeMap<String, Secret>) -> BTreeMap<String, String> {
        let is_handed_on = |name: &str| HANDED_ON.contains(&name) || name.starts_with("LC_");
        let ours = self.ours.iter().filter(|(name, _)| is_handed_on(name));
        let mut environment: BTreeMap<String, String> =
            ours.map(|(name, value)| (name.clone(), value.clone())).collect();
        let is_apart = cage.level == SandboxLevel::L3;
        if !is_apart {
            let there = SELF_FINDERS.iter().filter_map(|(name, folder)| Some((*name, self.in_home(folder)?)));
            environment.extend(there.map(|(name, folder)| (name.to_owned(), folder.display().to_string())));
        }
        environment.extend(named.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned())));
        let tmp = if is_apart { PathBuf::from("/tmp") } else { cage.tmp_source() };
        environment.insert("TMPDIR".to_owned(), tmp.display().to_string());
        let home = cage.second_home.as_ref().filter(|_| is_apart).unwrap_or(&cage.home);
        environment.insert("HOME".to_owned(), home.display().to_string());
        environment
    }

    fn in_home(&self, name: &str) -> Option<PathBuf> {
        let path = self.home.as_ref()?.join(name);
        // One that is a link leads who knows where.
        path.symlink_metadata().is_ok_and(|there| there.is_dir()).then_some(path)
    }

    /// What runs the server: its program, whatever that is a link to or a script for, and what `PATH` has.
    fn programs(&self, (program, _, named, _): Line<'_>) -> Vec<PathBuf> {
        let mut reads: Vec<PathBuf> = TOOLS.iter().filter_map(|name| self.in_home(name)).collect();
        let folders = |path: Option<&str>| -> Vec<PathBuf> {
            let folders = path.unwrap_or_default().split(':').map(PathBuf::from);
            folders.filter(|folder| folder.is_absolute()).collect()
        };
        let (theirs, ours) =
            (folders(named.get("PATH").map(Secret::reveal)), folders(self.ours.get("PATH").map(String::as_str)));
        reads.extend(theirs.iter().filter_map(|folder| self.granted(folder, Whose::Theirs)));
        if theirs.is_empty() {
            reads.extend(ours.iter().filter_map(|folder| self.granted(folder, Whose::Ours)));
        }
        // What our own PATH has is ours to give, wherever it is installed.
        let is_in_path = program.parent().is_some_and(|folder| ours.iter().any(|known| known == folder));
        let is_ours = is_in_path || is_allowed_program(program);
        let mut open = chain(program);
        open.extend(interpreter(program).iter().flat_map(|interpreter| chain(interpreter)));
        let whose = if is_ours { Whose::Ours } else { Whose::Theirs };
        for file in open {
            reads.extend(self.root_or_file(&file, whose));
            reads.extend(installation(&file).and_then(|folder| self.granted(folder, whose)));
        }
        reads
    }

    /// Folders that arguments and variables name, which the server may want to write to; files go to what is only read.
    fn named_folders(&self, (_, args, named, cwd): Line<'_>, reads: &mut Vec<PathBuf>) -> Vec<PathBuf> {
        let values =
            named.iter().filter(|(name, _)| *name != "PATH" && *name != "HOME").map(|(_, value)| value.reveal());
        let values = values.flat_map(|value| value.split(':')).filter(|value| value.starts_with('/'));
        let of_args = args
            .iter()
            .map(|arg| arg.split_once('=').filter(|_| arg.starts_with('-')).map_or(arg.as_str(), |(_, value)| value));
        let mut folders = Vec::new();
        for word in of_args.chain(values).filter(|word| !word.is_empty()) {
            let path = cwd.join(word);
            if path.is_dir() {
                folders.extend(self.granted(&path, Whose::Theirs));
            } else if path.is_file() {
                for file in chain(&path) {
                    reads.extend(self.root_or_file(&file, Whose::Theirs));
                }
                // A database is written beside itself.
                folders.extend(
                    path.parent().filter(|_| !has_root(&path)).and_then(|folder| self.granted(folder, Whose::Theirs)),
                );
            } else if word.contains('/') {
                // A file that does not exist yet.
                folders.extend(
                    path.parent()
                        .filter(|folder| folder.is_dir())
                        .and_then(|folder| self.granted(folder, Whose::Theirs)),
                );
            }
        }
        folders
    }

    /// The folder with all that belongs to a file; where that would be too wide, the file alone.
    fn root_or_file(&self, file: &Path, whose: Whose) -> Option<PathBuf> {
        let root = file.parent().and_then(|folder| self.root_of(folder, whose));
        root.or_else(|| file.is_file().then(|| self.fitting(file, whose)).flatten())
    }

    /// The outermost folder around this one that is the root of a project; this one, where there is none.
    fn root_of(&self, folder: &Path, whose: Whose) -> Option<PathBuf> {
        let folder = self.granted(folder, whose)?;
        let around = folder.ancestors().take_while(|folder| self.granted(folder, whose).is_some());
        let outermost = around.filter(|folder| is_root(folder)).last();
        Some(outermost.map_or_else(|| folder.clone(), Path::to_owned))
    }

    /// The folder as it is called in full, where it may be granted and is not in every view.
    fn granted(&self, folder: &Path, whose: Whose) -> Option<PathBuf> {
        let folder = fs::canonicalize(folder).ok().filter(|folder| folder.is_dir())?;
        let is_too_wide = TOO_WIDE.iter().any(|wide| Path::new(wide) == folder);
        let holds_home = self.home.as_ref().is_some_and(|home| home.starts_with(&folder));
        if is_too_wide || holds_home { None } else { self.fitting(&folder, whose) }
    }

    fn fitting(&self, path: &Path, whose: Whose) -> Option<PathBuf> {
        let path = fs::canonicalize(path).ok()?;
        let is_there_anyway = is_within_any(&path, &SYSTEM) || is_within_any(&path, &NEVER);
        let is_open = match whose {
            Whose::Ours => !hides(&path),
            Whose::Theirs => may_grant(&path),
        };
        (!is_there_anyway && is_open && !self.is_private(&path)).then_some(path)
    }

    /// Hidden in HOME, and no folder of a tool: keys, settings, histories.
    fn is_private(&self, path: &Path) -> bool {
        let Some(inside) = self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) else { return false };
        let is_hidden =
            inside.components().next().is_some_and(|first| first.as_os_str().as_encoded_bytes().starts_with(b"."));
        let is_tool = TOOLS.iter().chain(&CACHES).any(|tool| inside.starts_with(tool));
        // Not these themselves: all caches of the user are none of one server's business.
        let is_project =
            HOMES_OF_PROJECTS.iter().any(|folder| inside.starts_with(folder) && inside != Path::new(folder));
        is_hidden && !is_tool && !is_project
    }
}

fn is_root(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).exists())
}

fn has_root(file: &Path) -> bool {
    file.ancestors().skip(1).any(is_root)
}

fn is_within_any(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// A file, whatever it is a link to, and what that is a link to.
fn chain(file: &Path) -> Vec<PathBuf> {
    let mut files = vec![file.to_owned()];
    while files.len() < LINKS_MAX {
        let Some(last) = files.last() else { break };
        let Ok(target) = fs::read_link(last) else { break };
        let next = last.parent().map_or_else(|| target.clone(), |folder| folder.join(&target));
        files.push(next);
    }
    files.extend(fs::canonicalize(file).ok());
    files
}

/// What the first line of a script says.
fn interpreter(file: &Path) -> Option<PathBuf> {
    let mut head = Vec::new();
    fs::File::open(file).ok()?.take(512).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let line = head.strip_prefix("#!")?.lines().next()?;
    line.split_ascii_whitespace().next().map(PathBuf::from)
}

/// What a program in `…/bin` was installed with.
fn installation(file: &Path) -> Option<&Path> {
    let folder = file.parent()?;
    if folder.file_name()? == "bin" { folder.parent() } else { Some(folder) }
}

/// Without those that lie in another of them, or in one of `others`. Sorted.
fn outermost(mut paths: Vec<PathBuf>, others: &[PathBuf]) -> Vec<PathBuf> {
    paths.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        let is_there = kept.iter().chain(others).any(|there| path.starts_with(there));
        if !is_there && kept.len() < GRANTS_MAX {
            kept.push(path);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    use mcpvals_model::{SandboxLevel, Secret};

    use super::Ground;
    use crate::sandbox::{Cage, Network};

    fn cage(home: &Path, cwd: &Path, args: &[&str]) -> Cage {
        let environment = BTreeMap::from([("HOME".to_owned(), home.display().to_string())]);
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let line = (Path::new("/bin/sh"), args.as_slice(), &BTreeMap::new(), cwd);
        Ground::new(&environment).cage((SandboxLevel::L3, Network::None), Path::new("/scratch"), line)
    }

    fn home_with(folders: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let home = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        let path = home.path().canonicalize().unwrap();
        (home, path)
    }

    #[test]
    fn a_project_is_granted_from_its_root() {
        let (_home, path) = home_with(&["work/p/node_modules", "work/p/packages/server"]);
        let cage = cage(&path, &path.join("work/p/packages/server"), &[]);
        assert_eq!(cage.layers, [path.join("work/p")]);
    }

    #[test]
    fn neither_home_nor_what_is_hidden_in_it_is_granted() {
        let (_home, path) = home_with(&[".ssh", ".config/gh", ".cache/corpus/a", ".pyenv/bin"]);
        fs::write(path.join(".ssh/id_rsa"), "key").unwrap();
        let words =
            [path.join(".ssh"), path.join(".ssh/id_rsa"), path.join(".config/gh"), path.join(".cache"), path.clone()];
        let words: Vec<String> = words.iter().map(|path| path.display().to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["/", "/home", "/tmp", "/proc/1"]).collect();
        let all = cage(&path, &path, &words);
        assert_eq!(all.layers, Vec::<PathBuf>::new());
        assert_eq!(all.reads, [path.join(".pyenv")], "a tool");
        let corpus = path.join(".cache/corpus/a");
        assert_eq!(cage(&path, &corpus, &[]).layers, [corpus]);
    }

    #[test]
    fn what_arguments_name_is_granted() {
        let (_home, path) = home_with(&["data", "work"]);
        fs::write(path.join("alone.py"), "").unwrap();
        let data = path.join("data").display().to_string();
        let option = format!("--root={data}");
        let granted = cage(&path, &path.join("work"), &[&option, "../alone.py", "../data/new.db"]);
        assert_eq!(granted.layers, [path.join("data"), path.join("work")]);
        assert_eq!(granted.reads, [path.join("alone.py")]);
    }

    #[test]
    fn the_environment_has_what_the_config_names_and_no_more() {
        let (_home, path) = home_with(&[]);
        let ours = [("HOME", path.to_str().unwrap()), ("PATH", "/bin"), ("AWS_SECRET", "s"), ("SSH_AUTH_SOCK", "/x")];
        let ours: BTreeMap<String, String> = ours.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let ground = Ground::new(&ours);
        let named = BTreeMap::from([("TOKEN".to_owned(), Secret::new("t"))]);
        let line = (Path::new("/bin/sh"), [].as_slice(), &named, Path::new("/usr"));
        let cage = ground.cage((SandboxLevel::L3, Network::None), Path::new("/scratch"), line);
        let given: Vec<String> = ground.environment(&cage, &named).into_keys().collect();
        assert_eq!(given, ["HOME", "PATH", "TMPDIR", "TOKEN"]);
    }
}
