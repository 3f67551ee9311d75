//! `--sandbox`: what a hostile server does is refused or seen in it, and succeeds without; a good server does not notice it.
//!
//! The machine that these tests run on gives user namespaces and Landlock: where it does not, they fail, and say what is missing.

mod ends;
mod evaluated;
mod refused;

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use crate::mcpvals::{Folder, Ran};

/// A user's HOME with a key in it, and in it a project with the hostile server.
struct Home {
    folder: Folder,
    /// Somebody on the machine whom the server has no business with.
    listener: TcpListener,
    /// The same, at a path.
    _neighbour: UnixListener,
}

impl Home {
    fn new() -> Self {
        let folder = Folder::new();
        folder.write(".ssh/id_rsa", "THE-REAL-KEY\n");
        folder.write("elsewhere/there", "");
        folder.write("project/package.json", "{}");
        folder.write("project/hostile.py", include_str!("../../servers/hostile.py"));
        let neighbour = UnixListener::bind(folder.path().join("neighbour")).unwrap();
        Self { folder, listener: TcpListener::bind("127.0.0.1:0").unwrap(), _neighbour: neighbour }
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// The words after `--`.
    fn server(&self, options: &[&str]) -> Vec<String> {
        let mut words = vec!["python3".to_owned(), "hostile.py".to_owned()];
        words.push(format!("home={}", self.folder.path().display()));
        words.push(format!("port={}", self.listener.local_addr().unwrap().port()));
        words.push(format!("pid={}", std::process::id()));
        words.extend(options.iter().map(|option| (*option).to_owned()));
        words
    }

    fn run(&self, words: &[&str], options: &[&str]) -> Ran {
        let mut command = self.folder.command(words);
        command.arg("--").args(self.server(options)).current_dir(self.project()).stdin(Stdio::null());
        Ran::of(&command.output().unwrap())
    }

    /// What came of these deeds in a call, and what was said on stderr.
    fn deeds(&self, flags: &[&str], deeds: &str) -> (Value, String) {
        let words: Vec<&str> = ["call", "list_deeds"].iter().chain(flags).copied().collect();
        let ran = self.run(&words, &[&format!("call={deeds}")]);
        let came = serde_json::from_str(&ran.stdout);
        (came.unwrap_or_else(|error| panic!("no deeds: {error}\n{ran:?}")), ran.stderr)
    }
}

/// Each deed, and how what came of it begins.
#[track_caller]
fn check(came: &Value, expected: &[(&str, &str)]) {
    for (deed, beginning) in expected {
        let got = came[*deed].as_str().unwrap_or_default();
        assert!(got.starts_with(beginning), "`{deed}`: expected `{beginning}…`, got `{got}`\n{came:#}");
    }
}
