//! The zoo over stdio: reads lines, performs acts.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::distort::{Act, Distorter, Planned};
use crate::good::{GoodServer, Memory};
use crate::outgoing::{Outgoing, Route};
use crate::process;
use crate::zoo::Zoo;

/// Size of the frame that never ends, and of one write of it.
const ENDLESS_FRAME_BYTES: usize = 100 << 20;
const PIECE_BYTES: usize = 64 << 10;

/// What every thread of the server needs.
#[derive(Clone)]
struct Server {
    core: Arc<Mutex<GoodServer>>,
    distorter: Arc<Distorter>,
}

/// Serves until stdin ends; ends the process.
pub(crate) fn serve(zoo: Zoo) -> ! {
    let flaw = zoo.distorter.flaw;
    let core = GoodServer::new(zoo.options, Arc::new(Memory::default()));
    let server = Server { core: Arc::new(Mutex::new(core)), distorter: Arc::new(zoo.distorter) };
    let mut line = Vec::new();
    let mut stdin = io::stdin().lock();
    while stdin.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        server.answer(&line);
        line.clear();
    }
    process::end(flaw)
}

impl Server {
    fn answer(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let outgoing = match serde_json::from_slice::<Value>(line) {
            Ok(message) => {
                let heard = self.distorter.hear(message);
                self.core.lock().unwrap_or_else(PoisonError::into_inner).handle(&heard)
            }
            Err(_) => vec![GoodServer::parse_error()],
        };
        self.send(&outgoing);
    }

    /// At once what is quick, and the rest, in order of its time, beside the reading of further requests.
    fn send(&self, outgoing: &[Outgoing]) {
        let is_quick = |one: &Planned| one.after.is_zero() && !one.acts.iter().any(Act::is_long);
        let planned = outgoing.iter().map(|one| self.distorter.plan(one));
        let (now, mut later): (Vec<_>, Vec<_>) = planned.partition(is_quick);
        for one in now {
            perform_all(one.acts);
        }
        if later.is_empty() {
            return;
        }
        let server = self.clone();
        later.sort_by_key(|one| one.after);
        thread::spawn(move || {
            let mut waited = Duration::ZERO;
            for one in later {
                thread::sleep(one.after.saturating_sub(waited));
                waited = waited.max(one.after);
                if one.after.is_zero() || !server.is_cancelled(&one.route) {
                    perform_all(one.acts);
                }
            }
        });
    }

    fn is_cancelled(&self, route: &Route) -> bool {
        match route {
            Route::Request(id) => self.core.lock().unwrap_or_else(PoisonError::into_inner).is_cancelled(id),
            Route::Session => false,
        }
    }
}

fn perform_all(acts: Vec<Act>) {
    for act in acts {
        if perform(act).is_err() {
            // Nobody reads our answers any more.
            process::leave(0);
        }
    }
}

fn perform(act: Act) -> io::Result<()> {
    match act {
        Act::Frame(mut bytes) => {
            bytes.push(b'\n');
            write(&bytes)
        }
        Act::Bytes(bytes) => write(&bytes),
        Act::Stderr(bytes) => {
            process::stderr(&bytes);
            Ok(())
        }
        Act::Wait(time) => {
            thread::sleep(time);
            Ok(())
        }
        Act::Flood(flood) => (0..).try_for_each(|count| write(&[flood.frame(count).as_slice(), b"\n"].concat())),
        Act::EndlessFrame => endless_frame(),
        Act::CloseStdout => Err(process::close_stdout()),
        Act::Exit(code) => process::leave(code),
        Act::Kill => process::kill_self(),
    }
}

fn endless_frame() -> io::Result<()> {
    write(br#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":""#)?;
    let piece = vec![b'x'; PIECE_BYTES];
    for _ in 0..ENDLESS_FRAME_BYTES / PIECE_BYTES {
        write(&piece)?;
    }
    thread::sleep(Duration::from_mins(10));
    Ok(())
}

/// One write under the lock of stdout, so that frames of several threads do not mix.
fn write(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}
