//! One name for what several modules call differently.

use std::rc::Rc;

/// What stands before the name of a module without meaning.
const PREFIXES: [(&str, &str); 16] = [
    ("fs.promises", "fs"),
    ("fs-extra", "fs"),
    ("graceful-fs", "fs"),
    ("std.fs", "fs"),
    ("tokio.fs", "fs"),
    ("std.process.Command", "process.Command"),
    ("tokio.process.Command", "process.Command"),
    ("async_process.Command", "process.Command"),
    ("std.process", "process"),
    ("tokio.process", "process"),
    ("std.path", "std.path"),
    ("std.env", "std.env"),
    ("node-fetch", "fetch"),
    ("cross-fetch", "fetch"),
    ("builtins", ""),
    ("aiofiles.open", "open"),
];

/// `node:fs/promises` as `fs`, `std::process::Command` as `process.Command`.
pub(crate) fn canonical(module: &str) -> String {
    let plain = module.strip_prefix("node:").unwrap_or(module);
    let dotted = if plain.contains("github.com") || plain.contains("golang.org") {
        plain.replace(['/', ':'], ".")
    } else {
        plain.trim_start_matches("crate.").replace('/', ".")
    };
    let dotted = dotted.trim_end_matches(".default");
    for (from, to) in PREFIXES {
        if let Some(rest) = dotted.strip_prefix(from)
            && (rest.is_empty() || rest.starts_with('.'))
        {
            return format!("{to}{rest}").trim_start_matches('.').to_owned();
        }
    }
    dotted.to_owned()
}

/// The member of something that has a name.
pub(crate) fn member_path(path: &str, name: &str) -> Rc<str> {
    if name == "default" {
        return Rc::from(path);
    }
    if path == "fs" && name == "promises" {
        return Rc::from("fs");
    }
    // What every file knows by its own name.
    if matches!(path, "globalThis" | "global") {
        return Rc::from(name);
    }
    if path.len() > 160 {
        return Rc::from(name);
    }
    let joined = format!("{path}.{name}");
    match joined.as_str() {
        "std.fs" | "tokio.fs" => Rc::from("fs"),
        "std.process" | "tokio.process" => Rc::from("process"),
        _ => Rc::from(joined),
    }
}
