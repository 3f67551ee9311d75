//! JSON documents. The report is one: its keys stand in the order of the model's fields.

use std::io::{self, Write};

use serde::Serialize;

use crate::visible;

/// Writes a value as JSON for people and programs: indented, one newline at the end, and with what a terminal would
/// obey as JSON escapes, so that it can be shown.
///
/// # Errors
/// What the writer says.
pub fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(Visible { out }, value).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Passes JSON on, made visible piece by piece: a report need not be in memory a second time.
struct Visible<'w> {
    out: &'w mut dyn Write,
}

impl Write for Visible<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        // The serializer hands over whole characters; what is none could not be obeyed either.
        match std::str::from_utf8(piece) {
            Ok(text) => self.out.write_all(visible::json(text).as_bytes())?,
            Err(_) => self.out.write_all(piece)?,
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
