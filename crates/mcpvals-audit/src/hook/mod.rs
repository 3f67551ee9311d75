//! Hooks: programs of the user's that judge requirements. One that fails says so in its row, and spoils nothing else.

mod answer;
mod found;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mcpvals_model::{EvaluationEvent, EvaluationFault, HookVerdict, ProcessEnd, RequirementStatus};
use mcpvals_wire::{ConnectOptions, Finished, Program, Redactor};
use serde_json::Value;

use crate::config::{self, CustomHook};
use crate::judged::milliseconds;
use crate::static_phase::HookResult;
use crate::watch::Watch;

pub use found::in_folder;

/// How long a hook may take that says nothing of it.
const TIME: Duration = Duration::from_secs(30);
/// A hook's answer, and what is kept of its stderr.
const OUTPUT_BYTES_MAX: usize = 1 << 20;
/// So much of stderr is shown, in characters.
const STDERR_CHARS_MAX: usize = 1_000;

/// A hook to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Hook {
    /// Its name, for people.
    pub name: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// How long it may take.
    pub time: Duration,
    /// The requirement that it judges, where its answer names none.
    pub requirement: Option<String>,
}

impl From<CustomHook> for Hook {
    fn from(hook: CustomHook) -> Self {
        Self {
            name: hook.name,
            command: hook.command,
            args: hook.args.unwrap_or_default(),
            time: hook.timeout.map_or(TIME, Duration::from_millis),
            requirement: hook.requirement,
        }
    }
}

impl Hook {
    /// What it is said to judge.
    fn title(&self) -> String {
        let said = self.requirement.as_deref().unwrap_or(&self.name);
        config::requirement(said).map_or_else(|| said.to_owned(), |known| known.title().to_owned())
    }
}

/// Where hooks work, and what they are told.
pub struct Ground<'a> {
    /// The server's folder.
    pub folder: &'a Path,
    /// What they read on stdin, as JSON.
    pub told: &'a Value,
    /// How programs are started.
    pub options: &'a ConnectOptions,
    /// Takes secrets out of what they say.
    pub redactor: &'a Redactor,
}

/// Runs them one after the other, in their order.
pub async fn run(hooks: &[Hook], ground: &Ground<'_>, watch: Watch<'_>) -> Vec<HookResult> {
    let mut results = Vec::new();
    for hook in hooks {
        let (name, title) = (hook.name.clone(), hook.title());
        watch(&EvaluationEvent::HookRunning { hook: name, requirement: title });
        let began = Instant::now();
        let result = one(hook, ground).await.unwrap_or_else(|broken| {
            watch(&broken.told(hook));
            failed(hook, &broken, ground)
        });
        watch(&completed(hook, &result, began.elapsed()));
        results.push(result);
    }
    results
}

fn completed(hook: &Hook, result: &HookResult, took: Duration) -> EvaluationEvent {
    let requirement = if result.verdict.failure.is_some() { hook.title() } else { result.title.clone() };
    EvaluationEvent::HookCompleted {
        hook: hook.name.clone(),
        requirement,
        score: result.score,
        status: result.status,
        duration: milliseconds(took),
        evidence: result.evidence.clone(),
        recommendations: result.recommendations.clone(),
    }
}

/// Why a hook judged nothing.
struct Broken {
    /// In words.
    problem: String,
    /// What it wrote on stderr, cut short.
    said: String,
}

impl Broken {
    fn new(problem: impl Into<String>, stderr: &str) -> Self {
        Self { problem: problem.into(), said: stderr.trim().chars().take(STDERR_CHARS_MAX).collect() }
    }

    fn told(&self, hook: &Hook) -> EvaluationEvent {
        let joint = if self.problem.starts_with("exit code") { " with " } else { ": " };
        EvaluationEvent::ErrorOccurred {
            code: EvaluationFault::HookExecutionFailed,
            message: format!("Hook {} failed{joint}{}", hook.name, self.problem),
            details: Some(self.said.clone()).filter(|said| !said.is_empty()),
        }
    }
}

async fn one(hook: &Hook, ground: &Ground<'_>) -> Result<HookResult, Broken> {
    let program = Program {
        command: hook.command.clone(),
        args: hook.args.clone(),
        env: BTreeMap::new(),
        cwd: ground.folder.to_owned(),
        time: hook.time,
        output_bytes_max: OUTPUT_BYTES_MAX,
    };
    let input = format!("{}\n", ground.told);
    match program.run(input.as_bytes(), ground.options).await {
        Err(why) => Err(Broken::new(why, "")),
        Ok(finished) => judged(hook, &finished, ground),
    }
}

fn judged(hook: &Hook, finished: &Finished, ground: &Ground<'_>) -> Result<HookResult, Broken> {
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let problem = match &finished.end {
        // It was ended for that, whatever its end looks like.
        _ if finished.is_cut => format!("it wrote more than {OUTPUT_BYTES_MAX} bytes, and was ended"),
        None => format!("no end within {} ms", hook.time.as_millis()),
        // Old hooks end with 1 where the requirement fails, and say so all the same.
        Some(ProcessEnd::Exited(_)) => match answer::read(&String::from_utf8_lossy(&finished.stdout), hook) {
            Ok(result) => return Ok(redacted(result, ground.redactor)),
            Err(_) if finished.end != Some(ProcessEnd::Exited(0)) => ended(finished),
            Err(why) => why,
        },
        Some(ProcessEnd::Signalled(_) | ProcessEnd::Killed | ProcessEnd::Terminated) => ended(finished),
    };
    Err(Broken::new(problem, &stderr))
}

fn ended(finished: &Finished) -> String {
    match &finished.end {
        Some(ProcessEnd::Exited(code)) => format!("exit code {code}"),
        Some(end) => end.to_string(),
        None => "no end".to_owned(),
    }
}

/// Never fatal: the row says what happened.
fn failed(hook: &Hook, Broken { problem, said }: &Broken, ground: &Ground<'_>) -> HookResult {
    let said = if said.is_empty() { String::new() } else { format!("; stderr: {said}") };
    let failure = ground.redactor.text(&format!("hook {} failed: {problem}{said}", hook.name)).into_owned();
    let status = RequirementStatus::NeedMoreInfo;
    HookResult {
        // What it might have said of one of ours is not known: the row is its own.
        requirement: None,
        title: hook.name.clone(),
        score: None,
        status,
        evidence: vec![format!("HOOK_EXECUTION_FAILED: {failure}")],
        recommendations: vec![format!("Run the hook `{}` by itself in the server's folder, and mend it.", hook.name)],
        verdict: HookVerdict { name: hook.name.clone(), status, evidence: Vec::new(), failure: Some(failure) },
    }
}

fn redacted(result: HookResult, redactor: &Redactor) -> HookResult {
    let all = |texts: Vec<String>| texts.iter().map(|text| redactor.text(text).into_owned()).collect();
    let verdict = HookVerdict { evidence: all(result.verdict.evidence), ..result.verdict };
    HookResult { evidence: all(result.evidence), recommendations: all(result.recommendations), verdict, ..result }
}

/// The hooks of the settings, then those of the folder; a folder that does not exist has none.
pub fn all(layers: &config::Layers, folder: &Path) -> Vec<Hook> {
    if !layers.hooks_enabled() {
        return Vec::new();
    }
    let named = layers.hooks().into_iter().map(Hook::from);
    let path = layers.hooks_path().map(|path| folder.join(path));
    named.chain(path.iter().flat_map(|path: &PathBuf| in_folder(path))).collect()
}
