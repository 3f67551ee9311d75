//! What every test of signing in says in the same words.

/// A test of signing in: as [`untimed_form`](super::super::form), with all that a suite says for its tests.
macro_rules! oauth_form {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        $crate::file::form::untimed_form! {
            $(#[$about])*
            $name {
                /// The test's title, unique in its suite; otherwise made from what it is about.
                #[schemars(length(min = 1))]
                name: Option<String>,
                $($(#[$words])* $field: $kind,)*
                /// The authorization server, where other than the suite says.
                server: Option<AuthorizationServer>,
                /// Who the client is, where other than the suite says.
                client: Option<OauthClient>,
                /// As in the suite.
                other_client: Option<OtherClient>,
                /// As in the suite.
                consent: Option<Consent>,
                /// As in the suite.
                denial: Option<Vec<FormStep>>,
                /// As in the suite.
                resource: Option<String>,
                /// As in the suite.
                other_resource: Option<String>,
                /// As in the suite.
                scoped_tools: Option<Vec<ScopedTool>>,
                /// As in the suite.
                signing_key: Option<SigningKey>,
                /// As in the suite.
                #[schemars(range(min = 0, max = 86_400_000))]
                revoked_within: Option<f64>,
                /// As in the suite.
                #[schemars(range(min = 0, max = 86_400_000))]
                expires_within: Option<f64>,
                /// As in the suite.
                upstream: Option<UtilityCall>,
                /// As in the suite.
                strict: Option<bool>,
                /// Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
                /// `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
                /// fails, though it be no more than a SHOULD.
                checks: Option<Vec<String>>,
                /// Names of rules, or of groups of rules, that are not looked at.
                skip_checks: Option<Vec<String>>,
            }
        }
    };
}

pub(super) use oauth_form;
