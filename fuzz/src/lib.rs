//! What the fuzz targets share: cutting streams, files in memory, and what no output may hold.

mod ram_folder;
mod stream;

pub use ram_folder::RamFolder;
pub use stream::{Stream, is_kept_in_order};

/// Fails where a text that is shown on a terminal could steer it.
///
/// # Panics
/// That is how a finding is told.
pub fn assert_harmless(text: &str) {
    let raw = text.chars().find(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'));
    assert!(raw.is_none(), "a control character {raw:?} in {text:?}");
}
