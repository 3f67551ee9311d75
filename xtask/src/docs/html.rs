//! The tags of a page that mdBook made: well-formed, every attribute in double quotes.

/// What stands in a page that others can lead to, or that leads to others.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parts {
    /// The anchors.
    pub(super) ids: Vec<String>,
    /// Where links lead that a reader follows.
    pub(super) links: Vec<String>,
    /// What a browser fetches by itself.
    pub(super) loads: Vec<String>,
}

/// Elements whose addresses a browser fetches without being asked.
const LOADING: [&str; 8] = ["script", "img", "link", "iframe", "source", "video", "audio", "object"];

/// The parts of a page; what stands in scripts, styles and comments is none.
pub(super) fn parts(page: &str) -> Parts {
    let mut parts = Parts::default();
    let mut rest = page;
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin + 1..];
        let end = tag_end(rest);
        let (tag, after) = rest.split_at(end);
        rest = after;
        let name = tag.split([' ', '\n', '>', '/']).next().unwrap_or_default();
        if tag.starts_with("!--") {
            rest = after.find("-->").map_or("", |at| &after[at..]);
        } else if name == "script" || name == "style" {
            rest = after.find(&format!("</{name}")).map_or("", |at| &after[at..]);
        }
        take(&mut parts, name, tag);
    }
    parts
}

/// Where a tag ends: at the first `>` outside of quotes.
fn tag_end(tag: &str) -> usize {
    if tag.starts_with("!--") {
        return 3;
    }
    let mut in_quotes = false;
    let ends = |byte: u8| {
        in_quotes ^= byte == b'"';
        byte == b'>' && !in_quotes
    };
    tag.bytes().position(ends).unwrap_or(tag.len())
}

fn take(parts: &mut Parts, name: &str, tag: &str) {
    let value = |attribute| value(tag, attribute);
    parts.ids.extend(value("id"));
    let loads = LOADING.contains(&name);
    let address = value("href").or_else(|| value("src"));
    if loads { parts.loads.extend(address) } else { parts.links.extend(address) }
}

/// The value of an attribute, with what was escaped as it was.
fn value(tag: &str, attribute: &str) -> Option<String> {
    let begin = tag.find(&format!(" {attribute}=\""))? + attribute.len() + 3;
    let value = &tag[begin..];
    Some(value[..value.find('"')?].replace("&amp;", "&").replace("&#x27;", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_what_is_loaded_are_two_things() {
        let found =
            parts(r#"<h2 id="a">A</h2><a href="b.html#c&amp;d">x</a><img src="e.png"><link rel="icon" href="f.svg">"#);
        assert_eq!(
            (found.ids, found.links, found.loads),
            (vec!["a".into()], vec!["b.html#c&d".into()], vec!["e.png".into(), "f.svg".into()])
        );
    }

    #[test]
    fn what_scripts_and_comments_say_is_nothing() {
        let found = parts(r#"<script src="a.js">x = '<a href="b">';</script><!-- <a href="c"> --><a href="d">"#);
        assert_eq!((found.loads, found.links), (vec!["a.js".into()], vec!["d".into()]));
    }
}
