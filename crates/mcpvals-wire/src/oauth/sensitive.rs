//! What is secret in an answer, whatever becomes of it: a token in an answer that is refused is no less a token.
//!
//! Fields are looked for in the text and not in its JSON, because what is cut off, doubled or no JSON at all may hold them,
//! too.

use http::HeaderMap;
use http::header::LOCATION;

/// The members of answers, and parameters of addresses, that nobody may see.
const FIELDS: [&str; 8] = [
    "access_token",
    "refresh_token",
    "id_token",
    "client_secret",
    "registration_access_token",
    "device_code",
    "client_assertion",
    "assertion",
];
/// More are not looked for in one answer.
const FOUND_MAX: usize = 200;

/// Name and value of each.
pub(super) fn of(headers: &HeaderMap, body: &[u8]) -> Vec<(&'static str, String)> {
    let mut found = in_text(&String::from_utf8_lossy(body));
    let locations = headers.get_all(LOCATION).iter();
    found.extend(locations.flat_map(|value| in_address(&String::from_utf8_lossy(value.as_bytes()))));
    found
}

/// In the query, and behind the `#`.
fn in_address(url: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for part in url.split(['?', '#']).skip(1) {
        for (name, value) in form_urlencoded::parse(part.as_bytes()) {
            let known = ["code"].iter().chain(&FIELDS).find(|known| **known == name);
            found.extend(known.map(|known| (*known, value.into_owned())));
        }
    }
    found
}

fn in_text(text: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for name in FIELDS {
        for (at, _) in text.match_indices(name) {
            let Some(value) = value(&text[at + name.len()..]) else { continue };
            found.extend(spellings(value).into_iter().map(|value| (name, value)));
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
    }

    #[test]
    fn codes_are_found_in_addresses() {
        let mut headers = HeaderMap::new();
        headers.insert("location", HeaderValue::from_static("http://h/cb?code=the-code&state=s#access_token=tok"));
        let found = of(&headers, b"");
        assert_eq!(found, [("code", "the-code".to_owned()), ("access_token", "tok".to_owned())]);
    }
}
