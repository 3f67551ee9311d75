//! Which addresses a provider may be at: whoever runs the configs of others asks nobody of its own network for them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// May an address be connected to?
pub type Reach = fn(IpAddr) -> bool;

const REFUSED: &str = "it leads to this machine or its network, which is not asked for configs of others";

/// Looks names up once; what was found is what is connected to, so that a name that changes its mind gains nothing.
struct Names(Reach);

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|address| reach(address.ip())).collect();
            if allowed.is_empty() {
                return Err(REFUSED.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

pub(crate) fn names(reach: Reach) -> Arc<dyn Resolve> {
    Arc::new(Names(reach))
}

/// An address that is written as one is looked up by nobody.
///
/// # Errors
/// That it may not be connected to, in words.
pub(crate) fn check(url: &str, reach: Reach) -> Result<(), String> {
    let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    match address {
        Ok(address) if !reach(address) => Err(REFUSED.to_owned()),
        _ => Ok(()),
    }
}
