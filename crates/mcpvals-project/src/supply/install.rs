//! Code that runs when a package is installed or built (SU-001): npm's hooks, `setup.py`, `build.rs`.

use std::sync::LazyLock;

use mcpvals_model::{Finding, Severity, SourceFile};
use regex::Regex;
use serde_json::Value;

use super::rules::INSTALL_HOOK;
use crate::{Project, place};

/// Commands that reach the network.
static FETCH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?i)\b(?:curl|wget|invoke-webrequest|iwr|ncat?)\s+[-\w"'$]"#).expect("it is one"));
/// Words in source that reach the network.
static NETWORK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)["'`](?:curl|wget)(?:["']|\s+["']?(?:-|https?:))|https?\.(?:get|request)\s*\(|\bfetch\s*\(|\baxios\b|\bgot\s*[.(]|require\(\s*['"](?:node:)?(?:net|dgram|dns|tls)['"]|from\s+['"](?:node:)?(?:https?|net|dgram|dns|tls)['"]|\burllib|\brequests\.(?:get|post|put)|\bhttpx\b|\bsocket\.|\burlopen\b|\breqwest\b|\bureq\b|\bTcpStream\b|\bcurl::"#)
        .expect("it is one")
});
/// Words that start another program or run a text.
static EXECUTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bchild_process\b|\bexecSync\b|\bspawn(?:Sync)?\s*\(|\beval\s*\(|\bnew Function\s*\(|\bos\.system\s*\(|\bsubprocess\b|\bos\.popen\b|\bexec\s*\(|\|\s*(?:ba|z|da)?sh\b|\bpowershell\b|\bnode\s+-e\b|\bpython3?\s+-c\b|\bbash\s+-c\b|base64\s+(?:-d|--decode)\b|\batob\s*\(|Command::new")
        .expect("it is one")
});
/// Variables that nobody's installation needs, read all at once.
static EVERYTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"JSON\.stringify\(\s*process\.env|Object\.(?:keys|entries)\(\s*process\.env|dict\(os\.environ|os\.environ\.copy\(\)|json\.dumps\(\s*dict\(os\.environ").expect("it is one")
});
/// What tools of the trade do at installation, in the folder alone.
static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:npx\s+(?:--yes\s+|-y\s+)?)?(?:husky(?: install)?|patch-package|node-gyp(?:-build)?(?: rebuild)?|prebuild-install.*|only-allow \w+|lefthook install|simple-git-hooks|is-ci.*|prisma generate|tsc(?: .*)?|opencollective.*|(?:npm|pnpm|yarn|bun) (?:run )?[\w:-]+|echo .*|exit 0|true)$")
        .expect("it is one")
});

pub(super) fn find(project: &Project) -> Vec<Finding> {
    let manifests = project.other.iter().filter(|file| file.path.rsplit('/').next() == Some("package.json"));
    let mut found: Vec<Finding> = manifests.flat_map(|manifest| hooks(project, manifest)).collect();
    let all = project.source.iter().chain(&project.other);
    for file in all {
        match file.path.as_str() {
            "setup.py" => found.extend(setup(file)),
            path if path == "build.rs" || path.ends_with("/build.rs") => found.extend(build(file)),
            _ => {}
        }
    }
    found
}

/// How bad it is, and what it does.
type Judged = (Severity, &'static str);

fn hooks(project: &Project, manifest: &SourceFile) -> Vec<Finding> {
    let Ok(value) = serde_json::from_str::<Value>(&manifest.text) else { return Vec::new() };
    // `prepare` runs for who installs from a repository only; what it builds is no news there.
    let names = ["preinstall", "install", "postinstall", "prepare"];
    let scripts = names.iter().filter_map(|name| Some((*name, value.pointer(&format!("/scripts/{name}"))?.as_str()?)));
    scripts
        .filter_map(|(name, script)| {
            let (severity, does) = judged(project, manifest, script)?;
            if name == "prepare" && severity < Severity::High {
                return None;
            }
            let finding = INSTALL_HOOK.found(format!("`{name}` runs `{script}` at installation, which {does}"));
            Some(finding.as_bad_as(severity).showing(script).at(place::of_json_text(manifest, script)))
        })
        .collect()
}

fn judged(project: &Project, manifest: &SourceFile, script: &str) -> Option<Judged> {
    // The usual way to let a failed hook pass.
    let script = &script.replace("node -e \"process.exit(0)\"", "true").replace("node -e 'process.exit(0)'", "true");
    let parts: Vec<&str> = script.split(['&', ';', '|']).map(str::trim).filter(|part| !part.is_empty()).collect();
    if FETCH.is_match(script) || NETWORK.is_match(script) {
        return Some((Severity::High, "reaches the network"));
    }
    if EXECUTION.is_match(script) {
        return Some((Severity::High, "runs code that stands in no file"));
    }
    if parts.iter().all(|part| HARMLESS.is_match(part)) {
        return None;
    }
    let folder = manifest.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let read = |word: &str| {
        let word = word.trim_start_matches("./");
        let path = if folder.is_empty() { word.to_owned() } else { format!("{folder}/{word}") };
        let named = [path.clone(), format!("{path}.js"), format!("{path}/index.js")];
        project.source.iter().chain(&project.other).find(|file| named.contains(&file.path))
    };
    let files = parts.iter().flat_map(|part| part.split_whitespace()).filter_map(read);
    let worst = files.map(|file| of_source(&file.text)).max_by_key(|(severity, _)| *severity);
    Some(worst.unwrap_or((Severity::Medium, "is not here to be read")))
}

fn of_source(text: &str) -> Judged {
    // A hook may be a script of a shell.
    let is_shell = text.starts_with("#!") && !text.lines().next().unwrap_or_default().contains("node");
    let reaches = NETWORK.is_match(text) || is_shell && FETCH.is_match(text);
    match (reaches, EXECUTION.is_match(text), EVERYTHING.is_match(text)) {
        (true, _, true) => (Severity::High, "reads the whole environment and reaches the network"),
        (true, true, _) => (Severity::High, "reaches the network and starts programs"),
        (true, false, _) => (Severity::Medium, "reaches the network"),
        (false, true, _) => (Severity::Medium, "starts programs"),
        (false, false, _) => (Severity::Low, "works on files"),
    }
}

/// `setup.py` is a program: what it does beside `setup()` it does on the user's machine.
fn setup(file: &SourceFile) -> Option<Finding> {
    let code = without_comments(&file.text, "#");
    let (severity, does) = match (NETWORK.find(&code), EXECUTION.find(&code)) {
        (Some(_), Some(_)) => (Severity::High, "reaches the network and starts programs"),
        (Some(_), None) => (Severity::High, "reaches the network"),
        // Asking `git` for the version, and reading it from a file, are old customs.
        (None, Some(found)) if is_custom(&code, found.as_str()) => return None,
        (None, Some(_)) => (Severity::Medium, "starts programs or runs texts"),
        (None, None) => return None,
    };
    let found = NETWORK.find(&code).or_else(|| EXECUTION.find(&code))?;
    let finding = INSTALL_HOOK.found(format!("`setup.py` {does} at installation")).as_bad_as(severity);
    Some(finding.showing(line(&code, found.start())).at(place::span(file, found.range())))
}

fn is_custom(code: &str, found: &str) -> bool {
    let reads_version = found.starts_with("exec") && code.contains("version");
    let asks_git = found == "subprocess" && (code.contains("\"git\"") || code.contains("'git'"));
    reads_version || asks_git
}

/// `build.rs` may start compilers; it has no business on the network or in a shell.
fn build(file: &SourceFile) -> Option<Finding> {
    static SHELL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"Command::new\(\s*"(?:curl|wget|sh|bash|zsh|cmd|powershell|pwsh|python3?|node)""#)
            .expect("it is one")
    });
    let code = without_comments(&file.text, "//");
    let network = NETWORK.find(&code).map(|found| (found, Severity::High, "reaches the network"));
    let shell = || SHELL.find(&code).map(|found| (found, Severity::Medium, "starts a shell or an interpreter"));
    let fetches = || {
        SHELL
            .find(&code)
            .filter(|found| found.as_str().contains("curl") || found.as_str().contains("wget"))
            .map(|found| (found, Severity::High, "reaches the network"))
    };
    let (found, severity, does) = network.or_else(fetches).or_else(shell)?;
    let finding = INSTALL_HOOK.found(format!("`{}` {does} when it is built", file.path)).as_bad_as(severity);
    Some(finding.showing(line(&code, found.start())).at(place::span(file, found.range())))
}

/// Comments become spaces, so that places stay right.
fn without_comments(text: &str, sign: &str) -> String {
    let plain = |line: &str| match line.find(sign) {
        Some(at) if line[..at].trim().is_empty() => " ".repeat(line.len()),
        _ => line.to_owned(),
    };
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

fn line(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
