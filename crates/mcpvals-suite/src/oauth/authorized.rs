//! What an authorization endpoint says.

use mcpvals_model::Seen;
use mcpvals_wire::oauth::probe::query_of;
use mcpvals_wire::oauth::{Page, WalkEnd};

use super::bench::Looked;
use super::token_answer::Answer;

/// What an authorization endpoint said.
pub(super) struct Authorized {
    pub(super) end: AuthorizedEnd,
    pub(super) pages: Vec<Page>,
    /// The parameters of the response.
    pub(super) response: Vec<(String, String)>,
    /// Where it was sent to, without its query.
    pub(super) to: String,
    /// And with it.
    pub(super) url: String,
}

pub(super) enum AuthorizedEnd {
    Code(String),
    /// An error that came back by a redirect.
    Error(String),
    /// A page that leads no further.
    Page {
        status: u16,
        words: String,
        /// Was everything typed that there was to be?
        is_done: bool,
    },
    Lost(String),
}

impl Authorized {
    pub(super) fn lost(problem: String) -> Self {
        Self {
            end: AuthorizedEnd::Lost(problem),
            pages: Vec::new(),
            response: Vec::new(),
            to: String::new(),
            url: String::new(),
        }
    }

    pub(super) fn of(end: WalkEnd, pages: Vec<Page>) -> Self {
        let url = match end {
            WalkEnd::Called(url) => url,
            WalkEnd::Page { words, is_done } => {
                let status = pages.last().map_or(0, |page| page.status);
                let end = AuthorizedEnd::Page { status, words, is_done };
                return Self { end, pages, response: Vec::new(), to: String::new(), url: String::new() };
            }
            WalkEnd::Lost(error) => return Self { pages, ..Self::lost(error.to_string()) },
        };
        // What comes in the fragment is for the browser, and no less given.
        let (bare, fragment) = url.split_once('#').unwrap_or((&url, ""));
        let response = [query_of(bare), query_of(&format!("?{fragment}"))].concat();
        let get = |name: &str| response.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let end = match (get("code"), get("error")) {
            (Some(code), _) => AuthorizedEnd::Code(code),
            (None, Some(error)) => AuthorizedEnd::Error(error),
            (None, None) => AuthorizedEnd::Error("neither `code` nor `error`".to_owned()),
        };
        let to = bare.split('?').next().unwrap_or_default().to_owned();
        let url = url.clone();
        Self { end, pages, response, to, url }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.response.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Was it sent to this address, with or without a query of its own?
    pub(super) fn went_to(&self, address: &str) -> bool {
        self.url.strip_prefix(address).is_some_and(|rest| rest.is_empty() || rest.starts_with(['?', '&', '#']))
    }

    /// The frame that shows how it ended.
    pub(super) fn frame(&self) -> Option<u64> {
        self.pages.last().map(|page| page.frame)
    }

    pub(super) fn status(&self) -> u16 {
        self.pages.last().map_or(302, |page| page.status)
    }

    pub(super) fn seen(&self) -> Looked {
        let seen = match &self.end {
            AuthorizedEnd::Code(_) => Seen::Granted { what: format!("a code, sent to {}", self.to) },
            AuthorizedEnd::Error(error) => Seen::Refused { status: self.status(), error: Some(error.clone()) },
            AuthorizedEnd::Page { status, words, .. } => Seen::Refused { status: *status, error: Some(words.clone()) },
            AuthorizedEnd::Lost(problem) => Seen::Lost { problem: problem.clone() },
        };
        (seen, self.frame())
    }

    /// Where there is no code, that is the answer of the flow.
    pub(super) fn as_answer(&self) -> Answer {
        match &self.end {
            AuthorizedEnd::Lost(problem) => Answer::Lost { problem: problem.clone() },
            // With nothing to compare it with, a page may as well be one that the steps of the consent do not fit.
            AuthorizedEnd::Page { status, words, .. } if *status < 400 => Answer::Lost { problem: words.clone() },
            AuthorizedEnd::Page { status, words, .. } => self.refused(*status, words),
            AuthorizedEnd::Error(error) => self.refused(self.status(), &self.described(error)),
            AuthorizedEnd::Code(_) => Answer::Lost { problem: "the code was not redeemed".to_owned() },
        }
    }

    fn refused(&self, status: u16, words: &str) -> Answer {
        Answer::Refused { status, error: Some(words.to_owned()), frame: self.frame().unwrap_or_default() }
    }

    fn described(&self, error: &str) -> String {
        self.get("error_description").map_or_else(|| error.to_owned(), |words| format!("{error}: {words}"))
    }
}
