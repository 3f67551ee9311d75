//! Somebody who has signed in, and what belongs to it.

use mcpvals_model::{HttpUrl, Item, Secret, Tenant, ToolCall};
use serde_json::{Map, Value, json};

use crate::oauth::bench::Bench;
use crate::oauth::flows::Flows;
use crate::oauth::found::Found;
use crate::oauth::raw::{Raw, Said};

/// More pages of a list are not looked at.
const PAGES_MAX: usize = 20;

/// Somebody who has signed in.
pub(super) struct Guest<'a> {
    pub(super) tenant: &'a Tenant,
    pub(super) token: Secret,
    pub(super) raw: Raw<'a>,
    /// The resources in its list.
    pub(super) listed: Vec<String>,
    /// The templates in its list.
    pub(super) templates: Vec<String>,
    /// The tools in its list that may be called by somebody else.
    tools: Vec<String>,
}

impl<'a> Guest<'a> {
    pub(super) async fn enter(bench: &'a Bench<'a>, found: &Found, tenant: &'a Tenant) -> Result<Self, String> {
        let flows = Flows::open(bench, found, &tenant.auth).await?;
        let token = flows.first_tokens()?.access.clone();
        let raw = Raw::begin(bench, tenant.url.as_ref().map(HttpUrl::as_str), &token).await?;
        let mut guest = Self { tenant, token, raw, listed: Vec::new(), templates: Vec::new(), tools: Vec::new() };
        guest.listed = guest.resources().await;
        guest.templates = guest.templates_listed().await;
        guest.tools = guest.harmless_tools().await;
        Ok(guest)
    }

    /// The URIs in `resources/list`.
    pub(super) async fn resources(&self) -> Vec<String> {
        let resources = self.list("resources").await;
        resources.iter().filter_map(|one| one["uri"].as_str()).map(str::to_owned).collect()
    }

    /// Tools that do nothing when they are called without arguments: they say so, or they need some.
    async fn harmless_tools(&self) -> Vec<String> {
        let is_harmless = |tool: &&Value| {
            let needs = tool["inputSchema"]["required"].as_array().is_some_and(|needed| !needed.is_empty());
            needs || tool["annotations"]["readOnlyHint"] == true
        };
        let tools = self.list("tools").await;
        tools.iter().filter(is_harmless).filter_map(|tool| tool["name"].as_str()).map(str::to_owned).collect()
    }

    /// The templates in `resources/templates/list`.
    async fn templates_listed(&self) -> Vec<String> {
        let templates = self.pages("resources/templates/list", "resourceTemplates").await;
        templates.iter().filter_map(|one| one["uriTemplate"].as_str()).map(str::to_owned).collect()
    }

    async fn list(&self, what: &str) -> Vec<Value> {
        self.pages(&format!("{what}/list"), what).await
    }

    async fn pages(&self, method: &str, member: &str) -> Vec<Value> {
        let (mut all, mut params) = (Vec::new(), json!({}));
        for _ in 0..PAGES_MAX {
            let Ok(said) = self.ask(method, params).await else { break };
            let result = said.result();
            all.extend(result[member].as_array().cloned().unwrap_or_default());
            match result["nextCursor"].as_str() {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        all
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

    /// What belongs to it: what the config says, else the resources and tools that only it has.
    pub(super) fn items(&self, other: Option<&Self>) -> Vec<Item> {
        if !self.tenant.items.is_empty() {
            return self.tenant.items.clone();
        }
        let Some(other) = other else { return Vec::new() };
        let resources = self.listed.iter().filter(|uri| !other.listed.contains(uri)).cloned().map(Item::Resource);
        let tools = self.tools.iter().filter(|tool| !other.tools.contains(tool));
        let calls = tools.map(|tool| Item::Call(ToolCall { tool: tool.clone(), args: Map::new() }));
        resources.chain(calls).collect()
    }
}
