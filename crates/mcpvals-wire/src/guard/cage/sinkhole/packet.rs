//! Every packet on the loopback device: where it is for. Also where nobody listens.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, Protocol, RecvFlags, SocketFlags, SocketType, recv, socket_with};

use super::{Seen, dns, is_loopback, text};

/// All kinds of packets (`ETH_P_ALL`), in the order of the network.
const ALL: u32 = 0x0003_u16.to_be() as u32;
const TCP: u8 = 6;
const UDP: u8 = 17;
/// RFC 3828: the ports are where UDP has them.
const UDP_LITE: u8 = 136;
/// Of DNS.
const NAMES: u16 = 53;
const ICMP: [u8; 2] = [1, 58];
/// A packet that opens a connection.
const SYN: u8 = 0x02;
const ACK: u8 = 0x10;
/// So much of what a datagram says is kept.
const SAID_MAX: usize = 512;

pub(super) fn open() -> io::Result<OwnedFd> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let protocol = NonZeroU32::new(ALL).map(Protocol::from_raw);
    Ok(socket_with(AddressFamily::PACKET, SocketType::DGRAM, flags, protocol)?)
}

/// What has come, so many packets at most. Each is seen twice, going and coming.
pub(super) fn take(socket: &OwnedFd, most: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut packet = [0_u8; 2048];
    for _ in 0..most {
        let Ok((count, _)) = recv(socket, &mut packet, RecvFlags::empty()) else { break };
        let packet = packet.get(..count).unwrap_or_default();
        seen.extend(read(packet));
    }
    seen
}

/// What a packet is, where it is an attempt to reach somebody else.
fn read(packet: &[u8]) -> Option<Seen> {
    let (protocol, to, rest) = match packet.first()? >> 4 {
        4 => {
            let head = usize::from(packet.first()? & 0xf) * 4;
            let to: [u8; 4] = packet.get(16..20)?.try_into().ok()?;
            (*packet.get(9)?, IpAddr::V4(Ipv4Addr::from(to)), packet.get(head..)?)
        }
        6 => {
            let to: [u8; 16] = packet.get(24..40)?.try_into().ok()?;
            (*packet.get(6)?, IpAddr::V6(Ipv6Addr::from(to)), packet.get(40..)?)
        }
        _ => return None,
    };
    let port = || Some(u16::from_be_bytes(rest.get(2..4)?.try_into().ok()?));
    let (name, port, said) = match protocol {
        TCP if *rest.get(13)? & (SYN | ACK) == SYN => ("tcp", port()?, String::new()),
        // Names are read by whoever answers them, and an answer is for a port that was not chosen by the server.
        UDP if !is_about_names(rest)? => ("udp", port()?, datagram(rest)?),
        UDP_LITE => ("udp-lite", port()?, datagram(rest)?),
        icmp if ICMP.contains(&icmp) && is_echo(icmp, rest) => ("icmp", 0, String::new()),
        _ => return None,
    };
    let is_own = is_loopback(to) || is_housekeeping(to);
    (!is_own).then(|| Seen { protocol: name.to_owned(), to: to.to_string(), port, said })
}

/// Is it a question for an address, or the answer to one?
fn is_about_names(datagram: &[u8]) -> Option<bool> {
    let names = NAMES.to_be_bytes();
    Some(datagram.get(..2)? == names || datagram.get(2..4)? == names && dns::is_question(datagram.get(8..)?))
}

/// What a datagram says.
fn datagram(rest: &[u8]) -> Option<String> {
    let said = rest.get(8..)?;
    Some(text(said.get(..SAID_MAX).unwrap_or(said)))
}

/// A ping, and not what the system says of itself.
fn is_echo(protocol: u8, rest: &[u8]) -> bool {
    rest.first() == Some(&if protocol == 58 { 128 } else { 8 })
}

/// Multicast of the system's own: neighbours, routers, groups.
fn is_housekeeping(to: IpAddr) -> bool {
    matches!(to, IpAddr::V6(to) if to.is_multicast())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_opening_of_a_connection_is_seen_and_its_rest_is_not() {
        let mut packet = vec![0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 169, 254, 169, 254];
        packet.extend([0x9c, 0x40, 0, 80, 0, 0, 0, 0, 0, 0, 0, 0, 0x50, 0x02, 0, 0, 0, 0, 0, 0]);
        let seen = read(&packet).unwrap();
        assert_eq!((seen.protocol.as_str(), seen.to.as_str(), seen.port), ("tcp", "169.254.169.254", 80));
        packet[33] = 0x10;
        assert_eq!(read(&packet), None, "an acknowledgement");
        packet[33] = 0x02;
        packet[16..20].copy_from_slice(&[127, 0, 0, 1]);
        assert_eq!(read(&packet), None, "the machine itself");
    }

    #[test]
    fn what_is_sent_to_the_port_of_names_and_asks_for_none_is_seen() {
        let to = |protocol: u8, said: &[u8]| {
            let mut packet = vec![0x45, 0, 0, 0, 0, 0, 0, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 8, 8, 8, 8];
            packet.extend([0x9c, 0x40, 0, 53, 0, 0, 0, 0]);
            packet.extend(said);
            read(&packet).map(|seen| (seen.protocol, seen.port, seen.said))
        };
        let question = b"\x01\x02\x01\0\0\x01\0\0\0\0\0\0\x07example\x03com\0\0\x01\0\x01";
        assert_eq!(to(17, question), None, "it is answered");
        assert_eq!(to(17, b"hello"), Some(("udp".to_owned(), 53, "hello".to_owned())));
        assert_eq!(to(136, b"hello"), Some(("udp-lite".to_owned(), 53, "hello".to_owned())));
    }

    #[test]
    fn any_bytes_are_survived() {
        for length in 0..64 {
            for first in [0x45, 0x4f, 0x60, 0xff] {
                read(&vec![first; length]);
            }
        }
    }
}
