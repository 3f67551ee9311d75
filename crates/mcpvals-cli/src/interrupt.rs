//! Ctrl-C and SIGTERM: the first ends the run in good order, the second ends the program at once.

use mcpvals::CancellationToken;

use crate::exit::{Exit, Failure};
use crate::output::Output;

/// A token that fires at the first signal. At the second the program ends; the guards then end the servers.
pub(crate) fn token(output: &Output) -> CancellationToken {
    let token = CancellationToken::new();
    let (fired, output) = (token.clone(), output.clone());
    tokio::spawn(async move {
        wait().await;
        fired.cancel();
        wait().await;
        output.fail(&Failure::new(Exit::Interrupted, "stopped by the user at once: there is no report"));
        #[expect(clippy::exit, reason = "a second Ctrl-C asks for exactly this")]
        std::process::exit(Exit::Interrupted as i32);
    });
    token
}

/// Does the work, unless a signal comes first: then the work is dropped, and the guards end its servers.
///
/// # Errors
/// Interrupted, or what the work says.
pub(crate) async fn or(work: impl Future<Output = Result<Exit, Failure>>) -> Result<Exit, Failure> {
    tokio::select! {
        biased;
        done = work => done,
        () = wait() => Err(stopped()),
    }
}

/// There is no report, because the user did not want to wait for it.
pub(crate) fn stopped() -> Failure {
    Failure::new(Exit::Interrupted, "stopped by the user")
}

/// Returns at a signal.
#[cfg(unix)]
pub(crate) async fn wait() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Returns at Ctrl-C.
#[cfg(not(unix))]
pub(crate) async fn wait() {
    let _ = tokio::signal::ctrl_c().await;
}
