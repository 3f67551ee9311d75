//! Cookies of the pages that a stand-in for the user walks through.

use http::HeaderMap;
use http::header::{COOKIE, HeaderValue, SET_COOKIE};

use crate::transport::http::address::Origin;

/// More are not kept.
const COOKIES_MAX: usize = 100;

/// By origin; paths and dates are not looked at, because a walk is short.
#[derive(Default)]
pub(super) struct Jar(Vec<(Origin, String, String)>);

impl Jar {
    pub(super) fn learn(&mut self, origin: &Origin, headers: &HeaderMap) {
        for value in headers.get_all(SET_COOKIE) {
            let text = String::from_utf8_lossy(value.as_bytes());
            let Some((name, value)) = text.split(';').next().and_then(|pair| pair.split_once('=')) else { continue };
            let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
            self.0.retain(|(of, known, _)| !(of == origin && *known == name));
            if self.0.len() < COOKIES_MAX && !value.is_empty() {
                self.0.push((origin.clone(), name, value));
            }
        }
    }

    pub(super) fn add_to(&self, headers: &mut HeaderMap, origin: &Origin) {
        let own = self.0.iter().filter(|(of, ..)| of == origin);
        let pairs: Vec<String> = own.map(|(_, name, value)| format!("{name}={value}")).collect();
        if let Some(value) = HeaderValue::try_from(pairs.join("; ")).ok().filter(|_| !pairs.is_empty()) {
            headers.insert(COOKIE, value);
        }
    }
}
