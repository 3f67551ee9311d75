//! The wire against real processes: the testkit's zoo of faulty servers, and small shell scripts.

mod elsewhere;
mod ends;
mod flaws;
mod guard;
mod handshake;
mod http;
mod https;
mod kit;
mod limits;
mod oauth;
mod offers;
mod questions;
mod recordings;
mod redact;
mod redirects;
mod sse;
