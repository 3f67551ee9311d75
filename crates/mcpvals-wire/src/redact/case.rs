//! A case without secrets, so that a redacted trace can be graded with it.

use std::collections::BTreeMap;

use mcpvals_model::{
    Case, CaseKind, Change, CompletionCase, Discovery, Expectation, ExpectedContents, ExpectedMessages, ExpectedTools,
    JudgeCase, Matcher, PromptCase, PromptTest, ResourceCase, ResourceTest, SnapshotSpec, ToolCall, ToolCase,
    VerifyCall, WorkflowCase, WorkflowStep,
};
use serde_json::{Map, Value};

use super::Redactor;

impl Redactor {
    /// The case as it may be stored: its names, arguments and expectations, in the same way as the trace.
    pub fn case(&self, case: &Case) -> Case {
        let mut clean = case.clone();
        if self.is_empty() {
            return clean;
        }
        self.string(&mut clean.title);
        if let Ok(id) = serde_json::from_value(Value::String(self.text(case.id.as_str()).into_owned())) {
            clean.id = id;
        }
        clean.tags.iter_mut().chain(&mut clean.skip).for_each(|text| self.string(text));
        match &mut clean.kind {
            CaseKind::Tool(tool) => self.tool_case(tool),
            CaseKind::Resource(resource) => self.resource_case(resource),
            CaseKind::Prompt(prompt) => self.prompt_case(prompt),
            CaseKind::Completion(completion) => self.completion_case(completion),
            CaseKind::Peer(case) => self.peer_case(case),
            CaseKind::Utility(utility) => {
                utility.test.trigger_mut().into_iter().for_each(|call| self.tool_call(call));
                utility.test.expect_mut().iter_mut().for_each(|expectation| self.expectation(expectation));
            }
            // What is secret in it is not for grading.
            CaseKind::Oauth(oauth) => oauth.setting = None,
            CaseKind::Workflow(workflow) => self.workflow(workflow),
        }
        clean
    }

    fn tool_case(&self, case: &mut ToolCase) {
        self.tool_call(&mut case.call);
        case.expect.iter_mut().for_each(|expectation| self.expectation(expectation));
        case.capture.values_mut().for_each(|path| self.string(path));
        case.verify.iter_mut().for_each(|verify| self.verify(verify));
    }

    fn verify(&self, verify: &mut VerifyCall) {
        self.tool_call(&mut verify.call);
        verify.expect.iter_mut().for_each(|expectation| self.expectation(expectation));
    }

    pub(super) fn tool_call(&self, call: &mut ToolCall) {
        self.string(&mut call.tool);
        self.members(&mut call.args);
    }

    fn members(&self, members: &mut Map<String, Value>) {
        let mut value = Value::Object(std::mem::take(members));
        self.value(&mut value);
        // Arguments that spell a secret only all together become one mask, which is no object any more.
        *members = match value {
            Value::Object(members) => members,
            mask => [("redacted".to_owned(), mask)].into_iter().collect(),
        };
    }

    fn resource_case(&self, case: &mut ResourceCase) {
        match &mut case.test {
            ResourceTest::Discovery(discovery) => self.discovery(discovery),
            ResourceTest::Access(access) => {
                self.string(&mut access.uri);
                access.annotations.iter_mut().for_each(|annotations| self.members(annotations));
            }
            ResourceTest::Template(access) => {
                self.string(&mut access.template);
                access.variables.values_mut().for_each(|value| self.value(value));
                access.uri_pattern.iter_mut().for_each(|pattern| *pattern = self.pattern(pattern));
                access.completions.iter_mut().for_each(|case| self.completion_case(case));
            }
            ResourceTest::Refusal(test) => {
                test.uris.iter_mut().for_each(|uri| self.string(uri));
                test.refusal.iter_mut().for_each(|expectation| self.expectation(expectation));
            }
            ResourceTest::Subscription(test) => {
                test.uri.iter_mut().for_each(|uri| self.string(uri));
                if let Some(Change::Tool(call)) = &mut test.change {
                    self.tool_call(call);
                }
            }
        }
        case.test.expected_mut().into_iter().for_each(|expected| self.contents(expected));
    }

    fn discovery(&self, discovery: &mut Discovery) {
        discovery.present.iter_mut().for_each(|key| self.string(key));
    }

    fn contents(&self, expected: &mut ExpectedContents) {
        expected.expect.iter_mut().for_each(|expectation| self.expectation(expectation));
        expected.content.iter_mut().for_each(|content| self.value(content));
        expected.mime_type.iter_mut().for_each(|mime_type| self.string(mime_type));
    }

    fn prompt_case(&self, case: &mut PromptCase) {
        if let PromptTest::Discovery(discovery) = &mut case.test {
            self.discovery(&mut discovery.list);
        }
        if let Some(call) = case.test.call_mut() {
            self.string(&mut call.prompt);
            self.members(&mut call.args);
        }
        case.test.inputs_mut().for_each(|input| self.value(input));
        case.test.expectations_mut().for_each(|expectation| self.expectation(expectation));
        let contents = case.test.expected_mut().into_iter().flat_map(ExpectedMessages::contents_mut);
        contents.for_each(|content| self.value(content));
    }

    fn completion_case(&self, case: &mut CompletionCase) {
        self.string(&mut case.argument);
        case.texts_mut().for_each(|text| self.string(text));
        self.members(&mut case.context);
        case.expected.expect.iter_mut().for_each(|expectation| self.expectation(expectation));
    }

    fn workflow(&self, workflow: &mut WorkflowCase) {
        self.string(&mut workflow.model);
        self.string(&mut workflow.system);
        workflow.judge.iter_mut().for_each(|judge| self.judge(judge));
        workflow.steps.iter_mut().for_each(|step| self.step(step));
        workflow.expected_state.iter_mut().for_each(|state| self.matcher(&mut state.matcher));
        workflow.expect_tools.iter_mut().for_each(|tools| self.expected_tools(tools));
        workflow.forbid_tools.iter_mut().for_each(|tool| self.string(tool));
    }

    fn judge(&self, judge: &mut JudgeCase) {
        self.string(&mut judge.model);
        judge.goal.iter_mut().for_each(|goal| self.string(goal));
        for criterion in &mut judge.rubric {
            self.string(&mut criterion.name);
            self.string(&mut criterion.description);
        }
    }

    fn step(&self, step: &mut WorkflowStep) {
        self.string(&mut step.user);
        step.expected_state.iter_mut().for_each(|state| self.matcher(&mut state.matcher));
        step.expect_tools.iter_mut().for_each(|tools| self.expected_tools(tools));
    }

    fn expected_tools(&self, tools: &mut ExpectedTools) {
        for tool in &mut tools.tools {
            self.string(&mut tool.name);
            tool.args.iter_mut().chain(&mut tool.result).for_each(|matcher| self.matcher(matcher));
        }
    }

    pub(super) fn expectation(&self, expectation: &mut Expectation) {
        match expectation {
            Expectation::Result(value) => self.value(value),
            Expectation::Error(text) => self.string(text),
            Expectation::Latency(_) => {}
            Expectation::Match(matcher) => self.matcher(matcher),
        }
    }

    pub(super) fn matcher(&self, matcher: &mut Matcher) {
        match matcher {
            Matcher::Equals(value) => self.value(value),
            Matcher::Contains(texts) | Matcher::NotContains(texts) | Matcher::ContentTypes(texts) => {
                for text in texts {
                    self.string(text);
                }
            }
            Matcher::Matches(patterns) => {
                for pattern in patterns {
                    *pattern = self.pattern(pattern);
                }
            }
            Matcher::Schema(schema) => self.schema(schema),
            Matcher::JsonPath(paths) => *paths = self.paths(std::mem::take(paths)),
            Matcher::Approx { value, .. } => {
                // The answer's number becomes a mask, which is near to nothing: it must be this very mask.
                let mut number = Value::from(*value);
                self.value(&mut number);
                if number.is_string() {
                    *matcher = Matcher::Equals(number);
                }
            }
            Matcher::Length(_) | Matcher::IsError(_) | Matcher::ErrorCode(_) => {}
            Matcher::All(matchers) | Matcher::Any(matchers) => {
                for matcher in matchers {
                    self.matcher(matcher);
                }
            }
            Matcher::Not(matcher) => self.matcher(matcher),
            Matcher::Snapshot(snapshot) => self.snapshot(snapshot),
        }
    }

    fn paths(&self, paths: BTreeMap<String, Matcher>) -> BTreeMap<String, Matcher> {
        let clean = |(path, mut matcher): (String, Matcher)| {
            self.matcher(&mut matcher);
            (self.text(&path).into_owned(), matcher)
        };
        paths.into_iter().map(clean).collect()
    }

    fn snapshot(&self, snapshot: &mut SnapshotSpec) {
        self.string(&mut snapshot.name);
        snapshot.redact.values_mut().for_each(|name| self.string(name));
        snapshot.stored.iter_mut().for_each(|value| self.value(value));
    }
}
