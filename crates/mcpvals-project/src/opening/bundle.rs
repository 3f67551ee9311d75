//! A bundle (`.mcpb`, `.dxt`) is unpacked into a folder that is gone with the project. A bundle is hostile until it is open:
//! count, size and ratio are bounded, and no entry gets out of the folder.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::Path;

use mcpvals_model::LeftOut;
use zip::ZipArchive;
use zip::read::ZipFile;

use super::unreadable;
use crate::ProjectError;
use crate::project::Unpacked;

/// More entries are refused: a server with all its dependencies has a few thousand.
const ENTRIES_MAX: usize = 50_000;
/// More is not unpacked, in bytes.
const BYTES_MAX: u64 = 512 << 20;
/// Text is packed to a tenth, and hardly ever to less than a hundredth.
const RATIO_MAX: u64 = 200;
/// Short entries may be packed as well as they like, in bytes.
const RATIO_FROM: u64 = 1 << 20;

/// Unpacks it; links are left out.
pub(super) fn unpack(given: &str, path: &Path) -> Result<(Unpacked, Vec<LeftOut>), ProjectError> {
    let file = File::open(path).map_err(|error| unreadable(given, error))?;
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(given, error))?;
    let folder =
        tempfile::Builder::new().prefix("mcpvals-bundle-").tempdir().map_err(|error| unreadable(given, error))?;
    let mut unpacking = Unpacking { given, folder: folder.path(), bytes: 0, left_out: Vec::new() };
    unpacking.all(archive)?;
    let left_out = unpacking.left_out;
    Ok((Unpacked::new(folder), left_out))
}

/// One bundle, half open.
struct Unpacking<'a> {
    given: &'a str,
    folder: &'a Path,
    bytes: u64,
    left_out: Vec<LeftOut>,
}

impl Unpacking<'_> {
    fn all(&mut self, mut archive: ZipArchive<BufReader<File>>) -> Result<(), ProjectError> {
        if archive.len() > ENTRIES_MAX {
            return Err(self.refused(format!("it has {} entries, and {ENTRIES_MAX} are the most", archive.len())));
        }
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(|error| unreadable(self.given, error))?;
            self.entry(entry)?;
        }
        Ok(())
    }

    fn entry(&mut self, mut entry: ZipFile<'_, BufReader<File>>) -> Result<(), ProjectError> {
        let name = entry.name().map_err(|error| unreadable(self.given, error))?.into_owned();
        let is_escape = name.split(['/', '\\']).any(|part| part == "..") || name.starts_with(['/', '\\']);
        let Some(inside) = entry.enclosed_name().filter(|_| !is_escape) else {
            return Err(self.refused(format!("its entry `{}` leads out of it", name.escape_debug())));
        };
        if entry.is_symlink() {
            self.left_out.push(LeftOut { name, reason: "a link in a bundle".to_owned() });
            return Ok(());
        }
        let place = self.folder.join(inside);
        if entry.is_dir() {
            return std::fs::create_dir_all(&place).map_err(|error| unreadable(&name, error));
        }
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent).map_err(|error| unreadable(&name, error))?;
        }
        self.copy(&mut entry, &name, &place)?;
        make_runnable(&place, entry.unix_mode()).map_err(|error| unreadable(&name, error))
    }

    /// What an entry says of its own size is not believed.
    fn copy(&mut self, entry: &mut ZipFile<'_, BufReader<File>>, name: &str, place: &Path) -> Result<(), ProjectError> {
        let ratio_max = (entry.compressed_size().saturating_mul(RATIO_MAX)).max(RATIO_FROM);
        let left = BYTES_MAX - self.bytes;
        let mut file = File::create(place).map_err(|error| unreadable(name, error))?;
        let copied =
            io::copy(&mut entry.take(ratio_max.min(left) + 1), &mut file).map_err(|error| unreadable(name, error))?;
        self.bytes += copied;
        if copied > left {
            return Err(self.refused(format!("it holds more than {} MiB", BYTES_MAX >> 20)));
        }
        if copied > ratio_max {
            let name = name.escape_debug();
            return Err(
                self.refused(format!("its entry `{name}` is more than {RATIO_MAX} times as long as it is packed"))
            );
        }
        Ok(())
    }

    fn refused(&self, why: String) -> ProjectError {
        ProjectError::Refused { path: self.given.to_owned(), why }
    }
}

/// Binaries in a bundle are started.
#[cfg(unix)]
fn make_runnable(place: &Path, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    if mode.is_none_or(|mode| mode & 0o111 == 0) {
        return Ok(());
    }
    std::fs::set_permissions(place, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_runnable(_place: &Path, _mode: Option<u32>) -> io::Result<()> {
    Ok(())
}
