//! Configs in, plans or messages out.

mod bad;
mod good;
mod limits;
mod panics;
mod seeds;
mod support;
