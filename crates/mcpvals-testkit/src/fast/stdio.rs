//! Lines in, lines out: one read and one write system call for all requests that are there at once.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{self, Kind};

const READ_BYTES: usize = 64 << 10;

pub(super) fn serve(delay: Duration) -> io::Result<()> {
    let mut late = Late::start(delay);
    let mut stdin = io::stdin().lock();
    let mut input = vec![0; READ_BYTES];
    let (mut filled, mut out) = (0, Vec::with_capacity(READ_BYTES));
    loop {
        if filled == input.len() {
            input.resize(filled * 2, 0);
        }
        let read = stdin.read(&mut input[filled..])?;
        if read == 0 {
            return late.finish();
        }
        let searched = filled;
        filled += read;
        // Only the new bytes can hold the end of the last line.
        let Some(end) = input[searched..filled].iter().rposition(|byte| *byte == b'\n') else { continue };
        let end = searched + end + 1;
        for line in input[..end].split(|byte| *byte == b'\n') {
            answer_line(line, &mut out, &mut late);
        }
        write_all(&out)?;
        out.clear();
        input.copy_within(end..filled, 0);
        filled -= end;
    }
}

fn answer_line(line: &[u8], out: &mut Vec<u8>, late: &mut Late) {
    let start = out.len();
    match answer::write(line, out) {
        Kind::Nothing => {}
        Kind::Call if late.delays() => {
            out.push(b'\n');
            late.send(out.split_off(start));
        }
        Kind::Call | Kind::Other => out.push(b'\n'),
    }
}

/// One system call: `Stdout` passes on at once what ends in a line end.
fn write_all(bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// A line and when it is due.
type Due = (Instant, Vec<u8>);
type Writer = (Sender<Due>, thread::JoinHandle<io::Result<()>>);

/// Answers that are due later. All have the same delay, so the first in is the first out.
struct Late {
    delay: Duration,
    writer: Option<Writer>,
}

impl Late {
    fn start(delay: Duration) -> Self {
        let writer = (!delay.is_zero()).then(|| {
            let (sender, receiver) = mpsc::channel();
            (sender, thread::spawn(move || write_when_due(&receiver)))
        });
        Self { delay, writer }
    }

    fn delays(&self) -> bool {
        self.writer.is_some()
    }

    fn send(&mut self, line: Vec<u8>) {
        if let Some((sender, _)) = &self.writer {
            // If the writer is gone, so is whoever reads stdout.
            let _nobody_reads = sender.send((Instant::now() + self.delay, line));
        }
    }

    /// Waits until all is written.
    fn finish(self) -> io::Result<()> {
        match self.writer {
            Some((sender, thread)) => {
                drop(sender);
                thread.join().unwrap_or_else(|_| Err(io::Error::other("the writer panicked")))
            }
            None => Ok(()),
        }
    }
}

fn write_when_due(receiver: &Receiver<Due>) -> io::Result<()> {
    let mut due = VecDeque::new();
    loop {
        let Some((first, _)) = due.front() else {
            match receiver.recv() {
                Ok(line) => due.push_back(line),
                Err(_) => return Ok(()),
            }
            continue;
        };
        thread::sleep(Instant::duration_since(first, Instant::now()));
        due.extend(receiver.try_iter());
        let now = Instant::now();
        let ready = due.iter().take_while(|(at, _)| *at <= now).count();
        let lines: Vec<u8> = due.drain(..ready).flat_map(|(_, line)| line).collect();
        write_all(&lines)?;
    }
}
