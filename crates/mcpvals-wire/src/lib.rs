//! The instrument: owns every byte to and from the server under test.
//!
//! [`connect`] starts or reaches a server and gives a [`Session`]; [`Session::begin`] opens a [`Recording`], whose
//! calls, frames and ends become a [`mcpvals_model::Trace`]. Whatever the server does is recorded before anybody
//! judges it. This crate judges nothing, prints nothing, and reads no environment but the one it is given.
//!
//! Inside: a [`transport`] carries bytes, the [`router`] stamps, parses and hands on every frame, the [`peer`] answers
//! what the server asks of us.

mod error;
mod fence;
mod frame;
pub mod guard;
mod json;
mod last_words;
mod limits;
mod message;
pub mod oauth;
mod options;
mod os;
mod params;
mod peer;
mod post;
mod process;
mod program;
mod public;
mod question;
mod rate;
mod recording;
mod redact;
mod router;
mod sandbox;
mod session;
mod tasks;
mod transport;

pub use error::{ConnectError, ConnectErrorKind};
pub use fence::{Fence, admit, fence_in};
pub use frame::{Piece, Splitter};
pub use last_words::leave_no_core;
pub use limits::Limits;
pub use oauth::{Authorizer, SignIns, Visitor};
pub use options::ConnectOptions;
pub use params::Params;
pub use post::{Message, get_bytes, host_and_port, post, post_json, reach};
pub use program::{Finished, Program};
pub use public::{is_public, may_reach, only_public_addresses};
pub use question::{ModelQuestion, ModelQuestions, NO_MODEL};
pub use rate::RateGate;
pub use recording::Recording;
pub use redact::Redactor;
pub use sandbox::{Network, Sandbox, SandboxProblem, SandboxSetting, Sighting, sinkhole_addresses};
pub use session::{Session, connect, connect_either};
