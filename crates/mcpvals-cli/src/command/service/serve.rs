//! `mcpvals serve` and `mcpvals worker`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::SandboxLevel;
use mcpvals_server::{Parts, Roles, Service, Settings, Telemetry};
use tokio::net::TcpListener;

use super::file::OperatorFile;
use super::ground::{Ground, failed};
use super::logging;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Output;
use crate::service_args::{OperatorArgs, ServeArgs, WorkerArgs};

/// Where it listens unless it is told otherwise.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PORT: u16 = 3457;
/// How long evaluations that run may go on when the end was asked for, in seconds.
const DRAIN: u64 = 30;

/// Serves until a signal comes.
pub(crate) async fn serve(args: &ServeArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let telemetry = logging::telemetry(environment)?;
    let output = &logging::start(args.operator.log_json, telemetry.as_ref(), environment, output)?;
    let file = OperatorFile::find(args.operator.config.as_deref(), environment, output)?;
    let named = file.service.host.as_ref().and_then(|host| host.parse().ok());
    let host = args.host.or(named).unwrap_or(ADDRESS);
    let address = SocketAddr::new(host, args.port.or(file.service.port).unwrap_or(PORT));
    let variable_decides = environment.variable("MCPVALS_NO_WORKER").is_some();
    let works = !args.no_worker && (variable_decides || file.service.worker != Some(false));
    let (store, drain) = (file.store(&args.operator.store), drain(&args.operator, &file));
    let mut settings = settings(&args.operator, file, environment)?;
    if args.no_auth > 0 {
        settings.security.require_auth = false;
    }
    if !settings.security.require_auth && !host.is_loopback() && args.no_auth < 2 {
        return Err(Failure::usage(format!(
            "{host} can be reached by others, and nobody would be asked for a key: give --no-auth twice if that is what you want"
        )));
    }
    let ground = Ground::wait(&store, environment, output).await?;
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| Failure::usage(format!("cannot listen on {address}: {error}")))?;
    let bound = listener.local_addr().map_err(|error| Failure::new(Exit::Internal, error.to_string()))?;
    greet(&ground, &settings, bound, output).await?;
    let roles = Roles { api: Some(listener), worker: works.then_some(drain) };
    go(ground, (settings, telemetry), roles, environment, output).await
}

/// Runs evaluations until a signal comes.
pub(crate) async fn worker(args: &WorkerArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let telemetry = logging::telemetry(environment)?;
    let output = &logging::start(args.operator.log_json, telemetry.as_ref(), environment, output)?;
    let file = OperatorFile::find(args.operator.config.as_deref(), environment, output)?;
    let (store, drain) = (file.store(&args.operator.store), drain(&args.operator, &file));
    let settings = settings(&args.operator, file, environment)?;
    let ground = Ground::wait(&store, environment, output).await?;
    output.note("works; Ctrl-C ends it");
    let roles = Roles { api: None, worker: Some(drain) };
    go(ground, (settings, telemetry), roles, environment, output).await
}

fn drain(args: &OperatorArgs, file: &OperatorFile) -> Duration {
    Duration::from_secs(args.drain.or(file.service.drain).unwrap_or(DRAIN))
}

async fn go(
    ground: Ground,
    (settings, telemetry): (Settings, Option<Telemetry>),
    roles: Roles,
    environment: &Environment,
    output: &Output,
) -> Result<Exit, Failure> {
    let program = environment.program.clone();
    let parts = Parts {
        master: ground.master(environment)?,
        program: program.ok_or_else(|| Failure::new(Exit::Internal, "this program does not know where it is"))?,
        work: ground.folder.join("work"),
        private: ground.private(),
        environment: environment.variables.clone(),
        store: ground.store,
        settings,
        telemetry,
        stop: interrupt::token(output),
    };
    let service: Arc<Service> = Service::new(parts).await.map_err(|error| failed(&error))?;
    let ended = mcpvals_server::serve(service, roles).await;
    ended.map_err(|why| Failure::new(Exit::Internal, why))?;
    Ok(Exit::Passed)
}

/// Says where it is, and how one gets in.
async fn greet(ground: &Ground, settings: &Settings, bound: SocketAddr, output: &Output) -> Result<(), Failure> {
    output.note(&format!("mcpvals serves on http://{bound}, its API at /api/v1, its documents at /docs"));
    let roots: Vec<String> = settings.security.allowed_roots.iter().map(|root| root.display().to_string()).collect();
    output.note(&format!("servers may be below: {}", roots.join(", ")));
    if !settings.security.require_auth {
        output.note("nobody is asked for a key (--no-auth)");
        return Ok(());
    }
    let keys = ground.store.keys().await.map_err(|error| failed(&error))?;
    if keys.is_empty() {
        output.note("there is no API key yet: mcpvals keys create --scope evaluate:admin");
    }
    Ok(())
}

/// What the operator decided: the defaults, then the file, then the command line and the environment.
fn settings(args: &OperatorArgs, file: OperatorFile, environment: &Environment) -> Result<Settings, Failure> {
    let mut settings = Settings::of(file.settings, &file.folder);
    let security = &mut settings.security;
    if !args.roots.is_empty() {
        security.allowed_roots = args.roots.iter().map(|root| environment.cwd.join(root)).collect();
    } else if security.allowed_roots.is_empty() {
        security.allowed_roots = vec![environment.cwd.clone()];
    }
    security.allowed_commands.extend(args.commands.iter().cloned());
    security.allow_private_addresses |= args.allow_private;
    security.sandbox = args.sandbox.clone().unwrap_or_else(|| std::mem::take(&mut security.sandbox));
    security.require_sandbox = args.require_sandbox.clone().or(security.require_sandbox.take());
    let network = args.sandbox_network.clone();
    security.sandbox_network = network.unwrap_or_else(|| std::mem::take(&mut security.sandbox_network));
    let level = |text: &str| text.parse::<SandboxLevel>().ok();
    match &security.require_sandbox {
        Some(required) if security.sandbox != "auto" && level(&security.sandbox) < level(required) => {
            let level = &security.sandbox;
            Err(Failure::usage(format!(
                "a sandbox of level {level} is weaker than {required}, which is required: nothing could be run"
            )))
        }
        _ => Ok(settings),
    }
}
