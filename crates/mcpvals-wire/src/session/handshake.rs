//! `initialize`: the handshake of every revision but the newest.

use std::time::Instant;

use mcpvals_model::mcp::{Answer, Revision, ServerFacts};
use serde_json::{Map, Value, json};

use super::ask::Ask;
use super::disagreement::Disagreement;
use super::listing::error_words;
use super::usable::{Outcome, Spoil};
use super::wire::Wire;

/// Offers the newest revision that has a handshake; an older one may be the answer.
pub(super) async fn newest(wire: &Wire, deadline: Instant) -> Result<ServerFacts, Disagreement> {
    handshake(wire, Revision::NEWEST_WITH_HANDSHAKE, None, deadline).await
}

/// Offers a revision; an answer newer than `most` is refused.
pub(super) async fn handshake(
    wire: &Wire,
    offered: Revision,
    most: Option<Revision>,
    deadline: Instant,
) -> Result<ServerFacts, Disagreement> {
    let profile = &wire.profile;
    let params = json!({
        "protocolVersion": offered.as_str(),
        "capabilities": profile.capabilities,
        "clientInfo": {"name": profile.name, "version": profile.version},
    });
    let done = wire.exchange_in(None, Ask::own("initialize", &params, deadline)).await.done;
    match Outcome::of(done) {
        Outcome::Usable(Answer::Result(result)) => accept(&result, most),
        Outcome::Usable(Answer::Error { code, message, .. })
        | Outcome::Spoilt(Answer::Error { code, message, .. }, _) => {
            Err(Disagreement::handshake(format!("answers `initialize` with {}", error_words(code, &message))))
        }
        Outcome::Spoilt(Answer::Result(_), spoil) => Err(Disagreement::spoilt("initialize", &spoil)),
        Outcome::Missing(end) => Err(Disagreement::no_answer("initialize", &end, wire.signs_in())),
    }
}

/// An older revision than the one offered is a server's right; a newer one than was asked for is not what was asked.
fn accept(result: &Value, most: Option<Revision>) -> Result<ServerFacts, Disagreement> {
    let Some(version) = result.get("protocolVersion").and_then(Value::as_str) else {
        return Err(Disagreement::handshake("answers `initialize` without a `protocolVersion`".to_owned()));
    };
    let known = version.parse().ok().filter(|revision: &Revision| !revision.is_stateless());
    match (known, most) {
        (Some(revision), Some(most)) if revision > most => Err(Disagreement::revision(format!(
            "answers `initialize` with protocol version `{version}`, which is newer than the `{most}` that was asked for"
        ))),
        (Some(revision), _) => {
            let capabilities = capabilities(result).map_err(|spoil| Disagreement::spoilt("initialize", &spoil))?;
            let info = server_info(result).map_err(|spoil| Disagreement::spoilt("initialize", &spoil))?;
            Ok(facts_of(revision, Vec::new(), info, result, capabilities.clone()))
        }
        (None, _) => Err(Disagreement::revision(format!(
            "answers `initialize` with protocol version `{version}`, which is none of those that can be agreed on so: {}",
            known_revisions()
        ))),
    }
}

/// The usual clients refuse an answer without them.
pub(super) fn capabilities(result: &Value) -> Result<&Value, Spoil> {
    match result.get("capabilities") {
        Some(capabilities) if capabilities.is_object() => Ok(capabilities),
        Some(Value::Array(_)) => Err(Spoil::of_message("`capabilities` is an array, not an object")),
        Some(_) => Err(Spoil::of_message("`capabilities` is not an object")),
        None => Err(Spoil::of_message("`capabilities` is missing")),
    }
}

/// The usual clients refuse an answer without the server's name and version.
fn server_info(result: &Value) -> Result<&Value, Spoil> {
    let info = result.get("serverInfo").filter(|info| info.is_object());
    let info = info.ok_or_else(|| Spoil::of_message("`serverInfo` is missing or no object"))?;
    let is_text = |member: &&str| info.get(member).is_some_and(Value::is_string);
    match ["name", "version"].iter().find(|member| !is_text(member)) {
        Some(member) => Err(Spoil::of_message(format!("in `serverInfo`, `{member}` is missing or no text"))),
        None => Ok(info),
    }
}

fn known_revisions() -> String {
    let known = Revision::ALL.into_iter().filter(|revision| !revision.is_stateless());
    known.map(Revision::as_str).collect::<Vec<_>>().join(", ")
}

/// What a server says of itself, in either era.
pub(super) fn facts_of(
    protocol_version: Revision,
    supported_versions: Vec<String>,
    info: &Value,
    result: &Value,
    capabilities: Value,
) -> ServerFacts {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    ServerFacts {
        protocol_version,
        asked_version: None,
        supported_versions,
        name: text(info, "name").unwrap_or_default(),
        version: text(info, "version").unwrap_or_default(),
        more_info: Box::new(more_info(info)),
        capabilities,
        instructions: text(result, "instructions"),
    }
}

/// All of `serverInfo` but the name and the version.
fn more_info(info: &Value) -> Map<String, Value> {
    let members =
        info.as_object().into_iter().flatten().filter(|(name, _)| !["name", "version"].contains(&name.as_str()));
    members.map(|(name, value)| (name.clone(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Revision;
    use serde_json::{Value, json};

    use super::accept;

    #[track_caller]
    fn check(result: &Value, only: Option<Revision>, want: &str) {
        let got = match accept(result, only) {
            Ok(facts) => format!("{} {} {}", facts.protocol_version, facts.name, facts.capabilities),
            Err(disagreement) => format!("{:?}: {}", disagreement.kind, disagreement.problem),
        };
        assert_eq!(got, want);
    }

    #[test]
    fn older_revision_is_accepted_and_a_newer_than_was_asked_for_is_not() {
        let info = json!({"name": "x", "version": "1"});
        let result = json!({"protocolVersion": "2025-03-26", "serverInfo": info, "capabilities": {}});
        check(&result, None, "2025-03-26 x {}");
        check(&result, Some(Revision::V2025_06_18), "2025-03-26 x {}");
        check(
            &result,
            Some(Revision::V2024_11_05),
            "Revision: answers `initialize` with protocol version `2025-03-26`, which is newer than the `2024-11-05` \
             that was asked for",
        );
    }

    #[test]
    fn unknown_or_missing_revision_is_refused_in_words() {
        check(
            &json!({"protocolVersion": "1999-01-01"}),
            None,
            "Revision: answers `initialize` with protocol version `1999-01-01`, which is none of those that can be \
             agreed on so: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25",
        );
        check(&json!({}), None, "Handshake: answers `initialize` without a `protocolVersion`");
    }

    #[test]
    fn what_the_usual_clients_ask_for_must_be_there() {
        let check_without = |change: fn(&mut Value), want: &str| {
            let info = json!({"name": "x", "version": "1"});
            let mut result = json!({"protocolVersion": "2025-11-25", "serverInfo": info, "capabilities": {}});
            change(&mut result);
            check(&result, None, &format!("Handshake: answers `initialize` in a way that a client cannot use: {want}"));
        };
        check_without(|result| result["capabilities"] = json!(["tools"]), "`capabilities` is an array, not an object");
        check_without(|result| result["capabilities"] = Value::Null, "`capabilities` is not an object");
        check_without(|result| result["serverInfo"] = json!("x 1"), "`serverInfo` is missing or no object");
        let nameless = "in `serverInfo`, `name` is missing or no text";
        check_without(|result| result["serverInfo"] = json!({"version": "1"}), nameless);
        let unversioned = "in `serverInfo`, `version` is missing or no text";
        check_without(|result| result["serverInfo"] = json!({"name": "x", "version": 1}), unversioned);
    }
}
