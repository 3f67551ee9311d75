//! `resourceSuites`: what a server lists and gives to read.
//!
//! The names of fields are those of version 0.1.0 of the npm package; where its schema and its README differ, both work.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{ExpectedError, Isolate, Matcher, SetupCall, Skip, present};

/// A suite: tests of resources that belong together.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResourceSuite {
    /// Its name, unique in the file.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What it is for.
    pub(crate) description: Option<String>,
    /// The name of its server, where the file has several.
    pub(crate) server: Option<String>,
    /// What must be in the lists.
    pub(crate) discovery_tests: Option<Vec<ResourceDiscovery>>,
    /// Resources that are read.
    pub(crate) resource_tests: Option<Vec<ResourceTest>>,
    /// As `resourceTests`.
    pub(crate) tests: Option<Vec<ResourceTest>>,
    /// Templates that are filled in, and the resource read.
    pub(crate) template_tests: Option<Vec<TemplateTest>>,
    /// Changes that are subscribed to, made, and counted.
    pub(crate) subscription_tests: Option<Vec<SubscriptionTest>>,
    /// Run the tests at the same time on one session?
    pub(crate) parallel: Option<bool>,
    /// Deadline of each request in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// Who shares a server process, where other than the file says.
    pub(crate) isolate: Option<Isolate>,
    /// Calls made before the first test.
    pub(crate) setup: Option<Vec<SetupCall>>,
    /// Calls made after the last test, whatever became of it.
    pub(crate) teardown: Option<Vec<SetupCall>>,
    /// Words to choose tests by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why none of it is run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
    /// A server that does not declare resources fails; without this, the tests are skipped.
    pub(crate) required: Option<bool>,
}

/// What every test of resources may say of itself.
macro_rules! resource_test {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct $name {
            /// The test's title, unique in its suite; otherwise made from what it is about.
            #[schemars(length(min = 1))]
            pub(crate) name: Option<String>,
            /// What it is for.
            #[expect(dead_code, reason = "for who reads the file")]
            pub(crate) description: Option<String>,
            $($(#[$words])* pub(crate) $field: $kind,)*
            /// The longest acceptable answer time in milliseconds.
            #[schemars(range(min = 0, max = 86_400_000))]
            pub(crate) max_latency: Option<f64>,
            /// How often a failed attempt is tried again.
            #[schemars(range(min = 0, max = 5))]
            pub(crate) retries: Option<u32>,
            /// Deadline of each request in milliseconds.
            #[schemars(range(min = 1, max = 86_400_000))]
            pub(crate) timeout: Option<f64>,
            /// How often it is played.
            #[schemars(range(min = 1, max = 1_000_000))]
            pub(crate) repeat: Option<u32>,
            /// Words to choose tests by (`--tag`).
            pub(crate) tags: Option<Vec<String>>,
            /// Why it is not run.
            pub(crate) skip: Option<Skip>,
            /// Run only what has this.
            pub(crate) only: Option<bool>,
            /// A server that does not declare resources fails; without this, the test is skipped.
            pub(crate) required: Option<bool>,
        }
    };
}

resource_test! {
    /// What a list must hold, over all its pages.
    ResourceDiscovery {
        /// URIs that must be in `resources/list`.
        expected_resources: Option<Vec<String>>,
        /// How many resources there must be.
        expected_count: Option<Count>,
        /// Templates that must be in `resources/templates/list`, instead of resources.
        expected_templates: Option<Vec<String>>,
        /// How many templates there must be, instead of resources.
        expected_template_count: Option<Count>,
    }
}

/// What every test that reads a resource may expect of it.
macro_rules! read_test {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        resource_test! {
            $(#[$about])*
            $name {
                $($(#[$words])* $field: $kind,)*
                /// A text is in one of the texts (case ignored) or is one of the blobs; each of a list of texts is; an
                /// object or array equals one of the texts as JSON, or an item of `contents` has its members; `null`:
                /// nothing is in it.
                #[serde(default, deserialize_with = "present")]
                expected_content: Option<Value>,
                /// The MIME type of each item.
                expected_mime_type: Option<String>,
                /// Bytes of all items.
                size: Option<Count>,
                /// Reading must fail, and this is in the error's text (case ignored) or is its code.
                expect_error: Option<ExpectedError>,
                /// As `expectError`.
                expected_error: Option<ExpectedError>,
                /// More expectations; all must hold.
                expect: Option<Box<Matcher>>,
            }
        }
    };
}

read_test! {
    /// A resource that is read, and what must come.
    ResourceTest {
        /// Its URI.
        #[schemars(length(min = 1))]
        uri: String,
    }
}

read_test! {
    /// A template that is filled in, and what must come.
    TemplateTest {
        /// The template (RFC 6570), as the server lists it.
        template_uri: Option<String>,
        /// As `templateUri`.
        template: Option<String>,
        /// Its variables; `null` leaves one undefined.
        parameters: Option<Map<String, Value>>,
        /// As `parameters`.
        arguments: Option<Map<String, Value>>,
        /// A regular expression that the URI must match.
        expected_uri_pattern: Option<String>,
        /// The URI that it must give.
        expected_uri: Option<String>,
    }
}

resource_test! {
    /// Changes that are subscribed to, made, and counted.
    SubscriptionTest {
        /// The resource.
        resource_uri: Option<String>,
        /// As `resourceUri`.
        uri: Option<String>,
        /// `true`: changes of the list of resources, instead of one resource.
        list_changed: Option<bool>,
        /// A call that makes it change.
        trigger: Option<SubscriptionTrigger>,
        /// A file that is modified, so that it changes.
        touch: Option<String>,
        /// What is written at the end of that file.
        append: Option<String>,
        /// `true`: at least one update must come; `false`: none.
        expect_updates: Option<bool>,
        /// How many updates must come.
        updates: Option<Count>,
        /// How long to wait for them in milliseconds.
        #[schemars(range(min = 1, max = 86_400_000))]
        within: Option<f64>,
        /// `true`: what is read afterwards is other than before; `false`: it is the same.
        expect_change: Option<bool>,
        /// How long it must be silent after the subscription was taken back, in milliseconds; 0: nobody looks.
        #[schemars(range(min = 0, max = 86_400_000))]
        quiet: Option<f64>,
    }
}

/// A call that makes a resource change.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SubscriptionTrigger {
    /// The tool that is called.
    #[schemars(length(min = 1))]
    pub(crate) tool: String,
    /// Its arguments.
    pub(crate) args: Option<Map<String, Value>>,
}

/// A number, or bounds of it.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Count {
    /// Exactly so many.
    Exactly(u64),
    /// Within bounds.
    Within(CountBounds),
}

/// Bounds of a number.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountBounds {
    /// At least so many.
    pub(crate) min: Option<u64>,
    /// At most so many.
    pub(crate) max: Option<u64>,
    /// Exactly so many.
    pub(crate) exact: Option<u64>,
}
