//! What is asked of an authorization server: a right request, and one that is otherwise in one thing.

use mcpvals_model::{Grant, PkceChoice};
use mcpvals_wire::oauth::probe::{s256, unguessable};

use super::token_answer::Answer;

/// An authorization request.
#[derive(Clone, Default)]
pub(super) struct Request {
    pub(super) parameters: Vec<(String, String)>,
    pub(super) verifier: Option<String>,
    pub(super) state: String,
    pub(super) nonce: Option<String>,
    pub(super) scopes: Vec<String>,
    pub(super) resources: Vec<String>,
}

pub(super) fn pair(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

impl Request {
    /// With another value of a parameter.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.parameters.retain(|(known, _)| known != name);
        self.parameters.push(pair(name, value));
        self
    }

    /// Without parameters.
    pub(super) fn without(mut self, names: &[&str]) -> Self {
        self.parameters.retain(|(known, _)| !names.contains(&known.as_str()));
        self
    }

    /// What was asked for belongs to what was given.
    pub(super) fn complete(&self, answer: Answer) -> Answer {
        match answer {
            Answer::Tokens(mut tokens) => {
                tokens.asked.clone_from(&self.scopes);
                tokens.nonce.clone_from(&self.nonce);
                Answer::Tokens(tokens)
            }
            other => other,
        }
    }
}

/// What redeems a code.
pub(super) fn redemption(code: &str, redirect_uri: &str, request: &Request) -> Vec<(String, String)> {
    let mut parameters =
        vec![pair("grant_type", "authorization_code"), pair("code", code), pair("redirect_uri", redirect_uri)];
    parameters.extend(request.verifier.iter().map(|verifier| pair("code_verifier", verifier.as_str())));
    parameters.extend(request.resources.iter().map(|resource| pair("resource", resource.as_str())));
    parameters
}

/// Adds a challenge; what it is proved with.
pub(super) fn prove(choice: &PkceChoice, parameters: &mut Vec<(String, String)>) -> Option<String> {
    if !choice.enabled {
        return None;
    }
    let verifier = choice.verifier.as_ref().map_or_else(unguessable, |verifier| verifier.reveal().to_owned());
    let proved = if choice.mismatched { unguessable() } else { verifier.clone() };
    let made = || if choice.plain { proved.clone() } else { s256(&proved) };
    parameters.push(pair("code_challenge", choice.challenge.clone().unwrap_or_else(made)));
    parameters.push(pair("code_challenge_method", if choice.plain { "plain" } else { "S256" }));
    Some(verifier)
}

/// How a token request of a grant without users begins.
pub(super) fn beginning(grant: &Grant) -> Vec<(String, String)> {
    match grant {
        Grant::RefreshToken { token } => {
            vec![pair("grant_type", "refresh_token"), pair("refresh_token", token.reveal())]
        }
        Grant::JwtBearer { assertion } => {
            vec![
                pair("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                pair("assertion", assertion.reveal()),
            ]
        }
        _ => vec![pair("grant_type", "client_credentials")],
    }
}
