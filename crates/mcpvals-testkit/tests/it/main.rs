//! Shows that the good server is good in every era and on every transport, and that each flaw is what it says.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails like a test")]

mod browse;
mod fast;
mod flaw_http;
mod flaw_message;
mod flaw_process;
mod flaw_sse;
mod flaw_stdio;
mod good_http;
mod good_sse;
mod good_stdio;
mod message;
mod model_sdks;
mod talk;
