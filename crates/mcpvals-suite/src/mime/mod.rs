//! What content says of its kind, against what it is. What is not known for certain is left alone.

mod charset;
mod container;
mod format;
mod signature;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcpvals_model::{Mismatch, MismatchKind};
use serde_json::Value;

use self::container::Container;
use self::format::Family;
use self::signature::{Doubt, Format};
use crate::excerpt;
use crate::matcher::of_kind;

/// The `mimeType` of a content, without parameters, in lower case.
pub(crate) fn declared(content: &Value) -> Option<String> {
    content.get("mimeType").and_then(Value::as_str).map(essence)
}

/// Without parameters, in lower case.
pub(crate) fn essence(mime_type: &str) -> String {
    mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// What is wrong with what a content, with `text`, `blob` or `data`, says of itself. `what` names it.
pub(crate) fn mismatch(what: &str, content: &Value) -> Option<Mismatch> {
    let member = |name: &str| content.get(name).and_then(Value::as_str);
    let declared = member("mimeType")?;
    let actual = contradiction(declared, member("text"), member("blob").or_else(|| member("data")))?;
    let expected = format!("{what} to be `{}`, as it says", excerpt::block(declared, 80));
    Some(of_kind(MismatchKind::MimeType, expected, actual))
}

/// What the content is instead of what it says; `None` where nothing speaks against it. `blob` is Base64.
fn contradiction(declared: &str, text: Option<&str>, blob: Option<&str>) -> Option<String> {
    let essence = essence(declared);
    if !is_mime_type(&essence) {
        return Some("no MIME type at all, which is `type/subtype`".to_owned());
    }
    let charset = charset::of(declared);
    match (text, blob.and_then(|blob| STANDARD.decode(blob).ok())) {
        (Some(text), _) => of_text(&essence, charset.as_deref(), text),
        (None, Some(bytes)) => of_bytes(&essence, charset.as_deref(), &bytes),
        (None, None) => None,
    }
}

/// Two tokens (RFC 6838, 4.2) with a slash between them.
fn is_mime_type(essence: &str) -> bool {
    let is_token = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+*'`|~%".contains(&byte))
    };
    essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

fn of_text(essence: &str, charset: Option<&str>, text: &str) -> Option<String> {
    match Family::of(essence) {
        Family::Picture | Family::Sound | Family::Archive if !format::may_be_text(essence) => {
            Some("text, where bytes belong into `blob`".to_owned())
        }
        family => family.unlike(text).or_else(|| charset::foreign(charset?, text)),
    }
}

fn of_bytes(essence: &str, charset: Option<&str>, bytes: &[u8]) -> Option<String> {
    let family = Family::of(essence);
    if essence == "image/svg+xml" && infer::archive::is_gz(bytes) {
        return None;
    }
    if family.is_textual() {
        let other = infer::get(bytes).map(|kind| kind.mime_type()).filter(|kind| Family::of(kind).is_binary());
        // A text may begin with the letters by which a picture is known, but with no whole line of a PDF.
        return other.filter(|_| !is_words(bytes) || is_pdf(bytes)).map(like).or_else(|| {
            match charset::decoded(charset, bytes) {
                Ok(text) => family.unlike(&text?),
                Err(words) => Some(words),
            }
        });
    }
    of_signature(essence, family, bytes)
}

/// UTF-8 without the control characters that no text has.
fn is_words(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(|c| !c.is_control() || c.is_whitespace()))
}

/// A PDF may have nothing but ASCII in it; its first line is its version and nothing else (ISO 32000-2, 7.5.2).
fn is_pdf(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    let version = line.trim_ascii_end().strip_prefix(b"%PDF-").unwrap_or_default();
    matches!(version, [major, b'.', minor] if major.is_ascii_digit() && minor.is_ascii_digit())
}

/// Of what is no text, the first bytes tell.
fn of_signature(essence: &str, family: Family, bytes: &[u8]) -> Option<String> {
    let found = signature::formats(bytes);
    let surely = || found.iter().filter(|(_, doubt)| *doubt == Doubt::No).map(|(format, _)| *format);
    let Some(container) = Container::of(essence) else {
        let of_other_family = |format: &Format| {
            let other = Family::of(format.mime_type());
            let is_media = matches!(other, Family::Picture | Family::Sound);
            family.is_binary() && other != family || format::is_document(essence) && is_media
        };
        return surely().find(of_other_family).map(|format| like(format.mime_type()));
    };
    if found.iter().any(|(format, _)| container.any_of.contains(format)) {
        return None;
    }
    let other = surely().next().map(|format| like(format.mime_type()));
    let unlike = || container.is_certain.then(|| "bytes that do not begin like it".to_owned());
    let is_seen_or_heard = matches!(family, Family::Picture | Family::Sound);
    other.or_else(unlike).or_else(|| (is_seen_or_heard && is_message(bytes)).then(|| "a text".to_owned()))
}

/// Words where no words can be, such as the page of an error.
fn is_message(bytes: &[u8]) -> bool {
    !bytes.is_empty() && is_words(bytes)
}

fn like(kind: &str) -> String {
    format!("bytes that begin like `{kind}`")
}
