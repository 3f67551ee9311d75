//! Does nobody see what belongs to somebody else?

mod guest;
mod item;

use mcpvals_model::OauthRule::{
    TenantAccess, TenantAllowed, TenantBlocked, TenantErrors, TenantIndistinct, TenantLists, TenantSession,
    TenantSwitching,
};
use mcpvals_model::{Item, MetricName, OauthRule, Seen};
use serde_json::json;

use super::bench::Bench;
use super::found::Found;
use super::raw::{Said, looked};
use guest::Guest;
use item::{absent, name, texts, without_words};

/// All but the one that is looked at in a token.
pub(super) fn rules() -> Vec<OauthRule> {
    OauthRule::of(MetricName::MultiTenant).into_iter().filter(|rule| *rule != OauthRule::TenantClaim).collect()
}

pub(super) async fn observe(bench: &Bench<'_>, found: &Found) {
    let rules = rules();
    let tenants = &bench.setting.tenants;
    let mut guests = Vec::new();
    for tenant in tenants {
        match Guest::enter(bench, found, tenant).await {
            Ok(guest) => guests.push(guest),
            Err(problem) => return bench.lose(&rules, &format!("{}: {problem}", tenant.id)),
        }
    }
    let Some(first) = guests.first() else { return bench.skip_all(&rules, "there are no tenants") };
    for guest in &guests {
        access(bench, guest).await;
    }
    let Some(second) = guests.get(1) else {
        return bench.skip_all(&rules, "there is no second tenant");
    };
    if first.token == second.token || first.tenant.auth == second.tenant.auth {
        return bench.skip_all(&rules, "both tenants are the same client: give each its own `auth`");
    }
    for (owner, stranger) in [(first, second), (second, first)] {
        lists(bench, owner, stranger);
        things(bench, owner, stranger).await;
    }
    session(bench, first, second).await;
    switching(bench, first, second).await;
}

async fn access(bench: &Bench<'_>, guest: &Guest<'_>) {
    if !bench.setting.tenants.is_empty() && guest.tenant.items.is_empty() {
        let said = guest.ask("tools/list", json!({})).await;
        return bench.see_of(TenantAccess, Some(guest.tenant.id.clone()), looked(&said, "`tools/list`"));
    }
    for item in &guest.tenant.items {
        let said = guest.try_item(item).await;
        let tried = format!("{} of {}", name(item), guest.tenant.id);
        bench.see_of(TenantAccess, Some(tried), looked(&said, "it"));
    }
}

/// Is what belongs to the owner in the stranger's list?
fn lists(bench: &Bench<'_>, owner: &Guest<'_>, stranger: &Guest<'_>) {
    let uris = owner.items(Some(stranger)).into_iter().filter_map(|item| match item {
        Item::Resource(uri) => Some(uri),
        Item::Call(_) => None,
    });
    let mut uris = uris.peekable();
    if uris.peek().is_none() {
        return bench.see(
            TenantLists,
            (Seen::NotTried { reason: format!("{} has no resources of its own: give `items`", owner.tenant.id) }, None),
        );
    }
    let shows = |template: &String, uri: &str| template.contains(uri);
    let is_seen =
        |uri: &String| stranger.listed.contains(uri) || stranger.templates.iter().any(|template| shows(template, uri));
    let seen = uris.filter(is_seen);
    let wrong = seen.map(|uri| format!("`{uri}` of {} is in the list of {}", owner.tenant.id, stranger.tenant.id));
    bench.list_of(TenantLists, format!("{} and {}", owner.tenant.id, stranger.tenant.id), wrong.collect());
}

/// The stranger tries what belongs to the owner, and what there is not.
async fn things(bench: &Bench<'_>, owner: &Guest<'_>, stranger: &Guest<'_>) {
    let items = owner.items(Some(stranger));
    if items.is_empty() {
        let reason = format!("{} has nothing of its own: give `items`", owner.tenant.id);
        for rule in [TenantBlocked, TenantAllowed, TenantIndistinct, TenantErrors] {
            bench.see(rule, (Seen::NotTried { reason: reason.clone() }, None));
        }
        return;
    }
    for item in &items {
        let said = stranger.try_item(item).await;
        let tried = format!("{} of {} by {}", name(item), owner.tenant.id, stranger.tenant.id);
        let seen = looked(&said, "it");
        let is_refused = matches!(seen.0, Seen::Refused { .. });
        bench.see_of(TenantBlocked, Some(tried.clone()), seen.clone());
        bench.see_of(TenantAllowed, Some(tried.clone()), seen);
        let Ok(said) = said else { continue };
        if !is_refused {
            bench.see(TenantIndistinct, (Seen::NotTried { reason: "it is not refused".to_owned() }, None));
            continue;
        }
        told(bench, owner, item, &said, &tried);
        indistinct(bench, stranger, item, &said, tried).await;
    }
}

/// Does the refusal name the owner, beyond what was asked for?
fn told(bench: &Bench<'_>, owner: &Guest<'_>, item: &Item, said: &Said, tried: &str) {
    let words = without_words(&said.message.to_string(), &texts(item)).to_lowercase();
    let names = [Some(owner.tenant.id.as_str()), owner.tenant.domain.as_deref()];
    let told = names.into_iter().flatten().filter(|name| words.contains(&name.to_lowercase()));
    let wrong: Vec<String> = told.map(|name| format!("the refusal names {name}")).collect();
    bench.list_of(TenantErrors, tried.to_owned(), wrong);
}

/// Is it refused as what there is not?
async fn indistinct(bench: &Bench<'_>, stranger: &Guest<'_>, item: &Item, said: &Said, tried: String) {
    let absent = absent(item);
    let Ok(nothing) = stranger.try_item(&absent).await else { return };
    if matches!(nothing.seen("it").0, Seen::Granted { .. }) {
        let reason = format!("{} is given, too, so that nothing is known of what there is not", name(&absent));
        return bench.see(TenantIndistinct, (Seen::NotTried { reason }, None));
    }
    let shape = |said: &Said, item: &Item| {
        let words = without_words(&said.message.to_string(), &texts(item));
        format!("status {}, {words}", said.reply.status)
    };
    let seen = Seen::Found { wanted: shape(&nothing, &absent).into(), found: shape(said, item).into() };
    bench.see_of(TenantIndistinct, Some(tried), (seen, Some(said.reply.frame)));
}

/// The session of one, with the token of the other.
async fn session(bench: &Bench<'_>, owner: &Guest<'_>, stranger: &Guest<'_>) {
    if !bench.wants(TenantSession) {
        return;
    }
    if !owner.raw.has_id() {
        return bench.skip(TenantSession, "the server gives its sessions no id");
    }
    let tried =
        |how: &str| Some(format!("the session of {} with the token of {}{how}", owner.tenant.id, stranger.tenant.id));
    let said = owner.raw.call("tools/list", json!({}), &stranger.token).await;
    bench.see_of(TenantSession, tried(""), looked(&said, "`tools/list`"));
    bench.see_of(TenantSession, tried(", by GET"), owner.raw.stream(&stranger.token).await);
    let before = owner.ask("tools/list", json!({})).await;
    let ended = owner.raw.end(&stranger.token).await;
    let after = owner.ask("tools/list", json!({})).await;
    let is_over = |said: &Result<Said, String>| !matches!(looked(said, "it").0, Seen::Granted { .. });
    // A polite word that ends nothing is no harm.
    if !is_over(&before) && is_over(&after) {
        bench.see_of(TenantSession, tried(", by DELETE"), ended);
    }
}

/// One, the other, and the one again.
async fn switching(bench: &Bench<'_>, first: &Guest<'_>, second: &Guest<'_>) {
    if !bench.wants(TenantSwitching) {
        return;
    }
    for (guest, between) in [(first, second), (second, first)] {
        let before = sights(guest).await;
        sights(between).await;
        let after = sights(guest).await;
        let tried = format!("{}, {}, {0}", guest.tenant.id, between.tenant.id);
        bench.see_of(TenantSwitching, Some(tried), (Seen::Found { wanted: before.into(), found: after.into() }, None));
    }
}

/// All that a guest sees: its list, and its own things.
async fn sights(guest: &Guest<'_>) -> Vec<String> {
    let mut sights = guest.resources().await;
    for item in &guest.tenant.items {
        let said = guest.try_item(item).await;
        sights.push(said.map_or_else(|problem| problem, |said| said.result().to_string()));
    }
    sights
}
