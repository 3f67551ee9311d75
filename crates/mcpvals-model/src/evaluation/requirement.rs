//! What came of one requirement.

use serde::{Deserialize, Serialize};

use crate::Requirement;

/// What came of one requirement. Its title is the key under which it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequirementResult {
    /// Which; absent for a custom hook's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<Requirement>,
    /// The heading: a requirement's title, or a custom hook's word for it.
    #[serde(skip)]
    pub title: String,
    /// 0 to 1; absent where it could not be judged.
    pub score: Option<f64>,
    /// Pass, warn, fail, or that it could not be judged.
    pub status: RequirementStatus,
    /// What was seen, good and bad.
    pub evidence: Vec<String>,
    /// What to do.
    pub recommendations: Vec<String>,
    /// What the user's hooks say of it, each by its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<HookVerdict>,
}

/// What one of the user's hooks says of a requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HookVerdict {
    /// The hook's name.
    pub name: String,
    /// What it says.
    pub status: RequirementStatus,
    /// What it saw, in its own words; empty where evidence was not asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Why it could not be run, or gave no answer; absent where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// How a requirement came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RequirementStatus {
    /// It holds.
    Pass,
    /// It holds, but for something.
    Warn,
    /// It does not.
    Fail,
    /// There was nothing to judge it by.
    NeedMoreInfo,
}

/// A list of results as an object with their titles for keys, in their order.
pub(super) mod by_title {
    use serde::ser::SerializeMap as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::RequirementResult;

    #[expect(clippy::ref_option, reason = "serde passes the member")]
    pub(crate) fn serialize<S: Serializer>(
        results: &Option<Vec<RequirementResult>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let Some(results) = results else { return serializer.serialize_none() };
        let mut map = serializer.serialize_map(Some(results.len()))?;
        for result in results {
            map.serialize_entry(&result.title, result)?;
        }
        map.end()
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<RequirementResult>>, D::Error> {
        let members = Option::<serde_json::Map<String, serde_json::Value>>::deserialize(deserializer)?;
        let titled = |(title, value)| {
            let result: RequirementResult = serde_json::from_value(value).map_err(serde::de::Error::custom)?;
            Ok(RequirementResult { title, ..result })
        };
        members.map(|members| members.into_iter().map(titled).collect()).transpose()
    }
}
