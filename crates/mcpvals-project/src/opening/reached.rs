//! What lies among tests or examples, and is run all the same: what the server is started from, and what its source imports.
//!
//! A folder's name says what most of it is for. What is run is the server, whatever its folder is called.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mcpvals_model::{FoundStart, SourceFile};
use regex::Regex;

use super::reading::Read;
use crate::folder::ending;

/// Longer chains of imports are not followed.
const ROUNDS_MAX: usize = 20;

/// Moves it to the source.
pub(super) fn promote(read: &mut Read, start: Option<&FoundStart>) {
    let is_code = |file: &SourceFile| {
        matches!(ending(&file.path), "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "py" | "go")
    };
    let mut aside: BTreeMap<String, SourceFile> = BTreeMap::new();
    for files in [&mut read.tests, &mut read.documents] {
        aside.extend(files.extract_if(.., |file| is_code(file)).map(|file| (file.path.clone(), file)));
    }
    let mut reached: Vec<String> =
        aside.keys().filter(|path| start.is_some_and(|start| is_started(start, path))).cloned().collect();
    let mut unread = 0;
    for _ in 0..ROUNDS_MAX {
        read.source.extend(reached.drain(..).filter_map(|path| aside.remove(&path)));
        let new = &read.source[unread..];
        if new.is_empty() || aside.is_empty() {
            break;
        }
        reached.extend(
            new.iter().flat_map(imports).filter_map(|names| names.into_iter().find(|name| aside.contains_key(name))),
        );
        unread = read.source.len();
    }
    put_back(read, aside);
}

/// What is not reached stays what it was.
fn put_back(read: &mut Read, aside: BTreeMap<String, SourceFile>) {
    for (path, file) in aside {
        let files = if super::sorting::is_document_path(&path) { &mut read.documents } else { &mut read.tests };
        files.push(file);
    }
    read.source.sort_by(|a, b| a.path.cmp(&b.path));
    read.tests.sort_by(|a, b| a.path.cmp(&b.path));
}

/// Does a word of the command name the file, its folder or its module? A console script's module stands in the reason.
fn is_started(start: &FoundStart, path: &str) -> bool {
    let module = module(path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let names = |word: &str| {
        let word = word.trim_start_matches("./");
        word == path
            || word.ends_with(&format!("/{path}"))
            || !folder.is_empty() && word.trim_end_matches('/') == folder
    };
    let called = |word: &str| ending(path) == "py" && word.split(':').next() == Some(module.as_str());
    start.command.iter().any(|word| names(word) || called(word))
        || start.why.split(['`', ' ']).any(|word| names(word) || called(word))
}

/// The Python name of a file: `src/demo/server.py` is `demo.server`.
fn module(path: &str) -> String {
    let path = path.strip_prefix("src/").unwrap_or(path);
    let path = path.strip_suffix(".py").unwrap_or(path);
    path.strip_suffix("/__init__").unwrap_or(path).replace('/', ".")
}

/// For each import of a file, the paths at which what it imports may be.
fn imports(file: &SourceFile) -> Vec<Vec<String>> {
    if ending(&file.path) == "py" { of_python(file) } else { of_script(file) }
}

fn of_script(file: &SourceFile) -> Vec<Vec<String>> {
    const ENDINGS: [&str; 12] = [
        "",
        ".js",
        ".ts",
        ".mjs",
        ".cjs",
        ".mts",
        ".tsx",
        ".jsx",
        "/index.js",
        "/index.ts",
        "/index.mjs",
        "/index.cjs",
    ];
    let paths = IMPORT
        .captures_iter(&file.text)
        .filter_map(|captures| joined(folder_of(&file.path), captures.get(1)?.as_str()));
    let at = |path: String| {
        // TypeScript imports `x.js` and means `x.ts`.
        let plain = path.strip_suffix(".js").map(str::to_owned);
        std::iter::once(path).chain(plain).flat_map(|stem| ENDINGS.map(|ending| format!("{stem}{ending}"))).collect()
    };
    paths.map(at).collect()
}

fn of_python(file: &SourceFile) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for captures in FROM.captures_iter(&file.text) {
        let (from, names) =
            (captures.get(1).map_or("", |it| it.as_str()), captures.get(2).map_or("", |it| it.as_str()));
        let names = names
            .split(',')
            .filter_map(|name| name.split_whitespace().next())
            .map(|name| name.trim_matches(['(', ')']));
        let base = package(file, from);
        found.extend(names.map(|name| at_module(&format!("{base}/{name}"))));
        found.push(at_module(&base));
    }
    found
}

/// The folder or file of a module, as an import of this file names it: `.x` is beside it.
fn package(file: &SourceFile, from: &str) -> String {
    let dots = from.chars().take_while(|c| *c == '.').count();
    let rest = from[dots..].replace('.', "/");
    let mut base = if dots == 0 { String::new() } else { folder_of(&file.path).to_owned() };
    for _ in 1..dots {
        base.truncate(folder_of(&base).len());
    }
    [base, rest].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

fn at_module(path: &str) -> Vec<String> {
    ["", "src/"].iter().flat_map(|root| [format!("{root}{path}.py"), format!("{root}{path}/__init__.py")]).collect()
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A relative path from a folder, without its dots; nothing where it leads out.
fn joined(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?:\brequire\(\s*|\bfrom\s*|\bimport\s*\(?\s*)["'`](\.{1,2}/[^"'`\n]{1,300})["'`]"#)
        .expect("constant, and tested")
});
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?import[ \t]+(\(?[\w., \t*]+)").expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use crate::fixture::{folder, options};
    use crate::open;

    fn source(files: &[(&str, &str)]) -> Vec<String> {
        let root = folder(files);
        let project = open(".", &options(root.path())).unwrap();
        project.source.into_iter().map(|file| file.path).collect()
    }

    #[test]
    fn what_is_started_is_source_wherever_it_lies() {
        let script = ("package.json", r#"{"name": "a", "bin": "examples/index.js"}"#);
        assert_eq!(source(&[script, ("examples/index.js", ""), ("examples/other.js", "")]), ["examples/index.js"]);
        let module = ("pyproject.toml", "[project]\nname = \"d\"\n[project.scripts]\nd = \"demo.server:main\"\n");
        assert_eq!(source(&[module, ("src/demo/server.py", ""), ("src/demo/__init__.py", "")]), ["src/demo/server.py"]);
        let config = (".mcp.json", r#"{"mcpServers": {"a": {"command": "python3", "args": ["test_server.py"]}}}"#);
        assert_eq!(source(&[config, ("test_server.py", ""), ("test_other.py", "")]), ["test_server.py"]);
    }

    #[test]
    fn what_source_imports_is_source() {
        let index = ("index.js", "const { convert } = require('./testing/convert');\nimport x from \"./demo/x.js\"");
        let files = [
            index,
            ("testing/convert.js", "require('./deep')"),
            ("testing/deep/index.js", ""),
            ("demo/x.ts", ""),
            ("testing/unused.js", ""),
        ];
        assert_eq!(source(&files), ["demo/x.ts", "index.js", "testing/convert.js", "testing/deep/index.js"]);
        let main = ("app/main.py", "from .testing import convert\nfrom app.demo.run import go\nimport os, sys\n");
        let files = [
            main,
            ("app/testing/convert.py", ""),
            ("app/demo/run.py", ""),
            ("app/demo/other.py", ""),
            ("tests/os.py", ""),
        ];
        assert_eq!(source(&files), ["app/demo/run.py", "app/main.py", "app/testing/convert.py"]);
    }
}
