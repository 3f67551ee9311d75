//! The sources of the site: the pages of the summary, with links that hold there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::Result;
use crate::project::Project;

/// Where files of the repository are that are no pages.
const REPOSITORY: &str = "https://github.com/mcpvals/mcpvals";
const SUMMARY: &str = "docs/SUMMARY.md";
/// What mdBook takes as it is: its settings and our style.
const SETTINGS: [&str; 2] = ["book.toml", "theme/mcpvals.css"];

/// Copies everything into `folder`, made anew; how many pages there are.
pub(super) fn stage(project: &Project, folder: &Path) -> Result<usize> {
    let _absent = fs::remove_dir_all(folder);
    for name in SETTINGS {
        write(&folder.join(name), read(project, &format!("docs/{name}"))?.as_bytes())?;
    }
    let summary = read(project, SUMMARY)?;
    let pages: BTreeSet<String> = links(&summary)
        .into_iter()
        .map(|(_, link)| resolve(SUMMARY, split(link).0))
        .chain([SUMMARY.to_owned()])
        .collect();
    unlisted(project, &pages)?;
    for page in &pages {
        let text = relinked(project, page, &read(project, page)?, &pages, folder)?;
        write(&folder.join("src").join(site_path(page)), text.as_bytes())?;
    }
    Ok(pages.len() - 1)
}

/// A page that the summary does not name would be found by nobody.
fn unlisted(project: &Project, pages: &BTreeSet<String>) -> Result {
    let files = project.files()?;
    let missing: Vec<&str> = files
        .iter()
        .filter(|file| file.is_markdown() && file.path.starts_with("docs/") && !pages.contains(&file.path))
        .map(|file| file.path.as_str())
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("{SUMMARY} does not list {}", missing.join(", "))) }
}

/// The page with the links of the site. Pictures that it shows are copied beside it.
fn relinked(project: &Project, page: &str, text: &str, pages: &BTreeSet<String>, folder: &Path) -> Result<String> {
    let (mut made, mut done) = (String::with_capacity(text.len()), 0);
    for (at, link) in links(text) {
        made += &text[done..at];
        made += &target(project, page, link, pages, folder)?;
        done = at + link.len();
    }
    Ok(made + &text[done..])
}

/// Where a link of a page leads on the site.
fn target(project: &Project, page: &str, link: &str, pages: &BTreeSet<String>, folder: &Path) -> Result<String> {
    let (path, anchor) = split(link);
    if path.is_empty() || link.contains("://") || link.starts_with("mailto:") {
        return Ok(link.to_owned());
    }
    let full = resolve(page, path);
    let on_disk = project.path(&full);
    if !on_disk.exists() {
        return Err(format!("{page}: `{link}` leads nowhere"));
    }
    if pages.contains(&full) {
        return Ok(format!("{}{anchor}", relative(&site_path(page), &site_path(&full))));
    }
    if on_disk.extension().is_some_and(|ending| ending == "png") {
        let picture = fs::read(&on_disk).map_err(|error| format!("cannot read `{full}`: {error}"))?;
        write(&folder.join("src").join(site_path(&full)), &picture)?;
        return Ok(relative(&site_path(page), &site_path(&full)));
    }
    let kind = if on_disk.is_dir() { "tree" } else { "blob" };
    Ok(format!("{REPOSITORY}/{kind}/main/{full}{anchor}"))
}

/// What stands in `docs/` is at the site's root; the rest as in the repository. What a code host shows of a folder is its index.
fn site_path(path: &str) -> String {
    let path = path.strip_prefix("docs/").unwrap_or(path);
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
    if name == "README.md" { format!("{folder}index.md") } else { path.to_owned() }
}

/// The path, and the anchor with its `#`.
fn split(link: &str) -> (&str, &str) {
    link.split_at(link.find('#').unwrap_or(link.len()))
}

/// The targets of `[text](target)` with where they begin, code left out.
fn links(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut in_code, mut begin) = (Vec::new(), false, 0);
    for line in text.split_inclusive('\n') {
        in_code ^= line.trim_start().starts_with("```");
        if !in_code {
            let ends = line.match_indices("](").filter(|(at, _)| !is_none(line, *at));
            found.extend(
                ends.filter_map(|(at, _)| Some((begin + at + 2, &line[at + 2..at + 2 + line[at + 2..].find(')')?]))),
            );
        }
        begin += line.len();
    }
    found
}

/// Does this part of a line stand in code, as `](` in a regular expression does, or is it escaped? Code within a link's own text
/// does not count.
fn is_none(line: &str, at: usize) -> bool {
    if line[..at].ends_with('\\') {
        return true;
    }
    let before = line[..at].rfind('[').unwrap_or(at);
    line[..before].matches('`').count() % 2 == 1
}

/// `docs/a.md` and `../b/c.md` → `b/c.md`.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The way from one file to another.
fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from[..from.len() - 1].iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - 1 - shared);
    up.chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
}

fn read(project: &Project, path: &str) -> Result<String> {
    fs::read_to_string(project.path(path)).map_err(|error| format!("cannot read `{path}`: {error}"))
}

fn write(path: &Path, bytes: &[u8]) -> Result {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_code_are_none() {
        let text = "[a](b.md), `[c](d.md)`, [`e`](f.md#g), \\[i\\](j.md)\n```\n[h](i.md)\n```\n";
        assert_eq!(links(text), [(4, "b.md"), (30, "f.md#g")]);
    }

    #[test]
    fn a_way_leads_up_and_down() {
        assert_eq!(relative("guide/a.md", "reference/b.md"), "../reference/b.md");
        assert_eq!(relative("index.md", "guide/a.md"), "guide/a.md");
        assert_eq!(relative("guide/a.md", "guide/b.md"), "b.md");
    }

    #[test]
    fn what_is_no_page_is_a_file_of_the_repository() {
        let (project, folder) = (Project::find(), tempfile::tempdir().expect("a folder"));
        let pages = BTreeSet::from(["docs/SUMMARY.md".to_owned(), "STYLE.md".to_owned()]);
        let lead = |link: &str| target(&project, "docs/guide/a.md", link, &pages, folder.path());
        assert_eq!(lead("../../STYLE.md#names"), Ok("../STYLE.md#names".to_owned()));
        assert_eq!(lead("../../Cargo.toml"), Ok(format!("{REPOSITORY}/blob/main/Cargo.toml")));
        assert_eq!(lead("../../xtask"), Ok(format!("{REPOSITORY}/tree/main/xtask")));
        assert_eq!(lead("https://example.com"), Ok("https://example.com".to_owned()));
        assert!(lead("nothing.md").is_err_and(|why| why.contains("leads nowhere")));
    }
}
