//! Style and scripts: all of them ours, written into a page or served beside it.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// A file that pages need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its name, for example `page.js`.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The style of every page.
pub(super) const STYLE: Asset = Asset {
    name: "style.css",
    media_type: "text/css; charset=utf-8",
    text: include_str!("../../templates/static/style.css"),
};
/// The colours that were chosen, before anything is drawn.
pub(super) const THEME: Asset = script("theme.js", include_str!("../../templates/static/theme.js"));
/// Elements that any page may have.
pub(super) const PAGE: Asset = script("page.js", include_str!("../../templates/static/page.js"));
/// The replay of a trace.
pub(super) const REPLAY: Asset = script("replay.js", include_str!("../../templates/static/replay.js"));

/// All of them, for whoever serves pages: under `/static/`, by their names.
pub const ASSETS: [Asset; 4] = [STYLE, THEME, PAGE, REPLAY];

const fn script(name: &'static str, text: &'static str) -> Asset {
    Asset { name, media_type: "text/javascript; charset=utf-8", text }
}

/// How a page of one file names what it allows: its own style and scripts, and nothing else.
pub(super) static POLICY: LazyLock<String> = LazyLock::new(|| {
    let scripts = [THEME, PAGE, REPLAY].map(|asset| format!("'sha256-{}'", hash(asset.text))).join(" ");
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src {scripts}; base-uri 'none'; form-action 'none'",
        hash(STYLE.text)
    )
});

/// SHA-256 as a browser computes it of what stands between the tags.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::{ASSETS, POLICY};

    #[test]
    fn what_is_written_into_a_page_cannot_end_its_element() {
        for asset in ASSETS {
            assert!(!asset.text.contains("</") && !asset.text.contains("<!--"), "{}", asset.name);
            assert!(!asset.text.contains("://") && !asset.text.contains("url("), "{} loads something", asset.name);
        }
    }

    #[test]
    fn the_policy_allows_hashes_only() {
        assert!(POLICY.starts_with("default-src 'none'; ") && !POLICY.contains("unsafe") && !POLICY.contains("self"));
    }
}
