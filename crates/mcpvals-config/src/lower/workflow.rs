//! Workflows: each is a suite of its own with one case, because each may have its own server.

use mcpvals_model::{Case, CaseId, CaseKind, Matcher, Suite, SuiteKind, SuiteName, WorkflowCase, WorkflowStep};

use super::suite::World;
use super::{Lowering, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn workflows(&mut self, workflows: &[file::Workflow], world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let workflows = workflows.iter().enumerate();
        workflows.map(|(index, workflow)| self.workflow(workflow, world, &at.item(index))).collect()
    }

    fn workflow(&mut self, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> Suite {
        let name = SuiteName::new(&workflow.name);
        let steps = at.member("steps");
        if workflow.steps.is_empty() {
            self.report(Problem::new(&steps, format!("workflow \"{name}\" has no steps")));
        }
        let case = WorkflowCase {
            steps: workflow.steps.iter().enumerate().map(|(index, step)| self.step(step, &steps.item(index))).collect(),
            expect_tools: workflow.expect_tools.clone().unwrap_or_default(),
        };
        Suite {
            description: workflow.description.clone(),
            kind: SuiteKind::Workflow,
            server: self.server_index(workflow.server.as_deref(), world, &at.member("server")),
            parallel: false,
            isolate: world.isolate,
            setup: Vec::new(),
            cases: vec![self.workflow_case(workflow, case, &name, world, at)],
            teardown: Vec::new(),
            place: self.place(at),
            name,
        }
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
            repeat: DEFAULTS.tool_test.repeat,
            kind: CaseKind::Workflow(case),
            place: self.place(at),
        }
    }

    fn step(&mut self, step: &file::WorkflowStep, at: &Pointer) -> WorkflowStep {
        if step.expected_state.is_some() && step.desired_state.is_some() {
            let message = "`desiredState` is the older name of `expectedState`: give one of them";
            self.report(Problem::of_key(&at.member("desiredState"), message));
        }
        let expected = step.expected_state.as_ref().map(|state| (state, "expectedState"));
        let desired = step.desired_state.as_ref().map(|state| (state, "desiredState"));
        let state: Option<Matcher> = expected.or(desired).map(|(state, member)| self.state(state, &at.member(member)));
        WorkflowStep {
            user: step.user.clone(),
            expected_state: state,
            expect_tools: step.expect_tools.clone().unwrap_or_default(),
        }
    }
}
