//! Somebody who has signed in, and what belongs to it.

use mcpvals_model::{HttpUrl, Item, Secret, Tenant};
use serde_json::{Value, json};

use crate::oauth::bench::Bench;
use crate::oauth::flows::Flows;
use crate::oauth::found::Found;
use crate::oauth::raw::{Raw, Said};

/// Somebody who has signed in.
pub(super) struct Guest<'a> {
    pub(super) tenant: &'a Tenant,
    pub(super) token: Secret,
    pub(super) raw: Raw<'a>,
    /// The resources in its list.
    pub(super) listed: Vec<String>,
}

impl<'a> Guest<'a> {
    pub(super) async fn enter(bench: &'a Bench<'a>, found: &Found, tenant: &'a Tenant) -> Result<Self, String> {
        let flows = Flows::open(bench, found, &tenant.auth).await?;
        let token = flows.first_tokens()?.access.clone();
        let raw = Raw::begin(bench, tenant.url.as_ref().map(HttpUrl::as_str), &token).await?;
        let mut guest = Self { tenant, token, raw, listed: Vec::new() };
        guest.listed = guest.resources().await;
        Ok(guest)
    }

    /// The URIs in `resources/list`.
    pub(super) async fn resources(&self) -> Vec<String> {
        let said = self.ask("resources/list", json!({})).await;
        let list = said.ok().map(|said| said.result()["resources"].clone()).unwrap_or_default();
        let uris = list.as_array().into_iter().flatten().filter_map(|one| one["uri"].as_str());
        uris.map(str::to_owned).collect()
    }

    pub(super) async fn ask(&self, method: &str, params: Value) -> Result<Said, String> {
        self.raw.call(method, params, &self.token).await
    }

    /// Reads or calls what belongs to somebody.
    pub(super) async fn try_item(&self, item: &Item) -> Result<Said, String> {
        match item {
            Item::Resource(uri) => self.ask("resources/read", json!({"uri": uri})).await,
            Item::Call(call) => self.ask("tools/call", json!({"name": call.tool, "arguments": call.args})).await,
        }
    }

    /// What belongs to it: what the config says, else the resources that only it has.
    pub(super) fn items(&self, other: Option<&Self>) -> Vec<Item> {
        if !self.tenant.items.is_empty() {
            return self.tenant.items.clone();
        }
        let others = other.map(|other| other.listed.as_slice()).unwrap_or_default();
        let own = self.listed.iter().filter(|uri| !others.contains(uri));
        if other.is_some() { own.cloned().map(Item::Resource).collect() } else { Vec::new() }
    }
}
