//! What a session may know of the machine it runs on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::{Limits, ModelQuestions, RateGate, Sandbox, SignIns};

/// How [`crate::connect`] goes about it, apart from what the [`mcpvals_model::ServerSpec`] says.
#[derive(Debug, Clone, Default)]
pub struct ConnectOptions {
    /// Bounds of the session.
    pub limits: Limits,
    /// The program that is executed as `GUARD __guard …` between us and a server's process, so that the server and all
    /// its children end with us, whatever ends us. It calls [`crate::guard::run`]. Also what the command `mcpvals`
    /// means. Without one, the server is our own child in its own process group.
    pub guard: Option<PathBuf>,
    /// In which a server's process is started; without one it may do what we may. It needs a guard.
    pub sandbox: Option<Sandbox>,
    /// Shared by all sessions that must keep a rate together.
    pub rate: Option<Arc<RateGate>>,
    /// Is the server pinged between its answer to `initialize` and `notifications/initialized`? How long to wait for the
    /// answer; a session comes about without one, too. [`crate::Recording::adopt_call`] shows what came.
    pub early_ping: Option<Duration>,
    /// Is everything listed at the start that the server declares to have? Otherwise its tools are.
    pub all_lists: bool,
    /// Where models are asked what the profile leaves to one; without, that is refused.
    pub questions: Option<ModelQuestions>,
    /// Where tokens are got for servers that want them, shared by all sessions of a run.
    pub sign_ins: SignIns,
    /// Our own environment: a few harmless variables of it are handed to the server, `PATH` finds its
    /// command, and `SSL_CERT_FILE` names a file of certificate authorities to believe beside the usual ones.
    /// Over `https`, the certificate authorities in the file `SSL_CERT_FILE` are believed beside Mozilla's.
    pub environment: BTreeMap<String, String>,
}
