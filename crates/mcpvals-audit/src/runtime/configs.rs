//! Client configurations that the documentation shows: those that start this server are started, each once.

use mcpvals_model::{RuntimeStatus, RuntimeTest, Target, TestGroup};
use mcpvals_project::NoStart;
use mcpvals_wire::ConnectError;
use serde_json::Value;

use super::bench::{Bench, test};
use super::heard::start_failed;
use super::rerun::Rerun;
use super::rules;

/// More are not started.
const STARTED_MAX: usize = 5;
/// More are not told.
pub(super) const TOLD_MAX: usize = 20;
/// Names are cut here, in characters.
const NAME_CHARS_MAX: usize = 60;
/// What a test of this kind is called, before the server's name.
const PREFIX: &str = "config:";

/// A server of a client's configuration that a document shows.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentedConfig {
    /// What the client calls it.
    pub name: String,
    /// `{"command": …}` or `{"url": …}`, as it stands there.
    pub server: Value,
    /// Where it stands, as `README.md:12`.
    pub place: String,
}

/// The same, as it is started here.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownServer {
    /// What the client calls it.
    pub name: String,
    /// Where it stands, as `README.md:12`.
    pub place: String,
    /// A process; why there is none.
    pub target: Result<Target, NoStart>,
}

/// Is it a test of a configuration?
pub(crate) fn is_config(test: &RuntimeTest) -> bool {
    test.test.starts_with(PREFIX)
}

/// Starts them, in their order. What is shown for several clients in the same words is started once.
pub(crate) async fn run(bench: &mut Bench<'_>, servers: &[ShownServer]) -> Vec<RuntimeTest> {
    let mut tests = Vec::new();
    let mut started: Vec<&Target> = Vec::new();
    for server in servers {
        if tests.len() >= TOLD_MAX || !bench.goes_on() {
            break;
        }
        let name: String = server.name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect();
        let expected = format!("the client configuration `{name}` in {} starts the server", server.place);
        let name = format!("{PREFIX}{name}");
        let skipped = |why: &str| test(&name, RuntimeStatus::Skipped, &expected, why.to_owned(), None);
        let played = match &server.target {
            Err(NoStart::Left(why)) => skipped(&bench.redactor.text(why)),
            Err(NoStart::Broken(why)) => broken(bench, server, why, (&name, &expected)),
            Ok(target) if started.contains(&target) => continue,
            Ok(_) if started.len() >= STARTED_MAX => skipped("five were started, and no more are"),
            Ok(target) => {
                started.push(target);
                tried(bench, (server, target), &name, &expected).await
            }
        };
        tests.push(bench.ended(TestGroup::Examples, played));
    }
    tests
}

/// It starts what is not here: nothing has to be started to know that it does not work.
fn broken(bench: &mut Bench<'_>, server: &ShownServer, why: &str, (name, expected): (&str, &str)) -> RuntimeTest {
    let why = bench.redactor.text(why).into_owned();
    let message = format!("the client configuration shown in {} does not start the server: {why}", server.place);
    bench.note(&rules::EXAMPLE_FAILS, None, message);
    test(name, RuntimeStatus::Failed, expected, why, None)
}

async fn tried(
    bench: &mut Bench<'_>,
    (server, target): (&ShownServer, &Target),
    name: &str,
    expected: &str,
) -> RuntimeTest {
    bench.begin_shown(name, &server.place);
    let began = std::time::Instant::now();
    let (status, words) = match bench.host.tried(target.clone(), bench.granted(bench.deadline)).await {
        Ok((facts, tools)) => {
            let words =
                format!("revision {} was agreed, and {tools} tools are listed", facts.protocol_version.as_str());
            (RuntimeStatus::Passed, words)
        }
        Err(_) if !bench.goes_on() => (RuntimeStatus::Skipped, "there was no time left to wait for it".to_owned()),
        Err(error) => failed(bench, server, target, &error),
    };
    let took = (status == RuntimeStatus::Passed).then(|| began.elapsed().as_secs_f64() * 1000.0);
    let mut played = test(name, status, expected, words, took);
    played.rerun = Some(Rerun::of(target, bench.redactor).inspect());
    played
}

/// It does not start, though the server does: the configuration's fault, unless it names what is not here.
fn failed(
    bench: &mut Bench<'_>,
    server: &ShownServer,
    target: &Target,
    error: &ConnectError,
) -> (RuntimeStatus, String) {
    let words = start_failed(error, bench.redactor);
    if needs_more(target, bench.host.target()) {
        return (RuntimeStatus::Warned, words);
    }
    let message = format!("the client configuration shown in {} does not start the server: {words}", server.place);
    bench.note(&rules::EXAMPLE_FAILS, None, message);
    (RuntimeStatus::Failed, words)
}

/// Does it name anything but switches and words that the server itself is not started with: places, addresses, variables?
fn needs_more(target: &Target, own: &Target) -> bool {
    let (Target::Stdio { args, env, cwd, .. }, Target::Stdio { args: own_args, env: own_env, .. }) = (target, own)
    else {
        return true;
    };
    let is_value = |arg: &&String| arg.contains(['/', '\\', ':', '@', '=']);
    let is_here = |arg: &String| own_args.contains(arg) || cwd.join(arg).exists();
    args.iter().filter(is_value).any(|arg| !is_here(arg)) || env.keys().any(|name| !own_env.contains_key(name))
}
