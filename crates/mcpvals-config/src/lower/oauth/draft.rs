//! Tests of signing in on their way to cases: what all of them say in the same words.

use std::sync::Arc;

use mcpvals_model::{ClientMethod, OauthCase, OauthSetting};

use super::Scene;
use super::checks::should;
use super::layer::{Flow, Layer};
use super::rules::Rules;
use super::setting::secrets;
use crate::error::Problem;
use crate::file::{GrantName, OauthClient};
use crate::lower::Lowering;
use crate::lower::draft::Draft;
use crate::lower::suite::Own;
use crate::pointer::Pointer;

pub(super) type OauthDraft = Draft<OauthCase>;

/// A test as far as all of them are alike.
pub(super) struct Start {
    pub(super) at: Pointer,
    pub(super) given: Option<String>,
    pub(super) own: Own,
    pub(super) required: Option<bool>,
    /// What it says of its world, over what its suite and its server say.
    pub(super) layer: Layer,
    pub(super) checks: Option<Vec<String>>,
    pub(super) skip_checks: Option<Vec<String>>,
}

/// Takes it out of a test: the fields of all kinds have the same names.
macro_rules! start {
    ($lowering:expr, $test:expr, $below:expr, $at:expr) => {{
        let said = $crate::lower::oauth::words::said!($test, server);
        $crate::lower::oauth::draft::Start {
            at: $at.clone(),
            given: $test.name.take(),
            own: $crate::lower::suite::own!($test),
            required: $test.required,
            layer: $lowering.oauth_layer(said, "server", $at).over($below),
            checks: $test.checks.take(),
            skip_checks: $test.skip_checks.take(),
        }
    }};
}

pub(super) use start;

impl Lowering<'_> {
    /// `about` is the title of a test without one, `usual` are the rules of a test without `checks`.
    pub(super) fn oauth_draft(
        &mut self,
        start: Start,
        about: &str,
        usual: Rules,
        setting: OauthSetting,
        scene: &Scene<'_>,
    ) -> OauthDraft {
        self.secrets.extend(secrets(&setting));
        self.check_key(&setting, &start.at);
        let (rules, named) = self.rules_of(&start, usual, &setting, scene);
        let strict = if start.layer.strict == Some(true) { should(&rules) } else { should(&named) };
        Draft {
            at: start.at,
            given: start.given,
            about: about.to_owned(),
            own: start.own,
            required: start.required,
            test: OauthCase { rules, strict, required: false, setting: Some(Arc::new(setting)) },
        }
    }

    /// What is looked at, and what of it was asked for by name.
    fn rules_of(&mut self, start: &Start, usual: Rules, setting: &OauthSetting, scene: &Scene<'_>) -> (Rules, Rules) {
        let chosen = self.chosen(usual, start.checks.as_deref(), setting, &start.at);
        let skips = start.skip_checks.as_deref().unwrap_or_default();
        let skipped = &self.named_rules(skips, &start.at.member("skipChecks")).rules | &scene.skipped;
        let rules = &chosen.rules - &skipped;
        // Where no name of `checks` is known, that is told already.
        let names_nothing = start.checks.as_ref().is_some_and(Vec::is_empty);
        if rules.is_empty() && (names_nothing || !chosen.rules.is_empty()) {
            self.report(Problem::new(&start.at, "no rule is left that the test could look at"));
        }
        let named = &chosen.named & &rules;
        (rules, named)
    }

    /// Nobody can sign with a key that is not there.
    fn check_key(&mut self, setting: &OauthSetting, at: &Pointer) {
        let client = &setting.auth.client;
        if client.method == Some(ClientMethod::PrivateKeyJwt) && client.key.is_none() {
            let message = "`privateKey` is missing, with which the client proves who it is (`private_key_jwt`)";
            self.report(Problem::new(at, message));
        }
    }

    /// Members that choose among the usual rules, where `checks` says what is looked at.
    pub(super) fn check_choices(&mut self, start: &Start, members: &[(&str, bool)]) {
        for (name, _) in members.iter().filter(|(_, is_given)| *is_given && start.checks.is_some()) {
            let message = format!("`{name}` has no place beside `checks`, which says what is looked at");
            self.report(Problem::of_key(&start.at.member(name), message));
        }
    }

    /// A client's `grantType` in a test whose list says the grant.
    pub(super) fn check_grant_type(&mut self, client: Option<&OauthClient>, flow: Flow, at: &Pointer) {
        let given = client.and_then(|client| client.grant_type);
        self.check_flow(given, flow, &at.member("client").member("grantType"));
    }

    pub(super) fn check_flow(&mut self, given: Option<GrantName>, flow: Flow, at: &Pointer) {
        if given.is_some_and(|given| Flow::of(given) != flow) {
            self.report(Problem::new(at, format!("the tests of this list are of `{}`", flow.name())));
        }
    }
}
