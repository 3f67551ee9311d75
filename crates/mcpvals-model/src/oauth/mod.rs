//! Tests of signing in: what is tried on a server and its authorization server, as whom, and which rules must hold.

mod observation;
mod rule;
mod setting;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use observation::{Observation, Seen};
pub use rule::{OauthRule, Relation, RuleLevel};
pub use setting::{
    GivenDevice, GivenTokens, Item, Load, OauthSetting, PkceChoice, RequestWords, ResourceIndicator, ScopedCall,
    StatedServer, Tenant, UpstreamCall,
};

/// A test of signing in.
///
/// Which things are tried follows from the rules: each is tried by what shows whether the server keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OauthCase {
    /// The rules that must hold.
    pub rules: BTreeSet<OauthRule>,
    /// Those that fail the test though the specification says no more than SHOULD.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub strict: BTreeSet<OauthRule>,
    /// Does the test fail where nothing of it can be tried? It is skipped otherwise.
    #[serde(default)]
    pub required: bool,
    /// Where, as whom, and with what. It holds secrets, and grading has no need of it: it is in no trace file.
    #[serde(skip)]
    pub setting: Option<Arc<OauthSetting>>,
}

impl OauthCase {
    /// Does breaking this rule fail the test?
    pub fn fails(&self, rule: OauthRule) -> bool {
        rule.level() == RuleLevel::Must || self.strict.contains(&rule)
    }
}
