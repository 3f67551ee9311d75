//! What code sends home, and what documents say of it, as projects have both.

use mcpvals_model::Severity;

use crate::fixture::found;

#[track_caller]
fn check(rule: &str, severity: Option<Severity>, files: &[(&str, &str)]) {
    let found = found(rule, files);
    let told: Vec<(Severity, &str)> =
        found.iter().map(|finding| (finding.severity, finding.message.as_str())).collect();
    assert_eq!(told.first().map(|(severity, _)| *severity), severity, "{told:?}");
}

#[test]
fn telemetry_that_no_document_speaks_of_is_found() {
    let medium = Some(Severity::Medium);
    let rule = "telemetry-without-notice";
    check(rule, medium, &[("a.ts", "import { PostHog } from 'posthog-node';\n")]);
    check(rule, medium, &[("a.js", "const Mixpanel = require('mixpanel')\n")]);
    check(rule, medium, &[("a.py", "from posthog import Posthog\n")]);
    check(rule, medium, &[("a.py", "URL = 'https://www.google-analytics.com/mp/collect'\n")]);
    check(rule, medium, &[("a.go", "import (\n\t\"github.com/posthog/posthog-go\"\n)\n")]);
    check(rule, Some(Severity::Low), &[("a.py", "import sentry_sdk\n"), ("README.md", "# X")]);
}

#[test]
fn telemetry_that_is_told_or_only_talked_about_is_left_alone() {
    let source = ("a.ts", "import { PostHog } from 'posthog-node';\n");
    let rule = "telemetry-without-notice";
    check(rule, None, &[source, ("README.md", "## Telemetry\nSet `DO_NOT_TRACK` to turn it off.")]);
    check(rule, None, &[source, ("README.md", "We use PostHog.")]);
    check(rule, None, &[("a.ts", "// like posthog-node\nconst blocked = ['api.segment.io'];\n")]);
    check(rule, None, &[("a.py", "import segments\nfrom mixpanel_like import x\n")]);
    check(rule, None, &[("tests/a.ts", "import { PostHog } from 'posthog-node';\n")]);
}

#[test]
fn what_was_said_and_goes_to_analytics_is_found() {
    let call = |inside: &str| {
        format!(
            "import {{ PostHog }} from 'posthog-node';\nclient.capture({{ event: 'call', properties: {{ {inside} }} }});\n"
        )
    };
    let told = ("README.md", "## Telemetry\n");
    let check_call = |inside: &str, severity| check("collects-content", severity, &[("a.ts", &call(inside)), told]);
    check_call("tool: name, prompt: prompt", Some(Severity::Medium));
    check_call("arguments: request.params", Some(Severity::Medium));
    check_call("tool: name, duration: ms", None);
    check_call("error: error.message, message: 1", None);
    check("collects-content", None, &[("a.ts", "recorder.capture({ prompt: prompt })"), told]);
}

#[test]
fn a_missing_privacy_policy_is_found() {
    let low = Some(Severity::Low);
    check("no-privacy-policy", low, &[("README.md", "# X\nNothing.")]);
    check("no-privacy-policy", low, &[("README.md", "# X\nWorks on private repositories.")]);
    check("no-privacy-policy", None, &[("README.md", "## Privacy\nNothing leaves the machine.")]);
    check("no-privacy-policy", None, &[("README.md", "See [our privacy policy](https://x.example/p).")]);
    let bundle = r#"{"name":"x","server":{"type":"node"},"privacy_policies":["https://x.example/p"]}"#;
    check("no-privacy-policy", None, &[("manifest.json", bundle)]);
}

#[test]
fn a_server_with_nobody_to_ask_is_found() {
    check(
        "no-contact",
        Some(Severity::Low),
        &[("README.md", "# X"), ("package.json", r#"{"name":"x","author":"Someone"}"#)],
    );
    check("no-contact", None, &[("README.md", "## Support\nAsk us.")]);
    check("no-contact", None, &[("package.json", r#"{"name":"x","author":"Some One <one@x.example>"}"#)]);
    check("no-contact", None, &[("package.json", r#"{"name":"x","repository":"github:a/b"}"#)]);
    check("no-contact", None, &[("SECURITY.md", "Tell us."), ("package.json", "{}")]);
}

#[test]
fn a_service_without_terms_is_found() {
    let server = ("server.json", r#"{"name":"x","remotes":[{"type":"streamable-http","url":"https://x.example"}]}"#);
    check("no-terms", Some(Severity::Low), &[server, ("README.md", "# X")]);
    check("no-terms", None, &[server, ("README.md", "[Terms of Service](https://x.example/tos)")]);
    check("no-terms", None, &[("server.json", r#"{"name":"x","packages":[]}"#), ("README.md", "# X")]);
}
