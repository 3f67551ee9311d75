//! How much of the phase lies ahead, as far as is known when it begins: what it did not come to is told stage by stage.

use mcpvals_model::Target;
use mcpvals_model::mcp::Offer;

use super::bench::Bench;
use super::security::Lists;
use super::{Documented, configs, examples, prompts, protocol, resources};

/// The stages, in their order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stage {
    /// The list of tools, a second time.
    List,
    Tools,
    Examples,
    Configs,
    Resources,
    Prompts,
    Errors,
    Performance,
    /// The list of tools, after all calls and in another session.
    Lists,
    /// What was recorded is looked at.
    Looks,
}

/// How many things are tried in each.
pub(super) struct Ahead([usize; 10]);

impl Ahead {
    pub(super) fn of(bench: &Bench<'_>, offer: &Offer, documented: &Documented, lists: &Lists) -> Self {
        let again = usize::from(lists.are_known());
        let uris = offer.resources.iter().filter(|resource| resource["uri"].is_string()).count();
        Self([
            again,
            offer.tools.len(),
            documented.calls.len().min(examples::TRIED_MAX),
            documented.servers.len().min(configs::TOLD_MAX),
            uris.min(resources::READ_MAX),
            prompts::count(bench, &offer.prompts),
            protocol::count(bench),
            1,
            2 * again,
            4 + usize::from(matches!(bench.host.target(), Target::Stdio { .. })),
        ])
    }

    /// From this stage on.
    pub(super) fn from(&self, stage: Stage) -> usize {
        self.0[stage as usize..].iter().sum()
    }
}
