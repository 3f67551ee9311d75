//! Addresses as they may be shown: keys are in their queries, and passwords in front of their hosts.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::secret::MasterKey;

const MASK: &str = "***";
const PURPOSE: &str = "address";
/// What a sealed one begins with: no address does.
const SEALED: &str = "sealed:";

/// Up to where it begins to be the server's own business.
pub(crate) fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// A text, where it is an address with `***` instead of who asks, and of its query. What is shown so stays as it is when it
/// is shown again.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = text.split_once("://") else { return Cow::Borrowed(text) };
    let place = without_query(rest);
    let authority = place.split('/').next().unwrap_or_default();
    let user = authority.rfind('@').map_or("", |at| &place[..at]);
    if user.is_empty() && place == rest {
        return Cow::Borrowed(text);
    }
    let who = if user.is_empty() { "" } else { MASK };
    let query = rest[place.len()..].chars().next().map(|mark| format!("{mark}{MASK}")).unwrap_or_default();
    Cow::Owned(format!("{scheme}://{who}{}{query}", &place[user.len()..]))
}

/// As it may be stored: sealed, where not all of it may be shown.
///
/// # Errors
/// That the system has no randomness.
pub(crate) fn sealed(master: &MasterKey, address: &str) -> Result<String, String> {
    if shown(address) == address {
        return Ok(address.to_owned());
    }
    let sealed = master.seal(address.as_bytes(), PURPOSE)?;
    Ok(format!("{SEALED}{}", URL_SAFE_NO_PAD.encode(sealed)))
}

/// As it was before it was stored; nothing where another key sealed it.
pub(crate) fn opened(master: &MasterKey, stored: &str) -> Option<String> {
    let Some(sealed) = stored.strip_prefix(SEALED) else { return Some(stored.to_owned()) };
    let opened = master.open(&URL_SAFE_NO_PAD.decode(sealed).ok()?, PURPOSE)?;
    String::from_utf8(opened).ok()
}

#[cfg(test)]
mod tests {
    use super::{opened, sealed, shown};
    use crate::secret::MasterKey;

    #[test]
    fn what_may_be_secret_of_an_address_is_not_repeated() {
        for (text, expected) in [
            ("https://me:hunter2@example.com/mcp", "https://***@example.com/mcp"),
            ("https://example.com/mcp?k=hunter2#x", "https://example.com/mcp?***"),
            (" ftp://me@example.com?hunter2", " ftp://***@example.com?***"),
            ("https://example.com#hunter2", "https://example.com#***"),
            ("https://example.com/@me/mcp", "https://example.com/@me/mcp"),
            ("/srv/what?", "/srv/what?"),
        ] {
            assert_eq!(shown(text), expected);
            assert_eq!(shown(expected), expected);
        }
    }

    #[test]
    fn an_address_with_a_query_is_stored_sealed() {
        let key = MasterKey::of_words("correct horse battery staple, and more").unwrap();
        let (plain, secret) = ("https://example.com/events", "https://example.com/events?k=hunter2");
        assert_eq!(sealed(&key, plain).unwrap(), plain);
        let stored = sealed(&key, secret).unwrap();
        assert!(stored.starts_with("sealed:") && !stored.contains("example"), "{stored}");
        assert_eq!([plain, &stored].map(|stored| opened(&key, stored)), [plain, secret].map(|it| Some(it.to_owned())));
        let other = MasterKey::of_words("another horse battery staple, and more").unwrap();
        assert_eq!(opened(&other, &stored), None);
        assert_eq!(opened(&key, "sealed:?"), None);
    }
}
