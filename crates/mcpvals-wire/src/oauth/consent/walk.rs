//! A stand-in for the user: follows redirects, fills in forms, and stops where the client would be called.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use mcpvals_model::{FormStep, Secret};

use super::form::{Form, forms, title};
use super::jar::Jar;
use super::page::{Page, WalkEnd, Walked};
use super::{WHAT, encrypted};
use crate::oauth::discovery::split;
use crate::oauth::error::{Result, SignInError};
use crate::oauth::fetch::{Fetch, Fetched, without_query};

/// More pages and redirects are not walked through.
const STEPS_MAX: usize = 30;

/// Walks from the authorization request to the redirect URI; the address with which the client is called.
///
/// # Errors
/// Where the way ends elsewhere: the page is described.
pub(super) async fn walk(fetch: &Fetch, url: &str, redirect_uri: &str, steps: &[FormStep]) -> Result<String> {
    let mut walker = Walker::new(fetch, steps);
    match walker.go(url, &[redirect_uri]).await? {
        Arrived::Called(url) => Ok(url),
        Arrived::Page(page) => Err(walker.stuck(&page)),
    }
}

/// The same, with all that was seen on the way; it also ends where one of several addresses is called.
pub(in crate::oauth) async fn observe(fetch: &Fetch, url: &str, ends: &[&str], steps: &[FormStep]) -> Walked {
    let mut walker = Walker::new(fetch, steps);
    let end = match walker.go(url, ends).await {
        Ok(Arrived::Called(url)) => WalkEnd::Called(url),
        Ok(Arrived::Page(page)) => {
            WalkEnd::Page { words: walker.stuck(&page).problem, is_done: walker.done == steps.len() }
        }
        Err(error) => WalkEnd::Lost(error),
    };
    Walked { end, pages: walker.seen }
}

/// Walks through the pages on which a user confirms a code; a field that is to hold it says `{{user_code}}`.
pub(super) async fn through(fetch: &Fetch, url: &str, steps: &[FormStep], code: &str) -> Result<()> {
    let typed = |value: &Secret| Secret::new(value.reveal().replace("{{user_code}}", code));
    let with_code = |step: &FormStep| FormStep {
        fill: step.fill.iter().map(|(name, value)| (name.clone(), typed(value))).collect(),
        submit: step.submit.clone(),
    };
    let steps: Vec<FormStep> = steps.iter().map(with_code).collect();
    let mut walker = Walker::new(fetch, &steps);
    match walker.go(url, &[]).await? {
        Arrived::Page(page) if walker.done < steps.len() => Err(walker.stuck(&page)),
        Arrived::Page(_) | Arrived::Called(_) => Ok(()),
    }
}

struct Walker<'a> {
    fetch: &'a Fetch,
    jar: Jar,
    steps: &'a [FormStep],
    /// So many of the steps are done.
    done: usize,
    /// Where it began: who is sent there has looked at that.
    home: String,
    /// What was typed last.
    typed: Option<(HeaderMap, Bytes)>,
    /// Everything that came, in order.
    seen: Vec<Page>,
}

enum Arrived {
    /// The client is called with this address.
    Called(String),
    /// A page that leads no further.
    Page(Box<Fetched>),
}

impl<'a> Walker<'a> {
    fn new(fetch: &'a Fetch, steps: &'a [FormStep]) -> Self {
        Self { fetch, jar: Jar::default(), steps, done: 0, home: String::new(), typed: None, seen: Vec::new() }
    }

    async fn go(&mut self, url: &str, stops: &[&str]) -> Result<Arrived> {
        split(url).0.clone_into(&mut self.home);
        let mut page = self.get(url).await?;
        for _ in 0..STEPS_MAX {
            if let Some(location) = page.location() {
                if stops.iter().any(|uri| is_call(&location, uri)) {
                    return Ok(Arrived::Called(location));
                }
                let next = page.address.join(&location).map_err(|problem| SignInError::new(WHAT, problem))?;
                // As browsers do, where it stays at home.
                let answers_form = self.seen.last().is_some_and(|seen| seen.answers_form);
                let again = self.typed.clone().filter(|_| answers_form && [307, 308].contains(&page.status));
                if let Some((headers, body)) = again.filter(|_| next.origin == page.address.origin) {
                    page = self.send(Method::POST, &next.to_string(), headers, body).await?;
                    if ![404, 405].contains(&page.status) {
                        continue;
                    }
                }
                page = self.get(&next.to_string()).await?;
                continue;
            }
            let Some((form, step)) = self.next_form(&page) else { return Ok(Arrived::Page(Box::new(page))) };
            self.done += 1;
            page = self.submit(&page, &form, &step).await?;
        }
        Err(SignInError::new(WHAT, format!("more than {STEPS_MAX} pages and redirects, the last at {}", page.address)))
    }

    fn next_form(&self, page: &Fetched) -> Option<(Form, FormStep)> {
        let step = self.steps.get(self.done)?.clone();
        let form = forms(&page.body).into_iter().find(|form| form.fits(&step))?;
        Some((form, step))
    }

    async fn get(&mut self, url: &str) -> Result<Fetched> {
        self.send(Method::GET, url, HeaderMap::new(), Bytes::new()).await
    }

    async fn submit(&mut self, page: &Fetched, form: &Form, step: &FormStep) -> Result<Fetched> {
        let to = page.address.join(&form.action).map_err(|problem| SignInError::new(WHAT, problem))?.to_string();
        let pairs = form_urlencoded::Serializer::new(String::new()).extend_pairs(form.filled(step)).finish();
        if !form.is_post {
            return self.get(&format!("{}?{pairs}", without_query(&to))).await;
        }
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        let body = Bytes::from(pairs);
        self.typed = Some((headers.clone(), body.clone()));
        self.send(Method::POST, &to, headers, body).await
    }

    async fn send(&mut self, method: Method, url: &str, mut headers: HeaderMap, body: Bytes) -> Result<Fetched> {
        if split(url).0 != self.home {
            encrypted(url, self.fetch.allows_http)?;
        }
        headers.insert(ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,*/*;q=0.8"));
        if let Ok(address) = crate::transport::http::address::Address::parse(url) {
            self.jar.add_to(&mut headers, &address.origin);
        }
        let typed = method == Method::POST;
        let page = self.fetch.send(method, url, headers, body).await?;
        self.jar.learn(&page.address.origin, &page.headers);
        self.seen.push(Page::of(&page, typed, !forms(&page.body).is_empty()));
        Ok(page)
    }

    fn stuck(&self, page: &Fetched) -> SignInError {
        let title = title(&page.body).map(|title| format!(" \"{}\"", title.chars().take(80).collect::<String>()));
        let place = format!("the page{} at {}", title.unwrap_or_default(), without_query(&page.address.to_string()));
        let shown: Vec<String> = forms(&page.body).iter().map(Form::shown).collect();
        let has = if shown.is_empty() {
            "no form".to_owned()
        } else {
            format!("a form with {}", shown.join("; and one with "))
        };
        let why = match self.steps.len() {
            0 => "and `consent` says nothing of forms".to_owned(),
            all if self.done == all => format!("and all {all} steps of `consent` are done"),
            _ => format!("which step {} of `consent` does not fit", self.done + 1),
        };
        SignInError::new(WHAT, format!("{place} (status {}) has {has}, {why}", page.status))
    }
}

/// Is this address the redirect URI with a response?
fn is_call(location: &str, redirect_uri: &str) -> bool {
    let rest = location.strip_prefix(redirect_uri);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['?', '#', '&']))
}
