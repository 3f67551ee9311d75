//! From the file as written to the plan: defaults filled in, names checked, every error gathered.
//!
//! Nothing stops at the first fault: where a value cannot be used, a stand-in takes its place and lowering goes on;
//! the plan is given out only where nothing was wrong.

mod auth;
mod call;
mod carried;
mod client;
mod combination;
mod completion;
mod disguise;
mod draft;
mod elicitation;
mod identity;
mod judge;
mod matcher;
mod matrix;
mod model;
mod oauth;
mod path;
mod peer;
mod probe;
mod prompt;
mod resource;
mod resource_refusal;
mod sampling;
mod sampling_tests;
mod server;
mod skip;
mod snapshot;
mod subscription;
mod suite;
mod title;
mod utility;
mod workflow;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcpvals_model::{CaseId, Isolate, Plan, SecretValue, SourcePlace, Suite, SuiteKind, SuiteName};

use crate::defaults::DEFAULTS;
use crate::document::Document;
use crate::error::{ConfigError, ConfigErrors, Problem};
use crate::expand::{Origins, expand};
use crate::file::{self, ConfigFile};
use crate::interpolate::interpolate;
use crate::load::{Context, Suites};
use crate::pointer::Pointer;
use crate::secrets::distinct;
use crate::shape::{self, SHAPE};

/// Makes the plan of a document, or tells everything that is wrong with it.
pub(crate) fn lower(mut document: Document, path: &Path, context: &Context) -> Result<Plan, ConfigErrors> {
    let mut value = std::mem::take(&mut document.value);
    let folder = context.cwd.join(path).parent().map_or_else(|| context.cwd.clone(), Path::to_path_buf);
    let interpolated = interpolate(&mut value, &context.env, &context.scope);
    let (origins, rows) = expand(&mut value, &folder);
    let left_out = document.problems.iter().map(|problem| problem.pointer.clone()).collect();
    let shaped = shape::check(&SHAPE, value, left_out);
    let mut file: ConfigFile = serde_json::from_value(shaped.value).map_err(|error| misread(&document, &error))?;
    let mut lowering = Lowering {
        document: &document,
        origins,
        unresolved: interpolated.unresolved,
        healed: shaped.healed,
        context,
        base: if context.named { context.cwd.clone() } else { folder },
        problems: Vec::new(),
        bad_rows: rows.iter().map(|problem| problem.pointer.clone()).collect(),
        secrets: [document.secrets.clone(), interpolated.secrets, shaped.secrets].concat(),
        notes: Vec::new(),
        models: Vec::new(),
        snapshots: BTreeMap::new(),
    };
    shaped.problems.into_iter().for_each(|problem| lowering.report_shape(problem));
    let plan = lowering.plan(&mut file);
    let earlier = document.problems.iter().cloned().chain(interpolated.problems).chain(rows);
    let earlier: Vec<ConfigError> = earlier.map(|problem| document.locate(problem)).collect();
    let errors = document.faults.iter().cloned().chain(earlier).chain(lowering.errors()).collect();
    match ConfigErrors::new(errors) {
        Some(errors) => Err(errors.with_secrets(filled(plan.secrets))),
        None => Ok(plan),
    }
}

/// The checked data did not fit [`ConfigFile`]: the schema and the type have drifted apart.
fn misread(document: &Document, error: &serde_json::Error) -> ConfigErrors {
    let message = format!("a bug of mcpvals: the checked config cannot be read: {error}");
    ConfigErrors::one(document.locate(Problem::new(&Pointer::root(), message)))
}

/// What lowering knows on its way through the file.
struct Lowering<'a> {
    document: &'a Document,
    origins: Origins,
    unresolved: BTreeSet<Pointer>,
    healed: Vec<Pointer>,
    context: &'a Context,
    /// What a server's `cwd` is relative to.
    base: PathBuf,
    problems: Vec<Problem>,
    /// Where `cases` could not be expanded.
    bad_rows: Vec<Pointer>,
    secrets: Vec<SecretValue>,
    notes: Vec<String>,
    /// The names of the models, that which is meant where none is named first.
    models: Vec<String>,
    /// The names of snapshots that are taken.
    snapshots: BTreeMap<String, Pointer>,
}

/// Without what is no secret yet: `${API_KEY}`, of a variable that is not set.
fn filled(secrets: Vec<SecretValue>) -> Vec<SecretValue> {
    secrets.into_iter().filter(|secret| !secret.value.reveal().contains("${")).collect()
}

impl Lowering<'_> {
    /// Takes the tests out of the file, which may hold much.
    fn plan(&mut self, file: &mut ConfigFile) -> Plan {
        let config = &DEFAULTS.config;
        let listed = self.listed_models(file);
        let names: Vec<String> = listed.iter().map(|model| model.name.clone()).collect();
        let models = self.chosen_models(listed);
        self.models = models.iter().map(|model| model.name.clone()).collect();
        let servers = self.servers(file);
        let isolate = isolate(file.isolate.unwrap_or(config.isolate));
        let timeout = millis(file.timeout.unwrap_or(config.timeout));
        let judge = self.judge(file, &models);
        let matrix = self.matrix(file, &names, &servers);
        let world = suite::World {
            servers: &servers,
            models: &models,
            judge: judge.as_ref(),
            matrix: &matrix,
            timeout,
            isolate,
        };
        self.check_something_to_run(file);
        self.check_suite_names(file);
        let suites = self.all_suites(file, &world);
        let budget = self.budget(file, &models);
        self.marked_secrets(file, &servers);
        Plan {
            source: self.document.source.name.clone(),
            arguments: vec![self.document.source.name.clone()],
            workflow_flags: self.context.scope.workflow_flags(),
            servers,
            suites,
            isolate,
            workers: file.workers.unwrap_or(config.workers) as usize,
            models,
            budget,
            judge: judge.map(|judge| judge.plan),
            secrets: distinct(std::mem::take(&mut self.secrets)),
            notes: std::mem::take(&mut self.notes),
        }
    }

    /// The lists in the order of the file; those without a place of their own in that of [`SuiteKind::ALL`].
    fn all_suites(&mut self, file: &mut ConfigFile, world: &suite::World<'_>) -> Vec<Suite> {
        let at = |kind: SuiteKind| Pointer::root().member(kind.member());
        let tools = file.tool_health_suites.take().unwrap_or_default();
        let mut suites = self.tool_suites(tools, world, &at(SuiteKind::ToolHealth));
        let resources = file.resource_suites.take().unwrap_or_default();
        suites.extend(self.resource_suites(resources, world, &at(SuiteKind::Resource)));
        let prompts = file.prompt_suites.take().unwrap_or_default();
        suites.extend(self.prompt_suites(prompts, world, &at(SuiteKind::Prompt)));
        let completions = file.completion_suites.take().unwrap_or_default();
        suites.extend(self.completion_suites(completions, world, &at(SuiteKind::Completion)));
        let sampling = file.sampling_suites.take().unwrap_or_default();
        suites.extend(self.sampling_suites(sampling, world, &at(SuiteKind::Sampling)));
        let elicitation = file.elicitation_suites.take().unwrap_or_default();
        suites.extend(self.elicitation_suites(elicitation, world, &at(SuiteKind::Elicitation)));
        let roots = file.roots_suites.take().unwrap_or_default();
        suites.extend(self.roots_suites(roots, world, &at(SuiteKind::Roots)));
        let utilities = file.utility_suites.take().unwrap_or_default();
        suites.extend(self.utility_suites(utilities, world, &at(SuiteKind::Utility)));
        let oauth = file.oauth2_suites.take().unwrap_or_default();
        suites.extend(self.oauth_suites(oauth, world, &at(SuiteKind::Oauth)));
        let workflows = file.workflows.as_deref().unwrap_or_default();
        suites.extend(self.workflows(workflows, world, &at(SuiteKind::Workflow)));
        self.check_combined_names(&suites, workflows);
        self.check_ids(&suites);
        suites.sort_by_cached_key(|suite| {
            let list = self.place(&at(suite.kind));
            (list.line, list.column)
        });
        suites
    }

    /// Names may have a `/`: what is told apart as suite and test may be one id.
    fn check_ids(&mut self, suites: &[Suite]) {
        let mut taken: BTreeMap<&CaseId, &SuiteName> = BTreeMap::new();
        for suite in suites {
            for case in &suite.cases {
                let other = taken.insert(&case.id, &suite.name).filter(|other| **other != suite.name);
                if let Some(other) = other {
                    let message = format!(
                        "a test of \"{}\" and one of \"{other}\" are both called `{}`: rename one of them",
                        suite.name, case.id
                    );
                    self.report(Problem::new(&Pointer::root().member(suite.kind.member()), message));
                }
            }
        }
    }

    /// Whoever asks for the servers only needs nothing to run on them.
    fn check_something_to_run(&mut self, file: &ConfigFile) {
        if self.context.scope.servers && self.context.scope.suites == Suites::None {
            return;
        }
        let members = SuiteKind::ALL.map(SuiteKind::member);
        let bad = members.iter().any(|member| self.is_bad(&Pointer::root().member(member)));
        if suite::names(file).is_empty() && !bad {
            let message = format!("nothing to run: the file has none of `{}`", members.join("`, `"));
            self.report(Problem::new(&Pointer::root(), message));
        }
    }

    /// Values that the file marks as secrets: by the name of a variable, or as they are.
    fn marked_secrets(&mut self, file: &ConfigFile, servers: &[mcpvals_model::ServerSpec]) {
        let key = file.openai_key.iter().filter(|_| !self.unresolved.contains(&Pointer::root().member("openaiKey")));
        self.secrets.extend(key.filter_map(|key| SecretValue::new("openaiKey", key)));
        for mark in file.secrets.iter().flatten() {
            let named = self.context.env.get(mark).map(String::as_str);
            let values: Vec<&str> = named.into_iter().chain(server::values_named(mark, servers)).collect();
            let values = if values.is_empty() { vec![mark.as_str()] } else { values };
            self.secrets.extend(values.into_iter().filter_map(|value| SecretValue::new(mark, value)));
        }
    }

    /// Notes a fault, unless it follows from one that is told already.
    fn report(&mut self, problem: Problem) {
        if !self.is_bad(&problem.pointer) {
            self.problems.push(problem);
        }
    }

    fn report_shape(&mut self, problem: Problem) {
        if !self.unresolved.contains(&problem.pointer) {
            self.problems.push(problem);
        }
    }

    /// Is the value here not the one that the file means?
    fn is_bad(&self, at: &Pointer) -> bool {
        self.unresolved.contains(at) || self.healed.iter().any(|healed| at.is_within(healed))
    }

    fn place(&self, at: &Pointer) -> SourcePlace {
        self.document.place(&self.origins.of(at).0)
    }

    /// The errors, with places in the file.
    fn errors(self) -> Vec<ConfigError> {
        let mut told = BTreeSet::new();
        let mut errors = Vec::new();
        for mut problem in self.problems {
            let (pointer, row) = self.origins.of(&problem.pointer);
            // What is wrong in every row is told for the first.
            if !told.insert((pointer.clone(), problem.message.clone())) {
                continue;
            }
            problem.pointer = pointer;
            if let Some(row) = row {
                problem.message = format!("{} (row {row} of `cases`)", problem.message);
            }
            errors.push(self.document.locate(problem));
        }
        errors
    }
}

fn isolate(isolate: file::Isolate) -> Isolate {
    match isolate {
        file::Isolate::File => Isolate::File,
        file::Isolate::Suite => Isolate::Suite,
        file::Isolate::Test => Isolate::Test,
    }
}

/// The schema bounds all times of a file, so that this cannot overflow.
pub(crate) fn millis(millis: f64) -> Duration {
    Duration::try_from_secs_f64(millis / 1000.0).unwrap_or(Duration::MAX)
}
