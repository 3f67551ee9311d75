//! What suites and tests of every later kind say in the same words.

use schemars::JsonSchema;
use serde::Deserialize;

/// A suite, with what every suite may say of itself.
macro_rules! suite_form {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct $name {
            /// Its name, unique in the file.
            #[schemars(length(min = 1))]
            pub(crate) name: String,
            /// What it is for.
            pub(crate) description: Option<String>,
            /// The name of its server, where the file has several.
            pub(crate) server: Option<String>,
            $($(#[$words])* pub(crate) $field: $kind,)*
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
            /// A server that does not declare what the tests need fails; without this, they are skipped.
            pub(crate) required: Option<bool>,
        }
    };
}

/// A test whose time is not looked at, with what every test may say of itself.
macro_rules! untimed_form {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(crate) struct $name {
            /// What it is for.
            #[expect(dead_code, reason = "for who reads the file")]
            pub(crate) description: Option<String>,
            $($(#[$words])* pub(crate) $field: $kind,)*
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
            /// A server that does not declare what it needs fails; without this, the test is skipped.
            pub(crate) required: Option<bool>,
        }
    };
}

/// As [`untimed_form`], for a test whose answers may be held to a time.
macro_rules! test_form {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $crate::file::form::untimed_form! {
            $(#[$about])*
            $name {
                $($(#[$words])* $field: $kind,)*
                /// The longest acceptable answer time in milliseconds.
                #[schemars(range(min = 0, max = 86_400_000))]
                max_latency: Option<f64>,
            }
        }
    };
}

pub(super) use {suite_form, test_form, untimed_form};

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
