//! Ctrl-C and SIGTERM: the first ends the run in good order, the second ends the program at once.

use mcpvals::CancellationToken;

use crate::exit::Exit;

/// A token that fires at the first signal. At the second the program ends; the guards then end the servers.
pub(crate) fn token() -> CancellationToken {
    let token = CancellationToken::new();
    let fired = token.clone();
    tokio::spawn(async move {
        wait().await;
        fired.cancel();
        wait().await;
        #[expect(clippy::exit, reason = "a second Ctrl-C asks for exactly this")]
        std::process::exit(Exit::Interrupted as i32);
    });
    token
}

#[cfg(unix)]
async fn wait() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn wait() {
    let _ = tokio::signal::ctrl_c().await;
}
