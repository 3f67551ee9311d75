//! Clients: many requests over connections that stay open, many listeners of the WebSocket.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A connection that is kept open.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: vec![0; 1 << 20] }
    }

    /// Asks, and reads the whole answer.
    pub(crate) async fn get(&mut self, path: &str, key: &str) -> &[u8] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\r\n");
        self.exchange(&request).await
    }

    pub(crate) async fn post(&mut self, path: &str, key: &str, body: &Value) -> &[u8] {
        let body = body.to_string();
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n");
        let length = body.len();
        let kind = format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n");
        self.exchange(&[head, kind, body].concat()).await
    }

    /// Gives the body.
    async fn exchange(&mut self, request: &str) -> &[u8] {
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let (mut read, mut whole) = (0, None);
        while whole.is_none_or(|(_, whole)| read < whole) {
            let more = self.stream.read(&mut self.buffer[read..]).await.unwrap();
            assert!(more > 0, "the connection ended");
            read += more;
            whole = whole.or_else(|| length(&self.buffer[..read]));
        }
        assert!(self.buffer.starts_with(b"HTTP/1.1 20"), "{}", String::from_utf8_lossy(&self.buffer[..read.min(500)]));
        &self.buffer[whole.map_or(0, |(head, _)| head)..read]
    }
}

/// How long its head and the whole answer are, once the head is there.
fn length(read: &[u8]) -> Option<(usize, usize)> {
    let head = read.windows(4).position(|window| window == b"\r\n\r\n")?;
    let text = String::from_utf8_lossy(&read[..head]).to_ascii_lowercase();
    let body: usize = text.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse().ok()?;
    Some((head + 4, head + 4 + body))
}

/// Requests in a second, over so many connections.
pub(crate) async fn rate(address: SocketAddr, paths: &[String], key: &str, connections: usize, time: Duration) -> f64 {
    let until = Instant::now() + time;
    let mut tasks = JoinSet::new();
    for first in 0..connections {
        let (paths, key) = (paths.to_vec(), key.to_owned());
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut done = 0_u32;
            for path in paths.iter().cycle().skip(first * 31) {
                if Instant::now() >= until {
                    break;
                }
                connection.get(path, &key).await;
                done += 1;
            }
            done
        });
    }
    f64::from(tasks.join_all().await.iter().sum::<u32>()) / time.as_secs_f64()
}

/// How long requests take one after the other, in milliseconds.
pub(crate) async fn times(address: SocketAddr, paths: &[String], key: &str, number: usize) -> Vec<f64> {
    let mut connection = Connection::open(address).await;
    let mut times = Vec::new();
    for path in paths.iter().cycle().take(number) {
        let began = Instant::now();
        connection.get(path, key).await;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    times
}

/// A listener of all events.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub(crate) async fn open(address: SocketAddr, key: &str) -> Self {
        let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await.unwrap();
        for text in [
            format!(r#"{{"type":"auth","token":"{key}"}}"#),
            r#"{"type":"subscribe","data":{"events":["progress"]}}"#.to_owned(),
        ] {
            socket.send(Message::text(text)).await.unwrap();
            socket.next().await.unwrap().unwrap();
        }
        Self { socket }
    }
}

/// When each client hears of each of so many events; they listen from now on.
pub(crate) fn collect(clients: Vec<Client>, events: usize) -> JoinSet<Vec<Instant>> {
    let mut tasks = JoinSet::new();
    for mut client in clients {
        tasks.spawn(async move {
            let mut arrivals = Vec::new();
            while arrivals.len() < events {
                match client.socket.next().await {
                    Some(Ok(Message::Text(text))) if text.contains("evaluation:progress") => {
                        arrivals.push(Instant::now());
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => break,
                }
            }
            arrivals
        });
    }
    tasks
}

pub(crate) fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

pub(crate) fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index"
    )]
    let index = ((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1));
    values.get(index).copied().unwrap_or_default()
}
