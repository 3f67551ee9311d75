//! Tests of resources: what is listed, what is read, what a template gives.

mod refusal;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::expect::millis;
use crate::{Bounds, CompletionCase, Expectation, ToolCall};

pub use refusal::{BadUri, ResourceRefusal};

/// A test of resources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceCase {
    /// Must the server declare what the test needs? Where it need not and does not, the test is skipped.
    #[serde(default)]
    pub required: bool,
    /// What is tried.
    pub test: ResourceTest,
}

/// The kinds of test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ResourceTest {
    /// A list is read over all its pages.
    Discovery(Discovery),
    /// A resource is read.
    Access(ResourceAccess),
    /// A template is looked for in the list, filled in, and the resource read.
    Template(TemplateAccess),
    /// What must not be read is asked for.
    Refusal(ResourceRefusal),
    /// Changes, of a resource or of any list, are subscribed to, made, and counted.
    Subscription(ResourceSubscription),
}

/// The lists of the protocol that a test may read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum OfferedList {
    /// `tools/list`; its entries are known by `name`.
    Tools,
    /// `resources/list`; by `uri`.
    #[default]
    Resources,
    /// `resources/templates/list`; by `uriTemplate`.
    ResourceTemplates,
    /// `prompts/list`; by `name`.
    Prompts,
}

/// What a list must hold, over all its pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Discovery {
    /// Which list.
    pub list: OfferedList,
    /// How many entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Bounds>,
    /// Entries that must be there, by what they are known by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<String>,
    /// The longest acceptable time of each page.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// What reading a resource must give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceAccess {
    /// Its URI.
    pub uri: String,
    /// Must it be listed, and what comes be as the list says: its URI, `mimeType` and `size`?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub as_listed: bool,
    /// Members that the `annotations` of its entry in the list must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Map<String, Value>>,
    /// What comes.
    #[serde(flatten)]
    pub expected: ExpectedContents,
}

/// What a template must give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateAccess {
    /// The template (RFC 6570) as the server lists it.
    pub template: String,
    /// Its variables; `null` leaves one undefined.
    pub variables: Map<String, Value>,
    /// A regular expression that the URI must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri_pattern: Option<String>,
    /// What its variables are completed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub completions: Vec<CompletionCase>,
    /// What comes.
    #[serde(flatten)]
    pub expected: ExpectedContents,
}

/// What a subscription must give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceSubscription {
    /// The resource; `None` for changes of a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Which list, where there is no resource.
    #[serde(default)]
    pub list: OfferedList,
    /// What makes it change; `None` where it changes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// How many updates must come.
    pub updates: Bounds,
    /// How long to wait for them.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub within: Duration,
    /// Must reading it (or the list) give something else afterwards, or the same? `None`: it is not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<bool>,
    /// How long it must be silent after the subscription was taken back.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub quiet: Duration,
    /// The longest acceptable time from the change to the first update.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// What makes a resource change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// A call of a tool.
    Tool(ToolCall),
    /// A file is modified.
    Touch {
        /// Its path.
        path: String,
        /// What is written at its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        append: Option<String>,
    },
}

impl ResourceSubscription {
    /// Is the resource, or the list, read before and after?
    pub fn rereads(&self) -> bool {
        self.changes.is_some()
    }

    /// What the server must declare.
    pub fn capability(&self) -> &'static str {
        match self.list {
            _ if self.uri.is_some() => "resources.subscribe",
            OfferedList::Tools => "tools.listChanged",
            OfferedList::Resources | OfferedList::ResourceTemplates => "resources.listChanged",
            OfferedList::Prompts => "prompts.listChanged",
        }
    }
}

/// What must be in the `contents` that are read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedContents {
    /// Everything must hold; `$.text` and the text matchers see the texts of all `contents`, joined by newlines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// `expectedContent`: a text is in one of the texts (case ignored) or is one of the blobs; each of a list of texts
    /// is; an object or array equals one of the texts as JSON, or an item of `contents` has its members; `null`:
    /// nothing is in it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub content: Option<Value>,
    /// The `mimeType` of each item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes of all items: of a text in UTF-8, of a blob when decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Bounds>,
}

impl ResourceTest {
    /// What is expected of the contents that are read; `None` where none are.
    pub fn expected(&self) -> Option<&ExpectedContents> {
        match self {
            Self::Discovery(_) | Self::Refusal(_) | Self::Subscription(_) => None,
            Self::Access(access) => Some(&access.expected),
            Self::Template(access) => Some(&access.expected),
        }
    }

    /// As [`ResourceTest::expected`], to be changed.
    pub fn expected_mut(&mut self) -> Option<&mut ExpectedContents> {
        match self {
            Self::Discovery(_) | Self::Refusal(_) | Self::Subscription(_) => None,
            Self::Access(access) => Some(&mut access.expected),
            Self::Template(access) => Some(&mut access.expected),
        }
    }
}

impl ResourceAccess {
    /// Is the list read, too?
    pub fn is_listed(&self) -> bool {
        self.as_listed || self.annotations.is_some()
    }
}

impl Discovery {
    /// Is anything asked of the list?
    pub fn asserts(&self) -> bool {
        self.count.is_some() || !self.present.is_empty() || self.max_latency.is_some()
    }
}

impl OfferedList {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tools, Self::Resources, Self::ResourceTemplates, Self::Prompts];

    /// Its method.
    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    /// What announces that it has changed: the notification, and its name in the filter of `subscriptions/listen`.
    pub fn news(self) -> (&'static str, &'static str) {
        match self {
            Self::Tools => ("notifications/tools/list_changed", "toolsListChanged"),
            Self::Resources | Self::ResourceTemplates => {
                ("notifications/resources/list_changed", "resourcesListChanged")
            }
            Self::Prompts => ("notifications/prompts/list_changed", "promptsListChanged"),
        }
    }

    /// The member of a page that holds its entries.
    pub fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// The member by which an entry is known.
    pub fn key(self) -> &'static str {
        match self {
            Self::Resources => "uri",
            Self::ResourceTemplates => "uriTemplate",
            Self::Tools | Self::Prompts => "name",
        }
    }
}

/// `Some(Value::Null)` for a null that is there.
pub(crate) fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// As [`millis`], for a duration that need not be there.
pub(crate) mod optional_millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::millis;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Millis(#[serde(with = "millis")] Duration);

    #[expect(clippy::ref_option, reason = "serde asks for it")]
    pub(crate) fn serialize<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        duration.map(Millis).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<Millis>::deserialize(deserializer)?.map(|millis| millis.0))
    }
}
