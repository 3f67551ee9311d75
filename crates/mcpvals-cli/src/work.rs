//! `mcpvals __work`: one job of the service, in a process of its own. The job comes on stdin, so that nothing of it is in the
//! list of processes; when stdin closes, whoever gave the job is gone, and so are we.

use std::collections::BTreeMap;
use std::io::{BufRead as _, Read as _};

use mcpvals_model::SecretValue;
use mcpvals_wire::Fence;
use serde::Deserialize;

use crate::args::Args;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};

/// The first word with which the service starts this very program.
pub(crate) const COMMAND: &str = mcpvals_server::CHILD_COMMAND;
/// No longer job is read, in bytes.
const JOB_BYTES_MAX: u64 = 4 << 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Job {
    /// As after `mcpvals`.
    words: Vec<String>,
    /// What configs may be filled from.
    variables: BTreeMap<String, String>,
    /// What is to be in no output, each with its name.
    secrets: Vec<(String, String)>,
    /// Is nothing reached but what everybody can reach?
    public_only: bool,
    /// What of this machine servers may see.
    fence: Fence,
}

/// Reads the job, and prepares this process for it.
///
/// # Errors
/// That there is none, in words.
pub(crate) fn read(environment: &mut Environment) -> Result<Args, String> {
    let mut line = Vec::new();
    // The lock ends with this function: the rest of stdin is the lifeline's.
    let read = std::io::stdin().lock().take(JOB_BYTES_MAX).read_until(b'\n', &mut line);
    read.map_err(|error| format!("the job cannot be read: {error}"))?;
    let job: Job = serde_json::from_slice(&line).map_err(|error| format!("the job cannot be read: {error}"))?;
    if job.public_only {
        mcpvals_wire::only_public_addresses();
    }
    mcpvals_wire::fence_in(job.fence);
    environment.variables.extend(job.variables);
    environment.secrets = job.secrets.into_iter().filter_map(|(name, value)| SecretValue::new(name, value)).collect();
    std::thread::spawn(end_with_stdin);
    let words = std::iter::once("mcpvals".to_owned()).chain(job.words);
    let first = |error: clap::Error| error.to_string().lines().next().unwrap_or_default().to_owned();
    Args::of(words).map_err(first)
}

/// How a job ends that could not be done: whoever gave it knows what is to be tried again.
pub(crate) fn ended(failure: Failure) -> Failure {
    if failure.is_full { Failure { exit: Exit::Full, ..failure } } else { failure }
}

/// Nobody waits for what we do any more: the guards end the servers.
fn end_with_stdin() {
    let mut rest = [0; 64];
    let mut stdin = std::io::stdin().lock();
    while stdin.read(&mut rest).is_ok_and(|read| read > 0) {}
    #[expect(clippy::exit, reason = "whoever gave the job is gone")]
    std::process::exit(Exit::Interrupted as i32);
}
