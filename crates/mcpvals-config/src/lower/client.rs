//! What mcpvals is to the server: a named profile, or one with changes.

use std::path::Path;

use mcpvals_model::profile::{ClientProfile, PeerReply, Root};
use serde_json::Value;

use super::Lowering;
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{Client, ClientDetails, Elicitation, ElicitationAction, FromModel, RootEntry, Sampling};
use crate::nearest::nearest;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn client(&mut self, client: Option<&Client>, at: &Pointer) -> ClientProfile {
        match client {
            None => self.profile(&DEFAULTS.server.client, at),
            Some(Client::Profile(name)) => self.profile(name, at),
            Some(Client::Details(details)) => self.custom_client(details, at),
        }
    }

    fn profile(&mut self, name: &str, at: &Pointer) -> ClientProfile {
        ClientProfile::named(name).unwrap_or_else(|| {
            let known = ClientProfile::NAMES;
            let message = format!("no profile is called `{name}`: there are `{}`", known.join("`, `"));
            self.report(Problem::new(at, message).with_nearest(nearest(name, known)));
            ClientProfile::default()
        })
    }

    fn custom_client(&mut self, details: &ClientDetails, at: &Pointer) -> ClientProfile {
        let base_name = details.profile.as_deref().unwrap_or(&DEFAULTS.server.client);
        let base = self.profile(base_name, &at.member("profile"));
        let mut client = base.clone();
        if let Some(name) = &details.name {
            client.name.clone_from(name);
        }
        if let Some(version) = &details.version {
            client.version.clone_from(version);
        }
        if let Some(capabilities) = &details.capabilities {
            client.capabilities = Value::Object(capabilities.clone());
        }
        if let Some(roots) = &details.roots {
            client.answers.roots = roots.iter().map(|entry| self.root(entry)).collect();
        }
        match &details.sampling {
            None | Some(Sampling::Enabled(true)) => {}
            Some(Sampling::Enabled(false)) => client.answers.sampling = vec![PeerReply::rejected().into()],
            Some(Sampling::Text(text)) => client.answers.sampling = vec![PeerReply::text(text).into()],
            Some(Sampling::Asked(asked)) => {
                let at = at.member("sampling").member("fromModel");
                client.answers.sampling = vec![self.answer_of_model(&asked.from_model, &at).into()];
            }
        }
        if let Some(elicitation) = &details.elicitation {
            client.answers.elicitation = vec![answer(elicitation).into()];
        }
        if client != base {
            "custom".clone_into(&mut client.profile);
        }
        client
    }

    /// What a model of the file says.
    pub(super) fn answer_of_model(&mut self, given: &FromModel, at: &Pointer) -> PeerReply {
        let known = &self.models;
        let named = match given {
            FromModel::Named(name) => known.iter().find(|known| *known == name),
            FromModel::First(true) => known.first(),
            FromModel::First(false) => None,
        };
        if let Some(name) = named {
            return PeerReply::Model(name.clone());
        }
        let message = match given {
            FromModel::First(false) => "`fromModel` is `true`, or the name of a model".to_owned(),
            _ if known.is_empty() => "there is no model: name one in `models`".to_owned(),
            FromModel::Named(_) | FromModel::First(true) => {
                format!("no model is called so; there are: {}", known.join(", "))
            }
        };
        self.report(Problem::new(at, message));
        PeerReply::Silence
    }

    pub(super) fn root(&self, entry: &RootEntry) -> Root {
        match entry {
            RootEntry::Path(path) => Root { uri: self.file_uri(path), name: None },
            RootEntry::Named(root) => Root { uri: self.file_uri(&root.uri), name: root.name.clone() },
        }
    }

    /// An address as it is; a path as an address, relative to where the server's `cwd` is relative to.
    fn file_uri(&self, text: &str) -> String {
        if text.contains("://") {
            return text.to_owned();
        }
        let path: std::path::PathBuf = self.base.join(Path::new(text)).components().collect();
        format!("file://{}", encoded(&path.to_string_lossy()))
    }
}

fn answer(elicitation: &Elicitation) -> PeerReply {
    match elicitation {
        Elicitation::Content(content) => PeerReply::Form(content.clone()),
        Elicitation::Action(ElicitationAction::Accept) => PeerReply::Form(serde_json::Map::new()),
        Elicitation::Action(ElicitationAction::Decline) => PeerReply::action("decline"),
        Elicitation::Action(ElicitationAction::Cancel) => PeerReply::action("cancel"),
    }
}

/// Percent-encodes what may not stand in the path of an address (RFC 3986, 3.3).
fn encoded(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            _ if byte.is_ascii_alphanumeric() || b"/-._~@+,=:".contains(&byte) => text.push(char::from(byte)),
            _ => text.extend(format!("%{byte:02X}").chars()),
        }
    }
    text
}
