//! A program that can be a guard, as the `mcpvals` binary is: what a library user does who wants one.
//!
//! `guard hold -- COMMAND ARGS…` is for the tests: it holds a session with a server until it is killed. `guard caged -- …` does
//! so in the strongest sandbox that there is.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{RevisionChoice, ServerSpec, Target};
use mcpvals_wire::{ConnectOptions, Network, Sandbox, SandboxSetting, connect};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    match args.next() {
        Some(first) if first == "__guard" => mcpvals_wire::guard::run(args),
        Some(first) if first == "hold" => {
            hold(args.skip(1).filter_map(|arg| arg.into_string().ok()).collect(), false);
            ExitCode::SUCCESS
        }
        Some(first) if first == "caged" => {
            hold(args.skip(1).filter_map(|arg| arg.into_string().ok()).collect(), true);
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// Holds a session for ever; says so on stdout when it stands.
fn hold(mut command: Vec<String>, is_caged: bool) {
    let args = command.split_off(1);
    let target = Target::Stdio {
        command: command.remove(0),
        args,
        env: std::collections::BTreeMap::new(),
        cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
    };
    let spec = ServerSpec {
        name: "held".to_owned(),
        target,
        revision: RevisionChoice::Negotiate,
        client: ClientProfile::bare(),
        startup_timeout: Duration::from_secs(20),
        call_timeout: Duration::from_secs(20),
        rate_limit: None,
        auth: None,
    };
    let mut options = ConnectOptions {
        guard: std::env::current_exe().ok(),
        environment: std::env::vars().collect(),
        ..ConnectOptions::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    runtime.block_on(async {
        if is_caged {
            let setting = SandboxSetting { level: None, required: None, network: Network::None };
            let sandbox = Sandbox::prepare(setting, options.guard.as_deref(), &options.environment).await;
            options.sandbox = Some(sandbox.expect("some level can be had"));
        }
        let _session = connect(&spec, &options).await.expect("the tests' server can be reached");
        let _ = writeln!(std::io::stdout(), "held");
        std::future::pending::<()>().await;
    });
}
