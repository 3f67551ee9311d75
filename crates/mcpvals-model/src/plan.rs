//! What will be run: defaults applied, names checked. No `Option` in here means "default".

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::expect::millis;
use crate::{
    Budget, CaseId, Combination, CompletionCase, Expectation, JudgeCase, Matcher, MinPassRate, ModelSpec, OauthCase,
    PeerCase, PromptCase, ResourceCase, ResourceTest, ScriptedClient, SecretValue, ServerSpec, SuiteName, UtilityCase,
    WorkflowCase,
};

/// A config file after loading.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The file as the user named it: for messages and for the command that shows a failure again.
    pub source: String,
    /// The words that name the file where it is to be played again; none where it is found there, in a folder above.
    pub arguments: Vec<String>,
    /// What was said beside the file that its workflows depend on, as words of the command that shows one again.
    pub workflow_flags: Vec<String>,
    /// The servers; the first is the one that a suite means which names none. Never empty.
    pub servers: Vec<ServerSpec>,
    /// The suites in the file's order.
    pub suites: Vec<Suite>,
    /// Who shares a server process.
    pub isolate: Isolate,
    /// Over how many server instances the suites are spread; at least 1.
    pub workers: usize,
    /// The models of the workflows; the first is the one that a workflow means which names none.
    pub models: Vec<ModelSpec>,
    /// How much all models may take together.
    pub budget: Budget,
    /// The LLM judge, where the file asks for one.
    pub judge: Option<JudgePlan>,
    /// What is taken out of every output.
    pub secrets: Vec<SecretValue>,
    /// What the user should know of the file though it can be run, one sentence each.
    pub notes: Vec<String>,
}

/// Who shares a server process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Isolate {
    /// All suites of the file.
    #[default]
    File,
    /// The tests of a suite.
    Suite,
    /// Nobody: each test has its own.
    Test,
}

/// The LLM judge. What it is asked stands in each workflow.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgePlan {
    /// The judge.
    pub model: ModelSpec,
    /// What it is asked where a workflow does not say.
    pub usual: JudgeCase,
}

/// Which list of the file a suite stood in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SuiteKind {
    /// `toolHealthSuites`.
    ToolHealth,
    /// `resourceSuites`.
    Resource,
    /// `promptSuites`.
    Prompt,
    /// `completionSuites`.
    Completion,
    /// `samplingSuites`.
    Sampling,
    /// `elicitationSuites`.
    Elicitation,
    /// `rootsSuites`.
    Roots,
    /// `utilitySuites`.
    Utility,
    /// `oauth2Suites`.
    Oauth,
    /// `workflows`.
    Workflow,
}

impl SuiteKind {
    /// All, in the order in which their suites run.
    pub const ALL: [Self; 10] = [
        Self::ToolHealth,
        Self::Resource,
        Self::Prompt,
        Self::Completion,
        Self::Sampling,
        Self::Elicitation,
        Self::Roots,
        Self::Utility,
        Self::Oauth,
        Self::Workflow,
    ];

    /// The member of the file that lists them.
    pub fn member(self) -> &'static str {
        match self {
            Self::ToolHealth => "toolHealthSuites",
            Self::Resource => "resourceSuites",
            Self::Prompt => "promptSuites",
            Self::Completion => "completionSuites",
            Self::Sampling => "samplingSuites",
            Self::Elicitation => "elicitationSuites",
            Self::Roots => "rootsSuites",
            Self::Utility => "utilitySuites",
            Self::Oauth => "oauth2Suites",
            Self::Workflow => "workflows",
        }
    }

    /// For people: "no workflow is selected".
    pub fn noun(self) -> &'static str {
        match self {
            Self::ToolHealth => "tool health case",
            Self::Resource => "test of resources",
            Self::Prompt => "test of prompts",
            Self::Completion => "test of completion",
            Self::Sampling => "test of sampling",
            Self::Elicitation => "test of elicitation",
            Self::Roots => "test of roots",
            Self::Utility => "test of utilities",
            Self::Oauth => "test of signing in",
            Self::Workflow => "workflow",
        }
    }
}

/// A named group of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// Its name, unique in the file.
    pub name: SuiteName,
    /// What it is for.
    pub description: Option<String>,
    /// Its kind.
    pub kind: SuiteKind,
    /// Which workflow it plays, with which model and on which server, where the file varies them.
    pub combination: Option<Combination>,
    /// Index of its server in [`Plan::servers`].
    pub server: usize,
    /// Do its cases run at the same time on one session?
    pub parallel: bool,
    /// Who shares a server process, where the suite says otherwise than the file.
    pub isolate: Isolate,
    /// Calls made before its first case; one that fails makes every case errored.
    pub setup: Vec<ToolCase>,
    /// Its cases, never empty.
    pub cases: Vec<Case>,
    /// Calls made after its last case, whatever became of it.
    pub teardown: Vec<ToolCase>,
    /// Where it stands.
    pub place: SourcePlace,
}

/// One thing tried with one expectation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Case {
    /// `suite/title`.
    pub id: CaseId,
    /// Unique in the suite.
    pub title: String,
    /// The suite's tags and its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Why it is not run, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<String>,
    /// Where any case of the run has this, only those run.
    #[serde(default)]
    pub only: bool,
    /// The deadline of one call.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub timeout: Duration,
    /// How often a failed attempt is tried again, 0 to 5.
    #[serde(default)]
    pub retries: u32,
    /// How often it is played; at least 1.
    pub repeat: u32,
    /// How many repetitions must pass; all, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_pass_rate: Option<MinPassRate>,
    /// What is tried.
    pub kind: CaseKind,
    /// Where it stands.
    pub place: SourcePlace,
}

impl Case {
    /// One call that has to succeed, of which nothing more is asked; its arguments may break the tool's schema.
    pub fn of_call(suite: &str, tool: &str, args: Map<String, Value>) -> Self {
        Self {
            id: CaseId::new(&SuiteName::new(suite), tool),
            title: tool.to_owned(),
            tags: Vec::new(),
            skip: None,
            only: false,
            timeout: Duration::MAX,
            retries: 0,
            repeat: 1,
            min_pass_rate: None,
            kind: CaseKind::Tool(ToolCase {
                call: ToolCall { tool: tool.to_owned(), args },
                expect: Vec::new(),
                capture: BTreeMap::new(),
                verify: Vec::new(),
                invalid_args: true,
            }),
            place: SourcePlace::default(),
        }
    }
}

/// The kinds of case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CaseKind {
    /// A call of a tool.
    Tool(ToolCase),
    /// A test of resources.
    // In a box, because it is larger than a call, and of ten thousand cases most are calls.
    Resource(Box<ResourceCase>),
    /// A test of prompts.
    Prompt(Box<PromptCase>),
    /// A test of completion.
    Completion(Box<CompletionCase>),
    /// A test of what the server asks of its client.
    Peer(Box<PeerCase>),
    /// A test of what the protocol calls utilities.
    Utility(Box<UtilityCase>),
    /// A test of signing in.
    Oauth(Box<OauthCase>),
    /// A conversation of a model that uses the server.
    Workflow(Box<WorkflowCase>),
}

/// A call of a tool and what is expected of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolCase {
    /// The call.
    pub call: ToolCall,
    /// Everything must hold; empty asserts only that the call succeeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// Name → JSONPath over the result (as in [`crate::Matcher::JsonPath`]): values for later calls, written `${{name}}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub capture: BTreeMap<String, String>,
    /// Calls made after it whose expectations must hold, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verify: Vec<VerifyCall>,
    /// The arguments break the tool's schema on purpose: no warning.
    #[serde(default)]
    pub invalid_args: bool,
}

/// The name of a tool and its arguments. `${{name}}` in a string stands for a captured value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    pub args: Map<String, Value>,
}

/// A call that shows that the tested one did what it said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VerifyCall {
    /// The call.
    pub call: ToolCall,
    /// Everything must hold; empty asserts only that the call succeeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

/// A place in the config file; line and column count from 1, both 0 where unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl CaseKind {
    /// All that is expected, of the tested call and of those that verify it; to be changed.
    fn expectations_mut(&mut self) -> Vec<&mut Expectation> {
        match self {
            Self::Tool(tool) => {
                tool.expect.iter_mut().chain(tool.verify.iter_mut().flat_map(|call| &mut call.expect)).collect()
            }
            Self::Resource(resource) => {
                resource.test.expected_mut().into_iter().flat_map(|of| &mut of.expect).collect()
            }
            Self::Prompt(prompt) => prompt.test.expectations_mut().collect(),
            Self::Completion(completion) => completion.expected.expect.iter_mut().collect(),
            Self::Peer(peer) => peer.expect.iter_mut().collect(),
            Self::Utility(utility) => utility.test.expect_mut().iter_mut().collect(),
            Self::Oauth(_) | Self::Workflow(_) => Vec::new(),
        }
    }

    /// The matchers of its expectations, wherever they stand.
    pub fn matchers_mut(&mut self) -> Vec<&mut Matcher> {
        if let Self::Workflow(workflow) = self {
            return workflow.matchers_mut().collect();
        }
        let matchers = self.expectations_mut().into_iter().filter_map(|expectation| match expectation {
            Expectation::Match(matcher) => Some(matcher),
            Expectation::Result(_) | Expectation::Error(_) | Expectation::Latency(_) => None,
        });
        matchers.collect()
    }

    /// The client that the server must see, where the case has one of its own.
    pub fn client(&self) -> Option<&ScriptedClient> {
        match self {
            Self::Peer(peer) => Some(&peer.client),
            Self::Tool(_)
            | Self::Resource(_)
            | Self::Prompt(_)
            | Self::Completion(_)
            | Self::Utility(_)
            | Self::Oauth(_)
            | Self::Workflow(_) => None,
        }
    }

    /// Does it need a session that is pinged before `notifications/initialized`?
    pub fn pings_early(&self) -> bool {
        matches!(self, Self::Utility(utility) if utility.test.pings_early())
    }

    /// What it listens to of what the session brings unasked.
    pub fn listens_to(&self) -> Listened<'_> {
        match self {
            Self::Resource(resource) => match &resource.test {
                ResourceTest::Subscription(test) => {
                    test.uri.as_deref().map_or(Listened::Everything, Listened::Resource)
                }
                ResourceTest::Discovery(_)
                | ResourceTest::Access(_)
                | ResourceTest::Template(_)
                | ResourceTest::Refusal(_) => Listened::Nothing,
            },
            Self::Utility(utility) => utility.test.listens_to(),
            Self::Tool(_)
            | Self::Prompt(_)
            | Self::Completion(_)
            | Self::Peer(_)
            | Self::Oauth(_)
            | Self::Workflow(_) => Listened::Nothing,
        }
    }

    /// The names of the values that it gives to later cases.
    pub fn captures(&self) -> impl Iterator<Item = &str> {
        let tool = match self {
            Self::Tool(tool) => Some(tool),
            Self::Resource(_)
            | Self::Prompt(_)
            | Self::Completion(_)
            | Self::Peer(_)
            | Self::Utility(_)
            | Self::Oauth(_)
            | Self::Workflow(_) => None,
        };
        tool.into_iter().flat_map(|tool| tool.capture.keys().map(String::as_str))
    }
}

/// What a case listens to of what a session brings unasked. Two that listen to the same would hear each other's doings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listened<'a> {
    /// Answers to its own requests, and what names one of these.
    Nothing,
    /// Updates of the resource with this URI, too.
    Resource(&'a str),
    /// What names no request and no resource: changes of a list, messages of the log, states of a task.
    Everything,
}

impl Plan {
    /// All cases in the file's order.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.suites.iter().flat_map(|suite| &suite.cases)
    }

    /// The server that a suite speaks to.
    ///
    /// # Panics
    /// Where the index was not made by the loader.
    pub fn server_of(&self, suite: &Suite) -> &ServerSpec {
        &self.servers[suite.server]
    }
}
