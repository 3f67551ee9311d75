//! A service of ours that the server under test may ask: does our token reach it, or do we give it keys?

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::oauth::error::{Result, SignInError};

/// Listens on the loopback interface until it is dropped.
pub struct Upstream {
    listener: TcpListener,
    address: String,
    /// What every request is answered with: JSON.
    says: String,
}

/// More of a request is not read.
const REQUEST_BYTES_MAX: usize = 64 << 10;
/// A caller that says nothing is left alone.
const PATIENCE: Duration = Duration::from_secs(5);

impl Upstream {
    /// At a free port.
    ///
    /// # Errors
    /// Where none can be had.
    pub async fn listen() -> Result<Self> {
        let failed = |error: std::io::Error| SignInError::new("the upstream service", error.to_string());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        let address = format!("http://{}", listener.local_addr().map_err(failed)?);
        Ok(Self { listener, address, says: "{}".to_owned() })
    }

    /// Answers with this JSON.
    #[must_use]
    pub fn saying(self, says: &Value) -> Self {
        Self { says: says.to_string(), ..self }
    }

    /// Its address, without a slash at its end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Answers whoever asks while something is done; what came of it, and what was asked, up to so many requests.
    ///
    /// # Cancellation
    /// Dropping the future drops what is done.
    pub async fn during<T>(&self, requests_max: usize, done: impl Future<Output = T>) -> (T, Vec<String>) {
        let mut done = std::pin::pin!(done);
        let mut requests = Vec::new();
        loop {
            tokio::select! {
                came = &mut done => return (came, requests),
                asked = self.next(), if requests.len() < requests_max => requests.extend(asked),
            }
        }
    }

    /// Answers the next request; what was asked, as it was written.
    ///
    /// # Cancellation
    /// Dropping the future loses the request that is being read.
    async fn next(&self) -> Option<String> {
        let (mut stream, _) = self.listener.accept().await.ok()?;
        let mut bytes = Vec::new();
        let read = async {
            while !is_whole(&bytes) && bytes.len() < REQUEST_BYTES_MAX {
                let mut piece = [0; 4096];
                match stream.read(&mut piece).await {
                    Ok(count) if count > 0 => bytes.extend_from_slice(&piece[..count]),
                    _ => return,
                }
            }
        };
        // What has come by then is looked at.
        let _ = tokio::time::timeout(PATIENCE, read).await;
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
        let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{}", self.says.len(), self.says);
        // Whether it is heard is not our concern.
        let _ = stream.write_all(answer.as_bytes()).await;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Is the head there, and as much of a body as it promises?
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|end| end == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    bytes.len() - end - 4 >= length.unwrap_or(0)
}
