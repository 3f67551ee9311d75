//! Kinds of content that are never mistaken for one another, and what texts of some must be.

use serde_json::value::RawValue;

use super::container::Container;

/// Images, sounds and films by their names that may be written as text: drawings, and lists of what is played.
const WRITTEN: [&str; 22] = [
    "image/svg",
    "image/x-portable-anymap",
    "image/x-portable-bitmap",
    "image/x-portable-graymap",
    "image/x-portable-pixmap",
    "image/x-xpixmap",
    "image/x-xpm",
    "image/xpm",
    "image/x-xbitmap",
    "image/x-xbm",
    "image/xbm",
    "image/vnd.dxf",
    "image/x-dxf",
    "image/eps",
    "image/x-eps",
    "image/cgm",
    "audio/mpegurl",
    "audio/x-mpegurl",
    "audio/x-scpls",
    "audio/scpls",
    "video/vnd.mpegurl",
    "video/x-mpegurl",
];

/// What people write, though it is not called `text`.
const CODE: [&str; 10] =
    ["javascript", "x-javascript", "ecmascript", "typescript", "yaml", "x-yaml", "toml", "sql", "x-sh", "graphql"];
/// Documents and data whose bytes nobody takes for a picture or a sound; what is called so may be HTML or a table all the
/// same.
const DOCUMENTS: [&str; 7] = [
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/x-sqlite3",
    "application/vnd.sqlite3",
    "application/rtf",
    "application/wasm",
];

/// Is it surely none that is seen or heard?
pub(super) fn is_document(essence: &str) -> bool {
    DOCUMENTS.contains(&essence) || essence.starts_with("font/")
}

/// Can a text be of this MIME type, though its family is one of bytes?
pub(super) fn may_be_text(essence: &str) -> bool {
    WRITTEN.contains(&essence)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Json,
    /// One value on each line.
    JsonLines,
    /// With the name of its first element, where there is only one.
    Xml(Option<&'static str>),
    /// HTML and tables hold nearly anything, but no JSON.
    Loose,
    Text,
    Picture,
    /// Sound and film: one container may hold both.
    Sound,
    /// And documents that are archives.
    Archive,
    /// Of which nothing is known.
    Other,
}

impl Family {
    /// Of a MIME type without parameters, in lower case.
    pub(super) fn of(essence: &str) -> Self {
        match essence.split_once('/') {
            Some(("application" | "text", "json")) => Self::Json,
            Some((_, "jsonl" | "jsonlines" | "x-jsonlines" | "ndjson" | "x-ndjson")) => Self::JsonLines,
            Some(("image", "svg+xml")) => Self::Xml(Some("svg")),
            Some(("application", "xhtml+xml")) => Self::Xml(Some("html")),
            Some(("application" | "text", "xml")) => Self::Xml(None),
            Some((_, subtype)) if subtype.ends_with("+json") => Self::Json,
            Some((_, subtype)) if subtype.ends_with("+xml") => Self::Xml(None),
            Some(("text", "html" | "csv" | "tab-separated-values")) => Self::Loose,
            Some(("text", _)) => Self::Text,
            Some(("application", subtype)) if CODE.contains(&subtype) => Self::Text,
            Some(("image", _)) => Self::Picture,
            Some(("audio" | "video", _) | ("application", "ogg" | "x-ogg" | "mp4" | "vnd.ms-asf")) => Self::Sound,
            _ if Container::of(essence).is_some() => Self::Archive,
            _ => Self::Other,
        }
    }

    pub(super) fn is_binary(self) -> bool {
        matches!(self, Self::Picture | Self::Sound | Self::Archive)
    }

    pub(super) fn is_textual(self) -> bool {
        !self.is_binary() && self != Self::Other
    }

    /// What a text is that is none of this family.
    pub(super) fn unlike(self, text: &str) -> Option<String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::Json => no_json(text).map(|error| format!("no JSON: {error}")),
            Self::JsonLines => {
                text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).find_map(|(index, line)| {
                    no_json(line).map(|error| format!("no JSON in line {}: {error}", index + 1))
                })
            }
            Self::Xml(root) => unlike_xml(text, root),
            Self::Loose => {
                let is_json = text.trim_start().starts_with(['{', '[']) && no_json(text).is_none();
                is_json.then(|| "JSON".to_owned())
            }
            Self::Text | Self::Picture | Self::Sound | Self::Archive | Self::Other => None,
        }
    }
}

/// By the grammar alone (RFC 8259, 2): numbers that no machine holds and half of a pair of surrogates are JSON.
fn no_json(text: &str) -> Option<serde_json::Error> {
    serde_json::from_str::<&RawValue>(text).err()
}

/// A document begins with an element, after declarations and comments, and ends with a tag; between them nobody looks.
fn unlike_xml(text: &str, root: Option<&str>) -> Option<String> {
    let Some(name) = first_element(text).filter(|_| text.trim_end().ends_with('>')) else {
        return Some("no XML: a document begins and ends with a tag".to_owned());
    };
    let local = name.rsplit(':').next().unwrap_or(name);
    let wanted = root.filter(|root| *root != local)?;
    Some(format!("XML with the root `{}`, not `{wanted}`", crate::excerpt::block(name, 60)))
}

/// Its name.
fn first_element(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        let inside = rest.strip_prefix('<')?;
        let end = match inside.chars().next()? {
            '?' => "?>",
            '!' if inside.starts_with("!--") => "-->",
            // The declarations inside a document type stand in brackets.
            '!' if inside.find('[') < inside.find('>') && inside.contains('[') => "]>",
            '!' => ">",
            first if first.is_alphabetic() || matches!(first, '_' | ':') => {
                return inside.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next();
            }
            _ => return None,
        };
        rest = inside.split_once(end)?.1.trim_start();
    }
}
