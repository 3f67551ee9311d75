//! What an authorizer takes over from the run before, and leaves to the next.

use mcpvals_model::Secret;

use super::client::Client;
use super::error::Result;
use super::metadata::ServerMetadata;
use super::scope::Scopes;
use super::{Authorizer, Signed, register, store};

impl Authorizer {
    /// With what is kept from an earlier run.
    pub(super) fn recalled(mut self) -> Self {
        match store::load(&self.auth.store, &self.server) {
            Ok(None) => {}
            Ok(Some(kept)) => self.recall(kept),
            Err(error) => self.state.get_mut().failed = Some((401, error)),
        }
        self
    }

    fn recall(&mut self, kept: store::Kept) {
        let secrets = [
            ("client_secret", &kept.client_secret),
            ("access_token", &kept.access_token),
            ("refresh_token", &kept.refresh_token),
        ];
        for (name, secret) in secrets.into_iter().filter_map(|(name, secret)| Some((name, secret.as_ref()?))) {
            self.learn(name, secret);
        }
        self.access().token = kept.access_token.map(Secret::new);
        let client = Client {
            id: kept.client_id,
            secret: kept.client_secret.map(Secret::new),
            method: kept.client_method.as_deref().and_then(register::method),
        };
        let state = self.state.get_mut();
        state.clients.insert(kept.issuer.clone(), client.clone());
        state.signed = Some(Signed {
            server: ServerMetadata { issuer: kept.issuer, ..ServerMetadata::default() },
            client,
            scopes: Scopes::read(kept.scope.as_deref().unwrap_or_default()),
            resource: kept.resource,
            refresh: kept.refresh_token.map(Secret::new),
        });
    }

    /// Keeps what a later run can go on with. A token that is bound to a key of ours is gone with the key.
    pub(super) fn keep(&self, signed: &Signed, access: Option<&Secret>) -> Result<()> {
        let text = |secret: &Option<Secret>| secret.as_ref().map(|secret| secret.reveal().to_owned());
        let kept = || store::Kept {
            issuer: signed.server.issuer.clone(),
            client_id: signed.client.id.clone(),
            client_secret: text(&signed.client.secret),
            client_method: signed.client.method.map(|method| method.as_str().to_owned()),
            scope: signed.scopes.parameter(),
            resource: signed.resource.clone(),
            access_token: access.map(|access| access.reveal().to_owned()),
            refresh_token: text(&signed.refresh),
        };
        store::save(&self.auth.store, &self.server, kept)
    }
}
