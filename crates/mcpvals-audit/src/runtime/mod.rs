//! What the running server does: it is asked for all that it offers, and for some things that it does not.
//!
//! Only tools that are plainly readers are called, unless the user allows others. Every wait has an end, every list a bound;
//! a server that dies or hangs is started again, a few times.

mod ahead;
mod arguments;
mod bench;
mod choice;
mod configs;
mod examples;
mod fruit;
mod good_call;
mod heard;
mod host;
mod mutation;
mod offered;
mod pattern;
mod performance;
mod places;
mod prompts;
mod protocol;
pub(crate) mod refusal;
mod rerun;
mod resources;
pub(crate) mod rules;
mod sandboxed;
mod security;
mod sessions;
mod single;
mod told;
mod tools;
mod wrong_call;

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Metadata, Offer};
use mcpvals_model::{LeftOut, RuntimeResults, RuntimeTest, ServerSpec, Severity, Target, TestGroup, Trace};
use mcpvals_wire::{ConnectOptions, Redactor, Session};

use crate::document::Ran;
use crate::score;
use crate::watch::Watch;

pub(crate) use configs::is_config;
pub use configs::{DocumentedConfig, ShownServer};
pub use examples::DocumentedCall;
pub(crate) use heard::quoted;
pub use offered::metadata;
pub use rerun::{Rerun, shell};
pub use single::{ToolVerdict, arguments, test_tool};

use ahead::{Ahead, Stage};
use bench::Bench;
use fruit::Fruit;
use host::Host;
use sandboxed::Sightings;
use security::Lists;

/// How the phase goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Of one call.
    pub deadline: Duration,
    /// Of the whole phase.
    pub total: Duration,
    /// How often connecting and failed calls of readers are tried again.
    pub retries: u32,
    /// Are tools called that may change something?
    pub writes: bool,
}

/// What documents show that can be tried.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Documented {
    /// Calls.
    pub calls: Vec<DocumentedCall>,
    /// Servers that clients are configured with.
    pub servers: Vec<ShownServer>,
}

/// A server that was started for this phase.
pub struct Started<'a> {
    host: Host<'a>,
    offer: Arc<Offer>,
}

/// Why there is no server to speak to.
pub struct Unreachable {
    /// The whole story, secrets masked.
    pub why: String,
    /// What it comes to.
    pub ran: Ran,
    /// What was recorded until then, where anything was. Not redacted.
    pub trace: Option<Trace>,
}

/// Starts or reaches the server, and lists what it offers. A second spec is of the same address in another way, for one that
/// has no endpoint of Streamable HTTP.
///
/// # Errors
/// What kept it from coming about, as results of the phase.
pub async fn start<'a>(
    specs: (&'a ServerSpec, Option<&'a ServerSpec>),
    options: &'a ConnectOptions,
    retries: u32,
    redactor: &Redactor,
) -> Result<Started<'a>, Unreachable> {
    match Host::start(specs, options, retries).await {
        Ok(host) => {
            let offer = host.session().settle().await;
            Ok(Started { host, offer })
        }
        Err(error) => {
            let mut told = unreachable(heard::start_failed(&error, redactor));
            let mut sightings = Sightings::new(options.sandbox.clone());
            sightings.look();
            let trace = error.trace();
            sightings.read(&trace);
            told.ran.findings.extend(sightings.findings(&[]));
            told.ran.sandbox = sightings.facts();
            Err(Unreachable { trace: Some(trace), ..told })
        }
    }
}

/// There is no server: what that comes to.
pub fn unreachable(why: String) -> Unreachable {
    let finding = rules::START_FAILS.found(why.clone());
    // Elsewhere it may well start: what it needs has to be said, and no more can be held against it.
    let finding = if refusal::lack(&why).is_some() { finding.as_bad_as(Severity::Medium) } else { finding };
    let results = RuntimeResults { unreachable: Some(why.clone()), ..RuntimeResults::default() };
    Unreachable { why, ran: Ran { results, findings: vec![finding], ..Ran::default() }, trace: None }
}

/// What this phase is for, and did not get to see.
fn unseen(is_cut_short: bool, fruit: &Fruit) -> Vec<LeftOut> {
    let rest = is_cut_short.then(|| LeftOut {
        name: LeftOut::OUT_OF_TIME.to_owned(),
        reason: "the time for the whole evaluation was over before all was tried (`limits.evaluationTimeout`)"
            .to_owned(),
    });
    rest.into_iter().chain(fruit.none()).collect()
}

impl<'a> Started<'a> {
    /// What it says of itself.
    pub fn metadata(&self) -> Metadata {
        offered::of(self.host.facts(), &self.offer)
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.host.session()
    }

    /// Tries everything, and ends the server; with what was recorded, a trace for each session, not redacted. Sessions that are only
    /// there to compare (a second one beside the first, those of configurations that documents show) are not among them.
    pub async fn run(
        self,
        course: &Course,
        documented: &Documented,
        (redactor, rerun, watch): (&'a Redactor, Rerun, Watch<'a>),
    ) -> (Ran, Vec<Trace>) {
        let Self { host, offer } = self;
        let mut bench = Bench::new(host, redactor, rerun, watch);
        bench.deadline = course.deadline;
        bench.until = Instant::now() + course.total;
        bench.retries = course.retries;
        bench.writes = course.writes;
        let mut results = played(&mut bench, &offer, documented).await;
        let recorded = bench.host.close().await;
        results.security_tests.extend(looked_at(&mut bench, &recorded.traces));
        let seen = bench.host.sightings.findings(&offer.tools);
        results.security_tests.extend(bench.host.sightings.tests(&seen));
        bench.findings.extend(seen);
        results.left_out.append(&mut bench.left_out);
        results.score = score::of_runtime(&results);
        let unseen = unseen(bench.is_cut_short, &bench.fruit);
        let sandbox = bench.host.sightings.facts();
        (Ran { results, findings: bench.findings, unseen, sandbox }, recorded.joined())
    }
}

async fn played(bench: &mut Bench<'_>, offer: &Offer, documented: &Documented) -> RuntimeResults {
    for (method, why) in &offer.unread {
        let words = bench.redactor.text(&format!("`{method}` cannot be read to its end: {why}")).into_owned();
        bench.note(&rules::UNDECLARED, None, words);
    }
    let lists = Lists::read(bench).await;
    let ahead = Ahead::of(bench, offer, documented, &lists);
    bench.expect(ahead.from(Stage::List));
    let mut security: Vec<_> =
        lists.again(bench, "same-list-twice", "when they are listed twice").await.into_iter().collect();
    let known: Vec<_> = documented.calls.iter().map(|call| (call.tool.clone(), call.arguments.clone())).collect();
    bench.expect(ahead.from(Stage::Tools));
    let (tool_tests, mut left_out) = tools::run(bench, &offer.tools, &known).await;
    left_out.extend(malformed(offer));
    bench.expect(ahead.from(Stage::Examples));
    let mut example_tests = examples::run(bench, &documented.calls, &offer.tools).await;
    bench.expect(ahead.from(Stage::Configs));
    example_tests.extend(configs::run(bench, &documented.servers).await);
    bench.expect(ahead.from(Stage::Resources));
    let resource_tests = resources::run(bench, &offer.resources).await;
    bench.expect(ahead.from(Stage::Prompts));
    let prompt_tests = prompts::run(bench, &offer.prompts).await;
    bench.expect(ahead.from(Stage::Errors));
    let error_tests = protocol::run(bench).await;
    bench.expect(ahead.from(Stage::Performance));
    let performance = performance::run(bench).await;
    bench.expect(ahead.from(Stage::Lists));
    security.extend(lists.again(bench, "same-list-after-calls", "after all calls").await);
    security.extend(lists.elsewhere(bench).await);
    bench.expect(ahead.from(Stage::Looks));
    RuntimeResults {
        score: None,
        unreachable: None,
        protocol_version: Some(bench.host.facts().protocol_version.as_str().to_owned()),
        tool_tests,
        resource_tests,
        prompt_tests,
        error_tests,
        example_tests,
        security_tests: security,
        performance,
        left_out,
    }
}

/// Tools that are none are not called.
fn malformed(offer: &Offer) -> impl Iterator<Item = LeftOut> {
    const TOLD_MAX: usize = 50;
    let of_tools = offer.malformed.iter().filter(|entry| entry.method == "tools/list").take(TOLD_MAX);
    of_tools.map(|entry| LeftOut {
        name: entry.name.clone().unwrap_or_else(|| format!("entry {} of tools/list", entry.index)),
        reason: format!("it is malformed: {}", entry.problem),
    })
}

/// Everything that was recorded, when there is nothing more to ask.
fn looked_at(bench: &mut Bench<'_>, traces: &[Trace]) -> Vec<RuntimeTest> {
    let mut looks: Vec<(&str, security::Look)> = vec![
        ("outputs-are-clean", security::hidden),
        ("no-credentials-in-outputs", security::leaks),
        ("asks-for-no-secrets", security::asked_of_client),
        ("one-answer-each", security::doubled),
    ];
    if matches!(bench.host.target(), Target::Stdio { .. }) {
        looks.push(("only-messages-on-the-wire", security::noise));
    }
    let mut tests = Vec::new();
    for (name, look) in looks {
        bench.begin(TestGroup::Security, name);
        let played = look(bench, traces);
        tests.push(bench.ended(TestGroup::Security, played));
    }
    tests
}
