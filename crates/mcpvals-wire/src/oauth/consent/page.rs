//! What is seen on the way to the user's consent.

use http::HeaderMap;

use crate::oauth::error::SignInError;
use crate::oauth::fetch::{Fetched, without_query};

/// So much of a page is kept.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// A walk from the authorization request on.
#[derive(Debug)]
pub struct Walked {
    /// Where it ended.
    pub end: WalkEnd,
    /// Everything that came, in order; nothing where people walked by themselves.
    pub pages: Vec<Page>,
}

/// Where a walk ended.
#[derive(Debug)]
pub enum WalkEnd {
    /// At an address at which it was to end, with its query.
    Called(String),
    /// On a page that leads no further.
    Page {
        /// What it has, and what it was to have.
        words: String,
        /// Was everything typed and pressed that there was to be?
        is_done: bool,
    },
    /// Nowhere: no answer came, or there was no end.
    Lost(SignInError),
}

/// A page, or a redirect.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its address without query, which may hold secrets.
    pub url: String,
    /// Its status.
    pub status: u16,
    headers: HeaderMap,
    /// Its beginning.
    pub text: String,
    /// Does it answer what was typed into a form?
    pub answers_form: bool,
    /// Has it a form?
    pub has_form: bool,
    /// The number of its frame.
    pub frame: u64,
}

impl Page {
    /// All values of a header, joined by commas; `None` where there is none.
    pub fn header(&self, name: &str) -> Option<String> {
        let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let values: Vec<String> = self.headers.get_all(name).iter().map(text).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    pub(super) fn of(fetched: &Fetched, answers_form: bool, has_form: bool) -> Self {
        let beginning = &fetched.body[..fetched.body.len().min(TEXT_BYTES_MAX)];
        Self {
            url: without_query(&fetched.address.to_string()).to_owned(),
            status: fetched.status,
            headers: fetched.headers.clone(),
            text: String::from_utf8_lossy(beginning).into_owned(),
            answers_form,
            has_form,
            frame: fetched.frame,
        }
    }
}
