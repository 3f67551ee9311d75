//! Licence and repository (SU-006).

use mcpvals_model::{Finding, SourceFile};

use super::rules::{NO_LICENCE, NO_REPOSITORY, UNKNOWN_LICENCE};
use crate::manifest::{Manifest, ManifestKind};
use crate::{Kind, Project, place};

/// Identifiers that are met (SPDX licence list 3.26), without `-only`, `-or-later` and `+`.
const IDENTIFIERS: [&str; 58] = [
    "0BSD",
    "AFL-3.0",
    "AGPL-1.0",
    "AGPL-3.0",
    "Apache-1.1",
    "Apache-2.0",
    "Artistic-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSD-3-Clause-Clear",
    "BSD-4-Clause",
    "BSL-1.0",
    "BUSL-1.1",
    "BlueOak-1.0.0",
    "CAL-1.0",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-ND-4.0",
    "CC-BY-NC-ND-4.0",
    "CC0-1.0",
    "CDDL-1.0",
    "CDDL-1.1",
    "CECILL-2.1",
    "CPAL-1.0",
    "EPL-1.0",
    "EPL-2.0",
    "EUPL-1.1",
    "EUPL-1.2",
    "Elastic-2.0",
    "FSL-1.1-ALv2",
    "FSL-1.1-MIT",
    "GPL-2.0",
    "GPL-3.0",
    "ISC",
    "LGPL-2.0",
    "LGPL-2.1",
    "LGPL-3.0",
    "MIT",
    "MIT-0",
    "MPL-1.1",
    "MPL-2.0",
    "MS-PL",
    "MS-RL",
    "MulanPSL-2.0",
    "NCSA",
    "OFL-1.1",
    "OSL-3.0",
    "PSF-2.0",
    "PolyForm-Noncommercial-1.0.0",
    "PostgreSQL",
    "Python-2.0",
    "SSPL-1.0",
    "Unlicense",
    "WTFPL",
];
/// More of them, seldom met beside the above.
const OTHERS: [&str; 4] = ["Zlib", "ZPL-2.1", "Unicode-3.0", "X11"];

pub(super) fn find(project: &Project, manifests: &[Manifest<'_>]) -> Vec<Finding> {
    if project.kind == Kind::File {
        return Vec::new();
    }
    let mut found = Vec::new();
    let named = manifests.iter().find_map(|manifest| Some((manifest, manifest.licence()?)));
    match named {
        None if !has_file(project) => {
            found.push(NO_LICENCE.found("no manifest names a licence, and there is no licence file"));
        }
        Some((manifest, licence)) => found.extend(unknown(manifest, licence)),
        None => {}
    }
    let says_where = manifests.iter().any(|manifest| manifest.repository().is_some());
    let is_module = project.other.iter().any(|file| file.path == "go.mod");
    if !manifests.is_empty() && !says_where && !is_module {
        found.push(NO_REPOSITORY.found("no manifest names a repository or a page"));
    }
    found
}

fn has_file(project: &Project) -> bool {
    let all = project.other.iter().chain(&project.documents);
    all.into_iter().any(is_licence)
}

/// At the top, or where Python packages keep theirs.
fn is_licence(file: &SourceFile) -> bool {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let is_place = folder.is_empty() || folder.contains(".dist-info") || folder.eq_ignore_ascii_case("licenses");
    let lower = name.to_ascii_lowercase();
    is_place && ["license", "licence", "copying", "unlicense"].iter().any(|start| lower.starts_with(start))
}

fn unknown(manifest: &Manifest<'_>, licence: &str) -> Option<Finding> {
    let found = |message: String| Some(UNKNOWN_LICENCE.found(message).at(place::of_json_text(manifest.file, licence)));
    match manifest.kind {
        // Others hold words, names of files, or what their registry has checked.
        ManifestKind::PackageJson | ManifestKind::Bundle if licence == "UNLICENSED" => {
            found("`UNLICENSED` says that nobody may use it".to_owned())
        }
        ManifestKind::PackageJson | ManifestKind::Bundle if !licence.to_ascii_uppercase().starts_with("SEE LICEN") => {
            let is_known = |word: &&str| !is_identifier(word);
            let words = licence.split([' ', '(', ')', '/']).filter(|word| !word.is_empty());
            let odd = words.filter(|word| !["AND", "OR", "WITH"].contains(word)).find(is_known)?;
            found(format!("`{odd}` is no identifier of SPDX"))
        }
        _ => None,
    }
}

fn is_identifier(word: &str) -> bool {
    let base = word.trim_end_matches('+');
    let base = ["-only", "-or-later"].iter().find_map(|end| base.strip_suffix(end)).unwrap_or(base);
    base.ends_with("-exception")
        || base.starts_with("LicenseRef-")
        || IDENTIFIERS.contains(&base)
        || OTHERS.contains(&base)
}
