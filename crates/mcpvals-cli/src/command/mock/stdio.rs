//! A conversation over stdin and stdout, a message a line.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read as _};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;

use mcpvals_report::mock::{Conversation, Outgoing, Recording, Stream, Wait};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::output::Output;

/// A longer line is refused.
const LINE_BYTES_MAX: u64 = 64 << 20;
/// How many lines are read ahead.
const AHEAD: usize = 16;

/// What happens next.
enum Next {
    Message(Value),
    /// A line that is none.
    Broken(String),
    /// Something has waited long enough.
    Overdue,
    End,
    Unreadable(io::Error),
}

/// Answers until stdin ends; how many requests were answered, and how many are not in the recording.
///
/// # Errors
/// stdin or stdout is broken.
pub(super) fn serve(recording: Recording, output: &Output) -> Result<(usize, usize), Failure> {
    let mut conversation = Conversation::new(Arc::new(recording));
    let (sender, lines) = sync_channel(AHEAD);
    // It waits in a read that cannot be interrupted, and ends with the process.
    std::thread::spawn(move || read(&mut io::stdin().lock(), &sender));
    let mut waits = Waits::default();
    loop {
        let said = match next(&lines, &waits) {
            Next::Message(message) => conversation.receive(&message),
            Next::Broken(why) => vec![refusal(&why)],
            Next::Overdue => waits.overdue(&mut conversation),
            Next::End => return Ok((conversation.answered(), conversation.missed())),
            Next::Unreadable(error) => {
                return Err(Failure::new(Exit::Internal, format!("cannot read stdin: {error}")));
            }
        };
        waits.note(conversation.new_waits());
        for outgoing in said {
            output.result(&format!("{}\n", outgoing.message))?;
        }
    }
}

fn next(lines: &Receiver<Next>, waits: &Waits) -> Next {
    let Some(deadline) = waits.deadline() else { return lines.recv().unwrap_or(Next::End) };
    match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(line) => line,
        Err(RecvTimeoutError::Timeout) => Next::Overdue,
        Err(RecvTimeoutError::Disconnected) => Next::End,
    }
}

/// What waits, by its deadline.
#[derive(Default)]
struct Waits(BTreeSet<(Instant, u64)>);

impl Waits {
    fn note(&mut self, waits: Vec<Wait>) {
        let now = Instant::now();
        self.0.extend(waits.into_iter().map(|wait| (now + wait.at_most, wait.number)));
    }

    fn deadline(&self) -> Option<Instant> {
        self.0.first().map(|(deadline, _)| *deadline)
    }

    /// What is said without waiting longer. Of a wait that is over, nothing.
    fn overdue(&mut self, conversation: &mut Conversation) -> Vec<Outgoing> {
        self.0.pop_first().map(|(_, number)| conversation.give_up(number)).unwrap_or_default()
    }
}

fn refusal(why: &str) -> Outgoing {
    let message = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": why}});
    Outgoing { message, stream: Stream::Unasked }
}

/// Reads lines until the end, or until nobody listens.
fn read(input: &mut impl BufRead, sender: &SyncSender<Next>) {
    loop {
        let next = line(input).unwrap_or_else(Next::Unreadable);
        let is_end = matches!(next, Next::End | Next::Unreadable(_));
        if sender.send(next).is_err() || is_end {
            return;
        }
    }
}

/// The next line that is not blank.
fn line(input: &mut impl BufRead) -> io::Result<Next> {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(LINE_BYTES_MAX + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(Next::End);
        }
        if read as u64 > LINE_BYTES_MAX {
            input.skip_until(b'\n')?;
            return Ok(Next::Broken(format!("the line is longer than {LINE_BYTES_MAX} bytes")));
        }
        if !bytes.trim_ascii().is_empty() {
            let parsed = serde_json::from_slice(&bytes);
            return Ok(parsed.map_or_else(|error| Next::Broken(error.to_string()), Next::Message));
        }
    }
}
