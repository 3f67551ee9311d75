//! `mcpvals serve` and `mcpvals worker`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mcpvals_audit::config::{HOME_FILE, PROJECT_FILE, read_file};
use mcpvals_config::ConfigErrors;
use mcpvals_model::SandboxLevel;
use mcpvals_server::{ObservabilityFile, Parts, Roles, Service, Settings, SettingsFile, Telemetry};
use tokio::net::TcpListener;

use super::ground::{Ground, failed};
use super::logging;
use crate::command::settings::refused;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Output;
use crate::service_args::{OperatorArgs, ServeArgs, WorkerArgs};

/// Serves until a signal comes.
pub(crate) async fn serve(args: &ServeArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let telemetry = logging::telemetry(environment)?;
    logging::start(args.operator.log_json, telemetry.as_ref(), environment, output)?;
    let mut settings = settings(&args.operator, environment, output)?;
    if args.no_auth > 0 {
        settings.security.require_auth = false;
    }
    if !settings.security.require_auth && !args.host.is_loopback() && args.no_auth < 2 {
        return Err(Failure::usage(format!(
            "{} can be reached by others, and nobody would be asked for a key: give --no-auth twice if that is what you want",
            args.host
        )));
    }
    let ground = Ground::wait(&args.operator.store, environment, output).await?;
    let address = SocketAddr::new(args.host, args.port);
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| Failure::usage(format!("cannot listen on {address}: {error}")))?;
    let bound = listener.local_addr().map_err(|error| Failure::new(Exit::Internal, error.to_string()))?;
    greet(&ground, &settings, bound, output).await?;
    let drain = Duration::from_secs(args.operator.drain);
    let roles = Roles { api: Some(listener), worker: (!args.no_worker).then_some(drain) };
    go(ground, (settings, telemetry), roles, environment, output).await
}

/// Runs evaluations until a signal comes.
pub(crate) async fn worker(args: &WorkerArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let telemetry = logging::telemetry(environment)?;
    logging::start(args.operator.log_json, telemetry.as_ref(), environment, output)?;
    let settings = settings(&args.operator, environment, output)?;
    let ground = Ground::wait(&args.operator.store, environment, output).await?;
    output.note("works; Ctrl-C ends it");
    let roles = Roles { api: None, worker: Some(Duration::from_secs(args.operator.drain)) };
    go(ground, (settings, telemetry), roles, environment, output).await
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
    };
    let service: Arc<Service> = Service::new(parts).await.map_err(|error| failed(&error))?;
    let ended = mcpvals_server::serve(service, roles, interrupt::token(output)).await;
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
fn settings(args: &OperatorArgs, environment: &Environment, output: &Output) -> Result<Settings, Failure> {
    let (file, folder) = match found(args, environment) {
        Some(path) => (
            read(&path).map_err(|errors| refused(&errors, output))?,
            path.parent().map(Path::to_owned).unwrap_or_default(),
        ),
        None => (SettingsFile::default(), environment.cwd.clone()),
    };
    let mut settings = Settings::of(file, &folder);
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

fn found(args: &OperatorArgs, environment: &Environment) -> Option<PathBuf> {
    let named = args.config.as_ref().map(|path| environment.cwd.join(path));
    let here = Some(environment.cwd.join(PROJECT_FILE)).filter(|path| path.is_file());
    let home = environment.variable("HOME").map(|home| Path::new(home).join(HOME_FILE));
    named.or(here).or(home.filter(|path| path.is_file()))
}

fn read(path: &Path) -> Result<SettingsFile, ConfigErrors> {
    let file = read_file(path, |file| file.limits.iter().flat_map(mcpvals_server::unknown_buckets).collect())?;
    let told = file.observability.unwrap_or_default();
    let hooks = file.hooks.and_then(|hooks| hooks.custom).unwrap_or_default();
    Ok(SettingsFile {
        security: file.security,
        limits: file.limits,
        observability: Some(ObservabilityFile { enabled: told.enabled, endpoint: told.endpoint.or(told.url) }),
        custom_hooks: hooks.into_iter().map(|hook| hook.name).collect(),
    })
}
