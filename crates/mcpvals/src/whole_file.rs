//! Files of ours beside the config: JSON that people read, written whole or not at all.

use std::io;
use std::path::Path;

use serde::Serialize;

/// The text of such a file.
pub(crate) fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n")
}

/// Puts the text in the place of the file, whose folder is made where there is none.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let fresh = path.with_extension("json.new");
    std::fs::write(&fresh, text)?;
    std::fs::rename(&fresh, path)
}
