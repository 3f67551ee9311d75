//! One run of one plan.

use std::path::Path;

use mcpvals::{CancellationToken, Cassettes, Event, Plan};
use mcpvals_model::{Comparison, Report};
use mcpvals_report::console::Live;
use mcpvals_report::{Format, Style};

use super::source::{Loaded, explain};
use super::told::Teller;
use super::{baseline, gate, options};
use crate::args::EvalArgs;
use crate::environment::Environment;
use crate::events::Events;
use crate::exit::{Exit, Failure};
use crate::last_failed;
use crate::output::Output;
use crate::progress::Progress;
use crate::reporters::Reporters;
use crate::sandbox;
use crate::traces::Traces;

/// Plays the plan, shows it as it goes, and writes what was asked for.
pub(super) async fn run(
    args: &EvalArgs,
    loaded: Loaded,
    reporters: &Reporters,
    environment: &Environment,
    output: &Output,
    cancel: &CancellationToken,
) -> Result<Exit, Failure> {
    let Loaded { mut plan, mut snapshots, path } = loaded;
    let mut cassettes = open_cassettes(args, &path, &mut plan, (environment, output))?;
    options::check_judge(args, &mut plan)?;
    let mut options = options::options(args, &plan, &path, environment, output)?;
    let starts = plan.servers.iter().any(|server| sandbox::is_started(&server.target));
    options.sandbox = sandbox::prepare(args.sandbox, starts, environment).await?;
    let mut screen = Screen::new(&plan, reporters, environment, output);
    let mut traces = open_traces(args)?;
    let mut teller = Teller::new(open_events(args, reporters, environment)?);
    let baseline = args.baseline.as_deref().map(baseline::read).transpose()?;
    let mut report = mcpvals::evaluate(
        &plan,
        &options,
        &mut |event| {
            snapshots.take(&event);
            cassettes.take(&event);
            if let Some(traces) = &mut traces {
                traces.take(&event);
            }
            teller.take(&event);
            screen.show(&event);
        },
        cancel,
    )
    .await
    .map_err(|error| explain(error, output))?;
    report.sandbox = options.sandbox.as_ref().map(sandbox::facts);
    report.baseline = baseline.map(|(file, before)| Comparison::of(&file, &before, &report));
    screen.compare(&report);
    let shown = screen.end();
    if let Some(facts) = &report.sandbox {
        sandbox::say(facts, output);
    }
    // Before the reports: pages have the frames in them.
    let kept = traces.map_or(Ok(()), Traces::finish);
    finish(args, &report, reporters, environment, output, &path)?;
    snapshots.save().map_err(|error| explain(error.into(), output))?;
    cassettes.save().map_err(|error| explain(error.into(), output))?;
    kept?;
    teller.finish()?;
    shown?;
    gate::exit(args, &report)
}

fn open_traces(args: &EvalArgs) -> Result<Option<Traces>, Failure> {
    if let Some(folder) = &args.record_server {
        Traces::clear(folder)?;
    }
    args.traces().map(|folder| Traces::new(folder)).transpose()
}

fn open_events(args: &EvalArgs, reporters: &Reporters, environment: &Environment) -> Result<Events, Failure> {
    let files = reporters.files();
    Events::open(args.events.as_ref(), &files, reporters.use_stdout(), environment)
}

fn open_cassettes(
    args: &EvalArgs,
    path: &Path,
    plan: &mut Plan,
    (environment, output): (&Environment, &Output),
) -> Result<Cassettes, Failure> {
    Cassettes::open(path, plan, args.cassettes(environment)).map_err(|error| explain(error.into(), output))
}

/// Did everything run that the config has?
fn is_whole(args: &EvalArgs, report: &Report) -> bool {
    let chosen = !args.filters.is_empty() || !args.tags.is_empty() || args.model.is_some();
    let chosen = chosen || args.last_failed || !options::kinds(args).is_empty();
    !chosen && !args.fail_fast && !report.interrupted
}

fn finish(
    args: &EvalArgs,
    report: &Report,
    reporters: &Reporters,
    environment: &Environment,
    output: &Output,
    path: &Path,
) -> Result<(), Failure> {
    last_failed::remember(path, report, is_whole(args, report), environment);
    reporters.write(report, args.traces().map(|folder| &**folder), output)?;
    if !reporters.console_is_live() {
        output.note(&mcpvals_report::console::summary_line(report));
    }
    if args.reporters.iter().any(|reporter| reporter.format == Format::Github)
        && let Some(file) = environment.variable("GITHUB_STEP_SUMMARY")
    {
        append(file, &mcpvals_report::step_summary(report))?;
    }
    Ok(())
}

fn append(file: &str, text: &str) -> Result<(), Failure> {
    use std::io::Write as _;
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| Failure::usage(format!("cannot write the step summary to `{file}`: {error}")))
}

/// What the user sees while the run goes on.
struct Screen<'a> {
    live: Option<Live>,
    style: Style,
    progress: Progress,
    output: &'a Output,
    /// How frames look on stderr, where they are shown.
    debug: Option<Style>,
    /// The first failure to write; later lines are not tried.
    problem: Option<Failure>,
}

impl<'a> Screen<'a> {
    fn new(plan: &Plan, reporters: &Reporters, environment: &Environment, output: &'a Output) -> Self {
        let style = super::style(environment, output);
        let live = reporters.console_is_live().then(|| Live::new(style.clone()));
        let debug = output.debug.then(|| super::style_of_frames(environment, output));
        let progress = Progress::new(plan.cases().count(), environment, output);
        Self { live, style, progress, output, debug, problem: None }
    }

    fn show(&mut self, event: &Event) {
        match event {
            Event::CaseStarted(id) => self.progress.say(id.as_str()),
            Event::CaseFinished(_) => self.progress.advance(),
            _ => {}
        }
        if let Some(frames) = self.frames(event) {
            self.progress.around(|| self.output.note(&frames));
        }
        let Some(live) = &mut self.live else { return };
        let lines = live.on_event(event);
        if lines.is_empty() || self.problem.is_some() {
            return;
        }
        self.problem = self.progress.around(|| self.output.result(&lines)).err();
    }

    /// With `--debug`: every frame, and the server's stderr.
    fn frames(&self, event: &Event) -> Option<String> {
        let trace = match event {
            Event::CasePlayed(played) => &played.trace,
            Event::SessionFinished(end) => &end.trace,
            _ => return None,
        };
        let lines = self.debug.as_ref().map(|style| mcpvals_report::timeline::of_trace(trace, style));
        lines.filter(|lines| !lines.is_empty())
    }

    fn compare(&mut self, report: &Report) {
        let lines = mcpvals_report::console::compared(report, &self.style);
        if self.live.is_some() && self.problem.is_none() && !lines.is_empty() {
            self.problem = self.output.result(&lines).err();
        }
    }

    fn end(self) -> Result<(), Failure> {
        self.problem.map_or(Ok(()), Err)
    }
}
