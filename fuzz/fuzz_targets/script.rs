//! TypeScript configs: whatever a script is, there is a plan or there are errors that can be shown, in time.

#![no_main]

use std::cell::LazyCell;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use mcpvals_config::{Context, Scope, load};
use mcpvals_fuzz::{RamFolder, assert_harmless};

thread_local! {
    static FOLDER: LazyCell<RamFolder> = LazyCell::new(RamFolder::new);
}

fuzz_target!(|data: &[u8]| {
    FOLDER.with(|folder| {
        folder.write("config.ts", data);
        let env = [("A".to_owned(), "1".to_owned())].into();
        let context = Context { env, cwd: folder.path().to_owned(), named: true, scope: Scope::RUN };
        if let Err(errors) = load(Path::new("config.ts"), &context) {
            assert!(!errors.errors().is_empty());
            assert_harmless(&errors.render(false));
            assert!(!errors.render(true).is_empty());
        }
    });
});
