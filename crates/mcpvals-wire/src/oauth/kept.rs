//! What an authorizer takes over from the run before, and leaves to the next.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcpvals_model::{Consent, Grant, Secret};
use ring::digest::{SHA256, digest};

use super::client::Client;
use super::error::Result;
use super::metadata::ServerMetadata;
use super::probe::Jwt;
use super::scope::Scopes;
use super::{Authorizer, Signed, register, store};

impl Authorizer {
    /// With what is kept from an earlier run.
    pub(super) fn recalled(mut self) -> Self {
        match store::load(&self.auth.store, &self.kept_under()) {
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
            secret: kept.client_secret.map(Secret::new).or_else(|| self.auth.client.secret.clone()),
            method: kept.client_method.as_deref().and_then(register::method),
        };
        // Who sends people away with an id that is forgotten never hears of them again: that client only refreshes.
        let sends_people = matches!(self.auth.grant, Grant::AuthorizationCode { .. }) && self.auth.client.id.is_none();
        let state = self.state.get_mut();
        if !sends_people {
            state.clients.insert(kept.issuer.clone(), client.clone());
        }
        state.signed = Some(Signed {
            server: ServerMetadata { issuer: kept.issuer, ..ServerMetadata::default() },
            client,
            scopes: Scopes::read(kept.scope.as_deref().unwrap_or_default()),
            resource: kept.resource,
            refresh: kept.refresh_token.map(Secret::new),
        });
    }

    /// The server, and who asks for what: what was given to one client is not another's, nor is it for other scopes.
    fn kept_under(&self) -> String {
        let (auth, client) = (&self.auth, &self.auth.client);
        let secret = |secret: Option<&Secret>| secret.map(|secret| secret.reveal().to_owned());
        let asked = serde_json::json!([
            kind(&auth.grant),
            vouchers(&auth.grant),
            [&client.id, &client.metadata_url, &auth.scope, &auth.resource, &auth.issuer],
            [secret(client.secret.as_ref()), secret(client.key.as_ref().map(|key| &key.pem))],
            [&auth.endpoints.authorization, &auth.endpoints.token],
        ]);
        let print = URL_SAFE_NO_PAD.encode(digest(&SHA256, asked.to_string().as_bytes()));
        format!("{} {}", self.server, &print[..16])
    }

    /// Keeps what a later run can go on with. The config's own secret stays there.
    pub(super) fn keep(&self, signed: &Signed, access: &Secret) -> Result<()> {
        let text = |secret: &Option<Secret>| secret.as_ref().map(|secret| secret.reveal().to_owned());
        let kept = || store::Kept {
            issuer: signed.server.issuer.clone(),
            client_id: signed.client.id.clone(),
            client_secret: text(&signed.client.secret).filter(|_| self.auth.client.id.is_none()),
            client_method: signed.client.method.map(|method| method.as_str().to_owned()),
            scope: signed.scopes.parameter(),
            resource: signed.resource.clone(),
            access_token: Some(access.reveal().to_owned()),
            refresh_token: text(&signed.refresh),
        };
        store::save(&self.auth.store, &self.kept_under(), kept)
    }
}

/// What says which user it is, as far as the config does.
fn vouchers(grant: &Grant) -> Vec<String> {
    match grant {
        Grant::Bearer { token } | Grant::RefreshToken { token } => vec![token.reveal().to_owned()],
        Grant::JwtBearer { assertion } => vec![whose(assertion)],
        Grant::Enterprise(provider) => vec![provider.token_endpoint.clone(), whose(&provider.id_token)],
        Grant::AuthorizationCode { consent: Consent::Scripted(steps), .. }
        | Grant::DeviceCode { consent: Consent::Scripted(steps) } => steps
            .iter()
            .flat_map(|step| step.fill.iter())
            .flat_map(|(name, typed)| [name.clone(), typed.reveal().to_owned()])
            .collect(),
        Grant::ClientCredentials | Grant::AuthorizationCode { .. } | Grant::DeviceCode { .. } => Vec::new(),
    }
}

/// Assertions live for minutes, and the next one is of the same user.
fn whose(assertion: &Secret) -> String {
    let read = Jwt::read(assertion.reveal());
    let subject = read.as_ref().and_then(|jwt| Some(format!("{} {}", jwt.text("iss")?, jwt.text("sub")?)));
    subject.unwrap_or_else(|| assertion.reveal().to_owned())
}

fn kind(grant: &Grant) -> &'static str {
    match grant {
        Grant::Bearer { .. } => "bearer",
        Grant::ClientCredentials => "client credentials",
        Grant::AuthorizationCode { .. } => "authorization code",
        Grant::DeviceCode { .. } => "device code",
        Grant::RefreshToken { .. } => "refresh token",
        Grant::JwtBearer { .. } => "JWT bearer",
        Grant::Enterprise(_) => "enterprise",
    }
}
