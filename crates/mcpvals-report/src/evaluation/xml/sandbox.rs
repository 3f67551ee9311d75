//! The sandbox as XML.

use std::io;

use mcpvals_model::SandboxFacts;

use super::{name, some};
use crate::junit::xml::Xml;

pub(super) fn write(xml: &mut Xml<'_>, sandbox: &SandboxFacts) -> io::Result<()> {
    let attributes = some([("requested", Some(sandbox.requested.clone())), ("level", sandbox.level.map(name))]);
    xml.open("sandbox", &attributes)?;
    for one in &sandbox.guarantees {
        xml.text("guarantee", &[("name", one.name.clone()), ("held", one.held.to_string())], &one.how)?;
    }
    for bait in &sandbox.baits {
        xml.empty("bait", &[("file", bait.bait.clone()), ("during", bait.during.clone())])?;
    }
    for one in &sandbox.egress {
        let attributes = some([
            ("protocol", Some(one.protocol.clone())),
            ("to", Some(one.to.clone())),
            ("port", Some(one.port.to_string())),
            ("during", Some(one.during.clone())),
        ]);
        xml.text("egress", &attributes, one.said.as_deref().unwrap_or_default())?;
    }
    xml.close()
}
