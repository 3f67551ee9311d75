//! Suites of tool tests and their cases.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{Case, CaseId, CaseKind, Isolate, OfferedList, ServerSpec, Suite, SuiteKind, SuiteName, Target};

use super::title::{Seed, titles};
use super::{Lowering, isolate, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{self, ConfigFile, SetupCall, Skip, ToolHealthSuite, ToolTest};
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// What holds for every suite unless it says otherwise.
pub(super) struct World<'a> {
    pub(super) models: &'a [mcpvals_model::ModelSpec],
    pub(super) judge: Option<&'a super::judge::Judge>,
    pub(super) servers: &'a [ServerSpec],
    pub(super) matrix: &'a super::matrix::FileMatrix,
    pub(super) timeout: Duration,
    pub(super) isolate: Isolate,
}

impl<'a> World<'a> {
    /// The client that a suite's server sees.
    pub(super) fn client(&self, server: Option<&str>) -> Option<&'a ClientProfile> {
        self.spec(server).map(|spec| &spec.client)
    }

    /// How the client of a suite signs in, where its server says so.
    pub(super) fn auth(&self, server: Option<&str>) -> Option<&'a mcpvals_model::Auth> {
        self.spec(server)?.auth.as_deref()
    }

    /// Where its process works, where it has one.
    pub(super) fn cwd(&self, server: Option<&str>) -> Option<&'a Path> {
        match &self.spec(server)?.target {
            Target::Stdio { cwd, .. } => Some(cwd),
            Target::Http { .. } | Target::Sse { .. } => None,
        }
    }

    fn spec(&self, server: Option<&str>) -> Option<&'a ServerSpec> {
        let named = |spec: &&ServerSpec| server.is_none_or(|name| spec.name == name);
        self.servers.iter().find(named).or(self.servers.first())
    }
}

/// What holds for every case of a suite unless it says otherwise.
pub(super) struct Frame<'a> {
    pub(super) name: &'a SuiteName,
    pub(super) timeout: Duration,
    pub(super) tags: &'a [String],
    pub(super) skip: Option<String>,
    pub(super) only: bool,
}

/// What a suite of any kind says beside its tests.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) server: Option<String>,
    pub(super) parallel: Option<bool>,
    pub(super) timeout: Option<f64>,
    pub(super) isolate: Option<file::Isolate>,
    pub(super) setup: Option<Vec<SetupCall>>,
    pub(super) teardown: Option<Vec<SetupCall>>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) skip: Option<Skip>,
    pub(super) only: Option<bool>,
}

/// Takes it out of a suite: the fields of all kinds have the same names.
macro_rules! head {
    ($suite:expr) => {
        head!($suite, isolate: $suite.isolate)
    };
    ($suite:expr, isolate: $isolate:expr) => {
        $crate::lower::suite::Head {
            name: std::mem::take(&mut $suite.name),
            description: $suite.description.take(),
            server: $suite.server.take(),
            parallel: $suite.parallel,
            timeout: $suite.timeout,
            isolate: $isolate,
            setup: $suite.setup.take(),
            teardown: $suite.teardown.take(),
            tags: $suite.tags.take(),
            skip: $suite.skip.take(),
            only: $suite.only,
        }
    };
}

/// What a test of any kind says of itself.
#[derive(Default)]
pub(super) struct Own {
    pub(super) retries: Option<u32>,
    pub(super) timeout: Option<f64>,
    pub(super) repeat: Option<u32>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) skip: Option<Skip>,
    pub(super) only: Option<bool>,
}

/// Takes it out of a test: the fields of all kinds have the same names.
macro_rules! own {
    ($test:expr) => {
        $crate::lower::suite::Own {
            retries: $test.retries,
            timeout: $test.timeout,
            repeat: $test.repeat,
            tags: $test.tags.take(),
            skip: $test.skip.take(),
            only: $test.only,
        }
    };
}

pub(super) use {head, own};

impl Lowering<'_> {
    pub(super) fn tool_suites(&mut self, suites: Vec<ToolHealthSuite>, world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.tool_suite(suite, world, &at.item(index))).collect()
    }

    fn tool_suite(&mut self, mut suite: ToolHealthSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let (head, tests) = (head!(suite), at.member("tests"));
        let rows_are_bad = self.bad_rows.iter().any(|bad| bad.is_within(&tests));
        let own = suite.tests.unwrap_or_default();
        let changes = suite.list_changed_tests.unwrap_or_default();
        if own.is_empty() && changes.is_empty() && !rows_are_bad {
            self.report(Problem::new(&tests, no_tests(&head.name)));
        }
        self.suite(head, SuiteKind::ToolHealth, world, at, |this, frame| {
            let cases = this.cases(own, frame, &tests);
            this.with_list_changes(cases, (changes, OfferedList::Tools), frame, None, at)
        })
    }

    /// A suite, with what the file says where it says nothing itself.
    pub(super) fn suite(
        &mut self,
        head: Head,
        kind: SuiteKind,
        world: &World<'_>,
        at: &Pointer,
        cases: impl FnOnce(&mut Self, &Frame<'_>) -> Vec<Case>,
    ) -> Suite {
        let name = SuiteName::new(&head.name);
        let frame = Frame {
            name: &name,
            timeout: head.timeout.map_or(world.timeout, millis),
            tags: head.tags.as_deref().unwrap_or_default(),
            skip: self.skip(head.skip.as_ref(), at),
            only: head.only.unwrap_or(false),
        };
        let cases = cases(self, &frame);
        Suite {
            description: head.description,
            kind,
            server: self.server_index(head.server.as_deref(), world, &at.member("server")),
            combination: None,
            parallel: head.parallel.unwrap_or(DEFAULTS.tool_health_suite.parallel),
            isolate: head.isolate.map_or(world.isolate, isolate),
            setup: self.setup_calls(head.setup, &at.member("setup")),
            cases,
            teardown: self.setup_calls(head.teardown, &at.member("teardown")),
            place: self.place(at),
            name,
        }
    }

    /// The server that a suite names; the first where it names none.
    pub(super) fn server_index(&mut self, name: Option<&str>, world: &World<'_>, at: &Pointer) -> usize {
        let Some(name) = name else { return 0 };
        let known = || world.servers.iter().map(|server| server.name.as_str());
        known().position(|other| other == name).unwrap_or_else(|| {
            if !world.servers.is_empty() {
                let list = known().collect::<Vec<_>>().join("`, `");
                let problem = Problem::new(at, format!("no server is called `{name}`: there is `{list}`"));
                self.report(problem.with_nearest(nearest(name, known())));
            }
            0
        })
    }

    fn cases(&mut self, tests: Vec<ToolTest>, frame: &Frame<'_>, at: &Pointer) -> Vec<Case> {
        let seeds: Vec<Seed<'_>> =
            tests.iter().enumerate().map(|(index, test)| self.origins.of_test(&at.item(index)).seed(test)).collect();
        let (titles, duplicates) = titles(&seeds);
        for index in duplicates {
            let place = at.item(index).member("description");
            let message = format!("two tests of suite \"{}\" have the title \"{}\"", frame.name, titles[index]);
            self.report(Problem::new(&place, message));
        }
        let numbered = tests.into_iter().enumerate().zip(titles);
        let case = |((index, mut test), title): ((usize, ToolTest), String)| {
            let (id, at) = (CaseId::new(frame.name, &title), at.item(index));
            let own = own!(test);
            let kind = CaseKind::Tool(self.tool_case(test, &id, &at));
            self.case(own, kind, title, frame, &at)
        };
        numbered.map(case).collect()
    }

    /// A case, with what its suite says where it says nothing itself.
    pub(super) fn case(&mut self, own: Own, kind: CaseKind, title: String, frame: &Frame<'_>, at: &Pointer) -> Case {
        let defaults = &DEFAULTS.tool_test;
        let own_skip = self.skip(own.skip.as_ref(), at);
        let mut tags = frame.tags.to_vec();
        tags.extend(own.tags.into_iter().flatten().filter(|tag| !frame.tags.contains(tag)));
        Case {
            id: CaseId::new(frame.name, &title),
            tags,
            skip: own_skip.or_else(|| frame.skip.clone()),
            only: frame.only || own.only.unwrap_or(false),
            timeout: own.timeout.map_or(frame.timeout, millis),
            retries: own.retries.unwrap_or(defaults.retries),
            repeat: own.repeat.unwrap_or(defaults.repeat),
            min_pass_rate: None,
            kind,
            place: self.place(at),
            title,
        }
    }

    /// Suites and workflows share one list of names: `--filter`, reports and traces speak of them by name alone.
    pub(super) fn check_suite_names(&mut self, file: &ConfigFile) {
        let mut taken = BTreeSet::new();
        let mut problems = Vec::new();
        for (at, name) in names(file) {
            if !self.is_bad(&at) && !taken.insert(name) {
                problems.push(Problem::new(&at, format!("two suites or workflows are called \"{name}\"")));
            }
        }
        for problem in problems {
            self.report(problem);
        }
    }
}

/// The names of all suites and workflows, with their places.
pub(super) fn names(file: &ConfigFile) -> Vec<(Pointer, &str)> {
    fn of<T>(kind: SuiteKind, list: Option<&Vec<T>>, name: fn(&T) -> &String) -> Vec<(Pointer, &str)> {
        let at = Pointer::root().member(kind.member());
        let numbered = list.into_iter().flatten().enumerate();
        numbered.map(|(index, suite)| (at.item(index).member("name"), name(suite).as_str())).collect()
    }
    [
        of(SuiteKind::ToolHealth, file.tool_health_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Resource, file.resource_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Prompt, file.prompt_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Completion, file.completion_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Sampling, file.sampling_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Elicitation, file.elicitation_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Roots, file.roots_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Utility, file.utility_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Oauth, file.oauth2_suites.as_ref(), |suite| &suite.name),
        of(SuiteKind::Workflow, file.workflows.as_ref(), |flow| &flow.name),
    ]
    .concat()
}

pub(super) fn no_tests(suite: &str) -> String {
    format!("suite \"{suite}\" has no tests")
}

impl crate::expand::Origin {
    fn seed(self, test: &ToolTest) -> Seed<'_> {
        Seed { given: test.description.as_deref(), tool: &test.name, origin: self }
    }
}
