//! The report as one JSON document. Its keys stand in the order of the model's fields.

use std::io::{self, Write};

use mcpvals_model::Report;

pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report).map_err(io::Error::from)?;
    out.write_all(b"\n")
}
