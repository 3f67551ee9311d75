//! Addresses that everybody can reach, and those that lead to this machine or its network: what a stranger names must not
//! make us ask those (server-side request forgery).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, Ordering};

static ONLY_PUBLIC: AtomicBool = AtomicBool::new(false);

/// From now on this process connects to public addresses only, whatever names them: a server, its redirects, its OAuth
/// metadata. There is no way back. Names are looked up once, and what was found is what is connected to, so that a name that
/// changes its mind (DNS rebinding) gains nothing.
pub fn only_public_addresses() {
    ONLY_PUBLIC.store(true, Ordering::Relaxed);
}

/// May this process connect to it?
pub fn may_reach(address: IpAddr) -> bool {
    !ONLY_PUBLIC.load(Ordering::Relaxed) || is_public(address)
}

/// Can everybody reach it? By the registries of special-purpose addresses (RFC 6890), of which none is.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_benchmark = a == 198 && (18..20).contains(&b);
    let is_protocol = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    !(is_special || is_shared || is_benchmark || is_protocol || a == 0 || a >= 240)
}

/// Those that carry an IPv4 address are as public as that.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inner = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // Mapped and compatible (RFC 4291), translated (RFC 6052), 6to4 (RFC 3056).
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            inner(high, low)
        }
        // Translated in one network (RFC 8215); Teredo, benchmarks, ORCHID, documentation.
        [0x64, 0xff9b, 1, ..] | [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // Only 2000::/3 is given to anybody.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn what_leads_to_this_network_is_not_public() {
        let private = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::", "::ffff:1.1.1.1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
