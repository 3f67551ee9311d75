//! What a file is by its path and its text: source, test, document, or some other text.

use std::path::Path;

use crate::folder::ending;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Source of the server.
    Source,
    /// Source that was built from another, or that works beside the server: it counts where there is nothing else.
    Built,
    /// Scripts, measurements, build steps.
    Side,
    /// A test, or what one needs.
    Test,
    /// Documents and examples.
    Document,
    /// Another text.
    Other,
    /// Not to be read, and why.
    LeftOut(&'static str),
}

/// Why a folder is none of the server's own; nothing for one that is.
pub(super) fn foreign_folder(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?;
    let has = |file: &str| path.join(file).exists();
    let beside = |file: &str| path.with_file_name(file).exists();
    match name {
        ".git" | ".hg" | ".svn" | ".jj" => Some("history"),
        "node_modules" | "bower_components" | "site-packages" | "jspm_packages" | ".yarn" | ".pnpm-store" => {
            Some("dependencies")
        }
        "vendor" if beside("go.mod") || beside("composer.json") || beside("Cargo.toml") || beside("Gemfile") => {
            Some("dependencies")
        }
        "vendor" | "third_party" | "third-party" | "_vendor" => Some("code of others"),
        "target" if beside("Cargo.toml") || beside("pom.xml") || has("CACHEDIR.TAG") => Some("build output"),
        "__pycache__" | ".mypy_cache" | ".pytest_cache" | ".ruff_cache" | ".tox" | ".nox" | ".eggs" | ".cache"
        | ".turbo" | ".parcel-cache" | ".next" | ".nuxt" | ".svelte-kit" | ".gradle" | ".nyc_output" | "htmlcov" => {
            Some("a cache or build output")
        }
        "coverage"
            if ["lcov.info", "coverage-final.json", "lcov-report", "index.html"].iter().any(|file| has(file)) =>
        {
            Some("a report of coverage")
        }
        _ if has("pyvenv.cfg") => Some("dependencies (a virtual environment)"),
        _ if has("CACHEDIR.TAG") => Some("a cache"),
        _ => None,
    }
}

/// By path alone.
pub(super) fn role(path: &str) -> Role {
    let lower = path.to_lowercase();
    let parts: Vec<&str> = lower.split('/').collect();
    let (name, folders) = parts.split_last().map_or(("", &[][..]), |(name, folders)| (*name, folders));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if let Some(reason) = unread(name, ending) {
        return Role::LeftOut(reason);
    }
    let is_source = SOURCE_ENDINGS.contains(&ending);
    if is_test(folders, name) {
        return Role::Test;
    }
    if is_document(folders, name, ending, is_source) {
        return Role::Document;
    }
    match () {
        () if !is_source || is_setting(name) => Role::Other,
        () if folders.first().is_some_and(|first| SIDE_FOLDERS.contains(first))
            || name == "setup.py"
            || name == "build.rs" =>
        {
            Role::Side
        }
        () if folders.iter().any(|folder| BUILT_FOLDERS.contains(folder)) && SCRIPT_ENDINGS.contains(&ending) => {
            Role::Built
        }
        () => Role::Source,
    }
}

/// Endings of source files.
const SOURCE_ENDINGS: [&str; 35] = [
    "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "py", "rs", "go", "java", "kt", "kts", "cs", "rb", "php",
    "swift", "c", "cc", "cpp", "h", "hpp", "scala", "ex", "exs", "sh", "bash", "ps1", "lua", "dart", "zig", "clj",
    "vue", "svelte",
];
/// Those that are built from others.
const SCRIPT_ENDINGS: [&str; 4] = ["js", "mjs", "cjs", "jsx"];
/// Where they are put.
const BUILT_FOLDERS: [&str; 6] = ["dist", "build", "out", "lib", "esm", "cjs"];
/// What works beside the server, at the top of the folder.
const SIDE_FOLDERS: [&str; 9] =
    ["scripts", "bench", "benches", "benchmark", "benchmarks", "xtask", ".github", ".ci", "fuzz"];
const TEST_FOLDERS: [&str; 14] = [
    "test",
    "tests",
    "__tests__",
    "__test__",
    "spec",
    "specs",
    "e2e",
    "testdata",
    "test-data",
    "fixtures",
    "__fixtures__",
    "__mocks__",
    "mocks",
    "testing",
];
const DOCUMENT_FOLDERS: [&str; 7] = ["docs", "doc", "documentation", "examples", "example", "samples", "demo"];

/// Whether a source file counts as a document: it stands among examples.
pub(super) fn is_document_path(path: &str) -> bool {
    role(path) == Role::Document
}

fn is_test(folders: &[&str], name: &str) -> bool {
    let in_folder = folders.iter().any(|folder| TEST_FOLDERS.contains(folder) || folder.ends_with("-testkit"));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    in_folder
        || [".test", ".spec", "_test", "_spec", "_tests", ".e2e", "-test", ".test-d"]
            .iter()
            .any(|end| stem.ends_with(end))
        || name.starts_with("test_")
        || ["conftest.py", "tests.rs", "testing.rs", "test.js", "test.py", "tests.py", "test.ts", "test.mjs"]
            .contains(&name)
}

fn is_document(folders: &[&str], name: &str, ending: &str, is_source: bool) -> bool {
    let is_text = ["md", "mdx", "markdown", "rst", "adoc", "txt"].contains(&ending);
    let in_documents = folders.iter().any(|folder| DOCUMENT_FOLDERS.contains(folder));
    let is_read_me = name.starts_with("readme") && !is_source;
    // What is said of past versions, or to those who change the code, says nothing of what the server does.
    let is_about_else = [
        "changelog",
        "changes",
        "history",
        "license",
        "licence",
        "contributing",
        "code_of_conduct",
        "requirements",
        "agents.md",
        "claude.md",
        "gemini.md",
        "copying",
        "notice",
        "authors",
        "third_party",
        "cmakelists",
        "robots.txt",
        "llms.txt",
    ]
    .iter()
    .any(|word| name.starts_with(word));
    let is_metadata = name == "metadata" && folders.last().is_some_and(|folder| folder.ends_with(".dist-info"));
    let is_shown = is_text || is_source || ["json", "yaml", "yml", "toml", "ipynb", "http"].contains(&ending);
    let is_hidden = folders.iter().any(|folder| folder.starts_with('.'));
    is_metadata
        || is_read_me
        || !is_about_else && !is_hidden && (in_documents && is_shown || folders.is_empty() && is_text)
}

/// Settings of tools are written in the language, and are not the server's source.
fn is_setting(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.ends_with(".config") || stem.starts_with('.') || stem == "gulpfile" || stem == "gruntfile" || stem == "noxfile"
}

/// Why a file is not read, by its name.
fn unread(name: &str, ending: &str) -> Option<&'static str> {
    let is_minified =
        [".min.js", ".min.mjs", ".min.cjs", ".min.css", ".bundle.js"].iter().any(|end| name.ends_with(end));
    let is_generated = [".d.ts", ".d.mts", ".d.cts", "_pb2.py", "_pb2_grpc.py", ".pb.go", "_pb.js", "_pb.ts"]
        .iter()
        .any(|end| name.ends_with(end))
        || name.contains(".generated.");
    match ending {
        _ if is_minified => Some("minified"),
        _ if is_generated => Some("generated"),
        "map" => Some("generated"),
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "ico" | "svg" | "bmp" | "avif" | "mp3" | "mp4" | "mov" | "webm"
        | "wav" | "ttf" | "otf" | "woff" | "woff2" | "eot" | "pdf" => Some("a picture, sound or font"),
        "zip" | "gz" | "tgz" | "bz2" | "xz" | "zst" | "tar" | "7z" | "jar" | "whl" | "mcpb" | "dxt" => {
            Some("an archive")
        }
        "pyc" | "pyo" | "so" | "dll" | "dylib" | "exe" | "o" | "a" | "class" | "wasm" | "node" | "bin" | "db"
        | "sqlite" | "sqlite3" => Some("binary"),
        "css" | "scss" | "less" => Some("a style sheet"),
        _ => None,
    }
}

/// Lock files may be long.
pub(super) fn is_lock(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    ending(name) == "lock"
        || ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum", "bun.lock", "packages.lock.json"]
            .contains(&name)
}

/// Why a source file's text is not read: no person wrote it.
pub(super) fn unwritten(text: &str) -> Option<&'static str> {
    // So much in one line is written by a program.
    const LINE_BYTES_MEAN_MAX: usize = 400;
    const LINE_BYTES_MAX: usize = 20_000;
    let lines = text.lines().count().max(1);
    let longest = text.lines().map(str::len).max().unwrap_or(0);
    if text.len() > 4096 && text.len() / lines > LINE_BYTES_MEAN_MAX
        || longest > LINE_BYTES_MAX && longest * 2 > text.len()
    {
        return Some("minified");
    }
    let head: String = text.lines().take(5).collect::<Vec<_>>().join("\n");
    let says = head.contains("@generated") || head.contains("Code generated") && head.contains("DO NOT EDIT");
    says.then_some("generated")
}
