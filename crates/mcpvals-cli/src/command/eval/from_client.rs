//! `--from-client`: the servers that a user has set up in a client.
//!
//! With a config file, one of them takes the place of the config's server. Without one, each is asked what it offers, and
//! tested as `mcpvals init` would write it down.

use std::path::PathBuf;

use futures_util::{StreamExt as _, stream};
use mcpvals::{Context, Plan, Scope, Snapshots};
use mcpvals_config::clients::{self, Client, ClientError, ClientServer, SetUp};
use mcpvals_model::{SecretValue, ServerSpec};
use serde_json::{Map, Value, json};

use super::source::{Asked, Loaded, explain, load_unless};
use crate::args::EvalArgs;
use crate::command::init::{Survey, survey};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

/// How many servers are asked at once what they offer.
const AT_ONCE: usize = 4;

/// The plan for a client's servers.
///
/// # Errors
/// Usage: a file that cannot be read, a name that there is not, a server that was named and cannot be used.
pub(super) async fn load(
    client: Client,
    args: &EvalArgs,
    asked: Asked,
    environment: &Environment,
    output: &Output,
) -> Result<Loaded, Failure> {
    let context = environment.context(true, Scope::ALL);
    let found = clients::set_up(client, &args.client_servers, &context).map_err(|error| refused(error, output))?;
    if found.servers.is_empty() {
        return Err(nothing(client, &found));
    }
    if args.client_servers.is_empty() && found.servers.iter().all(Result::is_err) {
        return Err(unusable_all(client, &found));
    }
    if args.config.path().is_some() {
        return with_config(client, found, args, asked, (environment, output)).await;
    }
    if !args.client_servers.is_empty() {
        found.servers.iter().try_for_each(|server| server.as_ref().map(drop).map_err(usage))?;
    }
    for name in &found.off {
        output.note(&format!("{name} is switched off in {}, and is left out; --server {name} takes it", client.name()));
    }
    let surveyed = tokio::select! {
        () = crate::interrupt::wait() => return Err(crate::interrupt::stopped()),
        surveyed = survey_all(found.servers, environment, output) => surveyed,
    };
    let mut plan = plan(client, &surveyed, &context).map_err(|errors| explain(errors.into(), output))?;
    plan.arguments = words(client, args);
    plan.source = plan.arguments.join(" ");
    let path = PathBuf::from("-");
    let snapshots = Snapshots::beside(&path).map_err(|error| explain(error.into(), output))?;
    Ok(Loaded { plan, snapshots, path })
}

fn usage(error: &ClientError) -> Failure {
    Failure::usage(error.to_string())
}

/// A file that cannot be read is shown as a config is: nothing secret is in it.
fn refused(error: ClientError, output: &Output) -> Failure {
    match error {
        ClientError::File(errors) => explain(errors.into(), output),
        other => usage(&other),
    }
}

fn nothing(client: Client, found: &SetUp) -> Failure {
    let files: Vec<String> = found.files.iter().map(|file| format!("`{}`", file.display())).collect();
    let why = match (&*files, &*found.off) {
        ([], _) => "none of its files is here or in the home folder".to_owned(),
        (_, []) => format!("there are none in {}", files.join(", ")),
        (_, off) => format!("all are switched off: {}", off.join(", ")),
    };
    Failure::new(Exit::NothingToRun, format!("nothing to run: {} has no servers: {why}", client.name()))
}

fn unusable_all(client: Client, found: &SetUp) -> Failure {
    let why: Vec<String> = found.servers.iter().filter_map(|one| Some(one.as_ref().err()?.to_string())).collect();
    let why = why.join("; ");
    Failure::new(Exit::NothingToRun, format!("nothing to run: {} has no server that can be used: {why}", client.name()))
}

/// What makes this run again.
fn words(client: Client, args: &EvalArgs) -> Vec<String> {
    let servers = args.client_servers.iter().flat_map(|name| ["--server", name]);
    ["--from-client", client.name()].into_iter().chain(servers).map(str::to_owned).collect()
}

/// The config's plan, for the client's server instead of its own.
async fn with_config(
    client: Client,
    found: SetUp,
    args: &EvalArgs,
    asked: Asked,
    (environment, output): (&Environment, &Output),
) -> Result<Loaded, Failure> {
    let mut servers = found.servers.into_iter();
    let (Some(server), None) = (servers.next(), servers.next()) else {
        let message = format!("a config tests one server: say with --server which of those in {}", client.name());
        return Err(Failure::usage(message));
    };
    let server = server.map_err(|error| usage(&error))?;
    let asked = Asked { scope: Scope { servers: false, ..asked.scope }, ..asked };
    let mut loaded = load_unless(crate::interrupt::wait(), &args.config, environment, output, asked).await?;
    let [own] = &mut *loaded.plan.servers else {
        return Err(Failure::usage(
            "--from-client takes the place of a config's one server, and this config has several",
        ));
    };
    own.target = server.spec.target;
    loaded.plan.secrets.extend(server.secrets);
    loaded.plan.arguments.extend(words(client, args));
    Ok(loaded)
}

/// A server, and the suites that test it.
struct Surveyed {
    /// `None` for one that cannot be used.
    spec: Option<ServerSpec>,
    name: String,
    secrets: Vec<SecretValue>,
    suites: Vec<(&'static str, Value)>,
}

async fn survey_all(
    servers: Vec<Result<ClientServer, ClientError>>,
    environment: &Environment,
    output: &Output,
) -> Vec<Surveyed> {
    let surveys = servers.into_iter().map(|server| async move {
        match server {
            Ok(server) => survey_one(server, environment, output).await,
            Err(error) => unusable(&error),
        }
    });
    stream::iter(surveys).buffered(AT_ONCE).collect().await
}

/// One that cannot be reached now is tried again in the run, which tells why.
async fn survey_one(server: ClientServer, environment: &Environment, output: &Output) -> Surveyed {
    output.note(&format!("asking {} what it offers", server.spec.name));
    let (spec, secrets) = (server.spec.clone(), server.secrets.clone());
    let (spec, suites) = match survey(target::of_client(server, output), true, environment, output).await {
        Ok(Survey { named, suites, .. }) if !suites.is_empty() => (named.spec, suites),
        Ok(_) => (spec, ping(None)),
        Err(_) => {
            output.note(&format!(
                "note: {} cannot be reached now: it is only tested whether it answers, and nothing that it offers",
                spec.name
            ));
            (spec, ping(None))
        }
    };
    Surveyed { name: spec.name.clone(), spec: Some(spec), secrets, suites }
}

/// It stands in the report, with the reason why it was not tried.
fn unusable(error: &ClientError) -> Surveyed {
    let name = match error {
        ClientError::Entry { name, .. } | ClientError::Unknown { name, .. } => name.clone(),
        ClientError::File(_) => "server".to_owned(),
    };
    let why = error.to_string().replace("${", "$${");
    Surveyed { spec: None, name, secrets: Vec::new(), suites: ping(Some(&why)) }
}

fn ping(skip: Option<&str>) -> Vec<(&'static str, Value)> {
    let mut test = json!({"name": "answers"});
    if let Some(reason) = skip {
        test["skip"] = json!(reason);
    }
    vec![("utilitySuites", json!([{"name": "utilities", "pingTests": [test]}]))]
}

/// One config for all of them, in which each server stands for itself.
fn plan(client: Client, surveyed: &[Surveyed], context: &Context) -> Result<Plan, mcpvals::ConfigErrors> {
    let config = config(surveyed);
    let mut plan = mcpvals_config::load_json(client.name(), config.to_string(), context)?;
    for server in surveyed {
        plan.secrets.extend(server.secrets.iter().cloned());
        let planned = plan.servers.iter_mut().find(|planned| planned.name == server.name);
        if let (Some(planned), Some(spec)) = (planned, &server.spec) {
            planned.target = spec.target.clone();
            planned.startup_timeout = spec.startup_timeout;
            planned.call_timeout = spec.call_timeout;
        }
    }
    Ok(plan)
}

fn config(surveyed: &[Surveyed]) -> Value {
    let stand_in = json!({"transport": "stdio", "command": "set-up-in-the-client"});
    let servers: Map<String, Value> = surveyed.iter().map(|one| (one.name.clone(), stand_in.clone())).collect();
    let mut config = json!({"servers": servers});
    for (one, (member, suites)) in surveyed.iter().flat_map(|one| one.suites.iter().map(move |suites| (one, suites))) {
        let all = config[member].take();
        let mut all = if let Value::Array(all) = all { all } else { Vec::new() };
        all.extend(suites.as_array().into_iter().flatten().map(|suite| of_server(&one.name, suite)));
        config[member] = Value::Array(all);
    }
    config
}

/// The suite, named after its server.
fn of_server(server: &str, suite: &Value) -> Value {
    let mut suite = suite.clone();
    suite["name"] = json!(format!("{server} {}", suite["name"].as_str().unwrap_or_default()));
    suite["server"] = json!(server);
    suite
}
