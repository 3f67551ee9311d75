//! One level, tried: a program of ours stands in the server's place and tells what it can do.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use mcpvals_model::{ProcessEnd, SandboxLevel};

use super::ground::Ground;
use super::scratch::Scratch;
use super::{Looks, Network};
use crate::process::Launch;
use crate::program;

/// A program that does next to nothing; on a busy machine it takes its time.
const PATIENCE: Duration = Duration::from_secs(20);
const OUTPUT_BYTES_MAX: usize = 64 << 10;

/// What can be done in a sandbox of this level.
///
/// # Errors
/// In words, why it is none.
pub(super) async fn of_level(
    level: SandboxLevel,
    network: Network,
    guard: &Path,
    ground: &Ground,
    scratch: &Scratch,
) -> Result<Looks, String> {
    let outside = scratch.outside().map_err(|error| error.to_string())?;
    let socket = outside.with_file_name(super::SOCKET);
    let _ = std::fs::remove_file(&socket);
    let _somebody = std::os::unix::net::UnixListener::bind(&socket).map_err(|error| error.to_string())?;
    let lease = scratch.lease(&format!("trial {level}")).map_err(|error| error.to_string())?;
    let project = lease.folder().join("project");
    std::fs::create_dir_all(&project).map_err(|error| error.to_string())?;
    let named = BTreeMap::new();
    let cage = ground.cage((level, network), lease.folder(), (guard, &[], &named, &project));
    let args = ["__guard", "look", &cage.to_word(), &outside.to_string_lossy(), &std::process::id().to_string()];
    let args = args.map(str::to_owned);
    let environment = ground.environment(&cage, &named);
    let launch = Launch::caged(guard, &args, environment, &project, (cage, lease));
    let process = launch.start().map_err(|problem| problem.to_string())?;
    let finished = program::finished(process, b"", PATIENCE, OUTPUT_BYTES_MAX).await;
    let words = String::from_utf8_lossy(&finished.stderr);
    let words = words.trim().strip_prefix("mcpvals guard: ").unwrap_or(words.trim());
    let beside = outside.with_file_name(super::BESIDE);
    let writes_beside = std::fs::remove_file(beside).is_ok();
    let looks = serde_json::from_slice::<Looks>(&finished.stdout).map(|looks| Looks { writes_beside, ..looks });
    match (finished.end, looks) {
        (Some(ProcessEnd::Exited(0)), Ok(looks)) => looks.miss(level, network).map(|()| looks),
        (None, _) => Err("it does not end".to_owned()),
        (Some(_), _) if words.is_empty() => Err("it ends at once, and says nothing".to_owned()),
        (Some(_), _) => Err(words.replace('\n', "; ")),
    }
}
