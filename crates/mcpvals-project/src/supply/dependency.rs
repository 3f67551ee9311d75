//! What a project is made of: packages of others, by ecosystem, name and version.

/// Where a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Ecosystem {
    Npm,
    Pypi,
    Crates,
    Go,
}

impl Ecosystem {
    /// As the Open Source Vulnerability format calls it, whatever stands behind a colon.
    pub(crate) fn of_osv(name: &str) -> Option<Self> {
        match name.split(':').next().unwrap_or(name) {
            "npm" => Some(Self::Npm),
            "PyPI" => Some(Self::Pypi),
            "crates.io" => Some(Self::Crates),
            "Go" => Some(Self::Go),
            _ => None,
        }
    }

    /// A name as it is compared: Python's names have many spellings (PEP 503).
    pub(crate) fn normal(self, name: &str) -> String {
        match self {
            Self::Pypi => {
                let parts = name.split(['-', '_', '.']).filter(|part| !part.is_empty());
                parts.collect::<Vec<_>>().join("-").to_ascii_lowercase()
            }
            Self::Npm | Self::Crates | Self::Go => name.to_owned(),
        }
    }
}

/// A package that a lock file, or a manifest that names one version, says is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Locked {
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: String,
    pub(crate) version: String,
    /// A text in the file where it stands.
    pub(crate) mark: String,
    /// Only who develops has it.
    pub(crate) is_for_development: bool,
}

impl Locked {
    pub(crate) fn new(ecosystem: Ecosystem, name: &str, version: &str, mark: impl Into<String>) -> Self {
        Self {
            ecosystem,
            name: ecosystem.normal(name),
            version: version.to_owned(),
            mark: mark.into(),
            is_for_development: false,
        }
    }
}
