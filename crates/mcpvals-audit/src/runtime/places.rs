//! Places on this machine that a server is started with: an argument that wants a path is best given one of those.

use std::path::Path;

use mcpvals_model::Target;

/// Folders with more entries are not looked through.
const ENTRIES_MAX: usize = 200;

/// A folder that the server was given, and a file in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Places {
    /// The folder.
    pub(crate) folder: Option<String>,
    /// The first file of it that is no hidden one.
    pub(crate) file: Option<String>,
}

impl Places {
    /// Those of its command line.
    pub(crate) fn of(target: &Target) -> Self {
        let Target::Stdio { args, cwd, .. } = target else { return Self::default() };
        let values = args.iter().map(|arg| arg.split_once('=').map_or(arg.as_str(), |(_, value)| value));
        let folders = values.filter(|value| value.contains('/')).map(|value| cwd.join(value));
        let folder = folders.filter(|path| path.is_dir()).find_map(|path| path.to_str().map(str::to_owned));
        let file = folder.as_deref().and_then(|folder| file_in(Path::new(folder)));
        Self { folder, file }
    }
}

fn file_in(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.take(ENTRIES_MAX).flatten();
    let mut files: Vec<String> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .filter_map(|entry| entry.path().to_str().map(str::to_owned))
        .collect();
    files.sort_unstable();
    files.into_iter().next()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mcpvals_model::Target;

    use super::Places;

    #[test]
    fn a_folder_of_the_command_line_and_a_file_in_it() {
        let root = tempfile::tempdir().unwrap();
        for name in [".hidden", "b.txt", "a.txt"] {
            std::fs::write(root.path().join(name), "").unwrap();
        }
        let folder = root.path().to_str().unwrap().to_owned();
        let target = |args: &[String]| Target::Stdio {
            command: "node".to_owned(),
            args: args.to_vec(),
            env: BTreeMap::new(),
            cwd: root.path().to_owned(),
        };
        let found = Places { folder: Some(folder.clone()), file: Some(format!("{folder}/a.txt")) };
        assert_eq!(Places::of(&target(&["a.txt".to_owned(), folder.clone()])), found);
        assert_eq!(Places::of(&target(&[format!("--root={folder}")])), found);
        assert_eq!(Places::of(&target(&["/nowhere".to_owned(), "stdio".to_owned()])), Places::default());
    }
}
