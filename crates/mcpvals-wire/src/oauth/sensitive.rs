//! What is secret in an answer, whatever becomes of it: a token in an answer that is refused is no less a token.
//!
//! Fields are looked for in the text and not in its JSON, because what is cut off, doubled or no JSON at all may hold them,
//! too.

use http::HeaderMap;
use http::header::{LOCATION, SET_COOKIE};

/// The members of answers, and parameters of addresses, that nobody may see; what begins with `_` is the end of a name.
const FIELDS: [&str; 10] = [
    "access_token",
    "refresh_token",
    "id_token",
    "client_secret",
    "registration_access_token",
    "device_code",
    "client_assertion",
    "assertion",
    "_token",
    "_secret",
];
/// More are not looked for in one answer.
const FOUND_MAX: usize = 200;

/// Name and value of each.
pub(super) fn of(headers: &HeaderMap, body: &[u8]) -> Vec<(&'static str, String)> {
    let mut found = in_text(&String::from_utf8_lossy(body));
    let cookies = headers.get_all(SET_COOKIE).iter();
    found.extend(cookies.filter_map(|value| cookie(&String::from_utf8_lossy(value.as_bytes()))));
    let locations = headers.get_all(LOCATION).iter();
    found.extend(locations.flat_map(|value| in_address(&String::from_utf8_lossy(value.as_bytes()))));
    found
}

/// A session of the user's is worth the password. Words are no sessions: they stand elsewhere, too.
fn cookie(text: &str) -> Option<(&'static str, String)> {
    const LENGTH_MIN: usize = 12;
    let (_, value) = text.split(';').next()?.split_once('=')?;
    let value = value.trim().trim_matches('"');
    let is_session = value.len() >= LENGTH_MIN && !value.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_session.then(|| ("cookie", value.to_owned()))
}

/// In the query, and behind the `#`.
fn in_address(url: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for part in url.split(['?', '#']).skip(1) {
        for (name, value) in form_urlencoded::parse(part.as_bytes()) {
            let is = |known: &&&str| **known == name || known.starts_with('_') && name.ends_with(**known);
            let known = ["code"].iter().chain(&FIELDS).find(is);
            found.extend(known.map(|known| (known.trim_start_matches('_'), value.into_owned())));
        }
    }
    found
}

fn in_text(text: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for name in FIELDS {
        for (at, _) in text.match_indices(name) {
            let rest = &text[at + name.len()..];
            // Prose has words that end so.
            if name.starts_with('_') && !rest.starts_with('"') {
                continue;
            }
            let Some(value) = value(rest) else { continue };
            found.extend(spellings(value).into_iter().map(|value| (name.trim_start_matches('_'), value)));
            if found.len() >= FOUND_MAX {
                return found;
            }
        }
    }
    found
}

/// What stands behind the name: `": "value"`, `=value&`, up to the end of the text.
fn value(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(['"', '\'', '\\']).trim_start();
    let rest = rest.strip_prefix([':', '='])?.trim_start();
    let bare = rest.trim_start_matches('\\');
    if let Some(quoted) = bare.strip_prefix('"') {
        // Within another string, its end is escaped, too.
        let is_nested = bare.len() < rest.len();
        let end = if is_nested { quoted.find('\\').unwrap_or(quoted.len()) } else { end_of_string(quoted) };
        return Some(&quoted[..end]);
    }
    let end = rest.find(['&', ',', '}', ']', '"', ' ', '\n', '\r', '<']).unwrap_or(rest.len());
    Some(&rest[..end])
}

fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// As it is written, as it is meant, and each line of it.
fn spellings(value: &str) -> Vec<String> {
    let meant: Option<String> = serde_json::from_str(&format!("\"{value}\"")).ok();
    let meant = meant.unwrap_or_else(|| value.to_owned());
    let lines = meant.split(char::is_control).filter(|line| line.len() < meant.len()).map(str::to_owned);
    let mut all: Vec<String> = [value.to_owned(), meant.clone()].into_iter().chain(lines).collect();
    all.retain(|one| !one.is_empty());
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};

    use super::of;

    #[track_caller]
    fn check(body: &str, want: &[&str]) {
        let found = of(&HeaderMap::new(), body.as_bytes());
        for value in want {
            assert!(found.iter().any(|(_, known)| known == value), "{value} is not in {found:?}");
        }
    }

    #[test]
    fn tokens_are_found_in_whatever_comes() {
        check(r#"{"error":"x","access_token":"tok-1","n":{"refresh_token" : "tok-2"}}"#, &["tok-1", "tok-2"]);
        check(r#"{"access_token":"first","access_token":"second"}"#, &["first", "second"]);
        check(r#"{"access_token":"cut-off-in-the-mid"#, &["cut-off-in-the-mid"]);
        check(r#"{"access_token":"two\nlines","device_code":12345678}"#, &["two\nlines", "two", "lines", "12345678"]);
        check("access_token=of-a-form&refresh_token=another", &["of-a-form", "another"]);
        check(r#"{\"access_token\":\"in-a-string\"}"#, &["in-a-string"]);
        check(r#"{"client_id":"c","registration_access_token":"r-a-t"}"#, &["r-a-t"]);
        check("access_token", &[]);
        check("invalid_token: expired", &[]);
        check(
            r#"{"device_secret": "of-the-device", "session_token":"of-the-session"}"#,
            &["of-the-device", "of-the-session"],
        );
        let none = of(&HeaderMap::new(), br#"{"token_type": "Bearer", "access_token_expires_in": 3600}"#);
        assert_eq!(none, []);
    }

    #[test]
    fn codes_are_found_in_addresses() {
        let mut headers = HeaderMap::new();
        headers.insert("location", HeaderValue::from_static("http://h/cb?code=the-code&state=s#access_token=tok"));
        let found = of(&headers, b"");
        assert_eq!(found, [("code", "the-code".to_owned()), ("access_token", "tok".to_owned())]);
    }

    #[test]
    fn sessions_are_found_in_cookies() {
        let mut headers = HeaderMap::new();
        headers.append("set-cookie", HeaderValue::from_static("sso=\"s-of-the-user-1\"; Path=/; HttpOnly"));
        headers.append("set-cookie", HeaderValue::from_static("language=constructed"));
        assert_eq!(of(&headers, b""), [("cookie", "s-of-the-user-1".to_owned())]);
    }
}
