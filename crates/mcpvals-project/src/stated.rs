//! What a project's manifests state of it, for whoever reviews it: each with the file that says so.

use crate::Project;
use crate::manifest::{Manifest, manifests};

/// A statement, and the file in which it stands.
pub type Statement = (String, String);

/// What manifests state; absent where none does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// What it is for.
    pub description: Option<Statement>,
    /// Where its documentation is, or its home.
    pub documentation: Option<Statement>,
    /// The licence, as it stands there.
    pub licence: Option<Statement>,
    /// Whom to ask.
    pub contact: Option<Statement>,
    /// A privacy policy.
    pub privacy_policy: Option<Statement>,
}

impl Project {
    /// What its manifests state of it.
    pub fn stated(&self) -> Stated {
        let manifests = manifests(self);
        let first = |told: &dyn Fn(&Manifest<'_>) -> Option<String>| {
            manifests.iter().find_map(|manifest| Some((told(manifest)?, manifest.file.path.clone())))
        };
        let text =
            |pointers: &'static [&'static str]| first(&move |manifest| manifest.text(pointers).map(str::to_owned));
        Stated {
            description: text(&["/description", "/project/description", "/package/description", "/Summary"]),
            documentation: text(&["/documentation", "/homepage", "/project/urls", "/Project-URL", "/Home-page"]),
            licence: first(&|manifest| manifest.licence().map(str::to_owned)),
            contact: first(&|manifest| manifest.contact().map(str::to_owned)),
            privacy_policy: text(&["/privacy_policies"]),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{OpenOptions, open};

    #[test]
    fn an_installed_package_of_python_states_what_its_headers_say() {
        let folder = tempfile::tempdir().unwrap();
        let info = folder.path().join(".venv/lib/python3.11/site-packages/my_pkg-2.0.dist-info");
        std::fs::create_dir_all(&info).unwrap();
        let headers = "Metadata-Version: 2.4\nName: my-pkg\nVersion: 2.0\nSummary: Reads notes\nLicense: MIT\n\
                       Maintainer-email: Ann <ann@example.org>\n\n# my-pkg\n";
        std::fs::write(info.join("METADATA"), headers).unwrap();
        std::fs::write(info.join("RECORD"), "my_pkg-2.0.dist-info/METADATA,,\n").unwrap();
        let options = OpenOptions::new(folder.path().to_owned(), std::collections::BTreeMap::new());
        let stated = open("pypi:my-pkg", &options).unwrap().stated();
        let text = |statement: Option<super::Statement>| statement.map(|(text, _)| text).unwrap_or_default();
        assert_eq!(text(stated.description), "Reads notes");
        assert_eq!(text(stated.licence), "MIT");
        assert_eq!(text(stated.contact), "Ann <ann@example.org>");
        assert_eq!(stated.privacy_policy, None);
    }
}
