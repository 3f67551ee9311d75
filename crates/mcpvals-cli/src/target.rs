//! From `-- COMMAND`, `--url` or `--server NAME` to a server.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mcpvals_config::clients::{self, ClientServer};
use mcpvals_config::{Scope, secrets_in};
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{
    Auth, ClientIdentity, Consent, Grant, HttpUrl, Reconnect, RevisionChoice, Secret, SecretValue, ServerSpec, Target,
    Trace,
};
use mcpvals_report::{timeline, visible};
use mcpvals_wire::{ConnectOptions, Limits, Redactor, Sandbox, Session, SignIns};
use serde_json::{Value, json};

use crate::args::{HttpTransport, SignInKind, TargetArgs};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::people::People;
use crate::sandbox::{self, SandboxArgs};

/// A server that the command line names, with what must not be shown of it.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) spec: ServerSpec,
    pub(crate) secrets: Vec<SecretValue>,
    pub(crate) redactor: Redactor,
    /// All sessions with it share a token: nobody is asked twice.
    sign_ins: SignIns,
    /// Has nobody said how the address is spoken to?
    transport_is_open: bool,
    /// In which its process is started.
    pub(crate) sandbox: Option<Sandbox>,
}

impl Named {
    /// Has its process started in a sandbox, where one is asked for.
    ///
    /// # Errors
    /// Usage, where it is not to be had.
    pub(crate) async fn enter_sandbox(&mut self, args: SandboxArgs, environment: &Environment) -> Result<(), Failure> {
        self.sandbox = sandbox::prepare(args, sandbox::is_started(&self.spec.target), environment).await?;
        Ok(())
    }

    /// The same server, for a client that declares this.
    pub(crate) fn declaring(&self, capabilities: Value) -> Self {
        self.for_client(ClientProfile { capabilities, ..self.spec.client.clone() })
    }

    /// How sessions with it come about.
    pub(crate) fn options(&self, environment: &Environment) -> ConnectOptions {
        ConnectOptions {
            limits: Limits { hurry: true, ..Limits::default() },
            guard: environment.program.clone(),
            environment: environment.variables.clone(),
            sign_ins: self.sign_ins.clone(),
            sandbox: self.sandbox.clone(),
            ..ConnectOptions::default()
        }
    }

    /// The same server, for another client.
    pub(crate) fn for_client(&self, client: ClientProfile) -> Self {
        Self { spec: ServerSpec { client, ..self.spec.clone() }, ..self.clone() }
    }

    /// The same address over HTTP+SSE, to be tried where it has no endpoint of Streamable HTTP; nothing where the user says
    /// how it is spoken to. Spec 2025-11-25, "Transports", "Backwards Compatibility".
    pub(crate) fn over_sse(&self) -> Option<Self> {
        let Target::Http { url, headers } = self.spec.target.clone() else { return None };
        let target = Target::Sse { url, headers, reconnect: Reconnect::default() };
        self.transport_is_open.then(|| Self { spec: ServerSpec { target, ..self.spec.clone() }, ..self.clone() })
    }
}

/// The server that the command line names.
///
/// # Errors
/// Usage, where it names none, or not rightly.
pub(crate) fn named(
    args: &TargetArgs,
    profile: &str,
    environment: &Environment,
    output: &Output,
) -> Result<Named, Failure> {
    let (target, secrets) = target(args, environment)?;
    with_target(target, secrets, args, profile, environment, output)
}

/// A server that something else than the command line names, with what the flags say of its session.
///
/// # Errors
/// Usage, where the flags do not go with it.
pub(crate) fn of_target(
    mut target: Target,
    args: &TargetArgs,
    environment: &Environment,
    output: &Output,
) -> Result<Named, Failure> {
    adapt_process(&mut target, args, environment)?;
    with_target(target, Vec::new(), args, "full", environment, output)
}

/// A server from a client's file.
pub(crate) fn of_client(server: ClientServer, output: &Output) -> Named {
    let transport_is_open = matches!(server.spec.target, Target::Http { .. });
    Named { transport_is_open, ..of_spec(server.spec, server.secrets, output) }
}

/// A server of a config.
pub(crate) fn of_spec(spec: ServerSpec, secrets: Vec<SecretValue>, output: &Output) -> Named {
    let redactor = Redactor::new(&secrets);
    let sign_ins = SignIns::new(Some(Arc::new(People::new(output))), redactor.clone());
    Named { spec, secrets, redactor, sign_ins, transport_is_open: false, sandbox: None }
}

fn with_target(
    target: Target,
    mut secrets: Vec<SecretValue>,
    args: &TargetArgs,
    profile: &str,
    environment: &Environment,
    output: &Output,
) -> Result<Named, Failure> {
    secrets.extend(secrets_in(&target));
    secrets.extend_from_slice(&environment.secrets);
    let auth = auth(args, &target, environment)?;
    secrets.extend(auth.iter().flat_map(Auth::secrets));
    let timeout = Duration::from_millis(args.timeout);
    let spec = ServerSpec {
        name: args.server.clone().unwrap_or_else(|| "server".to_owned()),
        target,
        revision: args.protocol_version.map_or(RevisionChoice::Negotiate, RevisionChoice::Forced),
        client: client(profile)?,
        startup_timeout: timeout,
        call_timeout: timeout,
        auth: auth.map(Box::new),
        rate_limit: None,
    };
    let redactor = Redactor::new(&secrets);
    let sign_ins = SignIns::new(Some(Arc::new(People::new(output))), redactor.clone());
    Ok(Named {
        spec,
        secrets,
        redactor,
        sign_ins,
        transport_is_open: args.url.is_some() && args.transport.is_none(),
        sandbox: None,
    })
}

/// The client profile with this name.
pub(crate) fn client(name: &str) -> Result<ClientProfile, Failure> {
    ClientProfile::named(name).ok_or_else(|| {
        Failure::usage(format!("no client profile is called `{name}`; there are: {}", ClientProfile::NAMES.join(", ")))
    })
}

/// Opens a session with it. Where nobody has said how an address is spoken to, both ways are tried.
///
/// # Errors
/// Unreachable, with the whole story and the last lines of stderr.
pub(crate) async fn connect(named: &Named, environment: &Environment, output: &Output) -> Result<Session, Failure> {
    let older = named.over_sse();
    let specs = (&named.spec, older.as_ref().map(|older| &older.spec));
    let connected = mcpvals_wire::connect_either(specs, &named.options(environment)).await;
    connected.map(|(session, _)| session).map_err(|error| {
        let message = named.redactor.excerpt(&error.to_string()).into_owned();
        let stderr = named.redactor.text(error.stderr_tail());
        let failure = Failure {
            details: stderr_words(&stderr),
            data: (!stderr.trim().is_empty()).then(|| ("stderr", json!(visible(&stderr)))),
            ..Failure::new(Exit::Unreachable, visible(&message))
        };
        show_frames(&error.trace(), named, environment, output);
        failure
    })
}

/// With `--debug`: every frame, and the server's stderr.
pub(crate) fn show_frames(trace: &Trace, named: &Named, environment: &Environment, output: &Output) {
    if output.debug {
        let style = crate::command::style_of_frames(environment, output);
        output.note(&timeline::of_trace(&named.redactor.trace(trace), &style));
    }
}

/// The last lines of a server's stderr, as they are shown before an error; nothing where it wrote none.
pub(crate) fn stderr_words(tail: &str) -> String {
    if tail.trim().is_empty() {
        return String::new();
    }
    let lines: Vec<String> = visible(tail.trim_end()).lines().map(|line| format!("  {line}")).collect();
    format!("The server wrote on stderr:\n{}", lines.join("\n"))
}

/// The target, and the secrets that are known of it beyond what its names say.
fn target(args: &TargetArgs, environment: &Environment) -> Result<(Target, Vec<SecretValue>), Failure> {
    // clap lets a flag pass that needs `--url` where a command stands in its place.
    if args.url.is_none() && !(args.headers.is_empty() && args.transport.is_none()) {
        return Err(Failure::usage("--header and --transport are for a server at an address: give it with --url"));
    }
    let (mut target, secrets) = match (&args.url, &args.server) {
        (Some(url), _) => (http(url, args)?, Vec::new()),
        (None, Some(name)) => {
            let found = from_client_files(name, environment)?;
            (found.spec.target, found.secrets)
        }
        (None, None) => (command(args, environment)?, Vec::new()),
    };
    adapt_process(&mut target, args, environment)?;
    Ok((target, secrets))
}

fn command(args: &TargetArgs, environment: &Environment) -> Result<Target, Failure> {
    let Some((command, rest)) = args.command.split_first() else {
        return Err(Failure::usage(
            "which server? Give its command after `--`, its address with --url, or its name with --server",
        ));
    };
    let cwd = environment.cwd.clone();
    Ok(Target::Stdio { command: command.clone(), args: rest.to_vec(), env: BTreeMap::new(), cwd })
}

fn http(url: &str, args: &TargetArgs) -> Result<Target, Failure> {
    let url = HttpUrl::parse(url)
        .ok_or_else(|| Failure::usage(format!("--url takes an http:// or https:// address, not `{url}`")))?;
    let headers = args.headers.iter().map(|header| split_header(header)).collect::<Result<Vec<_>, _>>()?;
    Ok(match args.transport {
        None | Some(HttpTransport::Http) => Target::Http { url, headers },
        Some(HttpTransport::Sse) => Target::Sse { url, headers, reconnect: Reconnect::default() },
    })
}

fn split_header(header: &str) -> Result<(String, Secret), Failure> {
    let (name, value) = header
        .split_once(':')
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or_else(|| Failure::usage(format!("--header takes `Name: value`, not `{header}`")))?;
    Ok((name.trim().to_owned(), Secret::new(value.trim())))
}

/// How the client signs in, as the flags have it.
fn auth(args: &TargetArgs, target: &Target, environment: &Environment) -> Result<Option<Auth>, Failure> {
    let Some(kind) = args.sign_in.auth else { return Ok(None) };
    let (Target::Http { headers, .. } | Target::Sse { headers, .. }) = target else {
        return Err(Failure::usage("--auth is for a server at an address, and this one is a process"));
    };
    if headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")) {
        return Err(Failure::usage("--auth and a header `Authorization` exclude each other"));
    }
    let secret = |name: &String| {
        let value = environment.variables.get(name).filter(|value| !value.is_empty());
        value.map(Secret::new).ok_or_else(|| Failure::usage(format!("--client-secret-env: `{name}` is not set")))
    };
    let secret = args.sign_in.client_secret_env.as_ref().map(secret).transpose()?;
    let grant = match kind {
        SignInKind::Browser => Grant::AuthorizationCode { redirect_uri: None, consent: Consent::Browser },
        SignInKind::Device => Grant::DeviceCode { consent: Consent::Browser },
        SignInKind::Client => Grant::ClientCredentials,
    };
    let client = ClientIdentity { id: args.sign_in.client_id.clone(), secret, ..ClientIdentity::default() };
    Ok(Some(Auth { client, scope: args.sign_in.scope.clone(), ..Auth::new(grant) }))
}

/// What the flags say of the server's process, where it has one that we start.
fn adapt_process(target: &mut Target, args: &TargetArgs, environment: &Environment) -> Result<(), Failure> {
    if args.process.env.is_empty() && args.process.cwd.is_none() {
        return Ok(());
    }
    let Target::Stdio { env, cwd, .. } = target else {
        return Err(Failure::usage("--env and --cwd are for a process, and this server is none of ours"));
    };
    for pair in &args.process.env {
        let (name, value) = pair
            .split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or_else(|| Failure::usage(format!("--env takes `NAME=value`, not `{pair}`")))?;
        env.insert(name.to_owned(), Secret::new(value));
    }
    if let Some(given) = &args.process.cwd {
        *cwd = environment.cwd.join(given);
    }
    Ok(())
}

fn from_client_files(name: &str, environment: &Environment) -> Result<ClientServer, Failure> {
    clients::find(name, &environment.context(true, Scope::ALL)).map_err(|error| Failure::usage(error.to_string()))
}
