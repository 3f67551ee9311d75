//! Workflows: each is a suite of its own with one case, because each may have its own server.

use std::path::Path;

use mcpvals_model::{
    Case, CaseId, CaseKind, Confidence, ExpectedState, ExpectedTool, ExpectedTools, Handed, Isolate, MinPassRate,
    OrderMode, Playback, StateIn, Suite, SuiteKind, SuiteName, WorkflowCase, WorkflowStep,
};

use super::suite::World;
use super::{Lowering, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn workflows(&mut self, workflows: &[file::Workflow], world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let (mut suites, mut combined) = (Vec::new(), 0);
        for (index, workflow) in workflows.iter().enumerate() {
            let at = at.item(index);
            let suite = self.workflow(workflow, world, &at);
            let played = self.combinations(suite, workflow, world, &at);
            combined += played.iter().filter(|suite| suite.combination.is_some()).count();
            suites.extend(played);
            if self.are_too_many(combined, &at) {
                break;
            }
        }
        suites
    }

    fn workflow(&mut self, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> Suite {
        let name = SuiteName::new(&workflow.name);
        let steps = at.member("steps");
        if workflow.steps.is_empty() {
            self.report(Problem::new(&steps, format!("workflow \"{name}\" has no steps")));
        }
        let (server, others) = self.servers_of(workflow, world, at);
        let case = WorkflowCase { servers: others, ..self.conversation(workflow, world, at) };
        let fresh = workflow.fresh_server.unwrap_or(DEFAULTS.workflow.fresh_server);
        Suite {
            description: workflow.description.clone(),
            kind: SuiteKind::Workflow,
            combination: None,
            server,
            parallel: false,
            isolate: if fresh { Isolate::Test } else { world.isolate },
            setup: Vec::new(),
            cases: vec![self.workflow_case(workflow, case, &name, world, at)],
            teardown: Vec::new(),
            place: self.place(at),
            name,
        }
    }

    /// The index of its first server, and the names of the others.
    fn servers_of(&mut self, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> (usize, Vec<String>) {
        let first = workflow.servers.as_ref().and_then(|servers| servers.first());
        let (name, place) = match (&workflow.server, first) {
            (Some(_), Some(_)) => {
                self.report(Problem::new(&at.member("server"), "`server` or `servers`, not both"));
                return (0, Vec::new());
            }
            (server, None) => (server.as_ref(), at.member("server")),
            (None, first) => (first, at.member("servers").item(0)),
        };
        let server = self.server_index(name.map(String::as_str), world, &place);
        let all = workflow.servers.as_deref().unwrap_or_default();
        for (index, name) in all.iter().enumerate().skip(1) {
            let place = at.member("servers").item(index);
            self.server_index(Some(name), world, &place);
            if all[..index].contains(name) {
                self.report(Problem::new(&place, format!("\"{name}\" is named twice")));
            }
        }
        (server, all.iter().skip(1).cloned().collect())
    }

    fn workflow_case(
        &mut self,
        workflow: &file::Workflow,
        case: WorkflowCase,
        name: &SuiteName,
        world: &World<'_>,
        at: &Pointer,
    ) -> Case {
        Case {
            id: CaseId::new(name, name.as_str()),
            title: name.as_str().to_owned(),
            tags: workflow.tags.clone().unwrap_or_default(),
            skip: self.skip(workflow.skip.as_ref(), at),
            only: workflow.only.unwrap_or(false),
            timeout: workflow.timeout.map_or(world.timeout, millis),
            retries: DEFAULTS.tool_test.retries,
            repeat: workflow.repeat.unwrap_or(DEFAULTS.tool_test.repeat),
            min_pass_rate: workflow.min_pass_rate.and_then(|rate| self.min_pass_rate(rate, &at.member("minPassRate"))),
            kind: CaseKind::Workflow(Box::new(case)),
            place: self.place(at),
        }
    }

    fn conversation(&mut self, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> WorkflowCase {
        let defaults = &DEFAULTS.workflow;
        let steps = at.member("steps");
        let model = self.model_name(workflow.model.as_deref(), world, &at.member("model"));
        let in_the_end = GivenState {
            expected: workflow.expected_state.as_ref(),
            desired: workflow.desired_state.as_ref(),
            state_in: workflow.state_in,
            whole_word: workflow.whole_word,
        };
        WorkflowCase {
            price: world.models.iter().find(|known| known.name == model).and_then(|known| known.price),
            model,
            servers: Vec::new(),
            handed: Handed {
                resources: workflow.resources_as_tools.unwrap_or(defaults.resources_as_tools),
                prompts: workflow.prompts_as_tools.unwrap_or(defaults.prompts_as_tools),
            },
            cassette: Some(Playback { file: self.cassette_file(workflow.cassette.as_deref()), exchanges: None }),
            system: workflow.system.clone().unwrap_or_else(|| defaults.system.clone()),
            steps: workflow.steps.iter().enumerate().map(|(index, step)| self.step(step, &steps.item(index))).collect(),
            expected_state: self.expected_state(in_the_end, at),
            expect_tools: self.expect_tools(workflow.expect_tools.as_deref(), workflow.mode, at),
            forbid_tools: workflow.forbid_tools.clone().unwrap_or_default(),
            allow_tool_errors: workflow.allow_tool_errors.unwrap_or(defaults.allow_tool_errors),
            max_steps: workflow.max_steps.unwrap_or(defaults.max_steps),
            judge: self.judged(workflow, world.judge, at),
            turn_timeout: millis(workflow.turn_timeout.unwrap_or(defaults.turn_timeout)),
            deadline: millis(workflow.max_duration.unwrap_or(defaults.max_duration)),
        }
    }

    fn min_pass_rate(&mut self, given: file::MinPassRate, at: &Pointer) -> Option<MinPassRate> {
        let sure = match given {
            file::MinPassRate::Rate(rate) => return Some(MinPassRate { rate, confidence: None }),
            file::MinPassRate::Sure(sure) => sure,
        };
        let confidence = Confidence::ALL.into_iter().find(|one| (one.value() - sure.confidence).abs() < 1e-9);
        if confidence.is_none() {
            self.report(Problem::new(&at.member("confidence"), "`confidence` is 0.8, 0.9, 0.95 or 0.99"));
        }
        Some(MinPassRate { rate: sure.rate, confidence: Some(confidence?) })
    }

    fn cassette_file(&self, given: Option<&str>) -> String {
        let config = Path::new(&self.document.source.name).file_name().unwrap_or_default().to_string_lossy();
        given.map_or_else(|| format!("{config}.cassette.json"), str::to_owned)
    }

    /// The name of a model of the file; of the first, where none is named.
    fn model_name(&mut self, name: Option<&str>, world: &World<'_>, at: &Pointer) -> String {
        let names: Vec<&str> = world.models.iter().map(|model| model.name.as_str()).collect();
        match name.filter(|_| self.context.scope.model.is_none()) {
            Some(name) if !names.contains(&name) => {
                let message = format!("no model is called \"{name}\"; there are: {}", names.join(", "));
                self.report(Problem::new(at, message));
                name.to_owned()
            }
            Some(name) => name.to_owned(),
            None => names.first().copied().unwrap_or_default().to_owned(),
        }
    }

    fn expect_tools(
        &mut self,
        tools: Option<&[file::ExpectTool]>,
        mode: Option<file::Mode>,
        at: &Pointer,
    ) -> Option<ExpectedTools> {
        let place = at.member("expectTools");
        if tools.is_none() && mode.is_some() {
            self.report(Problem::new(
                &at.member("mode"),
                "`mode` says how `expectTools` is compared, and there is none",
            ));
        }
        let tools = tools?.iter().enumerate().map(|(index, tool)| self.expect_tool(tool, &place.item(index))).collect();
        Some(ExpectedTools { mode: mode.map(order_mode).unwrap_or_default(), tools })
    }

    fn expect_tool(&mut self, tool: &file::ExpectTool, at: &Pointer) -> ExpectedTool {
        match tool {
            file::ExpectTool::Name(name) => ExpectedTool { name: name.clone(), args: None, result: None },
            file::ExpectTool::Details(details) => {
                let mut matcher = |matcher: &file::Matcher, member: &str| {
                    let at = at.member(member);
                    self.matcher(matcher, at.as_str(), &at)
                };
                ExpectedTool {
                    name: details.name.clone(),
                    args: details.args.as_ref().map(|it| matcher(it, "args")),
                    result: details.result.as_ref().map(|it| matcher(it, "result")),
                }
            }
        }
    }

    fn step(&mut self, step: &file::WorkflowStep, at: &Pointer) -> WorkflowStep {
        let given = GivenState {
            expected: step.expected_state.as_ref(),
            desired: step.desired_state.as_ref(),
            state_in: step.state_in,
            whole_word: step.whole_word,
        };
        WorkflowStep {
            user: step.user.clone(),
            expected_state: self.expected_state(given, at),
            expect_tools: self.expect_tools(step.expect_tools.as_deref(), step.mode, at),
            deadline: step.max_duration.map(millis),
        }
    }

    /// What must be seen at the end of a step or of a workflow, each of which has the same members for it.
    fn expected_state(&mut self, given: GivenState<'_>, at: &Pointer) -> Option<ExpectedState> {
        if given.expected.is_some() && given.desired.is_some() {
            let message = "`desiredState` is the older name of `expectedState`: give one of them";
            self.report(Problem::of_key(&at.member("desiredState"), message));
        }
        let expected = given.expected.map(|state| (state, "expectedState"));
        let desired = given.desired.map(|state| (state, "desiredState"));
        let state = expected.or(desired).map(|(state, member)| (state, at.member(member)));
        if let (Some(_), None) = (given.state_in, &state) {
            self.report(Problem::of_key(&at.member("stateIn"), "`stateIn` is about an `expectedState`"));
        }
        let whole_word = given.whole_word.unwrap_or(false);
        if whole_word && !matches!(state, Some((file::State::Text(_), _))) {
            let message = "`wholeWord` is about an `expectedState` that is a text";
            self.report(Problem::new(&at.member("wholeWord"), message));
        }
        let (state, at) = state?;
        let state_in = given.state_in.map(state_in).unwrap_or_default();
        Some(ExpectedState { matcher: self.state(state, &at), whole_word, state_in })
    }
}

/// The members of a step or of a workflow that are about its end.
#[derive(Clone, Copy)]
struct GivenState<'a> {
    expected: Option<&'a file::State>,
    desired: Option<&'a file::State>,
    state_in: Option<file::StateIn>,
    whole_word: Option<bool>,
}

fn state_in(given: file::StateIn) -> StateIn {
    match given {
        file::StateIn::Either => StateIn::Either,
        file::StateIn::Message => StateIn::Message,
        file::StateIn::Result => StateIn::Result,
    }
}

fn order_mode(mode: file::Mode) -> OrderMode {
    match mode {
        file::Mode::Exact => OrderMode::Exact,
        file::Mode::Prefix => OrderMode::Prefix,
        file::Mode::Ordered => OrderMode::Ordered,
        file::Mode::Unordered => OrderMode::Unordered,
        file::Mode::Subset => OrderMode::Subset,
        file::Mode::Superset => OrderMode::Superset,
    }
}
