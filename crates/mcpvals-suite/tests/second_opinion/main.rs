//! The second opinion: `rmcp`, the official Rust SDK, which shares no code with us.
//!
//! As a client beside ours it must see the same of a server; as a server under ours it must be found without fault.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../mcpvals-cli/tests/it/corpus.rs"]
mod corpus;
mod good;
#[path = "../it/kit.rs"]
#[expect(dead_code, reason = "the tests of the testkit's servers need more of it")]
mod kit;
mod ours;
mod real;
mod relay;
mod seen;
#[path = "../../../mcpvals-cli/tests/it/served.rs"]
#[expect(dead_code, reason = "the tests of the command line need more of it")]
mod served;
mod targets;
mod theirs;
mod under_test;
