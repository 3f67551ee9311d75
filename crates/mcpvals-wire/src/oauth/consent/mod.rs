//! How a user's yes comes to us: the authorization response at our redirect URI (OAuth 2.1, 4.1.2).

mod form;
mod jar;
mod loopback;
mod page;
mod walk;

use std::fmt::Debug;

use mcpvals_model::{Consent, HttpUrl};

pub(super) use loopback::Loopback;
pub use page::{Page, WalkEnd, Walked};
pub(super) use walk::observe;

use super::discovery;
use super::error::{Result, SignInError};
use super::fetch::{Fetch, without_query};

/// The user, as far as signing in needs one.
pub trait Visitor: Send + Sync + Debug {
    /// Sends the user to this page; `opens` says whether a browser is to be opened.
    fn visit(&self, url: &str, opens: bool);

    /// Sends the user to this page to type this code.
    fn enter(&self, url: &str, code: &str, opens: bool);
}

/// The parameters of an authorization response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Response(pub(super) Vec<(String, String)>);

impl Response {
    /// Those in the query of an address.
    pub(super) fn of(url: &str) -> Self {
        let query = url.split('#').next().and_then(|bare| bare.split_once('?')).map_or("", |(_, query)| query);
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// The address with which a client with this redirect URI is called.
    fn as_call(&self, redirect_uri: &str) -> String {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish();
        format!("{redirect_uri}?{query}")
    }

    pub(super) fn count(&self, name: &str) -> usize {
        self.0.iter().filter(|(known, _)| known == name).count()
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

pub(super) const WHAT: &str = "the user's consent";

/// Where a response is to be received when nobody listens: whoever follows the redirects sees it in `Location`.
const UNHEARD: &str = "http://localhost:3000/callback";

/// A redirect URI, and who waits there.
pub(super) enum Receiver {
    /// A socket of ours: people come back to it.
    Socket(Loopback),
    /// The place where walking ends.
    Place(String),
}

impl Receiver {
    /// For this consent.
    ///
    /// # Errors
    /// Where people must come back to an address at which we cannot listen.
    pub(super) async fn open(consent: &Consent, redirect_uri: Option<&str>) -> Result<Self> {
        match consent {
            Consent::Browser | Consent::Shown => Loopback::open(redirect_uri).await.map(Self::Socket),
            Consent::Automatic | Consent::Scripted(_) => Ok(Self::Place(redirect_uri.unwrap_or(UNHEARD).to_owned())),
        }
    }

    pub(super) fn uri(&self) -> &str {
        match self {
            Self::Socket(socket) => socket.uri(),
            Self::Place(uri) => uri,
        }
    }

    /// As [`Receiver::response`], with all that is seen on the way. A walk ends at any of the addresses in `stops`, too.
    pub(super) async fn watched(
        &self,
        url: &str,
        stops: &[&str],
        consent: &Consent,
        visitor: Option<&dyn Visitor>,
        fetch: &Fetch,
    ) -> Walked {
        match self {
            Self::Place(uri) => {
                let stops: Vec<&str> = std::iter::once(uri.as_str()).chain(stops.iter().copied()).collect();
                observe(fetch, url, &stops, steps(consent)).await
            }
            Self::Socket(socket) => {
                let came = self.response(url, consent, visitor, fetch).await;
                let end = came.map_or_else(WalkEnd::Lost, |response| WalkEnd::Called(response.as_call(socket.uri())));
                Walked { end, pages: Vec::new() }
            }
        }
    }

    /// Sends the user, or a stand-in, to the page, and waits for the response.
    ///
    /// # Errors
    /// Where there is nobody to send, or the way ends elsewhere.
    pub(super) async fn response(
        &self,
        url: &str,
        consent: &Consent,
        visitor: Option<&dyn Visitor>,
        fetch: &Fetch,
    ) -> Result<Response> {
        match self {
            Self::Place(uri) => walk::walk(fetch, url, uri, steps(consent)).await.map(|url| Response::of(&url)),
            Self::Socket(socket) => {
                let nobody = || SignInError::new(WHAT, "there is nobody to ask here: give `consent`");
                visitor.ok_or_else(nobody)?.visit(url, *consent == Consent::Browser);
                socket.response(Response::of(url).get("state")).await
            }
        }
    }
}

/// Lets a user confirm a code on a page (RFC 8628, 3.3).
///
/// # Errors
/// Where nobody must be sent to that page, or there is nobody, or the page is not as the consent has it.
pub(super) async fn confirmed(
    (url, code): (&str, &str),
    complete: Option<&str>,
    consent: &Consent,
    visitor: Option<&dyn Visitor>,
    fetch: &Fetch,
) -> Result<()> {
    if *consent != Consent::Automatic {
        encrypted(complete.unwrap_or(url), fetch.allows_http)?;
    }
    match consent {
        Consent::Browser | Consent::Shown => {
            let nobody = || SignInError::new(WHAT, "there is nobody to ask here: give `consent`");
            visitor.ok_or_else(nobody)?.enter(complete.unwrap_or(url), code, *consent == Consent::Browser);
            Ok(())
        }
        Consent::Automatic => Ok(()),
        Consent::Scripted(steps) => walk::through(fetch, complete.unwrap_or(url), steps, code).await,
    }
}

/// Nobody types a password, nor opens a browser, at an address that is no page of the web, or that others can read.
fn encrypted(url: &str, allows_http: bool) -> Result<()> {
    let is_page = HttpUrl::parse(url).is_some() && !url.contains(char::is_control);
    if is_page && (allows_http || discovery::is_safe(url)) {
        return Ok(());
    }
    let place: String = without_query(url).chars().take(SHOWN_MAX).collect();
    let problem = format!(
        "users are sent to `{place}`, which is neither `https` nor on this machine (OAuth 2.1, 1.5); `allowHttp` lets them go \
         to `http`"
    );
    Err(SignInError::new(WHAT, problem))
}

/// So much of an address is shown.
const SHOWN_MAX: usize = 300;

fn steps(consent: &Consent) -> &[mcpvals_model::FormStep] {
    match consent {
        Consent::Scripted(steps) => steps,
        Consent::Browser | Consent::Shown | Consent::Automatic => &[],
    }
}
