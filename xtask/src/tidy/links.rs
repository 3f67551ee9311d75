//! Links between the project's documents lead somewhere.

use super::Fault;
use crate::project::{Project, TextFile};

pub(super) fn faults(file: &TextFile, files: &[TextFile], project: &Project) -> Vec<Fault> {
    // What servers say holds links into their own documents.
    if !file.is_markdown() || file.quotes_servers() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (line, target) in links(&file.text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let full = if path.is_empty() { file.path.clone() } else { resolve(&file.path, path) };
        if !project.path(&full).exists() {
            faults.push(Fault::at(&file.path, line, format!("`{target}` leads nowhere")));
        } else if !anchor.is_empty() && !has_anchor(&full, anchor, files) {
            faults.push(Fault::at(&file.path, line, format!("`{target}`: no such heading there")));
        }
    }
    faults
}

/// The targets of `[text](target)` with their lines, code blocks left out.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut in_code = false;
    let mut links = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let ends = line.match_indices("](").map(|(at, _)| &line[at + 2..]);
        links.extend(ends.filter_map(|rest| Some((index + 1, &rest[..rest.find(')')?]))));
    }
    links
}

/// `docs/a.md` and `../b/c.md` → `b/c.md`.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

fn has_anchor(path: &str, anchor: &str, files: &[TextFile]) -> bool {
    let Some(file) = files.iter().find(|file| file.path == path) else { return true };
    file.text.lines().filter(|line| line.starts_with('#')).any(|line| slug(line) == anchor)
}

/// A heading as GitHub makes an anchor of it.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_code_are_none() {
        assert_eq!(
            links("[a](b.md)\n```\n[c](d.md)\n```\n[e](f.md#g), [h](i)\n"),
            [(1, "b.md"), (5, "f.md#g"), (5, "i")]
        );
    }

    #[test]
    fn a_path_is_resolved_from_its_file() {
        assert_eq!(resolve("docs/guide/a.md", "../reference/b.md"), "docs/reference/b.md");
        assert_eq!(resolve("README.md", "docs/"), "docs");
    }

    #[test]
    fn headings_become_anchors() {
        assert_eq!(slug("## Exit codes, `0` to 130"), "exit-codes-0-to-130");
    }
}
