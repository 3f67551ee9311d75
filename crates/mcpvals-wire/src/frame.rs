//! Bytes of a child's stdout to frames: one message a line, and every way in which a server gets that wrong.
//!
//! Holds at most one frame's worth of bytes, whatever comes. Knows nothing of ids, sessions or time; the caller says
//! when it has been quiet for a while ([`Splitter::quiet`]) and when the stream has ended ([`Splitter::end`]).

use std::io::BufRead as _;
use std::sync::Arc;

use mcpvals_model::Anomaly;
use serde_json::Value;

use crate::json::{self, BYTE_ORDER_MARK, Nesting, Unreadable};

/// What is kept of a frame that is too long.
const KEPT_OF_TOO_LARGE: usize = 4 << 10;
/// How much is quoted of what stands beside a message on its line.
const SHOWN_CHARS: usize = 60;
/// The most lines that one message may be spread over.
const LINES_MAX: u32 = 10_000;

/// One frame, as [`Splitter`] found it.
#[derive(Debug)]
pub struct Piece {
    /// The bytes without the newline.
    pub bytes: Arc<[u8]>,
    /// The message, where it is one.
    pub message: Option<Arc<Value>>,
    /// What is odd about it.
    pub anomalies: Vec<Anomaly>,
}

/// Cuts a stream of bytes into frames: [`Splitter::feed`] what was read, [`Splitter::end`] when there is no more.
#[derive(Debug)]
pub struct Splitter {
    /// The beginning of a line whose newline has not come.
    partial: Vec<u8>,
    /// The rest of a line that was too long is thrown away.
    skipping: bool,
    /// A newline that still comes belongs to a message that was taken without it.
    newline_owed: bool,
    /// Lines that may be one message.
    joined: Option<Joined>,
    bytes_max: usize,
}

/// Lines that begin like a message and are not complete yet.
#[derive(Debug, Default)]
struct Joined {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    nesting: Nesting,
}

impl Splitter {
    /// Frames of at most so many bytes.
    pub fn new(bytes_max: usize) -> Self {
        Self { partial: Vec::new(), skipping: false, newline_owed: false, joined: None, bytes_max }
    }

    /// Takes what was read.
    pub fn feed(&mut self, mut chunk: &[u8], emit: &mut impl FnMut(Piece)) {
        while !chunk.is_empty() {
            let rest = chunk;
            let taken = chunk.skip_until(b'\n').unwrap_or(rest.len());
            let part = &rest[..taken];
            match part.strip_suffix(b"\n") {
                Some(end) => self.line_ends(end, emit),
                None => self.line_goes_on(part, emit),
            }
        }
    }

    fn line_ends(&mut self, end: &[u8], emit: &mut impl FnMut(Piece)) {
        if std::mem::take(&mut self.skipping) {
            return;
        }
        if self.partial.is_empty() {
            return self.line(end, emit);
        }
        self.partial.extend_from_slice(end);
        let line = std::mem::take(&mut self.partial);
        self.line(&line, emit);
    }

    fn line_goes_on(&mut self, part: &[u8], emit: &mut impl FnMut(Piece)) {
        if self.skipping {
            return;
        }
        self.partial.extend_from_slice(part);
        // A carriage return may belong to the newline that comes next.
        if without_return(&self.partial).len() > self.bytes_max {
            self.skipping = true;
            self.newline_owed = false;
            let line = std::mem::take(&mut self.partial);
            self.long_line(&line, emit);
        }
    }

    /// A line that is too long, as far as it was read: nothing before it can go on behind it.
    fn long_line(&mut self, line: &[u8], emit: &mut impl FnMut(Piece)) {
        if let Some(mut joined) = self.joined.take() {
            joined.give_up(emit);
        }
        emit(too_large(line));
    }

    /// A whole line.
    fn line(&mut self, line: &[u8], emit: &mut impl FnMut(Piece)) {
        let line = without_return(line);
        if std::mem::take(&mut self.newline_owed) && line.is_empty() {
            return;
        }
        if line.len() > self.bytes_max {
            return self.long_line(line, emit);
        }
        match self.joined.take() {
            None => self.fresh_line(line, emit),
            Some(joined) => self.further_line(joined, line, emit),
        }
    }

    fn fresh_line(&mut self, line: &[u8], emit: &mut impl FnMut(Piece)) {
        let (line, anomalies) = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (rest, vec![Anomaly::ByteOrderMark]),
            None => (line, Vec::new()),
        };
        match json::parse(line) {
            Ok(message) => emit(Piece::message(line, message, anomalies)),
            Err(Unreadable::Unfinished(_)) if !is_glued(line) => self.joined = Some(Joined::begin(line)),
            Err(why) => unreadable(line, why, anomalies, emit),
        }
    }

    /// Either the line completes what was begun, or it shows that what was begun is no message.
    fn further_line(&mut self, mut joined: Joined, line: &[u8], emit: &mut impl FnMut(Piece)) {
        if begins_anew(line) || joined.is_full(line, self.bytes_max) {
            joined.give_up(emit);
            return self.fresh_line(line, emit);
        }
        joined.add(line);
        if joined.nesting.depth > 0 {
            self.joined = Some(joined);
            return;
        }
        match joined.message() {
            Some(piece) => emit(piece),
            None => joined.give_up(emit),
        }
    }

    /// Is something held back that [`Splitter::quiet`] would release?
    pub fn holds(&self) -> bool {
        self.joined.is_some() || !self.partial.is_empty()
    }

    /// How many bytes are held back: for those who check that it is never more than two frames' worth.
    #[doc(hidden)]
    pub fn held_bytes(&self) -> usize {
        self.partial.len() + self.joined.as_ref().map_or(0, |joined| joined.bytes.len())
    }

    /// Nothing has come for a while: half a message will not be completed any more, and a whole one without a newline
    /// is one that its readers wait for in vain.
    pub fn quiet(&mut self, emit: &mut impl FnMut(Piece)) {
        if let Some(mut joined) = self.joined.take() {
            joined.give_up(emit);
        }
        if json::parse(&self.partial).is_ok_and(|value| value.is_object()) {
            emit(Piece::broken(&std::mem::take(&mut self.partial), vec![Anomaly::NewlineMissing]));
            self.newline_owed = true;
        }
    }

    /// The stream has ended.
    pub fn end(&mut self, emit: &mut impl FnMut(Piece)) {
        if let Some(mut joined) = self.joined.take() {
            joined.give_up(emit);
        }
        let rest = std::mem::take(&mut self.partial);
        if !rest.is_empty() {
            let message = json::parse(&rest).ok();
            match message.filter(Value::is_object) {
                Some(message) => emit(Piece::message(&rest, message, vec![Anomaly::NewlineMissing])),
                None => emit(Piece::broken(&rest, vec![Anomaly::CutOff])),
            }
        }
    }
}

impl Joined {
    fn begin(line: &[u8]) -> Self {
        let mut joined = Self::default();
        joined.add(line);
        joined
    }

    fn add(&mut self, line: &[u8]) {
        if !self.bytes.is_empty() {
            self.bytes.push(b'\n');
        }
        self.nesting.take_all(line);
        self.bytes.extend_from_slice(line);
        self.ends.push(self.bytes.len());
    }

    fn lines(&self) -> u32 {
        u32::try_from(self.ends.len()).unwrap_or(u32::MAX)
    }

    fn is_full(&self, line: &[u8], bytes_max: usize) -> bool {
        self.lines() >= LINES_MAX || self.bytes.len() + line.len() >= bytes_max
    }

    /// The lines as one message. A newline inside a string was put there by whoever wrapped the text: without it, the
    /// string is whole again.
    fn message(&self) -> Option<Piece> {
        let anomalies = vec![Anomaly::SplitOverLines { lines: self.lines() }];
        if let Ok(message) = json::parse(&self.bytes) {
            return Some(Piece::message(&self.bytes, message, anomalies));
        }
        let unwrapped: Vec<u8> = self.bytes.iter().copied().filter(|byte| *byte != b'\n').collect();
        let message = json::parse(&unwrapped).ok()?;
        Some(Piece::message(&unwrapped, message, anomalies))
    }

    /// They are no message: each line is what it is on its own.
    fn give_up(&mut self, emit: &mut impl FnMut(Piece)) {
        let mut start = 0;
        for end in self.ends.drain(..) {
            let line = self.bytes.get(start..end).unwrap_or_default();
            match json::parse(line) {
                Ok(message) => emit(Piece::message(line, message, Vec::new())),
                Err(why) => unreadable(line, why, Vec::new(), emit),
            }
            start = end + 1;
        }
    }
}

impl Piece {
    fn message(bytes: &[u8], message: Value, anomalies: Vec<Anomaly>) -> Self {
        Self { bytes: bytes.into(), message: Some(Arc::new(message)), anomalies }
    }

    fn broken(bytes: &[u8], anomalies: Vec<Anomaly>) -> Self {
        Self { bytes: bytes.into(), message: None, anomalies }
    }
}

/// A line that is not one message: perhaps a banner and a message, or two messages.
fn unreadable(line: &[u8], why: Unreadable, mut anomalies: Vec<Anomaly>, emit: &mut impl FnMut(Piece)) {
    match why {
        Unreadable::Broken(anomaly) | Unreadable::Unfinished(anomaly) => {
            if let Some(at) = glued_at(line) {
                return glued(line, at, anomalies, emit);
            }
            anomalies.push(anomaly);
            emit(Piece::broken(line, anomalies));
        }
        Unreadable::Trailing(end) => {
            let (first, rest) = line.split_at(end);
            trailing(first, rest.trim_ascii(), anomalies, emit);
        }
    }
}

/// `Ready{"jsonrpc"…`: a banner, and after it a message that a reader of lines loses with it.
fn glued(line: &[u8], at: usize, anomalies: Vec<Anomaly>, emit: &mut impl FnMut(Piece)) {
    let (banner, message) = line.split_at(at);
    let problem = "text before a message, without a newline between".to_owned();
    emit(Piece::broken(banner, [anomalies, vec![Anomaly::NotJson { problem }]].concat()));
    emit_or_blame(message, vec![shares(banner, "before it on the line")], emit);
}

/// `{"jsonrpc"…} done`, or two messages: a reader of lines loses both.
fn trailing(first: &[u8], rest: &[u8], anomalies: Vec<Anomaly>, emit: &mut impl FnMut(Piece)) {
    let parsed = json::parse(rest);
    if parsed.as_ref().is_ok_and(Value::is_object) {
        let other = |whence: &str| Anomaly::SharedLine { with: format!("another message {whence} it") };
        emit_or_blame(first, [anomalies, vec![other("after")]].concat(), emit);
        return emit_or_blame(rest, vec![other("before")], emit);
    }
    emit_or_blame(first, [anomalies, vec![shares(rest, "after it on the line")]].concat(), emit);
    let problem = "it follows a message on the same line".to_owned();
    emit(Piece::broken(rest, vec![Anomaly::NotJson { problem }]));
}

/// What stands beside a message.
fn shares(text: &[u8], place: &str) -> Anomaly {
    let shown: String = String::from_utf8_lossy(text).trim().chars().take(SHOWN_CHARS).collect();
    Anomaly::SharedLine { with: format!("`{shown}` {place}") }
}

fn emit_or_blame(part: &[u8], mut anomalies: Vec<Anomaly>, emit: &mut impl FnMut(Piece)) {
    match json::parse(part) {
        Ok(message) => emit(Piece::message(part, message, anomalies)),
        Err(Unreadable::Broken(anomaly) | Unreadable::Unfinished(anomaly)) => {
            // What is no message shares its line with none.
            anomalies.retain(|anomaly| !matches!(anomaly, Anomaly::SharedLine { .. }));
            anomalies.push(anomaly);
            emit(Piece::broken(part, anomalies));
        }
        Err(Unreadable::Trailing(_)) => {
            anomalies.push(Anomaly::NotJson { problem: "several messages on one line".to_owned() });
            emit(Piece::broken(part, anomalies));
        }
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn too_large(bytes: &[u8]) -> Piece {
    let kept = &bytes[..bytes.len().min(KEPT_OF_TOO_LARGE)];
    Piece::broken(kept, vec![Anomaly::TooLarge { bytes: bytes.len() as u64 }])
}

/// Where in the line a message begins, if text stands before it.
fn glued_at(line: &[u8]) -> Option<usize> {
    const BEGINNING: &[u8] = b"{\"jsonrpc\"";
    let head = &line[..line.len().min(64 << 10)];
    head.windows(BEGINNING.len()).position(|window| window == BEGINNING).filter(|at| *at > 0)
}

fn is_glued(line: &[u8]) -> bool {
    glued_at(line).is_some()
}

fn begins_anew(line: &[u8]) -> bool {
    line.starts_with(b"{\"jsonrpc\"")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Piece, Splitter};

    fn show(piece: &Piece) -> String {
        let text = String::from_utf8_lossy(&piece.bytes);
        let is = if piece.message.is_some() { "message" } else { "noise" };
        let anomalies: Vec<String> = piece.anomalies.iter().map(|anomaly| format!("{anomaly:?}")).collect();
        format!("{is} {text} {}", anomalies.join(" ")).trim().to_owned()
    }

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let (mut splitter, mut pieces) = (Splitter::new(1_000), Vec::new());
        let mut emit = |piece: Piece| pieces.push(show(&piece));
        for chunk in chunks {
            splitter.feed(chunk, &mut emit);
        }
        splitter.end(&mut emit);
        pieces
    }

    #[track_caller]
    fn check(stream: &str, want: &[&str]) {
        assert_eq!(split(&[stream.as_bytes()]), want);
    }

    #[test]
    fn lines_are_messages() {
        check("{\"a\":1}\n{\"b\":2}\r\n", &["message {\"a\":1}", "message {\"b\":2}"]);
    }

    #[test]
    fn message_may_come_in_pieces() {
        assert_eq!(split(&[b"{\"a\"", b":1}", b"\n{\"b", b"\":2}\n"]), ["message {\"a\":1}", "message {\"b\":2}"]);
    }

    #[test]
    fn noise_is_named() {
        check(
            "Listening\n\n{\"a\":1}\n",
            &[
                "noise Listening NotJson { problem: \"expected value at line 1 column 1\" }",
                "noise  NotJson { problem: \"an empty line\" }",
                "message {\"a\":1}",
            ],
        );
    }

    #[test]
    fn byte_order_mark_is_skipped_and_named() {
        check("\u{feff}{\"a\":1}\n", &["message {\"a\":1} ByteOrderMark"]);
    }

    #[test]
    fn pretty_printed_message_is_joined() {
        check(
            "{\n  \"a\": 1\n}\n{\"b\":2}\n",
            &["message {\n  \"a\": 1\n} SplitOverLines { lines: 3 }", "message {\"b\":2}"],
        );
    }

    #[test]
    fn newline_inside_a_string_is_taken_out() {
        check("{\"a\":\"b\nc\"}\n", &["message {\"a\":\"bc\"} SplitOverLines { lines: 2 }"]);
    }

    #[test]
    fn half_a_message_does_not_swallow_the_next() {
        check(
            "{\"jsonrpc\":\"2.0\",\"id\":\n{\"jsonrpc\":\"2.0\"}\n",
            &[
                "noise {\"jsonrpc\":\"2.0\",\"id\": NotJson { problem: \"EOF while parsing a value at line 1 column 22\" }",
                "message {\"jsonrpc\":\"2.0\"}",
            ],
        );
    }

    #[test]
    fn banner_without_newline_is_cut_off() {
        check(
            "Ready{\"jsonrpc\":\"2.0\"}\n",
            &[
                "noise Ready NotJson { problem: \"text before a message, without a newline between\" }",
                "message {\"jsonrpc\":\"2.0\"} SharedLine { with: \"`Ready` before it on the line\" }",
            ],
        );
    }

    #[test]
    fn two_messages_on_a_line_are_two() {
        check(
            "{\"a\":1}{\"b\":2}\n",
            &[
                "message {\"a\":1} SharedLine { with: \"another message after it\" }",
                "message {\"b\":2} SharedLine { with: \"another message before it\" }",
            ],
        );
    }

    #[test]
    fn words_after_a_message_are_noise_that_spoils_it() {
        check(
            "{\"a\":1} done\n",
            &[
                "message {\"a\":1} SharedLine { with: \"`done` after it on the line\" }",
                "noise done NotJson { problem: \"it follows a message on the same line\" }",
            ],
        );
    }

    #[test]
    fn end_in_the_middle_is_named() {
        check("{\"a\":", &["noise {\"a\": CutOff"]);
        check("{\"a\":1}\n12", &["message {\"a\":1}", "noise 12 CutOff"]);
    }

    #[test]
    fn whole_message_at_the_end_lacks_a_newline_only() {
        check("{\"a\":1}", &["message {\"a\":1} NewlineMissing"]);
    }

    #[test]
    fn endless_line_is_cut_and_the_next_is_read() {
        let stream = format!("{}\n{{\"a\":1}}\n", "x".repeat(5_000));
        let (first, second) = stream.split_at(1_500);
        let got = split(&[first.as_bytes(), second.as_bytes()]);
        assert!(got[0].ends_with("TooLarge { bytes: 1500 }"), "{}", got[0]);
        assert_eq!(got[1..], ["message {\"a\":1}"]);
    }

    #[test]
    fn long_line_comes_after_what_was_before_it() {
        let long = "x".repeat(1_001);
        let got = split(&[b"{\n", long.as_bytes(), b"\n}\n"]);
        assert_eq!(got.len(), 3, "{got:?}");
        assert!(got[0].starts_with("noise { NotJson"), "{got:?}");
        assert!(got[1].ends_with("TooLarge { bytes: 1001 }"), "{got:?}");
        assert_eq!(split(&[format!("{{\n{long}\n}}\n").as_bytes()]), got);
    }

    #[test]
    fn carriage_return_at_the_end_of_a_chunk_makes_no_line_too_long() {
        let line = format!("{{\"a\":\"{}\"}}", "x".repeat(992));
        assert_eq!(line.len(), 1_000);
        let want = [format!("message {line}")];
        assert_eq!(split(&[format!("{line}\r").as_bytes(), b"\n"]), want);
        assert_eq!(split(&[format!("{line}\r\n").as_bytes()]), want);
    }

    #[test]
    fn newline_that_is_owed_is_not_owed_after_a_long_line() {
        let (mut splitter, mut pieces) = (Splitter::new(1_000), Vec::new());
        splitter.feed(b"{\"a\":1}", &mut |_| {});
        splitter.quiet(&mut |_| {});
        splitter.feed("x".repeat(1_001).as_bytes(), &mut |_| {});
        splitter.feed(b"\n\n", &mut |piece| pieces.push(show(&piece)));
        assert_eq!(pieces, ["noise  NotJson { problem: \"an empty line\" }"]);
    }

    #[test]
    fn message_without_newline_is_given_up_when_it_is_quiet() {
        let (mut splitter, mut pieces) = (Splitter::new(1_000), Vec::new());
        splitter.feed(b"{\"a\":1}", &mut |_| panic!("nothing is complete yet"));
        assert!(splitter.holds());
        splitter.quiet(&mut |piece| pieces.push(show(&piece)));
        splitter.feed(b"\n{\"b\":2}\n", &mut |piece| pieces.push(show(&piece)));
        let unended = "noise {\"a\":1} NewlineMissing";
        assert_eq!(pieces, [unended, "message {\"b\":2}"]);
    }

    proptest! {
        #[test]
        fn any_cut_of_the_stream_gives_the_same_frames(
            stream in "(\\{\"a\":1\\}\n|\\{\n|\\}\n|noise\n|\n|x\\{\"jsonrpc\":2\\}\n|\\[1,\n){0,12}",
            cuts in proptest::collection::vec(0_usize..200, 0..6),
        ) {
            let bytes = stream.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut chunks = Vec::new();
            let mut from = 0;
            for cut in cuts {
                chunks.push(&bytes[from..cut]);
                from = cut;
            }
            chunks.push(&bytes[from..]);
            prop_assert_eq!(split(&chunks), split(&[bytes]));
        }
    }
}
