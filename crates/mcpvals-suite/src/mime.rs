//! What content says of its kind, against what it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Types whose first bytes leave no doubt; of the others nothing is said.
const CERTAIN: [&str; 7] =
    ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "application/zip", "application/gzip"];

/// The `mimeType` of a content, without parameters, in lower case.
pub(crate) fn declared(content: &Value) -> Option<String> {
    content.get("mimeType").and_then(Value::as_str).map(essence)
}

/// Without parameters, in lower case.
pub(crate) fn essence(mime_type: &str) -> String {
    mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// What the content is instead of what it says; `None` where nothing speaks against it. `blob` is Base64.
pub(crate) fn contradiction(declared: &str, text: Option<&str>, blob: Option<&str>) -> Option<String> {
    match (text, blob.and_then(|blob| STANDARD.decode(blob).ok())) {
        (Some(text), _) => of_text(declared, text),
        (None, Some(bytes)) => of_bytes(declared, &bytes),
        (None, None) => None,
    }
}

fn of_text(declared: &str, text: &str) -> Option<String> {
    match Family::of(declared) {
        Family::Json => serde_json::from_str::<Value>(text).err().map(|error| format!("text that is no JSON: {error}")),
        Family::Picture | Family::Sound | Family::Archive => Some("text, where bytes belong into `blob`".to_owned()),
        Family::Text | Family::Other => None,
    }
}

fn of_bytes(declared: &str, bytes: &[u8]) -> Option<String> {
    let family = Family::of(declared);
    if family == Family::Json {
        let error = serde_json::from_slice::<Value>(bytes).err();
        return error.map(|error| format!("bytes that are no JSON: {error}"));
    }
    let kind = infer::get(bytes).map(|kind| kind.mime_type());
    let like = |kind| format!("bytes that begin like `{kind}`");
    let is_picture = family == Family::Picture && kind.is_some() && infer::is_mime_supported(declared);
    if (CERTAIN.contains(&declared) || is_picture) && !infer::is_mime(bytes, declared) {
        return Some(kind.map_or_else(|| "bytes that do not begin like it".to_owned(), like));
    }
    let is_other =
        |kind: &&str| !matches!(Family::of(kind), Family::Other | Family::Text) && Family::of(kind) != family;
    kind.filter(|_| family != Family::Other).filter(is_other).map(like)
}

/// Kinds that are never mistaken for one another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Json,
    Text,
    Picture,
    /// Sound and film: one container may hold both.
    Sound,
    Archive,
    /// Of which nothing is known.
    Other,
}

impl Family {
    fn of(mime_type: &str) -> Self {
        match mime_type.split_once('/') {
            _ if mime_type == "application/json" || mime_type.ends_with("+json") => Self::Json,
            // Such as `image/svg+xml`.
            _ if mime_type.ends_with("+xml") => Self::Text,
            Some(("text", _)) => Self::Text,
            Some(("image", _)) => Self::Picture,
            Some(("audio" | "video", _)) => Self::Sound,
            Some(("application", "pdf" | "zip" | "gzip")) => Self::Archive,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::contradiction;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    #[track_caller]
    fn check(declared: &str, text: Option<&str>, blob: Option<&[u8]>, words: &str) {
        let blob = blob.map(|bytes| STANDARD.encode(bytes));
        let found = contradiction(declared, text, blob.as_deref());
        assert_eq!(found.is_some(), !words.is_empty(), "{declared}: {found:?}");
        assert!(found.unwrap_or_default().contains(words), "{declared}");
    }

    #[test]
    fn what_is_as_it_says_is_left_alone() {
        check("image/png", None, Some(PNG), "");
        check("image/svg+xml", Some("<svg/>"), None, "");
        check("application/json", Some("{}"), None, "");
        check("application/json", None, Some(b"[1]"), "");
        check("text/plain", None, Some(b"words"), "");
        check("application/octet-stream", Some("words"), None, "");
        check("application/octet-stream", None, Some(PNG), "");
        check("audio/wav", None, Some(b"anything that nobody knows"), "");
        check("video/mp4", None, Some(b"\0\0\0\x20ftypM4A "), "");
    }

    #[test]
    fn what_contradicts_itself_is_told() {
        check("image/png", Some("words"), None, "bytes belong into `blob`");
        check("audio/wav", Some("words"), None, "bytes belong into `blob`");
        check("image/png", None, Some(b"GIF89a"), "`image/gif`");
        check("image/png", None, Some(b"words"), "do not begin like it");
        check("image/bmp", None, Some(b"%PDF-1.7"), "`application/pdf`");
        check("image/bmp", None, Some(PNG), "`image/png`");
        check("audio/wav", None, Some(PNG), "`image/png`");
        check("text/plain", None, Some(PNG), "`image/png`");
        check("application/json", Some("{"), None, "no JSON");
        check("application/json", None, Some(b"{"), "no JSON");
        check("application/problem+json", None, Some(b""), "no JSON");
    }
}
