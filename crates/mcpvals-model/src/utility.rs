//! Tests of what the protocol calls utilities: ping, pagination, logging, progress, cancellation, tasks.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::expect::millis;
use crate::resource::optional_millis;
use crate::{Bounds, Expectation, Listened, OfferedList, ToolCall};

/// A test of a utility.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UtilityCase {
    /// Must the server declare what the test needs? Where it need not and does not, the test is skipped.
    #[serde(default)]
    pub required: bool,
    /// What is tried.
    pub test: UtilityTest,
}

/// The kinds of test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum UtilityTest {
    /// The server answers `ping`.
    Ping(PingTest),
    /// A list is read page by page.
    Pagination(PaginationTest),
    /// Messages of the server's log.
    Logging(LoggingTest),
    /// Progress of a call.
    Progress(ProgressTest),
    /// A call is cancelled.
    Cancellation(CancellationTest),
    /// A call that is a task.
    Task(TaskTest),
}

/// Pings, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PingTest {
    /// How many.
    pub times: u32,
    /// Is one more sent, on a session of its own, between the answer to `initialize` and `notifications/initialized`?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_initialized: bool,
    /// The longest acceptable time of each.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub max_latency: Duration,
}

/// What the pages of a list must be like. Always: they come to an end, and no entry comes twice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaginationTest {
    /// Which list.
    pub list: OfferedList,
    /// How many pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<Bounds>,
    /// How many entries, over all pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Bounds>,
    /// Must the same cursor give the same page again? Only where there are several pages.
    pub stable: bool,
    /// Must a cursor that was never given be refused with -32602?
    #[serde(default)]
    pub refuses_unknown_cursor: bool,
    /// Which other cursors are tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odd_cursors: Vec<OddCursors>,
    /// The longest acceptable time of each page.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// Cursors that no server gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum OddCursors {
    /// Such as are no strings: they must be refused with -32602.
    WrongTypes,
    /// One that was given, but for one character: it must be refused, though not with -32603, or lead to entries of the
    /// list.
    Tampered,
}

/// What a server must log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoggingTest {
    /// The levels that are set, one after the other; the last one holds for the trigger.
    pub levels: Vec<String>,
    /// A call that makes the server log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<ToolCall>,
    /// How many messages must come.
    pub messages: Bounds,
    /// Each is in the data of one of the messages, case ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contains: Vec<String>,
    /// The `logger` of each message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// Regular expressions that must be found in no log message, and in no line of stderr.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// Must a level that does not exist be refused with -32602?
    pub refuses_unknown_level: bool,
    /// How long to wait for messages after the trigger's answer.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub within: Duration,
}

/// What a server must tell of the progress of a call. Always: it grows, and none comes after the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProgressTest {
    /// The call.
    pub trigger: ToolCall,
    /// How many notifications must come.
    pub notifications: Bounds,
    /// The token that is given, which they must have; the request's id where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<ProgressToken>,
    /// Their `total`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// Must it be the same in all of them?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable_total: bool,
    /// How many may come in one second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_second: Option<u64>,
    /// Must the last one have reached its total?
    pub completes: bool,
    /// Each is in one of their messages, case ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contains: Vec<String>,
    /// What the call must be answered with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

/// What progress is told for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ProgressToken {
    /// A text.
    Text(String),
    /// An integer.
    Number(i64),
}

/// A call that is cancelled. The server must live on; from then on it must not answer it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CancellationTest {
    /// The call.
    pub trigger: ToolCall,
    /// When it is cancelled, after it was sent.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub after: Duration,
    /// How long to look for an answer that must not come.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub quiet: Duration,
    /// May the answer come all the same (it can be on its way)?
    pub may_answer: bool,
    /// Must its progress end, too? What is on its way counts for nothing.
    #[serde(default)]
    pub stops: bool,
    /// Are notifications of a cancellation sent, too, that name no request? They must be ignored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub malformed: bool,
    /// Is the call, which is quick, made this often instead, each time cancelled as soon as it is sent? It may be answered
    /// or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<u32>,
}

/// A call that is a task: it is asked about until it ends, and its result fetched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TaskTest {
    /// The call.
    pub trigger: ToolCall,
    /// How long the server is asked to keep it.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub ttl: Duration,
    /// Is it cancelled once it is known?
    pub cancel: bool,
    /// May one that is cancelled end in another way? From 2026-07-28 on, cancelling only asks for it.
    #[serde(default)]
    pub may_finish: bool,
    /// Is the call made just once? Otherwise it is made again, as a task and as none, to see what two of them share.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// What its result must be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

impl UtilityTest {
    /// What it listens to of what the session brings unasked.
    pub fn listens_to(&self) -> Listened<'_> {
        match self {
            // No two calls that are under way may have the same token.
            Self::Progress(test) if test.token.is_some() => Listened::Everything,
            Self::Ping(_) | Self::Pagination(_) | Self::Progress(_) | Self::Cancellation(_) => Listened::Nothing,
            Self::Logging(_) | Self::Task(_) => Listened::Everything,
        }
    }

    /// Does it need a session that is pinged before `notifications/initialized`?
    pub fn pings_early(&self) -> bool {
        matches!(self, Self::Ping(test) if test.before_initialized)
    }

    /// What is expected of an answer to a call.
    pub fn expect(&self) -> &[Expectation] {
        match self {
            Self::Progress(test) => &test.expect,
            Self::Task(test) => &test.expect,
            Self::Ping(_) | Self::Pagination(_) | Self::Logging(_) | Self::Cancellation(_) => &[],
        }
    }

    /// As [`UtilityTest::expect`], to be changed.
    pub fn expect_mut(&mut self) -> &mut [Expectation] {
        match self {
            Self::Progress(test) => &mut test.expect,
            Self::Task(test) => &mut test.expect,
            Self::Ping(_) | Self::Pagination(_) | Self::Logging(_) | Self::Cancellation(_) => &mut [],
        }
    }

    /// The call that it makes.
    pub fn trigger(&self) -> Option<&ToolCall> {
        match self {
            Self::Progress(test) => Some(&test.trigger),
            Self::Cancellation(test) => Some(&test.trigger),
            Self::Task(test) => Some(&test.trigger),
            Self::Logging(test) => test.trigger.as_ref(),
            Self::Ping(_) | Self::Pagination(_) => None,
        }
    }

    /// As [`UtilityTest::trigger`], to be changed.
    pub fn trigger_mut(&mut self) -> Option<&mut ToolCall> {
        match self {
            Self::Progress(test) => Some(&mut test.trigger),
            Self::Cancellation(test) => Some(&mut test.trigger),
            Self::Task(test) => Some(&mut test.trigger),
            Self::Logging(test) => test.trigger.as_mut(),
            Self::Ping(_) | Self::Pagination(_) => None,
        }
    }
}
