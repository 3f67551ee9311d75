//! One session over HTTP: a server core, its open streams, and how messages find them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::stream::EventStream;
use super::{Site, next_number};
use crate::distort::{Act, Flood, Planned};
use crate::good::GoodServer;
use crate::outgoing::Route;
use crate::process;

/// Time for the connection's thread to write what it has before the process ends.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A session of Streamable HTTP or HTTP+SSE, or the one that serves all stateless requests.
#[derive(Debug)]
pub(super) struct Session {
    /// As in `Mcp-Session-Id`.
    pub(super) id: String,
    core: Mutex<GoodServer>,
    /// Held from hearing of a new stream until its first word is on it, and while anything else is heard.
    order: Mutex<()>,
    streams: Mutex<BTreeMap<String, Arc<EventStream>>>,
    /// What belongs to no request.
    pub(super) own: Arc<EventStream>,
    /// All messages go to `own` (HTTP+SSE has no other stream).
    single: bool,
}

impl Session {
    pub(super) fn new(site: &Site, id: String, single: bool) -> Arc<Self> {
        Arc::new(Self {
            id,
            core: Mutex::new(GoodServer::new(site.options.clone(), site.memory.clone())),
            order: Mutex::default(),
            streams: Mutex::default(),
            own: Arc::new(EventStream::new(next_number())),
            single,
        })
    }

    pub(super) fn core(&self) -> MutexGuard<'_, GoodServer> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn in_order(&self) -> MutexGuard<'_, ()> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn streams(&self) -> MutexGuard<'_, BTreeMap<String, Arc<EventStream>>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the stream of the request `id`. Stateless clients may share an id: the last one has the entry, and
    /// only `subscriptions/listen` looks for it again.
    pub(super) fn open(&self, id: &Value) -> Arc<EventStream> {
        let stream = Arc::new(EventStream::new(next_number()));
        self.streams().insert(id.to_string(), stream.clone());
        stream
    }

    pub(super) fn close(&self, stream: &EventStream) {
        self.streams().retain(|_, open| open.number != stream.number);
    }

    /// Nothing more comes on the stream of this request.
    pub(super) fn end_stream(&self, request: &Value) {
        if let Some(stream) = self.streams().get(&request.to_string()) {
            stream.finish();
        }
    }

    pub(super) fn stream_number(&self, number: u64) -> Option<Arc<EventStream>> {
        if self.own.number == number {
            return Some(self.own.clone());
        }
        self.streams().values().find(|stream| stream.number == number).cloned()
    }

    /// Does everything, in order of its time, in a thread of its own; `own` is the stream of the request at hand.
    pub(super) fn dispatch(self: &Arc<Self>, planned: Vec<Planned>, own: Option<(Value, Arc<EventStream>)>) {
        let session = self.clone();
        thread::spawn(move || session.perform(planned, own.as_ref()));
    }

    /// The same here and now.
    pub(super) fn perform(&self, mut planned: Vec<Planned>, own: Option<&(Value, Arc<EventStream>)>) {
        planned.sort_by_key(|one| one.after);
        let mut waited = Duration::ZERO;
        for one in planned {
            thread::sleep(one.after.saturating_sub(waited));
            waited = waited.max(one.after);
            if one.after.is_zero() || !self.is_cancelled(&one.route) {
                self.deliver(one, own);
            }
        }
    }

    fn is_cancelled(&self, route: &Route) -> bool {
        matches!(route, Route::Request(id) if self.core().is_cancelled(id))
    }

    fn deliver(&self, planned: Planned, own: Option<&(Value, Arc<EventStream>)>) {
        let stream = self.stream_for(&planned.route, own);
        let mut spoke = false;
        for act in planned.acts {
            match act {
                Act::Frame(bytes) | Act::Bytes(bytes) => {
                    spoke = true;
                    stream.push(bytes);
                }
                Act::Stderr(bytes) => process::stderr(&bytes),
                Act::Wait(time) => thread::sleep(time),
                Act::Flood(flood) => pour(flood, &stream),
                Act::Exit(code) => {
                    process::announce_leave();
                    thread::sleep(LAST_WORDS);
                    process::leave(code)
                }
                Act::Kill => process::kill_self(),
                Act::EndlessFrame | Act::CloseStdout => unreachable!("only for stdio, see `Flaw::on_http`"),
            }
        }
        if spoke && planned.is_answer && !self.single {
            stream.finish();
        }
    }

    fn stream_for(&self, route: &Route, own: Option<&(Value, Arc<EventStream>)>) -> Arc<EventStream> {
        match (route, own) {
            (Route::Request(id), Some((asked, stream))) if id == asked => stream.clone(),
            (Route::Request(id), _) if !self.single => self.streams().get(&id.to_string()).unwrap_or(&self.own).clone(),
            (Route::Request(_) | Route::Session, _) => self.own.clone(),
        }
    }
}

/// Until nobody reads; the first messages may come before the reader does.
fn pour(flood: Flood, stream: &EventStream) {
    for count in 0.. {
        if !stream.push(flood.frame(count)) && count > 1000 {
            return;
        }
    }
}
