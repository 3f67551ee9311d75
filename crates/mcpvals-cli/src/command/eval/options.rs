//! From flags to the library's options.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcpvals::{Options, Plan, Selection};
use mcpvals_model::SuiteKind;

use crate::args::EvalArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::last_failed;
use crate::output::Output;
use crate::people::People;

/// The library's options for this command line.
///
/// # Errors
/// Nothing to run, where `--last-failed` finds nothing on record.
pub(super) fn options(
    args: &EvalArgs,
    plan: &Plan,
    config: &Path,
    environment: &Environment,
    output: &Output,
) -> Result<Options, Failure> {
    Ok(Options {
        selection: selection(args, plan, config, environment)?,
        concurrency: args.concurrency.map(|most| most as usize),
        workers: args.workers.map(|workers| workers as usize),
        repeat: args.repeat,
        timeout: args.timeout.map(Duration::from_millis),
        protocol_version: args.protocol_version,
        fail_fast: args.fail_fast,
        seed: args.seed.unwrap_or_else(seed_of_the_day),
        traces: args.traces().is_some() || output.debug,
        coverage: args.coverage || args.min_coverage.is_some(),
        all_lists: args.record_server.is_some(),
        answers: output.verbose > 1,
        update_snapshots: args.update_snapshots,
        cassettes: args.cassettes(environment),
        watch_shutdown: args.strict_protocol,
        guard: environment.program.clone(),
        sandbox: None,
        environment: environment.variables.clone(),
        visitor: Some(Arc::new(People::new(output))),
    })
}

fn selection(args: &EvalArgs, plan: &Plan, config: &Path, environment: &Environment) -> Result<Selection, Failure> {
    let ids = if args.last_failed {
        let recalled = last_failed::recall(config, environment);
        Some(recalled.ok_or_else(|| Failure::new(Exit::NothingToRun, "nothing to run: nothing failed last time"))?)
    } else {
        None
    };
    // The loader puts the one that is asked for in the first place.
    let model = plan.models.first().filter(|_| args.model.is_some()).map(|model| model.name.clone());
    let tags = args.tags.iter().cloned().collect();
    Ok(Selection { filters: args.filters.clone(), tags, kinds: kinds(args), ids, model })
}

/// The kinds of suites that the flags choose; none, where all are chosen.
pub(super) fn kinds(args: &EvalArgs) -> BTreeSet<SuiteKind> {
    let flags = [
        (args.tool_health_only, SuiteKind::ToolHealth),
        (args.resources_only, SuiteKind::Resource),
        (args.prompts_only, SuiteKind::Prompt),
        (args.completions_only, SuiteKind::Completion),
        (args.sampling_only, SuiteKind::Sampling),
        (args.elicitation_only, SuiteKind::Elicitation),
        (args.roots_only, SuiteKind::Roots),
        (args.utilities_only, SuiteKind::Utility),
        (args.oauth_only, SuiteKind::Oauth),
        (args.workflows_only, SuiteKind::Workflow),
    ];
    flags.into_iter().filter(|(given, _)| *given).map(|(_, kind)| kind).collect()
}

/// A new one for each run; the report has it, and `--seed` takes it.
fn seed_of_the_day() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The LLM judge must be asked for by flag and file; a flag that cannot be kept is an error, and a judge that is not asked
/// is told.
///
/// # Errors
/// Usage, naming what is missing.
pub(super) fn check_judge(args: &EvalArgs, plan: &mut Plan) -> Result<(), Failure> {
    match (args.llm_judge, &plan.judge) {
        (true, None) => return Err(Failure::usage("--llm-judge needs `llmJudge: true` in the config")),
        (true, Some(_)) => {}
        (false, None) => return Ok(()),
        (false, Some(_)) => {
            plan.notes.push("judge not run: `--llm-judge` is not given".to_owned());
            return Ok(());
        }
    }
    mcpvals::key_for_judge(plan).map_or(Ok(()), |(judge, variable)| {
        let words = format!("--llm-judge needs a key for {judge}: `openaiKey` in the config, or {variable}");
        Err(Failure::usage(words))
    })
}
