//! Suites of tests of resources.

use mcpvals_model::{
    Bounds, Case, CaseId, CaseKind, Discovery, ExpectedContents, OfferedList, ResourceAccess, ResourceCase,
    ResourceTest, Suite, SuiteKind, SuiteName, TemplateAccess,
};

use super::call::Expected;
use super::suite::World;
use super::title::{Seed, titles};
use super::{Lowering, isolate, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::expand::Origin;
use crate::file::{self, Count, ExpectedError, ResourceSuite, Skip};
use crate::pointer::Pointer;

/// A test before it has its title.
struct Draft<'a> {
    at: Pointer,
    given: Option<&'a str>,
    /// What it is about, which is its title where none is given.
    about: String,
    frame: Frame<'a>,
    test: ResourceTest,
}

/// What any test says of itself.
struct Frame<'a> {
    retries: Option<u32>,
    timeout: Option<f64>,
    repeat: Option<u32>,
    tags: Option<&'a [String]>,
    skip: Option<&'a Skip>,
    only: Option<bool>,
    required: Option<bool>,
}

/// The frame of any kind of test: their fields have the same names.
macro_rules! frame {
    ($test:expr) => {
        Frame {
            retries: $test.retries,
            timeout: $test.timeout,
            repeat: $test.repeat,
            tags: $test.tags.as_deref(),
            skip: $test.skip.as_ref(),
            only: $test.only,
            required: $test.required,
        }
    };
}

impl Lowering<'_> {
    pub(super) fn resource_suites(&mut self, suites: &[ResourceSuite], world: &World<'_>, at: &Pointer) -> Vec<Suite> {
        suites.iter().enumerate().map(|(index, suite)| self.resource_suite(suite, world, &at.item(index))).collect()
    }

    fn resource_suite(&mut self, suite: &ResourceSuite, world: &World<'_>, at: &Pointer) -> Suite {
        let name = SuiteName::new(&suite.name);
        let drafts = self.drafts(suite, at);
        if drafts.is_empty() {
            self.report(Problem::new(at, format!("suite \"{name}\" has no tests")));
        }
        Suite {
            description: suite.description.clone(),
            kind: SuiteKind::Resource,
            server: self.server_index(suite.server.as_deref(), world, &at.member("server")),
            parallel: suite.parallel.unwrap_or(DEFAULTS.tool_health_suite.parallel),
            isolate: suite.isolate.map_or(world.isolate, isolate),
            setup: self.setup_calls(suite.setup.clone(), &at.member("setup")),
            cases: self.resource_cases(drafts, suite, &name, world, at),
            teardown: self.setup_calls(suite.teardown.clone(), &at.member("teardown")),
            place: self.place(at),
            name,
        }
    }

    fn drafts<'a>(&mut self, suite: &'a ResourceSuite, at: &Pointer) -> Vec<Draft<'a>> {
        let mut drafts = Vec::new();
        let numbered = |list: &'static str| {
            let at = at.member(list);
            move |index: usize| at.item(index)
        };
        let place = numbered("discoveryTests");
        for (index, test) in suite.discovery_tests.iter().flatten().enumerate() {
            drafts.push(self.discovery(test, place(index)));
        }
        for (list, tests) in [("resourceTests", &suite.resource_tests), ("tests", &suite.tests)] {
            let place = numbered(list);
            for (index, test) in tests.iter().flatten().enumerate() {
                drafts.push(self.access(test, &suite.name, place(index)));
            }
        }
        let place = numbered("templateTests");
        for (index, test) in suite.template_tests.iter().flatten().enumerate() {
            drafts.push(self.template(test, &suite.name, place(index)));
        }
        if suite.subscription_tests.as_ref().is_some_and(|tests| !tests.is_empty()) {
            let message = "`subscriptionTests` cannot be run yet (milestone M2)";
            self.report(Problem::of_key(&at.member("subscriptionTests"), message));
        }
        drafts
    }

    fn resource_cases(
        &mut self,
        drafts: Vec<Draft<'_>>,
        suite: &ResourceSuite,
        name: &SuiteName,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Case> {
        let seed = |draft: &Draft<'_>| Origin { test: draft.at.clone(), row: None };
        let seeds: Vec<Seed<'_>> =
            drafts.iter().map(|draft| Seed { given: draft.given, tool: &draft.about, origin: seed(draft) }).collect();
        let (titles, duplicates) = titles(&seeds);
        for index in duplicates {
            let message = format!("two tests of suite \"{name}\" have the title \"{}\"", titles[index]);
            self.report(Problem::new(&drafts[index].at.member("name"), message));
        }
        let suite_skip = self.skip(suite.skip.as_ref(), at);
        let suite_tags = suite.tags.as_deref().unwrap_or_default();
        let timeout = suite.timeout.map_or(world.timeout, millis);
        let mut cases = Vec::new();
        for (draft, title) in drafts.into_iter().zip(titles) {
            let Draft { at, frame, test, .. } = draft;
            let own_skip = self.skip(frame.skip, &at);
            let own_tags = frame.tags.into_iter().flatten().filter(|tag| !suite_tags.contains(tag));
            cases.push(Case {
                id: CaseId::new(name, &title),
                title,
                tags: suite_tags.iter().chain(own_tags).cloned().collect(),
                skip: own_skip.or_else(|| suite_skip.clone()),
                only: suite.only.unwrap_or(false) || frame.only.unwrap_or(false),
                timeout: frame.timeout.map_or(timeout, millis),
                retries: frame.retries.unwrap_or(DEFAULTS.tool_test.retries),
                repeat: frame.repeat.unwrap_or(DEFAULTS.tool_test.repeat),
                kind: CaseKind::Resource(Box::new(ResourceCase {
                    required: frame.required.or(suite.required).unwrap_or(false),
                    test,
                })),
                place: self.place(&at),
            });
        }
        cases
    }

    fn discovery<'a>(&mut self, test: &'a file::ResourceDiscovery, at: Pointer) -> Draft<'a> {
        let of_templates = test.expected_templates.is_some() || test.expected_template_count.is_some();
        if of_templates && (test.expected_resources.is_some() || test.expected_count.is_some()) {
            let message = "a test reads one list: resources or templates, so make two tests of it";
            self.report(Problem::new(&at, message));
        }
        let (list, count, present, member) = if of_templates {
            let present = test.expected_templates.clone();
            (OfferedList::ResourceTemplates, test.expected_template_count, present, "expectedTemplateCount")
        } else {
            (OfferedList::Resources, test.expected_count, test.expected_resources.clone(), "expectedCount")
        };
        let discovery = Discovery {
            list,
            count: count.and_then(|count| self.bounds(count, &at.member(member))),
            present: present.unwrap_or_default(),
            max_latency: test.max_latency.map(millis),
        };
        let test_of = ResourceTest::Discovery(discovery);
        Draft { given: test.name.as_deref(), about: list.method().to_owned(), frame: frame!(test), test: test_of, at }
    }

    fn access<'a>(&mut self, test: &'a file::ResourceTest, suite: &str, at: Pointer) -> Draft<'a> {
        let snapshot = format!("{suite}/{}", test.name.as_ref().unwrap_or(&test.uri));
        let error = self.either(test.expected_error.as_ref(), test.expect_error.as_ref(), "expectError", &at);
        let expected = Expected { result: None, error, latency_ms: test.max_latency, expect: test.expect.as_deref() };
        let expect = self.expectations(expected, &snapshot, &at);
        let mut expected = ExpectedContents { expect, ..ExpectedContents::default() };
        expected.content.clone_from(&test.expected_content);
        expected.mime_type.clone_from(&test.expected_mime_type);
        expected.size = test.size.and_then(|size| self.bounds(size, &at.member("size")));
        self.check_outcome(error, &expected, &at);
        let access = ResourceAccess { uri: test.uri.clone(), expected };
        let (given, about) = (test.name.as_deref(), test.uri.clone());
        Draft { given, about, frame: frame!(test), test: ResourceTest::Access(access), at }
    }

    fn template<'a>(&mut self, test: &'a file::TemplateTest, suite: &str, at: Pointer) -> Draft<'a> {
        let template = self.either(test.template_uri.as_ref(), test.template.as_ref(), "template", &at);
        if template.is_none() {
            self.report(Problem::new(&at, "`templateUri` is missing"));
        }
        let snapshot = format!("{suite}/{}", test.name.as_ref().or(template).map_or("", String::as_str));
        let variables = self.either(test.parameters.as_ref(), test.arguments.as_ref(), "arguments", &at);
        if let Some(pattern) = &test.expected_uri_pattern {
            self.check_regex(pattern, &at.member("expectedUriPattern"));
        }
        let exact = test.expected_uri.as_ref().map(|uri| format!("^{}$", regex::escape(uri)));
        let pattern = self.either(test.expected_uri_pattern.as_ref(), exact.as_ref(), "expectedUri", &at);
        let error = self.either(test.expected_error.as_ref(), test.expect_error.as_ref(), "expectError", &at);
        let expected = Expected { result: None, error, latency_ms: test.max_latency, expect: test.expect.as_deref() };
        let expect = self.expectations(expected, &snapshot, &at);
        let mut expected = ExpectedContents { expect, ..ExpectedContents::default() };
        expected.content.clone_from(&test.expected_content);
        expected.mime_type.clone_from(&test.expected_mime_type);
        expected.size = test.size.and_then(|size| self.bounds(size, &at.member("size")));
        self.check_outcome(error, &expected, &at);
        let access = TemplateAccess {
            template: template.cloned().unwrap_or_default(),
            variables: variables.cloned().unwrap_or_default(),
            uri_pattern: pattern.cloned(),
            expected,
        };
        self.check_variables(&access, &at);
        let (given, about) = (test.name.as_deref(), access.template.clone());
        Draft { given, about, frame: frame!(test), test: ResourceTest::Template(access), at }
    }

    /// One of two names of a field.
    fn either<T>(&mut self, one: Option<T>, other: Option<T>, other_name: &str, at: &Pointer) -> Option<T> {
        if one.is_some() && other.is_some() {
            let message = format!("`{other_name}` is another name of a field that is given, too: give one of them");
            self.report(Problem::of_key(&at.member(other_name), message));
        }
        one.or(other)
    }

    fn check_outcome(&mut self, error: Option<&ExpectedError>, expected: &ExpectedContents, at: &Pointer) {
        let contents = expected.content.is_some() || expected.mime_type.is_some() || expected.size.is_some();
        if error.is_some() && contents {
            let message = "contents and an error are expected, and reading a resource gives one of them";
            self.report(Problem::new(at, message));
        }
    }

    fn bounds(&mut self, count: Count, at: &Pointer) -> Option<Bounds> {
        let (min, max) = match count {
            Count::Exactly(exact) => (Some(exact), Some(exact)),
            Count::Within(bounds) => (bounds.exact.or(bounds.min), bounds.exact.or(bounds.max)),
        };
        let problem = match (count, min, max) {
            (Count::Within(bounds), ..) if bounds.exact.is_some() && (bounds.min.is_some() || bounds.max.is_some()) => {
                "`exact` stands alone"
            }
            (_, None, None) => "the bounds say nothing: give `min`, `max` or `exact`",
            (_, Some(min), Some(max)) if min > max => "`min` is above `max`",
            _ => return Some(Bounds { min, max }),
        };
        self.report(Problem::new(at, problem));
        None
    }

    /// Each variable of the template has a value (`null` for none), and no other has.
    fn check_variables(&mut self, access: &TemplateAccess, at: &Pointer) {
        let names = variables_of(&access.template);
        let at = at.member("parameters");
        for name in names.iter().filter(|name| !access.variables.contains_key(**name)) {
            let message = format!("the template's variable `{name}` has no value: give it one, or `null` for none");
            self.report(Problem::new(&at, message));
        }
        for name in access.variables.keys().filter(|name| !names.contains(&name.as_str())) {
            let message = format!("the template has no variable `{name}`");
            let problem = Problem::of_key(&at.member(name), message);
            self.report(problem.with_nearest(crate::nearest::nearest(name, names.iter().copied())));
        }
    }
}

/// The names in the expressions of a template (RFC 6570, section 2).
fn variables_of(template: &str) -> Vec<&str> {
    let expressions = template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let names = expressions.flat_map(|(expression, _)| {
        let list = expression.trim_start_matches(['+', '#', '.', '/', ';', '?', '&', '=', ',', '!', '@', '|']);
        list.split(',').map(|name| name.split([':', '*']).next().unwrap_or_default())
    });
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::variables_of;

    #[test]
    fn variables_are_found_in_every_kind_of_expression() {
        let template = "x://{a}/{+b}{#c}{.d}{/e*}{;f}{?g,h:3}{&i}plain";
        assert_eq!(variables_of(template), ["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
        assert!(variables_of("x://plain/{").is_empty());
    }
}
