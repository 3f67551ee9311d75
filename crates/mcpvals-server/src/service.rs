//! What every part of the service shares.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use mcpvals_store::{Signal, Store, new_id};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::auth::{Jwks, KeyCache};
use crate::engine::Places;
use crate::live::Hub;
use crate::meter::Meter;
use crate::rate::Rates;
use crate::secret::MasterKey;
use crate::settings::Settings;
use crate::telemetry::Telemetry;
use crate::work::Work;

/// Without being told, settings are looked at so often.
const LOOK: Duration = Duration::from_secs(30);

/// What a service is made of.
pub struct Parts {
    /// Its memory.
    pub store: Store,
    /// What the operator decided, without what was changed since.
    pub settings: Settings,
    /// The operator's key.
    pub master: MasterKey,
    /// This very program: it runs each evaluation in a process of its own.
    pub program: PathBuf,
    /// Where files of evaluations are while they run; several processes may have the same.
    pub work: PathBuf,
    /// What of this machine is the service's own: its data folder, its database. No server sees it, and none is looked for in it.
    pub private: Vec<PathBuf>,
    /// The variables of this process.
    pub environment: std::collections::BTreeMap<String, String>,
    /// Where traces and metrics are sent, where that is asked for.
    pub telemetry: Option<Telemetry>,
    /// Asks it to end.
    pub stop: CancellationToken,
}

/// What every part of the service shares.
#[derive(Debug)]
pub struct Service {
    pub(crate) store: Store,
    pub(crate) node: String,
    pub(crate) master: MasterKey,
    pub(crate) program: PathBuf,
    pub(crate) work: Work,
    pub(crate) private: Vec<PathBuf>,
    pub(crate) environment: std::collections::BTreeMap<String, String>,
    pub(crate) authorities: Option<PathBuf>,
    pub(crate) keys: KeyCache,
    pub(crate) jwks: Jwks,
    pub(crate) rates: Rates,
    pub(crate) meter: Meter,
    pub(crate) hub: Hub,
    pub(crate) places: Places,
    /// Open connections to the WebSocket, by caller.
    pub(crate) connections: Mutex<HashMap<String, u32>>,
    pub(crate) started: Instant,
    /// Could this node write to the database when it tried last?
    pub(crate) can_write: AtomicBool,
    pub(crate) telemetry: Option<Telemetry>,
    /// The end was asked for: nothing new is taken, and who only listens is sent away.
    pub(crate) stop: CancellationToken,
    /// Is it the first of the nodes that answer requests? What one of them is to do, it does.
    pub(crate) is_first: AtomicBool,
    operator: Settings,
    settings: RwLock<Arc<Settings>>,
}

impl Service {
    /// Puts it together.
    ///
    /// # Errors
    /// What the database says.
    pub async fn new(parts: Parts) -> mcpvals_store::Result<Arc<Self>> {
        let stored = parts.store.settings().await?;
        let settings = parts.settings.clone().with(&stored, &parts.master);
        let rates = Rates::open(&parts.store).await?;
        let authorities = parts.environment.get("SSL_CERT_FILE").map(PathBuf::from);
        let node = new_id("node");
        let work = Work::new(parts.work, &node);
        Ok(Arc::new(Self {
            node,
            master: parts.master,
            program: parts.program,
            work,
            private: parts.private,
            environment: parts.environment,
            authorities,
            keys: KeyCache::default(),
            jwks: Jwks::default(),
            rates,
            meter: Meter::default(),
            hub: Hub::default(),
            places: Places::default(),
            connections: Mutex::default(),
            started: Instant::now(),
            can_write: AtomicBool::new(true),
            telemetry: parts.telemetry,
            stop: parts.stop,
            is_first: AtomicBool::new(false),
            operator: parts.settings,
            settings: RwLock::new(Arc::new(settings)),
            store: parts.store,
        }))
    }

    /// What is decided now.
    pub fn settings(&self) -> Arc<Settings> {
        self.settings.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Looks at what the store has of settings.
    ///
    /// # Errors
    /// What the database says.
    pub(crate) async fn reload(&self) -> mcpvals_store::Result<()> {
        let settings = self.operator.clone().with(&self.store.settings().await?, &self.master);
        *self.settings.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(settings);
        Ok(())
    }
}

/// Follows what other nodes change, until the end.
pub(crate) async fn follow(service: Arc<Service>, stop: CancellationToken) {
    let mut signals = service.store.signals();
    loop {
        let look = tokio::select! {
            () = stop.cancelled() => return,
            signal = signals.recv() => match signal {
                Ok(Signal::Keys) => {
                    service.keys.forget();
                    false
                }
                Ok(Signal::Settings) | Err(RecvError::Lagged(_)) => true,
                Ok(Signal::Queue | Signal::Events | Signal::Cancel(_)) => false,
                Err(RecvError::Closed) => return,
            },
            () = tokio::time::sleep(LOOK) => true,
        };
        if look && let Err(error) = service.reload().await {
            tracing::warn!(error = crate::error::story(&error), "settings cannot be looked at");
        }
    }
}
