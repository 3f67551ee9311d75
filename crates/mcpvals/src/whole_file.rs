//! Files of ours beside the config: JSON that people read, written whole or not at all.

use std::io;
use std::path::Path;

use serde::Serialize;

/// The text of such a file.
pub(crate) fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n")
}

/// Puts the text in the place of the file.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let fresh = path.with_extension("json.new");
    std::fs::write(&fresh, text)?;
    std::fs::rename(&fresh, path)
}
