//! What `cargo xtask setup` has installed for the tests, and the servers that are made of it.

use std::path::{Path, PathBuf};

/// The folder with this name; `part` is in it where it was installed to the end.
pub(crate) fn installed(name: &str, part: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools").join(name);
    assert!(folder.join(part).exists(), "`{name}` is not installed (run `cargo xtask setup`)");
    folder.canonicalize().unwrap()
}

/// A server in `tests/servers`.
pub(crate) fn server(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name)
}
