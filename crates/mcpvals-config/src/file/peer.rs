//! What tests of the server's own requests have in common: what makes it ask, and what it is answered.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Matcher, Message};

/// A request that makes the server ask: a call of a tool, or a prompt or a resource that it gives.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Trigger {
    /// The tool that is called.
    pub(crate) tool: Option<String>,
    /// The prompt that is fetched.
    pub(crate) prompt: Option<String>,
    /// The URI of the resource that is read.
    pub(crate) resource: Option<String>,
    /// The arguments of the tool or the prompt.
    pub(crate) args: Option<Map<String, Value>>,
}

/// What must be in a request of the server.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RequestExpectation {
    /// Its messages: as many, with these roles, and with this in them.
    pub(crate) messages: Option<Vec<Message>>,
    /// Members that must be there: of an object at least these members, all else equal.
    pub(crate) params: Option<Map<String, Value>>,
    /// Members that are texts, and what must be in them (case ignored).
    pub(crate) contains: Option<BTreeMap<String, String>>,
    /// Matchers of its `params`.
    pub(crate) expect: Option<Matcher>,
}

/// Secrets that are planted where the server can find them, and must be in no request.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Canaries {
    /// Names of environment variables that are added to the server's process.
    pub(crate) env: Option<Vec<String>>,
    /// Files that are there while the test runs, and must not be there before; relative to the server's `cwd`.
    pub(crate) files: Option<Vec<String>>,
}

/// An error of JSON-RPC.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ErrorAnswer {
    /// Its code.
    pub(crate) code: i64,
    /// Its words.
    pub(crate) message: Option<String>,
}

/// What the user does with a request: lets it pass, refuses it, or changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum UserResponse {
    /// The model's answer is given.
    Approve,
    /// The request is refused.
    Reject,
    /// Another answer than the model's is given.
    Modify,
}

/// What every test of the server's own requests may say.
macro_rules! peer_test {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $crate::file::form::test_form! {
            $(#[$about])*
            $name {
                /// The test's title, unique in its suite; otherwise made from its trigger.
                #[schemars(length(min = 1))]
                name: Option<String>,
                /// What makes the server ask; the suite's where left out.
                trigger: Option<$crate::file::Trigger>,
                $($(#[$words])* $field: $kind,)*
                /// What the trigger must be answered with, as in a test of a tool.
                #[serde(default, deserialize_with = "crate::file::present")]
                expected_result: Option<serde_json::Value>,
                /// The trigger must fail with this in the error's text (case ignored), or with this code.
                expected_error: Option<$crate::file::ExpectedError>,
                /// As `expectedError`.
                expect_error: Option<$crate::file::ExpectedError>,
                /// More expectations of the answer to the trigger; all must hold.
                expect: Option<Box<$crate::file::Matcher>>,
            }
        }
    };
}

/// A suite of such tests.
macro_rules! peer_suite {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct $name {
            /// Its name, unique in the file.
            #[schemars(length(min = 1))]
            pub(crate) name: String,
            /// What it is for.
            pub(crate) description: Option<String>,
            /// The name of its server, where the file has several.
            pub(crate) server: Option<String>,
            /// What makes the server ask, in tests that do not say it themselves.
            pub(crate) trigger: Option<$crate::file::Trigger>,
            $($(#[$words])* pub(crate) $field: $kind,)*
            /// Run the tests at the same time? Each has a session of its own.
            pub(crate) parallel: Option<bool>,
            /// Deadline of each request in milliseconds.
            #[schemars(range(min = 1, max = 86_400_000))]
            pub(crate) timeout: Option<f64>,
            /// Calls made on each test's session before the trigger.
            pub(crate) setup: Option<Vec<$crate::file::SetupCall>>,
            /// Calls made on each test's session afterwards, whatever became of it.
            pub(crate) teardown: Option<Vec<$crate::file::SetupCall>>,
            /// Words to choose tests by (`--tag`).
            pub(crate) tags: Option<Vec<String>>,
            /// Why none of it is run.
            pub(crate) skip: Option<$crate::file::Skip>,
            /// Run only what has this.
            pub(crate) only: Option<bool>,
            /// A server that does not offer what a test needs fails; without this, the test is skipped.
            pub(crate) required: Option<bool>,
        }
    };
}

pub(crate) use {peer_suite, peer_test};
