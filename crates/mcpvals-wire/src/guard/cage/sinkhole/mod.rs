//! Where all that the server sends into its network ends: taken, written down, answered with nothing of use.
//!
//! Every packet's destination is seen, whether or not anybody listens there. On the ports that a server cannot open itself,
//! connections are taken, so that the name shows that they are for. Names are answered with an address of documentation.
//! Everything is bounded: connections, bytes of each, and lines that are written down.

mod connection;
mod dns;
mod packet;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use self::connection::Connection;
use crate::sandbox::Seen;

/// Ports below 1024, which nobody in the sandbox can open: FTP, SSH, mail, HTTP, TLS, DNS over TLS.
const PORTS: [u16; 11] = [21, 22, 25, 53, 80, 443, 465, 587, 853, 993, 995];
/// So many connections at a time; the oldest goes first.
const CONNECTIONS_MAX: usize = 64;
/// So many lines are written down.
const LINES_MAX: usize = 2_000;
/// The same is not written down again for so long.
const SAME: Duration = Duration::from_millis(300);
/// So many different destinations are told apart.
const KNOWN_MAX: usize = 4_096;
/// So much is taken from each socket in one round.
const ROUND: usize = 64;

/// The listeners, and what came.
pub(super) struct Sinkhole {
    packets: OwnedFd,
    names: Vec<UdpSocket>,
    listeners: Vec<TcpListener>,
    connections: Vec<Connection>,
    book: Book,
}

/// What is written down.
struct Book {
    record: File,
    lines: usize,
    last: BTreeMap<(String, String, u16), Instant>,
}

impl Sinkhole {
    /// Listens everywhere.
    ///
    /// # Errors
    /// Where that cannot be: then nothing would be seen.
    pub(super) fn open(record: File) -> io::Result<Self> {
        let any: [IpAddr; 2] = [Ipv4Addr::UNSPECIFIED.into(), Ipv6Addr::UNSPECIFIED.into()];
        let packets = packet::open().map_err(|error| super::told(&error, "a socket for packets"))?;
        let listeners = PORTS.into_iter().flat_map(|port| any.map(|address| TcpListener::bind((address, port))));
        // Without IPv6, or where one listener takes both, the second cannot be.
        let listeners: Vec<TcpListener> = listeners.flatten().collect();
        let names: Vec<UdpSocket> = any.into_iter().filter_map(|address| UdpSocket::bind((address, 53)).ok()).collect();
        if listeners.len() < PORTS.len() || names.is_empty() {
            return Err(io::Error::other("the ports of the sinkhole cannot be opened"));
        }
        listeners.iter().try_for_each(|listener| listener.set_nonblocking(true))?;
        names.iter().try_for_each(|socket| socket.set_nonblocking(true))?;
        let book = Book { record, lines: 0, last: BTreeMap::new() };
        Ok(Self { packets, names, listeners, connections: Vec::new(), book })
    }

    /// What there is to wait for.
    pub(super) fn waits_for(&self) -> impl Iterator<Item = PollFd<'_>> {
        let packets = std::iter::once(PollFd::new(&self.packets, PollFlags::IN));
        let names = self.names.iter().map(|socket| PollFd::new(socket, PollFlags::IN));
        let listeners = self.listeners.iter().map(|listener| PollFd::new(listener, PollFlags::IN));
        let connections = self.connections.iter().map(|connection| PollFd::new(connection.stream(), PollFlags::IN));
        packets.chain(names).chain(listeners).chain(connections)
    }

    /// Takes what has come.
    pub(super) fn work(&mut self) {
        for seen in packet::take(&self.packets, ROUND) {
            self.book.note(&seen);
        }
        for socket in &self.names {
            for seen in dns::take(socket, ROUND) {
                self.book.note(&seen);
            }
        }
        for listener in &self.listeners {
            for _ in 0..ROUND {
                let Ok((stream, _)) = listener.accept() else { break };
                self.connections.extend(Connection::new(stream));
            }
        }
        let too_many = self.connections.len().saturating_sub(CONNECTIONS_MAX);
        self.connections.drain(..too_many);
        for connection in &mut self.connections {
            if let Some(seen) = connection.work() {
                self.book.note(&seen);
            }
        }
        self.connections.retain(|connection| !connection.is_over());
    }
}

impl Book {
    fn note(&mut self, seen: &Seen) {
        let key = (seen.protocol.clone(), seen.to.clone(), seen.port);
        let now = Instant::now();
        let is_same = self.last.get(&key).is_some_and(|last| now.duration_since(*last) < SAME);
        if (is_same && seen.said.is_empty()) || self.lines >= LINES_MAX {
            return;
        }
        if self.last.len() >= KNOWN_MAX {
            self.last.clear();
        }
        self.last.insert(key, now);
        self.lines += 1;
        if let Ok(mut line) = serde_json::to_vec(seen) {
            line.push(b'\n');
            // One write, so that a reader sees whole lines.
            let _ = self.record.write_all(&line);
        }
    }
}

/// Is this the machine itself, in everybody's words?
fn is_loopback(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_unspecified(),
        IpAddr::V6(address) => {
            let mapped = address.to_ipv4_mapped();
            address.is_loopback() || address.is_unspecified() || mapped.is_some_and(|address| address.is_loopback())
        }
    }
}

/// Bytes as text, with nothing that would break a line.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
