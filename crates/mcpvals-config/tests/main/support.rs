//! Loading configs in a world of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpvals_config::{ConfigErrors, Context, Scope, load};
use mcpvals_model::Plan;

/// The variables that tests may use.
pub(crate) fn env() -> BTreeMap<String, String> {
    [("API_TOKEN", "tok-123456"), ("API_KEY", "key-123456"), ("PORT", "8080"), ("EMPTY", "")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// A world in which the user named the file and everything is run.
pub(crate) fn context(cwd: &Path) -> Context {
    Context { env: env(), cwd: cwd.to_owned(), named: true, scope: Scope::RUN }
}

/// Writes files into a new folder and loads the first of them.
pub(crate) fn load_files(files: &[(&str, &str)], scope: Scope) -> Result<Plan, ConfigErrors> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    load(Path::new(files[0].0), &Context { scope, ..context(folder.path()) })
}

/// Writes one file into a new folder and loads it.
pub(crate) fn load_text(name: &str, text: &str) -> Result<Plan, ConfigErrors> {
    load_files(&[(name, text)], Scope::RUN)
}

/// The folder of fixtures.
pub(crate) fn fixtures(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(kind)
}
