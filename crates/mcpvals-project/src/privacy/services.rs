//! Services that count and watch users, by what code that speaks to them has in it.

/// A service.
#[derive(Debug)]
pub(super) struct Service {
    /// As its documents call it.
    pub(super) name: &'static str,
    /// Modules that are imported for it.
    pub(super) modules: &'static [&'static str],
    /// Where what is sent arrives.
    pub(super) hosts: &'static [&'static str],
    /// It is told of crashes, not of uses.
    pub(super) is_for_crashes: bool,
}

const fn uses(name: &'static str, modules: &'static [&'static str], hosts: &'static [&'static str]) -> Service {
    Service { name, modules, hosts, is_for_crashes: false }
}

const fn crashes(name: &'static str, modules: &'static [&'static str], hosts: &'static [&'static str]) -> Service {
    Service { name, modules, hosts, is_for_crashes: true }
}

pub(super) const SERVICES: &[Service] = &[
    uses(
        "Amplitude",
        &["@amplitude/analytics-node", "@amplitude/node", "amplitude"],
        &["api2.amplitude.com", "api.amplitude.com", "api.eu.amplitude.com"],
    ),
    uses(
        "Application Insights",
        &["applicationinsights"],
        &["dc.services.visualstudio.com", "in.applicationinsights.azure.com"],
    ),
    uses("Countly", &["countly-sdk-nodejs"], &["count.ly"]),
    uses(
        "Google Analytics",
        &["universal-analytics", "react-ga", "ga4-mp"],
        &["google-analytics.com", "googletagmanager.com"],
    ),
    uses("Heap", &[], &["heapanalytics.com"]),
    uses("June", &["@june-so/analytics-node"], &["api.june.so"]),
    uses("Matomo", &["matomo-tracker"], &["matomo.php"]),
    uses("Mixpanel", &["mixpanel"], &["api.mixpanel.com", "api-eu.mixpanel.com", "api-js.mixpanel.com"]),
    uses("Plausible", &["plausible-tracker"], &["plausible.io/api/event"]),
    uses(
        "PostHog",
        &["posthog-node", "posthog", "posthog-js", "posthog-rs", "github.com/posthog/posthog-go"],
        &["i.posthog.com", "app.posthog.com", "eu.posthog.com"],
    ),
    uses(
        "RudderStack",
        &["@rudderstack/rudder-sdk-node", "rudder_analytics", "rudderstack"],
        &["rudderstack.com/v1", "dataplane.rudderstack.com"],
    ),
    uses("Scarf", &["@scarf/scarf", "scarf"], &["scarf.sh"]),
    uses(
        "Segment",
        &["@segment/analytics-node", "analytics-node", "segment.analytics", "analytics-python"],
        &["api.segment.io", "api.segment.com"],
    ),
    uses("Statsig", &["statsig-node", "statsig"], &["statsigapi.net"]),
    uses("TelemetryDeck", &["@telemetrydeck/sdk"], &["nom.telemetrydeck.com"]),
    uses("Umami", &["@umami/node"], &["cloud.umami.is"]),
    crashes("Bugsnag", &["@bugsnag/node", "@bugsnag/js", "bugsnag"], &["notify.bugsnag.com"]),
    crashes("Honeybadger", &["@honeybadger-io/js", "honeybadger"], &["api.honeybadger.io"]),
    crashes("Rollbar", &["rollbar"], &["api.rollbar.com"]),
    crashes(
        "Sentry",
        &[
            "@sentry/node",
            "@sentry/browser",
            "@sentry/core",
            "@sentry/nextjs",
            "sentry_sdk",
            "sentry",
            "github.com/getsentry/sentry-go",
        ],
        &["ingest.sentry.io", "ingest.us.sentry.io", "ingest.de.sentry.io"],
    ),
];
