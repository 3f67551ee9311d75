//! Advisories as archives of OSV have them, and the versions that they are for.

use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Advisories, AdvisoriesError};
use crate::fixture::folder;
use crate::supply::dependency::{Ecosystem, Locked};

/// An advisory about `x` of an ecosystem, with these events and versions.
fn advisory(ecosystem: &str, events: &str, versions: &str) -> String {
    format!(
        r#"{{"id":"GHSA-1","aliases":["CVE-2026-1"],"summary":"It breaks","affected":[{{"package":{{"ecosystem":"{ecosystem}",
        "name":"x"}},"ranges":[{{"type":"SEMVER","events":[{events}]}}],"versions":[{versions}]}}]}}"#
    )
}

#[track_caller]
fn check(ecosystem: Ecosystem, osv: &str, affected: &[&str], safe: &[&str]) {
    let root = folder(&[("npm/GHSA-1.json", osv), ("README.md", "x"), ("broken.json", "{")]);
    let advisories = Advisories::open(root.path()).unwrap();
    let is_about = |version: &&str| {
        !advisories.about(&Locked::new(ecosystem, "X".to_lowercase().as_str(), version, "")).is_empty()
    };
    for version in affected {
        assert!(is_about(version), "{version} is affected");
    }
    for version in safe {
        assert!(!is_about(version), "{version} is not affected");
    }
}

#[test]
fn ranges_begin_and_end_as_they_say() {
    let events = r#"{"introduced":"1.0.0"},{"fixed":"1.4.2"}"#;
    let safe = ["0.9.9", "1.4.2", "2.0.0", "not a version", "1.0.0-rc.1"];
    check(Ecosystem::Npm, &advisory("npm", events, ""), &["1.0.0", "1.4.1", "1.4.2-beta.1"], &safe);
}

#[test]
fn a_range_may_have_no_begin_several_parts_or_a_last_one() {
    check(Ecosystem::Npm, &advisory("npm", r#"{"introduced":"0"}"#, ""), &["0.0.1", "99.0.0"], &["x"]);
    let parts = r#"{"fixed":"2.0.3"},{"introduced":"0"},{"introduced":"2.0.0"},{"fixed":"1.0.5"}"#;
    check(Ecosystem::Crates, &advisory("crates.io", parts, ""), &["1.0.4", "2.0.0"], &["1.0.5", "1.9.0", "2.0.3"]);
    let last = r#"{"introduced":"1.0.0"},{"last_affected":"1.2.0"}"#;
    check(Ecosystem::Go, &advisory("Go", last, ""), &["1.2.0", "v1.0.0"], &["1.2.1"]);
}

#[test]
fn versions_of_python_are_compared_as_python_does() {
    let events = r#"{"introduced":"0"},{"fixed":"2.0"}"#;
    check(Ecosystem::Pypi, &advisory("PyPI", events, ""), &["1.9", "2.0rc1", "2.0.dev1"], &["2", "2.0.post1", "2.0.0"]);
}

#[test]
fn versions_may_be_listed() {
    check(Ecosystem::Npm, &advisory("npm", "", r#""1.0.0","weird""#), &["1.0.0", "weird"], &["1.0.1"]);
}

#[test]
fn what_was_withdrawn_or_is_about_others_does_not_count() {
    let withdrawn =
        advisory("npm", r#"{"introduced":"0"}"#, "").replace("\"id\"", "\"withdrawn\":\"2026-01-01T00:00:00Z\",\"id\"");
    let other = advisory("Maven", r#"{"introduced":"0"}"#, "");
    for osv in [withdrawn, other] {
        let root = folder(&[("a.json", &osv)]);
        assert!(matches!(Advisories::open(root.path()), Err(AdvisoriesError::None(_))));
    }
}

#[test]
fn an_archive_is_as_good_as_a_folder() {
    let root = folder(&[]);
    let place = root.path().join("all.zip");
    let mut archive = ZipWriter::new(std::fs::File::create(&place).unwrap());
    archive.start_file("GHSA-1.json", SimpleFileOptions::default()).unwrap();
    archive.write_all(advisory("npm", r#"{"introduced":"0"},{"fixed":"1.1.0"}"#, "").as_bytes()).unwrap();
    archive.finish().unwrap();
    let advisories = Advisories::open(&place).unwrap();
    let about = advisories.about(&Locked::new(Ecosystem::Npm, "x", "1.0.0", ""));
    assert_eq!((about[0].id.as_str(), about[0].cve.as_deref()), ("GHSA-1", Some("CVE-2026-1")));
    assert_eq!(about[0].fixed_after(Ecosystem::Npm, "1.0.0"), Some("1.1.0"));
}

#[test]
fn what_is_no_database_is_told() {
    let root = folder(&[("a.zip", "x")]);
    assert!(matches!(Advisories::open(root.path().join("a.zip")), Err(AdvisoriesError::Unreadable { .. })));
    assert!(matches!(Advisories::open(root.path().join("no")), Err(AdvisoriesError::Unreadable { .. })));
}
