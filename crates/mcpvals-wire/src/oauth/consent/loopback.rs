//! A socket on the loopback interface to which a browser comes back (RFC 8252, 7.3).

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Response, WHAT};
use crate::oauth::discovery::split;
use crate::oauth::error::{Result, SignInError};

/// More of a request is not read.
const REQUEST_BYTES_MAX: usize = 16 << 10;
/// A browser that says nothing is left alone.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);
const PAGE: &str = "<!doctype html><meta charset=utf-8><title>mcpvals</title><p>Done: you can close this page.";

/// Listens until it is dropped.
pub(in crate::oauth) struct Loopback {
    listener: TcpListener,
    uri: String,
}

impl Loopback {
    /// At a free port, or where the redirect URI says.
    ///
    /// # Errors
    /// Where the redirect URI is not on this machine, or its port is taken.
    pub(super) async fn open(redirect_uri: Option<&str>) -> Result<Self> {
        let place = redirect_uri.map(port_of).transpose()?;
        let taken = |error: std::io::Error| SignInError::new(WHAT, format!("cannot listen for it: {error}"));
        let listener = TcpListener::bind(("127.0.0.1", place.unwrap_or(0))).await.map_err(taken)?;
        let port = listener.local_addr().map_err(taken)?.port();
        let uri = redirect_uri.map_or_else(|| format!("http://127.0.0.1:{port}/callback"), str::to_owned);
        Ok(Self { listener, uri })
    }

    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// Waits for the browser. Others that come, and ask for other things, are told that there is nothing.
    ///
    /// # Cancellation
    /// Dropping the future stops listening for this one; the socket stays open.
    pub(super) async fn response(&self) -> Result<Response> {
        loop {
            let lost = |error: std::io::Error| SignInError::new(WHAT, error.to_string());
            let (stream, _) = self.listener.accept().await.map_err(lost)?;
            let came = tokio::time::timeout(PATIENCE, self.serve(stream)).await;
            if let Ok(Some(response)) = came {
                return Ok(response);
            }
        }
    }

    async fn serve(&self, mut stream: TcpStream) -> Option<Response> {
        let target = target(&mut stream).await?;
        let response = Response::of(&target);
        let is_ours = split(&format!("http://h{target}")).1 == split(&self.uri).1;
        let is_response = is_ours && (response.get("code").is_some() || response.get("error").is_some());
        let (status, page) = if is_response { ("200 OK", PAGE) } else { ("404 Not Found", "") };
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
            page.len()
        );
        // Whether the browser shows it is not our concern.
        let _ = stream.write_all(answer.as_bytes()).await;
        let _ = stream.shutdown().await;
        is_response.then_some(response)
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

fn port_of(uri: &str) -> Result<u16> {
    let place = uri.strip_prefix("http://").unwrap_or_default();
    let host = place.split(['/', '?']).next().unwrap_or_default();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
    let is_here = ["127.0.0.1", "localhost"].contains(&name);
    let problem =
        || SignInError::new(WHAT, format!("the redirect URI {uri} is not at http://127.0.0.1 or http://localhost"));
    port.parse().ok().filter(|_| is_here).ok_or_else(problem)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::{Loopback, port_of};

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
        let (response, answers) = tokio::join!(socket.response(), async {
            let icon = visit(&place, "/favicon.ico").await;
            let elsewhere = visit(&place, "/other?code=c").await;
            let empty = visit(&place, "/callback").await;
            [icon, elsewhere, empty, visit(&place, "/callback?code=c%201&state=s").await]
        });
        let response = response.unwrap();
        assert_eq!((response.get("code"), response.get("state")), (Some("c 1"), Some("s")));
        let nothing = "HTTP/1.1 404 Not Found";
        assert_eq!(answers, [nothing, nothing, nothing, "HTTP/1.1 200 OK"]);
    }

    #[test]
    fn place_is_on_this_machine() {
        assert_eq!(port_of("http://localhost:3000/callback"), Ok(3000));
        assert_eq!(port_of("http://127.0.0.1/x"), Ok(80));
        for elsewhere in ["https://localhost:1/", "http://example.com:1/", "http://localhost.evil.example:1/", "x"] {
            assert!(port_of(elsewhere).is_err(), "{elsewhere}");
        }
    }
}
