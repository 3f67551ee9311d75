//! Reads a trace file back, bounded, with the line's number in every error.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufRead, Read as _};
use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_model::{Case, Fault, Frame, OtherServer, Played, SessionEnd, SessionStart, TRACE_VERSION, Trace, Verdict};
use serde::Deserialize;

use super::line::{CaseLine, EndLine, Header, Line, OwnEndLine, OwnLine, Owner, Tail};
use super::{StoredTrace, TraceFileError, TraceOf};

/// How much of a trace file is read at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of one line.
    pub line_bytes_max: u64,
    /// Bytes of all lines.
    pub file_bytes_max: u64,
}

impl Default for Limits {
    /// A frame may be large, and JSON makes up to six bytes of one.
    fn default() -> Self {
        Self { line_bytes_max: 512 << 20, file_bytes_max: 4 << 30 }
    }
}

/// Reads a trace file within the usual limits.
///
/// # Errors
/// [`TraceFileError`] names the line.
pub fn read(input: impl BufRead) -> Result<StoredTrace, TraceFileError> {
    read_within(input, Limits::default())
}

/// Reads a trace file within limits.
///
/// # Errors
/// [`TraceFileError`] names the line.
pub fn read_within(input: impl BufRead, limits: Limits) -> Result<StoredTrace, TraceFileError> {
    let mut lines = Lines { input, limits, line: 0, bytes: 0, buffer: Vec::new() };
    let header = read_header(&mut lines)?;
    let mut file = File::new(header);
    while let Some((number, line)) = lines.next()? {
        match serde_json::from_slice::<Line<'_>>(line) {
            Ok(line) => file.take(number, line)?,
            Err(_) if lines.is_cut() => file.stored.cut = Some(format!("the file ends in the middle of line {number}")),
            Err(error) => return Err(malformed(number, &error)),
        }
    }
    Ok(file.finish())
}

/// Does a trace file begin here, of whatever version?
pub fn is_trace(input: impl BufRead) -> bool {
    let limits = Limits { line_bytes_max: 64 << 10, file_bytes_max: 64 << 10 };
    let mut lines = Lines { input, limits, line: 0, bytes: 0, buffer: Vec::new() };
    !matches!(
        read_header(&mut lines),
        Err(TraceFileError::NotATrace
            | TraceFileError::Read { .. }
            | TraceFileError::LineTooLong { .. }
            | TraceFileError::FileTooLong { .. })
    )
}

fn malformed(line: u64, error: &serde_json::Error) -> TraceFileError {
    // The parser counts lines, too, and every line of ours is its line 1.
    let words = error.to_string();
    let problem = words.split(" at line 1 ").next().unwrap_or_default().to_owned();
    // What is wrong with a whole line has no column.
    let column = if error.column() > 0 { format!(" (column {})", error.column()) } else { String::new() };
    TraceFileError::Line { line, problem: format!("{problem}{column}") }
}

fn read_header(lines: &mut Lines<impl BufRead>) -> Result<Header, TraceFileError> {
    /// What says whether the rest can be understood: older and newer headers have it, too.
    #[derive(Deserialize)]
    struct Start {
        format: String,
        version: u32,
    }
    let Some((number, line)) = lines.next()? else { return Err(TraceFileError::NotATrace) };
    let Ok(start) = serde_json::from_slice::<Start>(line) else { return Err(TraceFileError::NotATrace) };
    match serde_json::from_slice::<Line<'_>>(line) {
        _ if start.format != super::line::FORMAT => Err(TraceFileError::NotATrace),
        _ if start.version > TRACE_VERSION => Err(TraceFileError::Version { found: start.version }),
        Ok(Line::Header(header)) => Ok(header.into_owned()),
        Ok(_) => Err(TraceFileError::NotATrace),
        Err(error) => Err(malformed(number, &error)),
    }
}

/// The lines of a file, one at a time.
struct Lines<R> {
    input: R,
    limits: Limits,
    line: u64,
    bytes: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Has the line that was read last no end?
    fn is_cut(&self) -> bool {
        !self.buffer.ends_with(b"\n")
    }

    /// The next line that is not blank, with its number.
    fn next(&mut self) -> Result<Option<(u64, &[u8])>, TraceFileError> {
        loop {
            self.line += 1;
            self.buffer.clear();
            let line = self.line;
            // One byte more than allowed tells "too long" from "just fits".
            let mut bounded = (&mut self.input).take(self.limits.line_bytes_max + 1);
            let read = bounded.read_until(b'\n', &mut self.buffer);
            let read = read.map_err(|source| TraceFileError::Read { line, source })? as u64;
            self.bytes += read;
            if read > self.limits.line_bytes_max {
                return Err(TraceFileError::LineTooLong { line, bytes_max: self.limits.line_bytes_max });
            }
            if self.bytes > self.limits.file_bytes_max {
                return Err(TraceFileError::FileTooLong { line, bytes_max: self.limits.file_bytes_max });
            }
            if read == 0 {
                return Ok(None);
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(Some((line, self.buffer.trim_ascii())));
            }
        }
    }
}

/// What was read so far. Attempts may be interleaved: each line says to which it belongs.
struct File {
    stored: StoredTrace,
    facts: BTreeMap<u64, Arc<ServerFacts>>,
    offers: BTreeMap<u64, Arc<Offer>>,
    open: BTreeMap<Owner, Open>,
    /// Has the last line of a suite's file come?
    is_done: bool,
}

/// A trace whose end has not come yet.
struct Open {
    line: u64,
    of: Of,
    trace: Trace,
}

enum Of {
    Case(Arc<Case>),
    Session(String),
}

impl File {
    fn new(header: Header) -> Self {
        let stored = StoredTrace { header, sessions: Vec::new(), played: Vec::new(), ends: Vec::new(), cut: None };
        Self { stored, facts: BTreeMap::new(), offers: BTreeMap::new(), open: BTreeMap::new(), is_done: false }
    }

    fn take(&mut self, at: u64, line: Line<'_>) -> Result<(), TraceFileError> {
        match line {
            Line::Header(_) => return Err(wrong(at, "a second header")),
            Line::Server(server) => {
                self.facts.insert(server.number, Arc::new(server.facts.into_owned()));
            }
            Line::Offer(offer) => {
                self.offers.insert(offer.number, Arc::new(offer.offer.into_owned()));
            }
            Line::Session(session) => {
                let offer = self.offer(at, session.offer)?;
                self.stored.sessions.push(SessionStart { offer, ..session.start.into_owned() });
            }
            Line::Case(case) => self.begin_case(at, case)?,
            Line::Own(own) => self.begin_own(at, own)?,
            Line::Frame(line) => self.frame(at, &line.owner, line.frame.into_owned())?,
            Line::Call(line) => self.trace(at, &line.owner)?.calls.push(line.call.into_owned()),
            Line::End(end) => self.end_case(at, end)?,
            Line::OwnEnd(end) => self.end_own(at, end)?,
            Line::Done(done) => {
                check_count(at, "attempt", self.stored.played.len(), done.attempts)?;
                self.is_done = true;
            }
        }
        Ok(())
    }

    fn begin_case(&mut self, at: u64, line: CaseLine<'_>) -> Result<(), TraceFileError> {
        let full_client_tools = line.full_client_tools.map(|names| names.into_owned().into());
        let mut trace = Trace { full_client_tools, ..self.new_trace(at, line.server, line.offer)? };
        for other in line.others {
            let of = self.new_trace(at, other.server, other.offer)?;
            trace.others.push(OtherServer { name: other.name.into_owned(), facts: of.server, offer: of.offer });
        }
        let case = Arc::new(line.definition.into_owned());
        self.begin(line.owner.into_owned(), Open { line: at, of: Of::Case(case), trace })
    }

    fn begin_own(&mut self, at: u64, line: OwnLine<'_>) -> Result<(), TraceFileError> {
        let trace = self.new_trace(at, line.server, line.offer)?;
        let server = line.name.into_owned();
        self.begin(line.owner.into_owned(), Open { line: at, of: Of::Session(server), trace })
    }

    fn begin(&mut self, owner: Owner, open: Open) -> Result<(), TraceFileError> {
        if self.open.contains_key(&owner) {
            return Err(wrong(open.line, &format!("{owner} begins again before its end")));
        }
        self.open.insert(owner, open);
        Ok(())
    }

    fn new_trace(&self, at: u64, server: Option<u64>, offer: u64) -> Result<Trace, TraceFileError> {
        let facts = |number| {
            let known = self.facts.get(&number);
            known.cloned().ok_or_else(|| wrong(at, &format!("there is no server {number} above")))
        };
        Ok(Trace { server: server.map(facts).transpose()?, offer: self.offer(at, offer)?, ..Trace::default() })
    }

    fn offer(&self, at: u64, number: u64) -> Result<Arc<Offer>, TraceFileError> {
        let known = self.offers.get(&number);
        known.cloned().ok_or_else(|| wrong(at, &format!("there is no offer {number} above")))
    }

    fn trace(&mut self, at: u64, owner: &Owner) -> Result<&mut Trace, TraceFileError> {
        let open = self.open.get_mut(owner);
        Ok(&mut open.ok_or_else(|| wrong(at, &format!("{owner} has not begun")))?.trace)
    }

    fn frame(&mut self, at: u64, owner: &Owner, frame: Frame) -> Result<(), TraceFileError> {
        let trace = self.trace(at, owner)?;
        if trace.frames.last().is_some_and(|last| last.seq >= frame.seq) {
            return Err(wrong(at, &format!("the frames of {owner} are not in the order of their numbers")));
        }
        if frame.server >= trace.servers() {
            return Err(wrong(at, &format!("there is no server {} in {owner}", frame.server)));
        }
        trace.frames.push(frame);
        Ok(())
    }

    /// Takes a finished trace out.
    fn close(&mut self, at: u64, owner: &Owner, tail: Tail<'_>) -> Result<(Of, Trace), TraceFileError> {
        let open = self.open.remove(owner).ok_or_else(|| wrong(at, &format!("{owner} has not begun")))?;
        let mut trace = open.trace;
        check_count(at, "frame", trace.frames.len(), tail.frames)?;
        check_count(at, "call", trace.calls.len(), tail.calls)?;
        trace.stderr_tail = tail.stderr_tail.into_owned();
        trace.process_end = tail.process_end.map(Cow::into_owned);
        trace.frames_not_kept = tail.frames_not_kept;
        trace.messages_not_kept = tail.messages_not_kept;
        Ok((open.of, trace))
    }

    fn end_case(&mut self, at: u64, line: EndLine<'_>) -> Result<(), TraceFileError> {
        let (of, trace) = self.close(at, &line.owner, line.tail)?;
        let Of::Case(case) = of else { return Err(wrong(at, "a session's own trace has no verdict")) };
        self.stored.played.push(Played {
            case,
            session: line.owner.session,
            repetition: line.owner.repetition.unwrap_or(1),
            attempt: line.owner.attempt.unwrap_or(1),
            trace: Arc::new(trace),
            verdict: line.verdict.into_owned(),
        });
        Ok(())
    }

    fn end_own(&mut self, at: u64, line: OwnEndLine<'_>) -> Result<(), TraceFileError> {
        let (of, trace) = self.close(at, &line.owner, line.tail)?;
        let Of::Session(server) = of else { return Err(wrong(at, "an attempt at a case ends with its verdict")) };
        let session = line.owner.session;
        let violations = line.violations.into_owned();
        self.stored.ends.push(SessionEnd { session, server, trace: Arc::new(trace), violations, covered: None });
        Ok(())
    }

    fn finish(mut self) -> StoredTrace {
        let mut open: Vec<(Owner, Open)> = std::mem::take(&mut self.open).into_iter().collect();
        open.sort_by_key(|(_, open)| open.line);
        let is_whole = match self.stored.header.of {
            TraceOf::Suite(_) => self.is_done,
            TraceOf::Session(_) => !self.stored.ends.is_empty(),
        };
        if !is_whole && self.stored.cut.is_none() {
            self.stored.cut = Some("the file lacks its last line".to_owned());
        }
        if let Some((owner, open)) = open.first() {
            self.stored.cut =
                Some(format!("the file ends in the middle of {owner}, which begins at line {}", open.line));
        }
        for (owner, open) in open {
            self.keep_unfinished(&owner, open);
        }
        self.stored
    }

    fn keep_unfinished(&mut self, owner: &Owner, open: Open) {
        let (session, trace) = (owner.session, Arc::new(open.trace));
        match open.of {
            Of::Case(case) => self.stored.played.push(Played {
                case,
                session,
                repetition: owner.repetition.unwrap_or(1),
                attempt: owner.attempt.unwrap_or(1),
                trace,
                verdict: Verdict::Errored(Fault::Cancelled),
            }),
            Of::Session(server) => {
                self.stored.ends.push(SessionEnd { session, server, trace, violations: Vec::new(), covered: None });
            }
        }
    }
}

fn wrong(line: u64, problem: &str) -> TraceFileError {
    TraceFileError::Line { line, problem: problem.to_owned() }
}

fn check_count(at: u64, noun: &str, found: usize, said: u64) -> Result<(), TraceFileError> {
    if found as u64 == said {
        return Ok(());
    }
    Err(wrong(at, &format!("{found} {noun} lines came before it, and it says that there were {said}")))
}
