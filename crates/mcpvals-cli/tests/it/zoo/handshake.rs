//! The results of `initialize` and `server/discover`.
//!
//! The usual clients refuse an `initialize` result without revision, capabilities or the server's name and version;
//! since 2026-07-28, only the name and the version may be missing.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, hides_tools, passes, unreachable};
use super::run::play;

const BOTH: &[Via] = &[Via::Stdio, Via::Http];
const LEGACY: &[&str] = &["--era", "legacy"];
const MODERN: &[&str] = &["--era", "modern"];

pub(super) fn rows() -> Vec<Row> {
    let shape = &["handshake-shape"];
    vec![
        unreachable(Flaw::UnsupportedRevision, &["`1999-01-01`", "2025-11-25"]),
        unreachable(Flaw::UnsupportedRevision, &["1999-01-01"]).with(MODERN).via(BOTH),
        unreachable(Flaw::RevisionMissing, &["`protocolVersion`"]).seen(shape),
        unreachable(Flaw::CapabilitiesMissing, &["`capabilities`"]).seen(shape),
        unreachable(Flaw::CapabilitiesMissing, &["`capabilities`"]).with(LEGACY).via(BOTH).seen(shape),
        unreachable(Flaw::CapabilitiesMissing, &["`capabilities`"]).with(MODERN).via(BOTH).seen(shape),
        unreachable(Flaw::CapabilitiesNotObject, &["`capabilities`", "an array"]).seen(shape),
        passes(Flaw::ServerInfoMissing).via(BOTH),
        unreachable(Flaw::ServerInfoMissing, &["`serverInfo`"]).via(&[Via::Sse]).seen(shape),
        unreachable(Flaw::ServerInfoMissing, &["`serverInfo`"]).with(LEGACY).via(BOTH).seen(shape),
        passes(Flaw::ServerVersionMissing).via(BOTH).seen(shape),
        unreachable(Flaw::ServerVersionMissing, &["`serverInfo`", "`version`"]).via(&[Via::Sse]).seen(shape),
        unreachable(Flaw::ServerVersionMissing, &["`serverInfo`", "`version`"]).with(LEGACY).via(BOTH).seen(shape),
        unreachable(Flaw::HandshakeRefused, &["error -32603: no"]),
        hides_tools(Flaw::ToolsUndeclared, &["does not declare"]),
        hides_tools(Flaw::ToolsUndeclared, &["does not declare"]).with(LEGACY).via(BOTH),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}
