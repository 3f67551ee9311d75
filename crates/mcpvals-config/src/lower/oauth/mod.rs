//! Suites of tests of signing in.

mod battery;
mod checks;
mod client;
mod draft;
mod end;
mod flow;
mod layer;
mod pkce;
mod resource;
mod rules;
mod server;
mod setting;
mod tenant;
mod token;
mod whole;
mod words;

use mcpvals_model::{Auth, CaseKind, OauthCase, Suite, SuiteKind};

use super::Lowering;
use super::sampling::each;
use super::suite::{World, head, no_tests};
use crate::error::Problem;
use crate::file::{AuthorizationServer, FlowResult, OauthClient, OauthSuite};
use crate::pointer::Pointer;
use draft::OauthDraft;
use layer::{Flow, Layer};
use rules::Rules;
use setting::flow_of;
use words::said;

/// What holds for all tests of a suite unless they say otherwise.
struct Scene<'a> {
    /// How the client of the suite's server signs in.
    auth: Option<&'a Auth>,
    /// What lies below a flow's test: what the suite says, over what the server's `auth` says.
    flow_below: Layer,
    /// What lies below any other test: between the two, what the first flow's test says.
    below: Layer,
    /// What no test looks at.
    skipped: Rules,
}

/// What a flow's test says of server and client, and where.
struct FlowSaid<'a> {
    at: Pointer,
    flow: Flow,
    server: Option<&'a AuthorizationServer>,
    client: Option<&'a OauthClient>,
    succeeds: bool,
}

/// Reads it from the tests of a list.
macro_rules! flows_said {
    ($tests:expr, $at:expr, $flow:expr) => {
        $tests.iter().flatten().enumerate().map(|(index, test)| FlowSaid {
            at: $at.item(index),
            flow: $flow,
            server: test.server.as_ref(),
            client: test.client.as_ref(),
            succeeds: matches!(test.expected_result, None | Some(FlowResult::Success)) && test.expected_error.is_none(),
        })
    };
}

impl Lowering<'_> {
    pub(super) fn oauth_suites(&mut self, suites: Vec<OauthSuite>, world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        let suites = suites.into_iter().enumerate();
        suites.map(|(index, suite)| self.oauth_suite(suite, world, &at.item(index))).collect()
    }

    fn oauth_suite(&mut self, mut suite: OauthSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let head = head!(suite);
        let scene = self.scene(&mut suite, world.auth(head.server.as_deref()), at);
        let drafts =
            if suite.has_lists() { self.oauth_drafts(&mut suite, &scene, at) } else { self.battery(&scene, at) };
        if drafts.is_empty() {
            self.report(Problem::new(at, no_tests(&head.name)));
        }
        let kind = |case: OauthCase, required| CaseKind::Oauth(Box::new(OauthCase { required, ..case }));
        self.suite(head, SuiteKind::Oauth, world, at, |this, frame| this.drafted(drafts, frame, suite.required, kind))
    }

    fn scene<'a>(&mut self, suite: &mut OauthSuite, auth: Option<&'a Auth>, at: &Pointer) -> Scene<'a> {
        let skipped = suite.skip_checks.take().unwrap_or_default();
        let skipped = self.named_rules(&skipped, &at.member("skipChecks")).rules;
        let own = self.oauth_layer(said!(suite, authorization_server), "authorizationServer", at);
        let lowest = auth.map(Layer::of_auth).unwrap_or_default();
        let (said, flows) = self.first_flow(suite, at);
        // A suite of machines is about machines, also where the server's `auth` has users.
        let of_auth = auth.map(|auth| flow_of(&Layer::default(), Some(auth)));
        let is_another = of_auth.is_none_or(|of_auth| of_auth.is_some_and(|flow| !flows.contains(&flow)));
        let flow = Layer { flow: flows.first().copied().filter(|_| is_another), ..Layer::default() };
        let flow_below = own.clone().over(&lowest);
        Scene { auth, flow_below, below: own.over(&said).over(&lowest).over(&flow), skipped }
    }

    /// What the first flow's test with a server says of it, and the first with a client; and all flows. Only of those that
    /// must succeed: one that must fail may well be of a client that there is not.
    fn first_flow(&mut self, suite: &OauthSuite, at: &Pointer) -> (Layer, Vec<Flow>) {
        let codes = flows_said!(suite.authorization_code_tests, at.member("authorizationCodeTests"), Flow::Code);
        let clients = flows_said!(suite.client_credentials_tests, at.member("clientCredentialsTests"), Flow::Client);
        let devices = flows_said!(suite.device_code_tests, at.member("deviceCodeTests"), Flow::Device);
        let flows: Vec<FlowSaid<'_>> = codes.chain(clients).chain(devices).filter(|flow| flow.succeeds).collect();
        let server = flows.iter().find_map(|flow| Some((flow.server?, &flow.at)));
        let server = server.map(|(server, at)| self.server_layer(server.clone(), &at.member("server")));
        let client = flows.iter().find_map(|flow| Some((flow.client?, flow)));
        let client = client.map(|(client, said)| Layer {
            flow: Some(said.flow),
            ..self.client_layer(client.clone(), &said.at.member("client"))
        });
        let said = server.unwrap_or_default().over(&client.unwrap_or_default());
        (said, flows.iter().map(|said| said.flow).collect())
    }

    fn oauth_drafts(&mut self, suite: &mut OauthSuite, scene: &Scene<'_>, at: &Pointer) -> Vec<OauthDraft> {
        let mut drafts = Vec::new();
        each(suite.authorization_code_tests.take(), &at.member("authorizationCodeTests"), |test, at| {
            drafts.push(self.code_test(test, scene, at));
        });
        each(suite.client_credentials_tests.take(), &at.member("clientCredentialsTests"), |test, at| {
            drafts.push(self.client_test(test, scene, at));
        });
        each(suite.device_code_tests.take(), &at.member("deviceCodeTests"), |test, at| {
            drafts.push(self.device_test(test, scene, at));
        });
        each(suite.token_management_tests.take(), &at.member("tokenManagementTests"), |test, at| {
            drafts.push(self.token_test(test, scene, at));
        });
        each(suite.pkce_validation_tests.take(), &at.member("pkceValidationTests"), |test, at| {
            drafts.push(self.pkce_test(test, scene, at));
        });
        each(suite.resource_indicator_tests.take(), &at.member("resourceIndicatorTests"), |test, at| {
            drafts.push(self.resource_indicator_test(test, scene, at));
        });
        each(suite.multi_tenant_tests.take(), &at.member("multiTenantTests"), |test, at| {
            drafts.push(self.tenant_test(test, scene, at));
        });
        each(suite.discovery_tests.take(), &at.member("discoveryTests"), |test, at| {
            drafts.push(self.oauth_discovery_test(test, scene, at));
        });
        each(suite.security_tests.take(), &at.member("securityTests"), |test, at| {
            drafts.push(self.oauth_security_test(test, scene, at));
        });
        each(suite.performance_tests.take(), &at.member("performanceTests"), |test, at| {
            drafts.push(self.oauth_performance_test(test, scene, at));
        });
        drafts
    }
}

impl OauthSuite {
    /// Does it say what is tried? An empty list says so, too.
    fn has_lists(&self) -> bool {
        self.authorization_code_tests.is_some()
            || self.client_credentials_tests.is_some()
            || self.device_code_tests.is_some()
            || self.token_management_tests.is_some()
            || self.pkce_validation_tests.is_some()
            || self.resource_indicator_tests.is_some()
            || self.multi_tenant_tests.is_some()
            || self.discovery_tests.is_some()
            || self.security_tests.is_some()
            || self.performance_tests.is_some()
    }
}
