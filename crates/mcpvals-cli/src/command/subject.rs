//! What `audit` and `evaluate` are about: a project on the disk, a server, or both.

use std::path::PathBuf;

use mcpvals_audit::config::{Layers, Transport as Spoken};
use mcpvals_audit::project::{self, Advisories, Kind, Project};
use mcpvals_audit::start::{self, Startable};
use mcpvals_audit::static_phase::Material;
use mcpvals_config::secrets_in_words;
use mcpvals_model::mcp::Metadata;
use mcpvals_model::{EvaluatedServer, FoundStart, Target};
use mcpvals_report::visible;
use mcpvals_wire::Redactor;

use crate::args::{HttpTransport, TargetArgs};
use crate::audit_args::SubjectArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox::SandboxArgs;
use crate::target::{self, Named};

/// What is judged.
pub(crate) struct Subject {
    /// As it was given.
    pub(crate) given: String,
    /// Its files, where there are any.
    pub(crate) project: Option<Project>,
    /// What is known of vulnerable dependencies.
    pub(crate) advisories: Option<Advisories>,
    /// How it is started or reached; in words, why that is not known.
    pub(crate) server: Result<(FoundStart, Named), String>,
    /// Was the server named, so that even an audit speaks with it?
    pub(crate) server_is_named: bool,
    /// Takes out what is secret of it, in whatever the user typed, too.
    pub(crate) redactor: Redactor,
}

impl Subject {
    /// The folder in which its hooks run.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.project.as_ref().map(project_folder)
    }

    /// Does the user say how it is started? Then it is nobody else's fault where it does not.
    pub(crate) fn start_is_the_users(&self) -> bool {
        self.server.as_ref().is_ok_and(|(found, _)| found.why == start::BY_USER)
    }

    /// Has its process started in a sandbox, where one is asked for.
    ///
    /// # Errors
    /// Usage, where it is not to be had.
    pub(crate) async fn enter_sandbox(&mut self, args: SandboxArgs, environment: &Environment) -> Result<(), Failure> {
        match &mut self.server {
            Ok((_, named)) => named.enter_sandbox(args, environment).await,
            Err(_) => Ok(()),
        }
    }

    /// Names the variables that documents have a client set, and that the server is not given: nothing of the user's environment
    /// is handed over because a document names it.
    pub(crate) fn note_unset(&self, output: &Output) {
        let (Some(project), Ok((_, named))) = (&self.project, &self.server) else { return };
        let Target::Stdio { env, .. } = &named.spec.target else { return };
        let mut unset = project.documented_variables();
        unset.retain(|name| !env.contains_key(name));
        if let Some(first) = unset.first() {
            let listed = unset.join(", ");
            let note = format!(
                "note: the documents set variables for it that it is not given: {listed}; `--env {first}=…` gives one"
            );
            output.note(&visible(&note));
        }
    }

    /// What the static phase looks at.
    pub(crate) fn material<'a>(&'a self, layers: &Layers) -> Material<'a> {
        Material { project: self.project.as_ref(), advisories: self.advisories.as_ref(), patterns: layers.patterns() }
    }

    /// What is known of it before anything is analysed.
    pub(crate) fn facts(&self) -> EvaluatedServer {
        let project = self.project.as_ref();
        let named = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let of_project = || project.and_then(|project| project.start.as_ref()).map(|start| start.found.clone());
        EvaluatedServer {
            path: self.given.clone(),
            name: project.and_then(|project| named(&project.name)),
            version: project.and_then(|project| named(&project.version)),
            start: self.server.as_ref().ok().map(|(found, _)| found.clone()).or_else(of_project),
            looked: project.map(|project| project.looked.clone()).unwrap_or_default(),
            ..EvaluatedServer::default()
        }
    }
}

/// Name and version, as the server says, where its package does not.
pub(crate) fn name_by(facts: &mut EvaluatedServer, metadata: &Metadata) {
    let told = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    facts.name = facts.name.take().or_else(|| told(&metadata.name));
    facts.version = facts.version.take().or_else(|| told(&metadata.version));
}

/// Finds out what is meant.
///
/// # Errors
/// Usage, where it is not there or not said rightly.
pub(crate) fn find(
    args: &SubjectArgs,
    layers: &Layers,
    environment: &Environment,
    output: &Output,
) -> Result<Subject, Failure> {
    let is_url = |text: &String| text.starts_with("http://") || text.starts_with("https://");
    let url = args.url.clone().or_else(|| args.target.clone().filter(is_url));
    let path = args.target.clone().filter(|target| !is_url(target));
    let is_named = url.is_some() || args.server.is_some() || !args.words.is_empty();
    let path = path.or_else(|| (!is_named).then(|| ".".to_owned()));
    let project = path.as_ref().map(|path| opened(path, layers, environment)).transpose()?;
    if let (Some(project), Some(true)) = (&project, path.as_ref().map(|path| is_package(path))) {
        mcpvals_wire::admit(&project_folder(project));
    }
    let server = server(&target_args(args, layers, url.as_deref()), args, project.as_ref(), environment, output)?;
    spoken_so(args, layers, server.as_ref().ok().map(|(_, named)| named))?;
    let advisories = advisories(args, environment)?;
    let given = path.or(url).or_else(|| args.server.clone()).unwrap_or_else(|| args.words.join(" "));
    let redactor = redactor(args, project.as_ref(), server.as_ref().ok().map(|(_, named)| named));
    Ok(Subject { given, project, server, advisories, server_is_named: is_named || args.command.is_some(), redactor })
}

/// By its name, wherever it is installed.
fn is_package(path: &str) -> bool {
    path.starts_with("npm:") || path.starts_with("pypi:")
}

/// Is the server spoken to as the flag or the settings say? HTTP goes to an address, and not to a process of ours.
fn spoken_so(args: &SubjectArgs, layers: &Layers, named: Option<&Named>) -> Result<(), Failure> {
    let word = match layers.transport() {
        None | Some(Spoken::Stdio) => return Ok(()),
        Some(Spoken::Http) => "http",
        Some(Spoken::Sse) => "sse",
    };
    let is_flag = args.transport.is_some();
    let is_started = named.map_or(is_flag, |named| matches!(named.spec.target, Target::Stdio { .. }));
    let who = if is_flag {
        format!("--transport {word}")
    } else {
        format!("`inspector.transport` (`{word}`) of the settings")
    };
    let message =
        format!("{who} is for a server at an address, and this one is started: give its address as the target");
    if is_started { Err(Failure::usage(message)) } else { Ok(()) }
}

/// One for all outputs: it knows what reaches the server, and what is secret in words that only name it.
fn redactor(args: &SubjectArgs, project: Option<&Project>, named: Option<&Named>) -> Redactor {
    let redactor = named.map_or_else(|| Redactor::new(&[]), |named| named.redactor.clone());
    let found = project.and_then(|project| project.start.as_ref()).map(|start| &start.found);
    let typed = args.command.iter().chain(&args.url).chain(&args.target);
    let ways = project.into_iter().flat_map(|project| &project.looked).map(|looked| &looked.found);
    // What is said in one line is split at its blanks and quotes.
    let split = |text: &String| -> Vec<String> {
        let ends = |c: char| c.is_whitespace() || matches!(c, '`' | '\'' | '"');
        text.split(ends).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let said = typed.chain(ways).map(split);
    let lists = said.chain([args.words.clone()]).chain(found.map(|found| found.command.clone()));
    let url = found.and_then(|found| found.url.clone()).map(|url| vec![url]);
    for secret in lists.chain(url).flat_map(|words| secrets_in_words(&words)) {
        // `${API_KEY}` is no secret yet.
        let is_gap = secret.value.reveal().contains("${") || secret.value.reveal().starts_with('<');
        redactor.learn(Some(secret).filter(|_| !is_gap));
    }
    redactor
}

fn opened(path: &str, layers: &Layers, environment: &Environment) -> Result<Project, Failure> {
    project::open(path, &environment.cwd, &environment.variables, layers.file_bytes_max())
        .map_err(|error| Failure::usage(error.to_string()))
}

fn advisories(args: &SubjectArgs, environment: &Environment) -> Result<Option<Advisories>, Failure> {
    let open = |path: &PathBuf| Advisories::open(environment.cwd.join(path));
    args.advisories.as_ref().map(open).transpose().map_err(|error| Failure::usage(error.to_string()))
}

/// How the server is reached, or why that is not known.
fn server(
    named: &TargetArgs,
    args: &SubjectArgs,
    project: Option<&Project>,
    environment: &Environment,
    output: &Output,
) -> Result<Result<(FoundStart, Named), String>, Failure> {
    if named.url.is_some() || named.server.is_some() || !named.command.is_empty() {
        return by_flags(named, environment, output).map(Ok);
    }
    // In an installed package nobody works: a command is typed where the user is.
    let is_folder = |project: &&Project| matches!(project.kind, Kind::Folder | Kind::File | Kind::Bundle);
    let root = project.filter(is_folder).map_or_else(|| environment.cwd.clone(), project_folder);
    let startable = match (&args.command, project.and_then(|project| project.start.as_ref())) {
        (Some(command), _) => start::of_command(command, &root).map_err(Failure::usage)?,
        (None, Some(start)) => match start::of_project(start, &environment.variables) {
            Ok(startable) => startable,
            Err(why) => return Ok(Err(why)),
        },
        (None, None) => return Ok(Err(unknown_start(project))),
    };
    let Startable { found, mut target, missing } = startable;
    if !missing.is_empty() {
        output.note(&format!("note: not set, and the server may want it: {}", missing.join(", ")));
    }
    if args.process.cwd.is_some() {
        start::stay(&mut target);
    }
    let named = target::of_target(target, named, environment, output)?;
    Ok(Ok((found, named)))
}

fn unknown_start(project: Option<&Project>) -> String {
    let looked = project.map(|project| project.looked.as_slice()).unwrap_or_default();
    let broken = looked.iter().filter(|looked| looked.found.starts_with("is no JSON"));
    let broken = broken.map(|looked| format!("`{}` {}", looked.file, looked.found));
    let members: Vec<String> = looked.iter().filter_map(|looked| looked.member.as_deref()).map(code).collect();
    let nothing = match members.as_slice() {
        [] => "nothing says how the server is started; name its command (`--command`; `server.command` in a request)"
            .to_owned(),
        members => format!(
            "several parts of the folder have a start of their own ({}): evaluate one of them, or name the command (`--command`; `server.command` in a request)",
            members.join(", ")
        ),
    };
    std::iter::once(nothing).chain(broken).collect::<Vec<_>>().join("; ")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn project_folder(project: &Project) -> PathBuf {
    if project.root.is_dir() {
        project.root.clone()
    } else {
        project.root.parent().map(PathBuf::from).unwrap_or_default()
    }
}

fn by_flags(args: &TargetArgs, environment: &Environment, output: &Output) -> Result<(FoundStart, Named), Failure> {
    let named = target::named(args, "full", environment, output)?;
    let transport = named.spec.target.transport();
    let flag = match (&args.url, &args.server) {
        (Some(_), _) => "--url",
        (None, Some(_)) => "--server",
        (None, None) => "the command line",
    };
    let command = args.command.iter().map(|word| named.redactor.text(word).into_owned()).collect();
    let url = args.url.as_ref().map(|url| named.redactor.text(url).into_owned());
    Ok((start::found_in_flag(command, url, transport, flag), named))
}

/// The same, in the words of the other commands.
fn target_args(args: &SubjectArgs, layers: &Layers, url: Option<&str>) -> TargetArgs {
    let transport = layers.transport().filter(|_| url.is_some()).and_then(|transport| match transport {
        Spoken::Stdio => None,
        Spoken::Http => Some(HttpTransport::Http),
        Spoken::Sse => Some(HttpTransport::Sse),
    });
    TargetArgs {
        url: url.map(str::to_owned),
        transport,
        headers: args.headers.clone(),
        sign_in: args.sign_in.clone(),
        process: args.process.clone(),
        server: args.server.clone(),
        protocol_version: args.protocol_version,
        timeout: u64::try_from(layers.deadline().as_millis()).unwrap_or(u64::MAX),
        command: args.words.clone(),
    }
}

/// A failure of reading a file that the user named.
pub(crate) fn unreadable(flag: &str, path: &std::path::Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Usage, format!("{flag} {}: {why}", path.display()))
}
