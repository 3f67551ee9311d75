//! What a server offers to a client that can be asked everything: one session more, for cases whose own client cannot be
//! asked and does not see its trigger.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcpvals_model::ScriptedClient;
use mcpvals_model::profile::ClientProfile;
use mcpvals_wire::Session;
use tokio::sync::OnceCell;

use super::Run;
use super::lane::{Held, Lane};

/// The names of the tools, once they were looked up; `None` in it where there was no session.
pub(super) type FullOffer = OnceCell<Option<Arc<[String]>>>;

/// The tools that the server offers to such a client.
pub(super) async fn tools(run: &Run<'_>, server: usize) -> Option<Arc<[String]>> {
    run.full_offers[server].get_or_init(|| look_up(run, server)).await.clone()
}

async fn look_up(run: &Run<'_>, server: usize) -> Option<Arc<[String]>> {
    let client = full_client(&run.plan.servers[server].client);
    let lane = Lane::new(run, Some(&client));
    let held = lane.session(server).await.ok();
    let names = match &held {
        Some(held) => {
            let offer = held.session.settle().await;
            Some(offer.tools.iter().map(|tool| tool.name().to_owned()).collect())
        }
        None => None,
    };
    lane.end().await;
    names
}

/// One session more with the same server, which the lane has.
pub(super) struct Other<'a> {
    lane: Lane<'a>,
    held: Held,
}

impl<'a> Other<'a> {
    /// `None` where there is none, which the report has as a session that could not be opened.
    pub(super) async fn open(run: &'a Run<'a>, server: usize) -> Option<Self> {
        let lane = Lane::new(run, None);
        let Ok(held) = lane.session(server).await else {
            lane.end().await;
            return None;
        };
        Some(Self { lane, held })
    }

    pub(super) fn session(&self) -> &Session {
        &self.held.session
    }

    pub(super) async fn end(self) {
        let Self { lane, held } = self;
        drop(held);
        lane.end().await;
    }
}

/// The plan's own client, with all that a client can be asked.
fn full_client(own: &ClientProfile) -> ScriptedClient {
    let mut capabilities = ClientProfile::full().capabilities;
    if let (Some(all), Some(declared)) = (capabilities.as_object_mut(), own.capabilities.as_object()) {
        let others = declared.iter().filter(|(name, _)| !all.contains_key(*name)).map(|(n, v)| (n.clone(), v.clone()));
        let others: Vec<_> = others.collect();
        all.extend(others);
    }
    ScriptedClient { capabilities, answers: own.answers.clone(), env: BTreeMap::new(), files: BTreeMap::new() }
}
