//! An offline database of advisories in the Open Source Vulnerability format (OSV 1.x): a folder or a ZIP file of JSON
//! files, as each ecosystem's database can be had.

mod osv;
mod pep440;
mod version;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use ignore::WalkBuilder;
use zip::ZipArchive;

use super::dependency::{Ecosystem, Locked};
pub(crate) use osv::Advisory;
pub(crate) use version::Comparable;

/// More files are not read.
const FILES_MAX: usize = 1_000_000;
/// No longer file is an advisory, in bytes.
const FILE_BYTES_MAX: u64 = 8 << 20;
/// No more is read, in bytes.
const BYTES_MAX: u64 = 4 << 30;

/// Advisories, by the package that they are about.
#[derive(Debug, Default)]
pub struct Advisories {
    by_package: BTreeMap<(Ecosystem, String), Vec<Advisory>>,
    count: usize,
}

/// Why advisories could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AdvisoriesError {
    /// It cannot be read.
    #[error("cannot read the advisories in `{path}`: {why}")]
    Unreadable {
        /// What.
        path: String,
        /// Why not.
        why: String,
    },
    /// It was read, and holds none.
    #[error("no advisory in `{0}`: it has to be a folder or a ZIP file of JSON files in the OSV format")]
    None(String),
}

impl Advisories {
    /// Reads a folder or a ZIP file. Files that are no advisory are passed over; ones that were withdrawn too.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, AdvisoriesError> {
        let path = path.as_ref();
        let unreadable = |why: String| AdvisoriesError::Unreadable { path: path.display().to_string(), why };
        let mut advisories = Self::default();
        if path.is_dir() {
            advisories.read_folder(path);
        } else {
            let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
            advisories.read_archive(file).map_err(|error| unreadable(error.to_string()))?;
        }
        match advisories.count {
            0 => Err(AdvisoriesError::None(path.display().to_string())),
            _ => Ok(advisories),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Those about this version of a package, in the order of their names.
    pub(crate) fn about(&self, locked: &Locked) -> Vec<&Advisory> {
        let named =
            self.by_package.get(&(locked.ecosystem, locked.name.clone())).map(Vec::as_slice).unwrap_or_default();
        let mut about: Vec<&Advisory> =
            named.iter().filter(|advisory| advisory.is_about(locked.ecosystem, &locked.version)).collect();
        about.sort_by(|a, b| a.id.cmp(&b.id));
        about.dedup_by(|a, b| a.id == b.id);
        about
    }

    fn read_folder(&mut self, path: &Path) {
        let walk = WalkBuilder::new(path).standard_filters(false).follow_links(false).max_depth(Some(16)).build();
        let files = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
        let is_json = |path: &Path| path.extension().is_some_and(|ending| ending == "json");
        let mut bytes = 0;
        for entry in files.filter(|entry| is_json(entry.path())).take(FILES_MAX) {
            let Ok(file) = File::open(entry.path()) else { continue };
            bytes += self.read_one(file);
            if bytes > BYTES_MAX {
                break;
            }
        }
    }

    fn read_archive(&mut self, file: File) -> Result<(), zip::result::ZipError> {
        let mut archive = ZipArchive::new(BufReader::new(file))?;
        let mut bytes = 0;
        for index in 0..archive.len().min(FILES_MAX) {
            let entry = archive.by_index(index)?;
            let is_json = entry.name().is_ok_and(|name| name.ends_with(".json"));
            if entry.is_file() && is_json {
                bytes += self.read_one(entry);
            }
            if bytes > BYTES_MAX {
                break;
            }
        }
        Ok(())
    }

    /// How many bytes it had.
    fn read_one(&mut self, source: impl Read) -> u64 {
        let mut text = Vec::new();
        if source.take(FILE_BYTES_MAX).read_to_end(&mut text).is_err() {
            return 0;
        }
        let advisories = osv::parse(&text);
        self.count += usize::from(!advisories.is_empty());
        for (package, advisory) in advisories {
            self.by_package.entry(package).or_default().push(advisory);
        }
        text.len() as u64
    }
}
