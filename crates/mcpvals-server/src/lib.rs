//! Evaluations of MCP servers as a service: REST, WebSocket, queue, dashboard.
//!
//! A request passes the [`gate`], is answered by a handler of [`api`] through the [`route`] table, and stands in the envelope
//! of [`reply`]. What is accepted waits in the store; the [`engine`] runs it, in a process of its own, and stores what happens;
//! [`live`] tells whoever listens. Seed 003 is the contract. Nothing here reads the environment, prints, or decides on an exit
//! code.

mod address;
mod api;
mod auth;
mod engine;
mod error;
mod event;
mod gate;
mod hooks;
mod live;
mod machine;
mod meter;
mod observer;
mod openapi;
mod page;
mod rate;
mod reply;
mod request;
mod route;
mod router;
mod schema;
mod secret;
mod serve;
mod service;
mod settings;
mod signals;
mod telemetry;
mod time;
mod view;
mod work;

pub use auth::{Claims, FreshKey, Scope, Scopes, fresh_key, issue};
pub use engine::{CHILD_COMMAND, CHILD_IS_FULL};
pub use error::{Code, CodeFacts, story};
pub use openapi::{document as openapi, messages as asyncapi};
pub use rate::unknown_buckets;
pub use secret::MasterKey;
pub use serve::{Roles, serve};
pub use service::{Parts, Service};
pub use settings::{Changes, Limits, Observability, ObservabilityFile, Security, Settings, SettingsFile};
pub use telemetry::{Collector, Telemetry};
pub use work::is_full;
