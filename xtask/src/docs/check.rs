//! What is wrong with a site: links that lead nowhere, and requests that would leave the machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::html::{Parts, parts};
use crate::Result;

/// Every fault, with the page that has it.
pub(super) fn faults(site: &Path) -> Result<Vec<String>> {
    let files = files(site)?;
    let mut pages: BTreeMap<String, Parts> = BTreeMap::new();
    let mut faults = Vec::new();
    for file in &files {
        let name = name(site, file);
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("html") => drop(pages.insert(name, parts(&read(file)?))),
            Some("css") => faults.extend(of_style(&name, &read(file)?)),
            _ => {}
        }
    }
    let names: Vec<String> = files.iter().map(|file| name(site, file)).collect();
    for (page, found) in &pages {
        faults.extend(found.links.iter().filter_map(|link| of_link(page, link, &names, &pages)));
        faults.extend(found.loads.iter().filter_map(|load| of_load(page, load, &names)));
    }
    Ok(faults)
}

/// Does a link lead to a file of the site, and to an anchor there?
fn of_link(page: &str, link: &str, names: &[String], pages: &BTreeMap<String, Parts>) -> Option<String> {
    if is_elsewhere(link) {
        let is_address = link.starts_with("https://") || link.starts_with("http://") || link.starts_with("mailto:");
        return (!is_address).then(|| format!("{page}: `{link}` is no address"));
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = resolve(page, path);
    if !names.contains(&file) {
        return Some(format!("{page}: `{link}` leads nowhere"));
    }
    let has_anchor = anchor.is_empty() || pages.get(&file).is_some_and(|there| there.ids.iter().any(|id| id == anchor));
    (!has_anchor).then(|| format!("{page}: `{link}`: no such heading there"))
}

/// Is what a browser loads a file of the site?
fn of_load(page: &str, load: &str, names: &[String]) -> Option<String> {
    if is_elsewhere(load) || load.starts_with("//") {
        return Some(format!("{page}: `{load}` is loaded from another machine"));
    }
    (!names.contains(&resolve(page, load))).then(|| format!("{page}: `{load}` is not there to be loaded"))
}

fn of_style(name: &str, style: &str) -> Option<String> {
    let asks =
        ["url(http", "url('http", "url(\"http", "url(//", "@import"].into_iter().find(|words| style.contains(words));
    asks.map(|words| format!("{name}: `{words}` asks another machine"))
}

/// Has an address a scheme of its own?
fn is_elsewhere(link: &str) -> bool {
    let scheme = link.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The file that a path of a page names. An empty path is the page itself, a folder its index.
fn resolve(page: &str, path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    if path.is_empty() {
        return page.to_owned();
    }
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { page.split('/').collect() };
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    let file = parts.join("/");
    if path.ends_with('/') || file.is_empty() {
        format!("{file}/index.html").trim_start_matches('/').to_owned()
    } else {
        file
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = |error| format!("cannot read `{}`: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

/// The file as links of the site name it.
fn name(site: &Path, file: &Path) -> String {
    file.strip_prefix(site).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a site with this page beside a good one.
    fn check(page: &str) -> Vec<String> {
        let site = tempfile::tempdir().expect("a folder");
        fs::create_dir(site.path().join("guide")).expect("a folder in it");
        fs::write(site.path().join("guide/a.html"), page).expect("a page");
        fs::write(site.path().join("index.html"), "<h1 id=\"top\">Top</h1>").expect("a page");
        faults(site.path()).expect("a site that can be read")
    }

    #[test]
    fn links_within_the_site_lead_somewhere() {
        let good =
            r##"<a href="../index.html#top">a</a><a href="#b" id="b">b</a><a href="https://example.com/x">c</a>"##;
        assert_eq!(check(good), [""; 0]);
        assert_eq!(check(r#"<a href="../nothing.html">a</a>"#), ["guide/a.html: `../nothing.html` leads nowhere"]);
        assert_eq!(
            check(r#"<a href="../index.html#x">a</a>"#),
            ["guide/a.html: `../index.html#x`: no such heading there"]
        );
        assert_eq!(
            check(r#"<a href="htps://example.com">a</a>"#),
            ["guide/a.html: `htps://example.com` is no address"]
        );
    }

    #[test]
    fn nothing_is_loaded_from_another_machine() {
        for load in [r#"<script src="https://cdn.example/a.js"></script>"#, r#"<img src="//cdn.example/a.png">"#] {
            let found = check(load);
            assert!(found.len() == 1 && found[0].ends_with("is loaded from another machine"), "{found:?}");
        }
        assert!(of_style("a.css", "@import url(https://fonts.example)").is_some());
        assert_eq!(of_style("a.css", "src: url('fonts/a.woff2')"), None);
    }
}
