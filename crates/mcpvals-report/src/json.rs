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
    let mut visible = Visible { out, pieces: Vec::with_capacity(2 * PIECES_BYTES) };
    serde_json::to_writer_pretty(&mut visible, value).map_err(io::Error::from)?;
    visible.flush()?;
    out.write_all(b"\n")
}

/// So much is gathered before it is looked at: the serializer writes single quotes and commas.
const PIECES_BYTES: usize = 16 << 10;

/// Passes JSON on, made visible: a report need not be in memory a second time.
struct Visible<'w> {
    out: &'w mut dyn Write,
    pieces: Vec<u8>,
}

impl Write for Visible<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.pieces.extend_from_slice(piece);
        // A piece ends where a character ends, so no character is torn apart here.
        if self.pieces.len() >= PIECES_BYTES {
            self.flush()?;
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.pieces);
        self.out.write_all(visible::json(&text).as_bytes())?;
        self.pieces.clear();
        Ok(())
    }
}
