//! `resourceSuites`: what a server lists and gives to read.
//!
//! The names of fields are those of version 0.1.0 of the npm package; where its schema and its README differ, both work.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Count, suite_form, test_form};
use super::{Argument, ExpectedError, Isolate, Matcher, SetupCall, Skip, present};

suite_form! {
    /// A suite: tests of resources that belong together.
    ResourceSuite {
        /// What must be in the lists.
        discovery_tests: Option<Vec<ResourceDiscovery>>,
        /// Resources that are read.
        resource_tests: Option<Vec<ResourceTest>>,
        /// As `resourceTests`.
        tests: Option<Vec<ResourceTest>>,
        /// Templates that are filled in, and the resource read.
        template_tests: Option<Vec<TemplateTest>>,
        /// What must not be read.
        error_tests: Option<Vec<ResourceErrorTest>>,
        /// Changes that are subscribed to, made, and counted.
        subscription_tests: Option<Vec<SubscriptionTest>>,
    }
}

test_form! {
    /// What a list must hold, over all its pages.
    ResourceDiscovery {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
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
        test_form! {
            $(#[$about])*
            $name {
                /// The test's title, unique in its suite; otherwise made from what it is about.
                #[schemars(length(min = 1))]
                name: Option<String>,
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
        /// `true`: it is in `resources/list`, and what comes has the URI, `mimeType` and `size` that stand there.
        as_listed: Option<bool>,
        /// Members that its `annotations` in `resources/list` must have (`audience`, `priority`, `lastModified`).
        expected_annotations: Option<Map<String, Value>>,
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
        /// Variables that are completed; the values of the others are sent as context.
        completions: Option<Vec<VariableCompletion>>,
    }
}

/// A variable of a template that is completed, and what must be suggested.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VariableCompletion {
    /// The variable, and what is typed of it so far.
    pub(crate) argument: Argument,
    /// Values that must be suggested.
    pub(crate) expected_values: Option<Vec<String>>,
    /// Values that must not.
    pub(crate) unexpected_values: Option<Vec<String>>,
    /// How many.
    pub(crate) expected_count: Option<Count>,
    /// Must each value contain what is typed (case ignored), or its letters in their order?
    pub(crate) matches_prefix: Option<bool>,
}

test_form! {
    /// What must not be read.
    ResourceErrorTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// What is tried: `unknownUri`, `invalidUri`, `traversal`. All of them, where neither `uris` nor `subscribe` is
        /// given.
        refuses: Option<Vec<BadUri>>,
        /// URIs that are tried besides.
        uris: Option<Vec<String>>,
        /// Is a URI that nobody has subscribed to? Skipped in 2026-07-28, and where `resources.subscribe` is not declared.
        subscribe: Option<bool>,
        /// What is in the text of each refusal (case ignored), or its code. Without it: what the protocol says.
        expected_error: Option<ExpectedError>,
        /// As `expectedError`.
        expect_error: Option<ExpectedError>,
    }
}

/// Kinds of URI that a server must not serve.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum BadUri {
    /// A URI that nobody has.
    UnknownUri,
    /// Texts that are no URI.
    InvalidUri,
    /// Ways to a file outside of what the server may give.
    Traversal,
}

/// What every test of changes has.
macro_rules! change_test {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        test_form! {
            $(#[$about])*
            $name {
                /// The test's title, unique in its suite; otherwise made from what it is about.
                #[schemars(length(min = 1))]
                name: Option<String>,
                $($(#[$words])* $field: $kind,)*
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
    };
}

change_test! {
    /// Changes that are subscribed to, made, and counted.
    SubscriptionTest {
        /// The resource.
        resource_uri: Option<String>,
        /// As `resourceUri`.
        uri: Option<String>,
        /// `true`: changes of the list of resources, instead of one resource.
        list_changed: Option<bool>,
    }
}

change_test! {
    /// Changes of the list that the suite is about: made, waited for, and counted.
    ListChangedTest {}
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
