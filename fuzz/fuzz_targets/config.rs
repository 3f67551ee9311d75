//! The loader of configs: whatever a file holds, there is a plan or there are errors that can be shown, and the same
//! ones again.
//!
//! The first byte says what the rest is: a config as `j`SON, `y`AML or `t`OML, a `m`CP client's file, or rows of `c`SV
//! or JSON `l`ines for a config that is there.

#![no_main]

use std::cell::LazyCell;
use std::path::Path;

use libfuzzer_sys::{Corpus, fuzz_target};
use mcpvals_config::{ConfigErrors, Context, Scope, clients, load};
use mcpvals_fuzz::{RamFolder, assert_harmless};

const ROWS_CONFIG: &str = "
server: { transport: stdio, command: x }
toolHealthSuites:
  - name: rows
    tests:
      - name: '{{a}}'
        description: '{{b}} and {{c}}'
        args: { a: '{{a}}', b: [{ '{{b}}': 'x{{c}}' }] }
        expectedResult: '{{a}}'
        cases: { file: FILE }
";

thread_local! {
    static FOLDER: LazyCell<RamFolder> = LazyCell::new(|| {
        let folder = RamFolder::new();
        for rows in ["rows.csv", "rows.jsonl"] {
            folder.write(&format!("{rows}.yaml"), ROWS_CONFIG.replace("FILE", rows).as_bytes());
        }
        folder
    });
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((kind, text)) = data.split_first() else { return Corpus::Reject };
    let (written, loaded) = match kind {
        b'j' => ("config.json", "config.json"),
        b'y' => ("config.yaml", "config.yaml"),
        b't' => ("config.toml", "config.toml"),
        b'm' => ("mcp.json", ""),
        b'c' => ("rows.csv", "rows.csv.yaml"),
        b'l' => ("rows.jsonl", "rows.jsonl.yaml"),
        _ => return Corpus::Reject,
    };
    FOLDER.with(|folder| {
        folder.write(written, text);
        let context = context(folder.path());
        match loaded {
            "" => check_client_file(Path::new(written), &context),
            _ => check_config(Path::new(loaded), &context, text.len() % 8 == 0),
        }
    });
    Corpus::Keep
});

fn context(cwd: &Path) -> Context {
    let env = [("TOKEN", "tok-123456"), ("A", "1"), ("EMPTY", "")];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    Context { env, cwd: cwd.to_owned(), named: true, scope: Scope::RUN }
}

fn check_config(path: &Path, context: &Context, again: bool) {
    let loaded = load(path, context);
    if again {
        assert_eq!(loaded, load(path, context), "the same file is read in two ways");
    }
    match loaded {
        Ok(plan) => assert!(!plan.servers.is_empty() && plan.suites.iter().all(|suite| !suite.cases.is_empty())),
        Err(errors) => check_errors(&errors),
    }
}

fn check_client_file(path: &Path, context: &Context) {
    match clients::servers(path, context) {
        Ok(servers) => assert!(servers.iter().all(|server| server.file.ends_with(path))),
        Err(clients::ClientError::File(errors)) => check_errors(&errors),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_errors(errors: &ConfigErrors) {
    assert!(!errors.errors().is_empty());
    assert_harmless(&errors.render(false));
    assert!(!errors.render(true).is_empty());
    assert!(errors.to_json().as_array().is_some_and(|list| list.len() == errors.errors().len()));
}
