//! A file of tokens that only its owner may read.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use super::Kept;
use crate::oauth::error::{Result, SignInError};

const WHAT: &str = "the file of tokens";
/// A larger one was not written here.
const BYTES_MAX: u64 = 4 << 20;

/// By the servers' addresses.
type File = BTreeMap<String, Kept>;

/// What the file says of this server; nothing where there is no file.
///
/// # Errors
/// Where others may read it, or it is none of ours.
pub(super) fn load(path: &Path, server: &str) -> Result<Option<Kept>> {
    Ok(read(path)?.remove(server))
}

/// Puts it into the file, beside what is there of other servers.
///
/// # Errors
/// Where it cannot be written, or not read before.
pub(super) fn save(path: &Path, server: &str, kept: Kept) -> Result<()> {
    let mut file = read(path)?;
    file.insert(server.to_owned(), kept);
    let text = serde_json::to_string_pretty(&file).map_err(|error| problem(path, &error))?;
    write(path, &text).map_err(|error| problem(path, &error))
}

fn read(path: &Path) -> Result<File> {
    let has_folder = path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir());
    let about = match fs::metadata(path) {
        Ok(about) if about.is_file() => about,
        Ok(_) => return Err(problem(path, &"it is no file")),
        // Told now, and not when somebody has signed in for it.
        Err(error) if error.kind() == ErrorKind::NotFound && !has_folder => {
            return Err(problem(path, &"there is no such folder to keep it in"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(File::new()),
        Err(error) => return Err(problem(path, &error)),
    };
    if about.permissions().mode() & 0o077 != 0 {
        return Err(problem(path, &"others may read it; `chmod 600` makes it the owner's alone"));
    }
    if about.len() > BYTES_MAX {
        return Err(problem(path, &"it is too large to be one of ours"));
    }
    let text = fs::read_to_string(path).map_err(|error| problem(path, &error))?;
    // The parser's words show a part of what it read.
    serde_json::from_str(&text).map_err(|error| problem(path, &format!("line {}: it is none of ours", error.line())))
}

/// Beside it and then in its place, so that nobody ever sees half of it.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside);
    let written = written.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // What cannot be taken away either is told by the first error.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn problem(path: &Path, why: &dyn std::fmt::Display) -> SignInError {
    SignInError::new(WHAT, format!("`{}`: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::{Kept, load, save};

    fn kept(token: &str) -> Kept {
        Kept { access_token: Some(token.to_owned()), ..Kept::default() }
    }

    #[test]
    fn what_is_kept_is_the_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.json");
        assert!(load(&path, "a").unwrap().is_none());
        save(&path, "a", kept("one")).unwrap();
        save(&path, "b", kept("two")).unwrap();
        save(&path, "a", kept("three")).unwrap();
        let token = |server: &str| load(&path, server).unwrap().and_then(|kept| kept.access_token);
        assert_eq!([token("a"), token("b"), token("c")], [Some("three".to_owned()), Some("two".to_owned()), None]);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn file_that_cannot_be_trusted_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.json");
        fs::write(&path, "{}").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(load(&path, "a").err().unwrap().to_string().contains("chmod 600"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "{\"a\": {\"accessToken\": a-secret}}").unwrap();
        let problem = load(&path, "a").err().unwrap().to_string();
        assert!(problem.contains("none of ours") && !problem.contains("a-secret"), "{problem}");
        let nowhere = folder.path().join("no/tokens.json");
        assert!(save(&nowhere, "a", kept("one")).is_err());
        assert!(load(&nowhere, "a").err().unwrap().to_string().contains("no such folder"));
        assert!(load(folder.path(), "a").err().unwrap().to_string().contains("no file"));
    }
}
