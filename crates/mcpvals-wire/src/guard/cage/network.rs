//! A network of its own, where every address is the machine itself (`ip route add local 0.0.0.0/0 dev lo`).

use std::io;

use rustix::io::Errno;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socket_with};

const NEW_LINK: u16 = 16;
const NEW_ROUTE: u16 = 24;
const REQUEST: u16 = 1;
const ACKNOWLEDGE: u16 = 4;
const EXCLUSIVE: u16 = 0x200;
const CREATE: u16 = 0x400;
/// The first device of a namespace.
const LOOPBACK: u32 = 1;

/// Has the loopback device up, and routes everything to it.
///
/// # Errors
/// Where the kernel refuses; but a machine without IPv6 needs no route of it.
pub(super) fn to_ourselves() -> io::Result<()> {
    let up = [&[0_u8, 0, 0, 0][..], &LOOPBACK.to_ne_bytes(), &1_u32.to_ne_bytes(), &1_u32.to_ne_bytes()].concat();
    asked(NEW_LINK, REQUEST | ACKNOWLEDGE, &up).map_err(|error| super::told(&error, "the loopback device"))?;
    route(2).map_err(|error| super::told(&error, "a route to ourselves"))?;
    // There may be no IPv6 at all.
    let _ = route(10);
    Ok(())
}

/// `family`: 2 of IPv4, 10 of IPv6.
fn route(family: u8) -> io::Result<()> {
    let (table_local, by_boot, of_host, local) = (255, 3, if family == 2 { 254 } else { 0 }, 2);
    let head = [family, 0, 0, 0, table_local, by_boot, of_host, local, 0, 0, 0, 0];
    let device = [&8_u16.to_ne_bytes()[..], &4_u16.to_ne_bytes(), &LOOPBACK.to_ne_bytes()].concat();
    asked(NEW_ROUTE, REQUEST | ACKNOWLEDGE | CREATE | EXCLUSIVE, &[&head[..], &device].concat())
}

/// One message of rtnetlink, and its acknowledgement.
fn asked(kind: u16, flags: u16, body: &[u8]) -> io::Result<()> {
    let socket = socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    let length = u32::try_from(16 + body.len()).map_err(io::Error::other)?;
    let head = [&length.to_ne_bytes()[..], &kind.to_ne_bytes(), &flags.to_ne_bytes(), &1_u32.to_ne_bytes(), &[0; 4]];
    send(&socket, &[head.concat(), body.to_vec()].concat(), SendFlags::empty())?;
    let mut answer = [0_u8; 4096];
    let (count, _) = recv(&socket, &mut answer, RecvFlags::empty())?;
    let code =
        answer.get(16..20).filter(|_| count >= 20).and_then(|code| Some(i32::from_ne_bytes(code.try_into().ok()?)));
    match code {
        Some(0) => Ok(()),
        Some(code) => Err(Errno::from_raw_os_error(-code).into()),
        None => Err(io::Error::other("no acknowledgement")),
    }
}
