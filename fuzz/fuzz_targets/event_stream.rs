//! The parser of `text/event-stream`: however the stream is cut, the same events come out, as a parser that reads the
//! whole text finds them, and no more is held than may be.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpvals_fuzz::Stream;
use mcpvals_model::{EventStream, StreamEvent};

fuzz_target!(|data: &[u8]| {
    let Some(stream) = Stream::read(data) else { return };
    let whole = read(&stream, std::iter::once(stream.bytes));
    let chunked = read(&stream, stream.chunks());
    assert_eq!(whole, chunked, "the cut makes a difference");
    if !whole.too_long {
        assert_eq!((whole.events, whole.last_id), by_the_book(stream.bytes));
    }
});

/// All that a reader can see.
#[derive(Debug, PartialEq)]
struct Seen {
    events: Vec<StreamEvent>,
    too_long: bool,
    last_id: Option<String>,
    retry_ms: Option<u128>,
    unfinished: Option<Vec<u8>>,
}

fn read<'a>(stream: &Stream<'a>, chunks: impl Iterator<Item = &'a [u8]>) -> Seen {
    let (mut reader, mut events, mut too_long) = (EventStream::new(stream.bytes_max), Vec::new(), false);
    for chunk in chunks {
        reader.feed(chunk);
        while !too_long {
            match reader.event() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(_) => too_long = true,
            }
        }
        // A line and an event in the making, a name, its id and the one before, and the chunk itself. What is no UTF-8
        // grows threefold in a name or an id.
        let held_max = 4 * stream.bytes_max + chunk.len() + 16;
        assert!(too_long || reader.held_bytes() <= held_max, "{} bytes are held", reader.held_bytes());
    }
    assert!(events.iter().all(|event| event.data.len() <= stream.bytes_max), "an event is longer than may be");
    Seen {
        events,
        too_long,
        last_id: reader.last_id().map(str::to_owned),
        retry_ms: reader.retry().map(|retry| retry.as_millis()),
        // What is left after the limit is nobody's.
        unfinished: reader.unfinished().filter(|_| !too_long),
    }
}

/// WHATWG HTML, 9.2.6, word by word, over the whole text: the events, and the last event id.
fn by_the_book(text: &[u8]) -> (Vec<StreamEvent>, Option<String>) {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut events, mut name, mut data) = (Vec::new(), Vec::new(), Vec::new());
    let (mut id, mut last_id) = (None, None);
    for line in lines(text) {
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            _ if line.is_empty() => {
                last_id.clone_from(&id);
                let name = String::from_utf8_lossy(&std::mem::take(&mut name)).into_owned();
                let mut data = std::mem::take(&mut data);
                if data.pop().is_some() {
                    events.push(StreamEvent { name, data });
                }
            }
            b"event" => name = value.to_vec(),
            b"id" if !value.contains(&0) => id = Some(String::from_utf8_lossy(value).into_owned()),
            b"data" => data.extend(value.iter().chain(b"\n")),
            _ => {}
        }
    }
    (events, last_id)
}

/// The lines that have an end.
fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut lines, mut line, mut after_cr) = (Vec::new(), Vec::new(), false);
    for byte in text {
        match byte {
            b'\n' if after_cr => {}
            b'\n' | b'\r' => lines.push(std::mem::take(&mut line)),
            other => line.push(*other),
        }
        after_cr = *byte == b'\r';
    }
    lines
}
