//! The only writer to stdout.

use std::io::Write as _;

/// Prints a line. A reader that went away is no error.
pub(crate) fn say(line: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}
