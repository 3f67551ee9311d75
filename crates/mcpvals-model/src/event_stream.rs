//! The parser of `text/event-stream` (WHATWG HTML, 9.2.6), fed with chunks as they come.
//!
//! Pure: knows no sockets and no clock. Bytes in, events out, nothing kept beyond one event. Servers under test and
//! providers of models both speak it, and who reads the ones does not know who reads the others: so it is here.

use std::ops::Range;
use std::time::Duration;

/// Reads events out of a stream of chunks. However the stream is cut, the events are the same.
///
/// [`EventStream::feed`] takes a chunk, [`EventStream::event`] gives the events in it.
#[derive(Debug, Default)]
pub struct EventStream {
    lines: Lines,
    /// The event in the making; no data yet is another thing than empty data.
    data: Option<Vec<u8>>,
    name: String,
    /// The `id` of the event in the making: it counts when the event is complete.
    id_to_come: Option<String>,
    /// The last `id` of a complete event, which holds until another comes.
    id: Option<String>,
    retry: Option<Duration>,
    bytes_max: usize,
    overflowed: bool,
}

/// Cuts chunks into lines.
#[derive(Debug, Default)]
struct Lines {
    /// What was fed and not read yet.
    buffer: Vec<u8>,
    /// Up to where `buffer` was read.
    read: usize,
    /// Up to where `buffer` is known to hold no end of a line.
    searched: usize,
    /// The last line ended with CR: a LF that follows belongs to it.
    after_cr: bool,
    /// The first line has been read; only that one may begin with a byte order mark.
    begun: bool,
}

/// An event of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamEvent {
    /// `event`; empty where it has none, which means `message`.
    pub name: String,
    /// The `data` lines joined by line feeds. Empty in an event that only sets `id`.
    pub data: Vec<u8>,
}

/// An event or a line is longer than the limit. Nothing can be read from the stream any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event of more than {bytes_max} bytes")]
pub struct EventTooLong {
    /// The limit.
    pub bytes_max: usize,
}

/// A line is longer than an event may be.
struct LineTooLong;

impl EventStream {
    /// Reads events of up to this many bytes.
    pub fn new(bytes_max: usize) -> Self {
        Self { bytes_max, ..Self::default() }
    }

    /// Takes the next chunk.
    pub fn feed(&mut self, chunk: &[u8]) {
        if !self.overflowed {
            self.lines.feed(chunk);
        }
    }

    /// The next event, or `None` until more is fed.
    ///
    /// # Errors
    /// [`EventTooLong`], now and ever after.
    pub fn event(&mut self) -> Result<Option<StreamEvent>, EventTooLong> {
        while !self.overflowed {
            match self.lines.next(self.bytes_max) {
                Err(LineTooLong) => self.overflowed = true,
                Ok(None) => return Ok(None),
                Ok(Some(line)) if !line.is_empty() => self.field(line),
                Ok(Some(_)) => {
                    if let Some(event) = self.dispatch() {
                        return Ok(Some(event));
                    }
                }
            }
            self.overflowed |= self.data.as_ref().is_some_and(|data| data.len() > self.bytes_max);
        }
        Err(EventTooLong { bytes_max: self.bytes_max })
    }

    /// The id of the last complete event, for `Last-Event-ID`: what was cut off is to be sent again.
    pub fn last_id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// How long to wait before opening the stream again, where the server said so.
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// The beginning of an event whose end has not come: what the stream's end cuts off.
    pub fn unfinished(&self) -> Option<Vec<u8>> {
        let value = self.lines.rest().strip_prefix(b"data:").map(|value| value.strip_prefix(b" ").unwrap_or(value));
        let unfinished = [self.data.as_deref().unwrap_or_default(), value.unwrap_or_default()].concat();
        (!unfinished.is_empty()).then_some(unfinished)
    }

    /// How many bytes are held: for those who check that it is never more than a few events' worth.
    #[doc(hidden)]
    pub fn held_bytes(&self) -> usize {
        let data = self.data.as_ref().map_or(0, Vec::len);
        let ids: usize = [&self.id, &self.id_to_come].into_iter().flatten().map(String::len).sum();
        self.lines.buffer.len() + data + self.name.len() + ids
    }

    fn field(&mut self, line: Range<usize>) {
        // Taken out for a moment, so that a line of many megabytes need not be copied to be read.
        let buffer = std::mem::take(&mut self.lines.buffer);
        self.field_of(&buffer[line]);
        self.lines.buffer = buffer;
    }

    fn field_of(&mut self, line: &[u8]) {
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            b"data" => self.add_data(value),
            b"event" => self.name = String::from_utf8_lossy(value).into_owned(),
            b"id" if !value.contains(&0) => self.id_to_come = Some(String::from_utf8_lossy(value).into_owned()),
            b"retry" => self.retry = milliseconds(value).or(self.retry),
            // Comments have an empty name, and names that nobody knows are ignored.
            _ => {}
        }
    }

    fn add_data(&mut self, value: &[u8]) {
        match &mut self.data {
            None => self.data = Some(value.to_vec()),
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value);
            }
        }
    }

    /// A blank line ends the event; one without data is none, but its id counts.
    fn dispatch(&mut self) -> Option<StreamEvent> {
        self.id = self.id_to_come.take().or_else(|| self.id.take());
        let name = std::mem::take(&mut self.name);
        self.data.take().map(|data| StreamEvent { name, data })
    }
}

impl Lines {
    fn feed(&mut self, chunk: &[u8]) {
        // What was read goes first, so that the buffer holds one chunk and one unfinished line at most.
        self.buffer.drain(..self.read);
        self.searched -= self.read;
        self.read = 0;
        self.buffer.extend_from_slice(chunk);
    }

    /// What is no whole line yet.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.read..]
    }

    /// The place of the next whole line, without its end, in the buffer.
    ///
    /// A line counts in the same way whether its end has come or not, so that it does not matter how it was cut.
    fn next(&mut self, bytes_max: usize) -> Result<Option<Range<usize>>, LineTooLong> {
        self.skip_line_feed();
        let end = self.buffer[self.searched..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.searched = end.map_or(self.buffer.len(), |offset| self.searched + offset);
        if self.searched - self.read > bytes_max {
            return Err(LineTooLong);
        }
        Ok(end.map(|_| self.take_line(self.searched)))
    }

    /// Reads up to the end of the line, which stands there.
    fn take_line(&mut self, end: usize) -> Range<usize> {
        let is_first = !std::mem::replace(&mut self.begun, true);
        let mark = if is_first && self.buffer[self.read..end].starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let line = self.read + mark..end;
        self.after_cr = self.buffer[end] == b'\r';
        self.read = end + 1;
        self.searched = self.read;
        line
    }

    /// CRLF is one end of a line, also where a chunk ends between the two.
    fn skip_line_feed(&mut self) {
        if self.after_cr && self.read < self.buffer.len() {
            self.after_cr = false;
            if self.buffer[self.read] == b'\n' {
                self.read += 1;
                self.searched = self.searched.max(self.read);
            }
        }
    }
}

fn milliseconds(digits: &[u8]) -> Option<Duration> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    text.parse().ok().map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::{EventStream, EventTooLong, StreamEvent};

    fn read(chunks: &[&[u8]]) -> (Vec<(String, String)>, EventStream) {
        let mut stream = EventStream::new(1000);
        let mut events = Vec::new();
        for chunk in chunks {
            stream.feed(chunk);
            while let Ok(Some(StreamEvent { name, data })) = stream.event() {
                events.push((name, String::from_utf8_lossy(&data).into_owned()));
            }
        }
        (events, stream)
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let (events, _) = read(&[text.as_bytes()]);
        let expected: Vec<_> = expected.iter().map(|(name, data)| ((*name).to_owned(), (*data).to_owned())).collect();
        assert_eq!(events, expected);
    }

    #[test]
    fn fields_are_read_with_and_without_a_blank() {
        check("event: a\ndata: 1\n\nevent:b\ndata:2\n\ndata:  3\n\n", &[("a", "1"), ("b", "2"), ("", " 3")]);
    }

    #[test]
    fn every_end_of_line_counts() {
        check("data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n", &[("", "1"), ("", "2"), ("", "3")]);
    }

    #[test]
    fn data_lines_are_joined() {
        check("data: {\ndata\ndata:}\n\n", &[("", "{\n\n}")]);
    }

    #[test]
    fn comments_unknown_fields_and_events_without_data_are_no_events() {
        check(": ping\n\nevent: x\n\nfoo: bar\ndata: 1\n\n", &[("", "1")]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_once() {
        check("\u{feff}data: 1\n\n\u{feff}data: 2\n\ndata: 3\n\n", &[("", "1"), ("", "3")]);
    }

    #[test]
    fn an_event_that_was_cut_off_is_none() {
        let (events, stream) = read(&[b"data: 1\n\ndata: {\"cut\"\nda", b"ta: :1"]);
        assert_eq!(events.len(), 1);
        assert_eq!(stream.unfinished().unwrap(), b"{\"cut\":1");
    }

    #[test]
    fn id_and_retry_are_kept() {
        let (events, stream) = read(&[b"id: 7\nretry: 50\ndata:\n\nid: a\0b\nretry: 5x\n\n"]);
        assert_eq!(events, [(String::new(), String::new())]);
        assert_eq!((stream.last_id(), stream.retry()), (Some("7"), Some(Duration::from_millis(50))));
    }

    #[track_caller]
    fn check_last_id(text: &str, expected: Option<&str>) {
        let (_, stream) = read(&[text.as_bytes()]);
        assert_eq!(stream.last_id(), expected);
    }

    #[test]
    fn last_id_is_that_of_the_last_complete_event() {
        check_last_id("id: 1\ndata: a\n\nid: 2\ndata: {half", Some("1"));
        check_last_id("id: 1\ndata: a\n\nid: 2\ndata: whole\n", Some("1"));
        check_last_id("id: 1\ndata: a\n\nid: 2\n\n", Some("2"));
        check_last_id("id: 1\ndata: a\n\ndata: b\n\n", Some("1"));
        check_last_id("id: 1\ndata: {half", None);
    }

    #[test]
    fn too_long_a_line_or_event_ends_the_stream() {
        for text in ["x".repeat(1001), "data: 0123456789\n".repeat(100)] {
            let mut stream = EventStream::new(1000);
            stream.feed(text.as_bytes());
            assert_eq!(stream.event(), Err(EventTooLong { bytes_max: 1000 }));
            stream.feed(b"\n\ndata: 1\n\n");
            assert!(stream.event().is_err());
        }
    }

    #[test]
    fn too_long_a_line_is_too_long_however_it_is_cut() {
        for field in [":", "event:", "data:"] {
            let long = format!("{field}{}\n\ndata: 1\n\n", "x".repeat(1000));
            let (head, tail) = long.as_bytes().split_at(1002);
            for chunks in [&[long.as_bytes()][..], &[head, tail]] {
                let (events, mut stream) = read(chunks);
                assert_eq!(events, []);
                assert!(stream.event().is_err(), "{field}");
            }
        }
    }

    #[test]
    fn nothing_is_kept_of_what_comes_after_the_limit() {
        let mut stream = EventStream::new(1000);
        stream.feed(&[b'x'; 1001]);
        assert!(stream.event().is_err());
        stream.feed(&[b'x'; 5000]);
        assert_eq!(stream.held_bytes(), 1001);
    }

    fn text() -> impl Strategy<Value = String> {
        let line =
            prop_oneof!["data: ?[a-c\u{e9}]{0,4}", "event:[ab]?", "id: [0-9]", "retry: [0-9]", ":[a-z]", "\u{feff}"];
        let end = prop_oneof!["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"];
        prop::collection::vec((line, end), 0..12).prop_map(|lines| lines.into_iter().map(|(a, b)| a + &b).collect())
    }

    proptest! {
        #[test]
        fn chunks_make_no_difference(text in text(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<_> = cuts.windows(2).map(|pair| &text.as_bytes()[pair[0]..pair[1]]).collect();
            let (whole, a) = read(&[text.as_bytes()]);
            let (parts, b) = read(&chunks);
            prop_assert_eq!(whole, parts);
            prop_assert_eq!((a.last_id(), a.retry(), a.unfinished()), (b.last_id(), b.retry(), b.unfinished()));
        }

        #[test]
        fn any_bytes_are_taken(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..10)) {
            let chunks: Vec<_> = chunks.iter().map(Vec::as_slice).collect();
            read(&chunks);
        }
    }
}
