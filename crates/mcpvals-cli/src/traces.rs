//! `--trace DIR`: one file for each suite, and one for each session's own frames.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use mcpvals_model::{CaseId, Event, Played, Report, SessionEnd, SessionStart, SuiteName};
use mcpvals_report::trace_file::{Header, StoredTrace, TraceOf, Writer};

use crate::exit::{Exit, Failure};

/// Writes the frames as they come; nothing of them is kept in memory.
pub(crate) struct Traces {
    folder: PathBuf,
    started_at: String,
    config: String,
    sessions: BTreeMap<u64, SessionStart>,
    suites: Vec<SuiteName>,
    files: BTreeMap<String, TraceFile>,
    /// The first problem; later events are not tried.
    problem: Option<Failure>,
}

/// One open file.
struct TraceFile {
    writer: Writer,
    out: BufWriter<File>,
    /// Sessions that the file has told of.
    told: Vec<u64>,
}

impl Traces {
    /// Makes the folder.
    ///
    /// # Errors
    /// Usage, if it cannot be made.
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::usage(format!("cannot make the folder `{}`: {error}", folder.display())))?;
        Ok(Self {
            folder: folder.to_path_buf(),
            started_at: String::new(),
            config: String::new(),
            sessions: BTreeMap::new(),
            suites: Vec::new(),
            files: BTreeMap::new(),
            problem: None,
        })
    }

    /// Removes the trace files of an earlier run, and nothing else.
    ///
    /// # Errors
    /// Usage, if one cannot be removed.
    pub(crate) fn clear(folder: &Path) -> Result<(), Failure> {
        let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        for path in paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl") && is_trace(path)) {
            fs::remove_file(&path)
                .map_err(|error| Failure::usage(format!("cannot remove `{}`: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Writes what the event has of frames.
    pub(crate) fn take(&mut self, event: &Event) {
        if self.problem.is_some() {
            return;
        }
        let written = match event {
            Event::RunStarted(start) => {
                self.started_at.clone_from(&start.started_at);
                self.config.clone_from(&start.config);
                self.suites = start.suites.iter().map(|suite| suite.name.clone()).collect();
                Ok(())
            }
            Event::SessionStarted(start) => {
                self.sessions.insert(start.session, start.clone());
                Ok(())
            }
            Event::CasePlayed(played) => self.played(played),
            Event::SessionFinished(end) => self.ended(end),
            Event::CaseStarted(_) | Event::CaseFinished(_) | Event::Noted(_) | Event::RunFinished(_) => Ok(()),
        };
        self.problem = written.err();
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// Where anything could not be written: a trace that lacks frames must not pass for a whole one.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        for mut file in self.files.into_values() {
            let last = file.writer.done_line();
            file.out
                .write_all(last.as_bytes())
                .and_then(|()| file.out.flush())
                .map_err(|error| cannot_write(&self.folder, &error))?;
        }
        Ok(())
    }

    fn played(&mut self, played: &Played) -> Result<(), Failure> {
        let suite = self.suite_of(&played.case.id);
        let name = slug(suite.as_str());
        let is_told = self.files.get(&name).is_some_and(|file| file.told.contains(&played.session));
        let news = if is_told { None } else { self.sessions.get(&played.session).cloned() };
        let file = self.file(&name, TraceOf::Suite(suite))?;
        let mut lines = String::new();
        if let Some(start) = news {
            file.told.push(start.session);
            lines += &file.writer.session_lines(&start);
        }
        lines += &file.writer.case_lines(played);
        // What is finished is on the disk, whatever becomes of the rest.
        file.out
            .write_all(lines.as_bytes())
            .and_then(|()| file.out.flush())
            .map_err(|error| cannot_write(&self.folder, &error))
    }

    fn ended(&mut self, end: &SessionEnd) -> Result<(), Failure> {
        let start = self.sessions.get(&end.session).cloned();
        let name = format!("session-{}", end.session);
        let file = self.file(&name, TraceOf::Session(end.session))?;
        let mut lines = start.map(|start| file.writer.session_lines(&start)).unwrap_or_default();
        lines += &file.writer.end_lines(end);
        file.out
            .write_all(lines.as_bytes())
            .and_then(|()| file.out.flush())
            .map_err(|error| cannot_write(&self.folder, &error))?;
        self.files.remove(&name);
        Ok(())
    }

    /// A suite's name may hold a slash, so the id alone does not tell where it ends.
    fn suite_of(&self, id: &CaseId) -> SuiteName {
        let is_prefix =
            |suite: &&SuiteName| id.as_str().strip_prefix(suite.as_str()).is_some_and(|rest| rest.starts_with('/'));
        let longest = self.suites.iter().filter(is_prefix).max_by_key(|suite| suite.as_str().len());
        longest.cloned().unwrap_or_else(|| SuiteName::new("suite"))
    }

    fn file(&mut self, name: &str, of: TraceOf) -> Result<&mut TraceFile, Failure> {
        if !self.files.contains_key(name) {
            let path = self.folder.join(format!("{name}.jsonl"));
            let opened = File::create(&path).map_err(|error| cannot_write(&path, &error))?;
            let mut out = BufWriter::new(opened);
            let (writer, line) = Writer::begin(Header::new(&self.started_at, &self.config, of));
            out.write_all(line.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
            self.files.insert(name.to_owned(), TraceFile { writer, out, told: Vec::new() });
        }
        self.files.get_mut(name).ok_or_else(|| Failure::new(Exit::Internal, "a trace file was lost"))
    }
}

/// The traces of a run that are in the folder, by name. What cannot be read is left out: the page does without.
pub(crate) fn of_run(folder: &Path, report: &Report) -> Vec<StoredTrace> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let traces = paths.iter().filter(|path| is_trace(path)).filter_map(|path| {
        let stored = mcpvals_report::trace_file::read(BufReader::new(File::open(path).ok()?)).ok()?;
        (stored.header.started_at == report.run.started_at).then_some(stored)
    });
    traces.collect()
}

/// Does the file begin with the header of a trace?
fn is_trace(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file && File::open(path).is_ok_and(|file| mcpvals_report::trace_file::is_trace(BufReader::new(file)))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::unwritten(&format!("the trace to `{}`", path.display()), error)
}

/// A file name that every system takes, still readable; a hash keeps different names apart.
fn slug(name: &str) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).take(60).collect();
    if plain == name {
        return plain;
    }
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    format!("{plain}-{:08x}", hasher.finish() & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn different_suites_get_different_files() {
        assert_eq!(slug("tools"), "tools");
        assert_ne!(slug("a b"), slug("a-b"));
        assert!(!slug("../../etc/passwd").contains(['/', '.']));
    }
}
