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
    let is_json = declared == "application/json" || declared.ends_with("+json");
    let broken = text.filter(|_| is_json).and_then(|text| serde_json::from_str::<Value>(text).err());
    if let Some(error) = broken {
        return Some(format!("text that is no JSON: {error}"));
    }
    let bytes = blob.filter(|_| CERTAIN.contains(&declared)).and_then(|blob| STANDARD.decode(blob).ok())?;
    let kind = || infer::get(&bytes).map(|kind| format!("bytes that begin like `{}`", kind.mime_type()));
    (!infer::is_mime(&bytes, declared)).then(|| kind().unwrap_or_else(|| "bytes that do not begin like it".to_owned()))
}
