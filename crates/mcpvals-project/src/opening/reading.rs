//! Files become texts of the right kind, within limits.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use mcpvals_model::{LeftOut, SourceFile};

use super::OpenOptions;
use super::sorting::{Role, is_lock, role, unwritten};
use super::walk::Walked;
use crate::Kind;

/// So many files are named that were left out for one reason; the others are counted.
const TOLD_MAX: usize = 20;
/// Lock files may be so many times as long as others.
const LOCK_TIMES: u64 = 16;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) source: Vec<SourceFile>,
    pub(super) tests: Vec<SourceFile>,
    pub(super) documents: Vec<SourceFile>,
    pub(super) other: Vec<SourceFile>,
    pub(super) left_out: Vec<LeftOut>,
    /// Of code that was too long, or minified.
    pub(super) unread_code_bytes: u64,
}

/// One pass over a folder's files.
struct Reading<'a> {
    root: &'a Path,
    kind: Kind,
    options: &'a OpenOptions,
    bytes: u64,
    files: usize,
    read: Read,
    built: Vec<SourceFile>,
    side: Vec<SourceFile>,
    unread_built_bytes: u64,
    /// By reason.
    unread: BTreeMap<String, Vec<String>>,
}

/// Reads what was found, in order.
pub(super) fn read(root: &Path, walked: Walked, kind: Kind, options: &OpenOptions) -> Read {
    let mut reading = Reading {
        root,
        kind,
        options,
        bytes: 0,
        files: 0,
        read: Read { left_out: walked.left_out, ..Read::default() },
        built: Vec::new(),
        side: Vec::new(),
        unread_built_bytes: 0,
        unread: BTreeMap::new(),
    };
    for file in walked.files {
        reading.file(file);
    }
    reading.settle()
}

impl Reading<'_> {
    fn file(&mut self, path: String) {
        let role = match self.kind {
            Kind::File => Role::Source,
            _ => role(&path),
        };
        if let Role::LeftOut(reason) = role {
            return self.leave(reason, path);
        }
        let text = match self.text(&path) {
            Ok(text) => text,
            Err(reason) => return self.leave_code(role, reason, path),
        };
        let is_source = matches!(role, Role::Source | Role::Built);
        if let Some(reason) = is_source.then(|| unwritten(&text)).flatten() {
            return self.leave_code(role, reason, path);
        }
        self.bytes += text.len() as u64;
        self.files += 1;
        let file = SourceFile { path, text };
        match role {
            Role::Source => self.read.source.push(file),
            Role::Built => self.built.push(file),
            Role::Side => self.side.push(file),
            Role::Test => self.read.tests.push(file),
            Role::Document => self.document(file),
            Role::Other | Role::LeftOut(_) => self.read.other.push(file),
        }
    }

    /// A Python package's metadata are a manifest, and its README.
    fn document(&mut self, file: SourceFile) {
        let Some(end) = file.path.ends_with(".dist-info/METADATA").then(|| file.text.find("\n\n")).flatten() else {
            return self.read.documents.push(file);
        };
        let (head, body) = file.text.split_at(end);
        // Empty lines instead of the head, so that places stay right.
        let body = SourceFile { path: file.path.clone(), text: "\n".repeat(head.matches('\n').count()) + body };
        self.read.documents.push(body);
        self.read.other.push(SourceFile { path: file.path.clone(), text: format!("{head}\n\n") });
    }

    fn text(&self, path: &str) -> Result<String, &'static str> {
        let max = self.options.file_bytes_max * if is_lock(path) { LOCK_TIMES } else { 1 };
        if self.files >= self.options.files_max || self.bytes >= self.options.bytes_max {
            return Err("there is too much to read");
        }
        let place = self.root.join(path);
        // What is listed may be a link, or a pipe that never ends.
        let is_file = std::fs::symlink_metadata(&place).is_ok_and(|facts| facts.is_file());
        let real = place.canonicalize().map_err(|_| "cannot be read")?;
        if !is_file || !real.starts_with(self.root) {
            return Err("no file of its own");
        }
        let file = std::fs::File::open(real).map_err(|_| "cannot be read")?;
        let mut bytes = Vec::new();
        file.take(max + 1).read_to_end(&mut bytes).map_err(|_| "cannot be read")?;
        if bytes.len() as u64 > max {
            return Err("too long");
        }
        if bytes.contains(&0) {
            return Err("binary");
        }
        String::from_utf8(bytes).map_err(|_| "no UTF-8 text")
    }

    /// Leaves a file out, and counts what of the server's own code nobody has read by that.
    fn leave_code(&mut self, role: Role, reason: &'static str, path: String) {
        let is_hidden = ["too long", "minified", "there is too much to read"].contains(&reason);
        let bytes = || std::fs::metadata(self.root.join(&path)).map_or(0, |facts| facts.len());
        match role {
            Role::Source if is_hidden => self.read.unread_code_bytes += bytes(),
            Role::Built if is_hidden => self.unread_built_bytes += bytes(),
            _ => {}
        }
        self.leave(reason, path);
    }

    fn leave(&mut self, reason: &str, path: String) {
        self.unread.entry(reason.to_owned()).or_default().push(path);
    }

    /// What was built counts where its source is not here; what works beside where there is nothing else at all.
    fn settle(mut self) -> Read {
        // What was built from source that is here says nothing new.
        let own: usize = self.read.source.iter().map(|file| file.text.len()).sum();
        if (own as u64) * 2 < self.unread_built_bytes {
            self.read.unread_code_bytes += self.unread_built_bytes;
        }
        for file in self.doubles() {
            self.leave("built from source that is here", file);
        }
        self.read.source.append(&mut self.built);
        if self.read.source.is_empty() {
            self.read.source.append(&mut self.side);
        }
        self.read.other.append(&mut self.side);
        self.read.source.sort_by(|a, b| a.path.cmp(&b.path));
        self.read.other.sort_by(|a, b| a.path.cmp(&b.path));
        self.read.documents.sort_by(|a, b| rank(&a.path).cmp(&rank(&b.path)));
        for (reason, paths) in self.unread {
            let more = paths.len().saturating_sub(TOLD_MAX);
            let told = paths.into_iter().take(TOLD_MAX);
            self.read.left_out.extend(told.map(|name| LeftOut { name, reason: reason.clone() }));
            if more > 0 {
                self.read.left_out.push(LeftOut { name: format!("{more} more files"), reason });
            }
        }
        self.read
    }

    /// Built files that say again what their source here says: all beside TypeScript; beside scripts, those in folders that
    /// only builds write, unless the scripts are a few lines that start what was built.
    fn doubles(&mut self) -> Vec<String> {
        let is_any = |file: &SourceFile, ends: &[&str]| ends.iter().any(|end| file.path.ends_with(end));
        let has_types = self.read.source.iter().any(|file| is_any(file, &[".ts", ".tsx", ".mts", ".cts"]));
        let is_script = |file: &&SourceFile| is_any(file, &[".js", ".mjs", ".cjs"]);
        let bytes = |files: &[SourceFile]| files.iter().filter(is_script).map(|file| file.text.len()).sum::<usize>();
        let starts_only = bytes(&self.read.source) * 2 < bytes(&self.built);
        let is_double = |file: &SourceFile| {
            let in_output = file.path.split('/').any(|folder| ["dist", "build", "out"].contains(&folder));
            has_types || in_output && !starts_only
        };
        let (doubles, own) = std::mem::take(&mut self.built).into_iter().partition(is_double);
        self.built = own;
        let doubles: Vec<SourceFile> = doubles;
        doubles.into_iter().map(|file| file.path).collect()
    }
}

/// README first, the one at the top before others.
fn rank(path: &str) -> (usize, usize, &str) {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let is_first = name.eq_ignore_ascii_case("readme.md") || name == "METADATA";
    let is_read_me = name.to_lowercase().starts_with("readme");
    (
        if is_first {
            0
        } else if is_read_me {
            1
        } else {
            2
        },
        if is_first || is_read_me { path.matches('/').count() } else { 0 },
        path,
    )
}
