//! The dashboard in Chromium: accessible in light and dark, nothing of a server's runs, nothing leaves the machine, forms and
//! live tables work.

use std::path::Path;
use std::process::Command;

use super::service::{EVIL, Service};
use crate::installed::installed;

#[test]
fn every_page_is_accessible_and_nothing_of_a_servers_runs() {
    let service = Service::start(&[]);
    let key = service.key("evaluate:admin");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dashboard/browser.mjs");
    let mut node = Command::new("node");
    node.arg(script).args([service.url().as_str(), key.as_str(), EVIL]);
    node.env("PAGE_PACKAGES", installed("pages", "node_modules").join("node_modules"));
    let output = node.output().expect("`node` cannot be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let oks = said.lines().filter(|line| line.starts_with("ok ")).count();
    assert!(oks >= 16, "{said}");
}

#[test]
fn scripts_say_what_they_take() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcpvals-server/templates/static");
    let scripts = ["dashboard.js", "json.js", "live.js", "playground.js"].map(|name| folder.join(name));
    let small = |script: &std::path::PathBuf| std::fs::metadata(script).unwrap().len() < 16 << 10;
    assert!(scripts.iter().all(small), "a script is no small one any more");
    let tsc = installed("pages", "node_modules").join("node_modules/typescript/lib/tsc.js");
    let flags = ["--checkJs", "--allowJs", "--noEmit", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"];
    let modules = ["--moduleDetection", "force", "--module", "es2022", "--moduleResolution", "bundler"];
    let output = Command::new("node").arg(tsc).args(flags).args(modules).args(scripts).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
