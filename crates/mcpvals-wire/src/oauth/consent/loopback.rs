//! A socket on the loopback interface to which a browser comes back (RFC 8252, 7.3).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use mcpvals_model::loopback_place;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Response, WHAT};
use crate::oauth::discovery::split;
use crate::oauth::error::{Result, SignInError};

const ANY_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
/// More connections are not open at a time.
const VISITS_MAX: usize = 64;
/// More of a request is not read.
const REQUEST_BYTES_MAX: usize = 16 << 10;
/// A browser that says nothing is left alone.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);
const AFTER_STRAY: std::time::Duration = std::time::Duration::from_secs(30);

/// An authorization response that a browser has brought.
enum Came {
    /// To our request.
    Ours(Response),
    /// To another: any page that is open in the user's browser can send one (OAuth 2.1, 7.14).
    Stray(Response),
}

/// Listens until it is dropped.
pub(in crate::oauth) struct Loopback {
    listener: TcpListener,
    uri: String,
    /// So long the right response is waited for when one to another request has come.
    after_stray: std::time::Duration,
}

impl Loopback {
    /// At a free port, or where the redirect URI says.
    ///
    /// # Errors
    /// Where the redirect URI is not on this machine, or its port is taken.
    pub(super) async fn open(redirect_uri: Option<&str>) -> Result<Self> {
        let place = redirect_uri.map(place_of).transpose()?;
        let taken = |error: std::io::Error| SignInError::new(WHAT, format!("cannot listen for it: {error}"));
        let listener = TcpListener::bind(place.unwrap_or(ANY_PORT)).await.map_err(taken)?;
        let port = listener.local_addr().map_err(taken)?.port();
        let uri = redirect_uri.map_or_else(|| format!("http://127.0.0.1:{port}/callback"), str::to_owned);
        Ok(Self { listener, uri, after_stray: AFTER_STRAY })
    }

    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// Waits for the browser to bring the response with this `state`. Whoever asks for other things is told that there is
    /// nothing. One with another `state` is what came only where the right one does not follow.
    ///
    /// # Cancellation
    /// Dropping the future stops listening for this one; the socket stays open.
    pub(super) async fn response(&self, state: Option<&str>) -> Result<Response> {
        let stray = match self.next(state).await? {
            Came::Ours(response) => return Ok(response),
            Came::Stray(response) => response,
        };
        let ours = async {
            loop {
                if let Came::Ours(response) = self.next(state).await? {
                    return Ok(response);
                }
            }
        };
        tokio::time::timeout(self.after_stray, ours).await.unwrap_or(Ok(stray))
    }

    /// Browsers open connections that they may need later: none stands in another's way.
    async fn next(&self, state: Option<&str>) -> Result<Came> {
        let lost = |error: std::io::Error| SignInError::new(WHAT, error.to_string());
        let mut visits = FuturesUnordered::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if visits.len() < VISITS_MAX => {
                    let (stream, _) = accepted.map_err(lost)?;
                    visits.push(tokio::time::timeout(PATIENCE, self.serve(stream, state)));
                }
                Some(came) = visits.next() => {
                    if let Ok(Some(came)) = came {
                        return Ok(came);
                    }
                }
            }
        }
    }

    async fn serve(&self, mut stream: TcpStream, state: Option<&str>) -> Option<Came> {
        let target = target(&mut stream).await?;
        let response = Response::of(&target);
        let is_here = split(&format!("http://h{target}")).1 == split(&self.uri).1;
        let is_response = is_here && (response.get("code").is_some() || response.get("error").is_some());
        let is_ours = state.is_none_or(|state| response.get("state") == Some(state));
        let came = is_response.then_some(if is_ours { Came::Ours(response) } else { Came::Stray(response) });
        let (status, words) = match &came {
            Some(Came::Ours(response)) if response.get("error").is_some() => {
                ("200 OK", "It was refused. You can close this page.")
            }
            Some(Came::Ours(_)) => ("200 OK", "Done: you can close this page."),
            Some(Came::Stray(_)) => {
                ("400 Bad Request", "This answers another request: its <code>state</code> is not ours.")
            }
            None => ("404 Not Found", "There is nothing here."),
        };
        let page = format!("<!doctype html><meta charset=utf-8><title>mcpvals</title><p>{words}");
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
            page.len()
        );
        // Whether the browser shows it is not our concern.
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
        came
    }
}

/// The target of a GET.
async fn target(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") && bytes.len() < REQUEST_BYTES_MAX {
        let mut piece = [0; 2048];
        let count = stream.read(&mut piece).await.ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&piece[..count]);
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut words = text.lines().next()?.split(' ');
    (words.next() == Some("GET")).then(|| words.next().map(str::to_owned)).flatten()
}

fn place_of(uri: &str) -> Result<SocketAddr> {
    let problem = || format!("the redirect URI {uri} is not at http://127.0.0.1, http://[::1] or http://localhost");
    loopback_place(uri).ok_or_else(|| SignInError::new(WHAT, problem()))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::Loopback;

    async fn visit(place: &str, target: &str) -> String {
        let mut stream = TcpStream::connect(place).await.unwrap();
        stream.write_all(format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    }

    #[tokio::test]
    async fn browser_that_comes_back_brings_the_response() {
        let socket = Loopback::open(None).await.unwrap();
        let place = socket.uri().strip_prefix("http://").unwrap().strip_suffix("/callback").unwrap().to_owned();
        let (response, answers) = tokio::join!(socket.response(Some("s")), async {
            let icon = visit(&place, "/favicon.ico").await;
            let elsewhere = visit(&place, "/other?code=c").await;
            let empty = visit(&place, "/callback").await;
            let stray = visit(&place, "/callback?code=another&state=t").await;
            [icon, elsewhere, empty, stray, visit(&place, "/callback?code=c%201&state=s").await]
        });
        let response = response.unwrap();
        assert_eq!((response.get("code"), response.get("state")), (Some("c 1"), Some("s")));
        let nothing = "HTTP/1.1 404 Not Found";
        assert_eq!(answers, [nothing, nothing, nothing, "HTTP/1.1 400 Bad Request", "HTTP/1.1 200 OK"]);
    }

    #[tokio::test]
    async fn response_to_another_request_is_what_came_where_none_to_ours_follows() {
        let after_stray = std::time::Duration::from_millis(10);
        let socket = Loopback { after_stray, ..Loopback::open(None).await.unwrap() };
        let place = socket.uri().strip_prefix("http://").unwrap().strip_suffix("/callback").unwrap().to_owned();
        let (response, _) =
            tokio::join!(socket.response(Some("s")), async { visit(&place, "/callback?error=x").await });
        assert_eq!(response.unwrap().get("error"), Some("x"));
    }
}
