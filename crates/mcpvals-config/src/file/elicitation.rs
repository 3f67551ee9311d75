//! `elicitationSuites` and `rootsSuites`: a server that asks the user, or for the client's folders.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::peer::{ErrorAnswer, RequestExpectation, peer_suite, peer_test};
use super::{Count, ElicitationAction, Matcher, RootEntry, Skip};

peer_suite! {
    /// A suite: tests of elicitation that belong together.
    ElicitationSuite {
        /// Does the server ask a client that can be asked, and only such a client?
        capability_tests: Option<Vec<ElicitationCapabilityTest>>,
        /// What it asks, and what it does with the answers.
        elicitation_tests: Option<Vec<ElicitationTest>>,
        /// As `elicitationTests`.
        tests: Option<Vec<ElicitationTest>>,
    }
}

peer_test! {
    /// Does the server ask where it may, and only there?
    ElicitationCapabilityTest {
        /// `true` (the default): the client declares elicitation, and the trigger makes the server ask. `false`: it does
        /// not declare it, and nothing is asked. `form`, `url`: only this mode is declared, and in no other is asked; a
        /// server that needs the other may fail, ask nothing, or not offer the tool.
        expected_capability: Option<ElicitationCapability>,
    }
}

peer_test! {
    /// What the server asks the user, and what it does with the answers.
    ElicitationTest {
        /// What is answered, one request after the other; the last answers all that follow.
        answers: Option<Vec<ElicitationAnswer>>,
        /// As `answers` with one.
        answer: Option<ElicitationAnswer>,
        /// A form is accepted with exactly this, which breaks its schema: the server must refuse it.
        invalid_content: Option<Map<String, Value>>,
        /// How often the server must ask; at least once where left out.
        requests: Option<Count>,
        /// The client's `capabilities`, instead of the server's client with `elicitation`.
        capabilities: Option<Map<String, Value>>,
        /// How it asks first.
        mode: Option<ElicitationMode>,
        /// What is in its first message (case ignored).
        message: Option<String>,
        /// What is in its first URL (case ignored).
        url: Option<String>,
        /// At least these members of its first `requestedSchema`.
        requested_schema: Option<Map<String, Value>>,
        /// Matchers of its first `params`.
        expect_request: Option<Matcher>,
        /// What the first request must say, the second, and so on. No more must come, unless `requests` says how many.
        expect_requests: Option<Vec<RequestExpectation>>,
        /// Regular expressions that are found in no request.
        forbidden: Option<Vec<String>>,
        /// May a form ask for passwords and the like, and a URL hold them? The protocol says no.
        may_ask_secrets: Option<bool>,
    }
}

peer_suite! {
    /// A suite: tests of roots that belong together.
    RootsSuite {
        /// What the server does with the folders.
        roots_tests: Option<Vec<RootsTest>>,
        /// As `rootsTests`.
        tests: Option<Vec<RootsTest>>,
    }
}

peer_test! {
    /// What the server does with the client's folders.
    RootsTest {
        /// The folders: paths, `file://` addresses, or `{uri, name}`; those of the server's client where left out.
        roots: Option<Vec<RootEntry>>,
        /// `false`: the client does not declare roots, and nothing must be asked.
        expected_capability: Option<bool>,
        /// How often the server must ask; at least once where left out.
        requests: Option<Count>,
        /// After the trigger, the client says that its folders are these (`true`: one more), and the trigger is sent again.
        change: Option<RootsChange>,
    }
}

/// How the client's folders change.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RootsChange {
    /// `true`: one more, the config's folder.
    OneMore(bool),
    /// To these.
    To(Vec<RootEntry>),
}

/// What a client declares of elicitation.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ElicitationCapability {
    /// Everything, or nothing.
    All(bool),
    /// One mode.
    Only(ElicitationMode),
}

/// How a server asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ElicitationMode {
    /// With a form.
    Form,
    /// With a page elsewhere.
    Url,
}

/// An answer of the user.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ElicitationAnswer {
    /// An action; a form is filled in with its defaults.
    Action(ElicitationAction),
    /// Something else.
    Details(Box<ElicitationAnswerDetails>),
}

/// An answer with its details: one of `content`, `exactly`, `action`, `error` and `silence`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ElicitationAnswerDetails {
    /// Accepted with these members; the rest from the schema's defaults.
    pub(crate) content: Option<Map<String, Value>>,
    /// Accepted with these members and no others.
    pub(crate) exactly: Option<Map<String, Value>>,
    /// An action.
    pub(crate) action: Option<ElicitationAction>,
    /// This error.
    pub(crate) error: Option<ErrorAnswer>,
    /// `true`: nothing is ever answered.
    pub(crate) silence: Option<bool>,
    /// How long it takes in milliseconds.
    #[schemars(range(min = 0, max = 86_400_000))]
    pub(crate) after: Option<f64>,
}
