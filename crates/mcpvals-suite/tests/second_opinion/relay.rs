//! A Unix socket that leads to a TCP port: `rmcp`'s HTTP client for Unix sockets stands on the hyper that we have, the
//! one for TCP on reqwest. The bytes are the same.

use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::task::JoinSet;

/// Open until it is dropped.
pub(crate) struct Relay {
    socket: String,
    _folder: TempDir,
    _task: JoinSet<()>,
}

impl Relay {
    /// To the host and port of a URL. Needs a runtime.
    pub(crate) fn to(url: &str) -> Self {
        let address = url.split('/').nth(2).expect("a URL has an authority").to_owned();
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let socket = folder.path().join("relay").display().to_string();
        let listener = UnixListener::bind(&socket).expect("a socket can be made");
        let mut task = JoinSet::new();
        task.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                connections.spawn(carry(near, address.clone()));
            }
        });
        Self { socket, _folder: folder, _task: task }
    }

    pub(crate) fn socket(&self) -> &str {
        &self.socket
    }
}

async fn carry(mut near: UnixStream, address: String) {
    if let Ok(mut far) = TcpStream::connect(address).await {
        // Either side may hang up whenever it likes.
        let _ended = copy_bidirectional(&mut near, &mut far).await;
    }
}
