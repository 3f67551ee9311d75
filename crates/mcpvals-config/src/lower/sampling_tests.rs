//! Tests of sampling that are several in one: security, performance, content, conversations.

use std::path::Path;

use mcpvals_model::profile::{PeerAnswer, PeerReply};
use mcpvals_model::{Absent, Bounds, Expectation, ExpectedRequest, Matcher, MetricName, Trigger};
use serde_json::{Value, json};

use super::Lowering;
use super::peer::{
    PeerDraft, PeerSuite, absent, answer, ends_in_error, in_text, mark, messages, need_environment, triggered,
};
use super::sampling::user_response;
use super::suite::own;
use crate::error::Problem;
use crate::file::{
    ContentCase, ContentInput, ContentParts, ContentType, Handling, MessageSize, Privacy, SamplingContentTest,
    SamplingPerformanceTest, SamplingSecurityTest, SamplingStep, SamplingWorkflowTest, SensitiveData, StepType,
    UnauthorizedRequest, UserResponse,
};
use crate::pointer::Pointer;

/// A picture of one point.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// A sound without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
/// What stands in the trigger where a test puts its own text.
const INPUT: &str = "{{input}}";
/// How long the answers take where it is counted how many requests wait.
const DELAY_MS: f64 = 1000.0;
/// Data of persons, by kind.
const PERSONAL: [(&str, &str); 4] = [
    ("an e-mail address", r"(?i)\b[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}\b"),
    ("a social security number", r"\b\d{3}-\d{2}-\d{4}\b"),
    ("a card number", r"\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}\b|\b\d{16}\b"),
    ("a telephone number", r"\+\d{1,3}[ .-]?\(?\d{2,4}\)?[ .-]\d{3,4}[ .-]?\d{3,4}\b|\(\d{3}\) ?\d{3}-\d{4}\b"),
];
/// A person who does not exist.
const PERSON: &str = "canary.person@example.com, 078-05-1120";

impl Lowering<'_> {
    pub(super) fn sampling_security(
        &mut self,
        test: &SamplingSecurityTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> Vec<PeerDraft> {
        let mut drafts = Vec::new();
        if test.forbidden.is_some() || test.canaries.is_some() {
            drafts.push(self.disclosure(test, suite, at));
        }
        for request in test.unauthorized_requests.iter().flatten() {
            drafts.push(unauthorized(request, self.security_draft(test, Some("unauthorized request"), suite, at)));
        }
        for (index, data) in test.sensitive_data_tests.iter().flatten().enumerate() {
            let draft = self.security_draft(test, Some("sensitive data"), suite, at);
            drafts.push(self.sensitive(data, draft, &at.member("sensitiveDataTests").item(index)));
        }
        for about in test.privacy_tests.iter().flatten() {
            let title = about.description.as_deref().unwrap_or("privacy");
            drafts.push(private(about, suite.cwd, self.security_draft(test, Some(title), suite, at)));
        }
        if drafts.is_empty() {
            let lists = "`forbidden`, `canaries`, `unauthorizedRequests`, `sensitiveDataTests` or `privacyTests`";
            self.report(Problem::new(at, format!("the test asserts nothing: give {lists}")));
        }
        drafts
    }

    /// What must be in no request.
    fn disclosure(&mut self, test: &SamplingSecurityTest, suite: &PeerSuite<'_>, at: &Pointer) -> PeerDraft {
        let mut draft = self.security_draft(test, None, suite, at);
        let forbidden = test.forbidden.clone().unwrap_or_default();
        draft.test.requests.absent = self.forbidden(forbidden, &at.member("forbidden"));
        if let Some(canaries) = test.canaries.clone() {
            self.plant(canaries, suite.cwd, &mut draft);
        }
        draft
    }

    fn sensitive(&mut self, data: &SensitiveData, mut draft: PeerDraft, at: &Pointer) -> PeerDraft {
        self.put_in(&data.input, &mut draft, at);
        if data.expect_filtering.unwrap_or(true) {
            draft.test.requests.absent.push(absent("the sensitive text", &data.input));
        } else {
            let within = Matcher::Contains(vec![data.input.clone()]);
            draft.test.requests.in_order.push(ExpectedRequest { expect: vec![within], ..ExpectedRequest::default() });
        }
        draft
    }

    /// One of the tests that a security test is; named by what it is about, where there are several kinds.
    fn security_draft(
        &mut self,
        test: &SamplingSecurityTest,
        about: Option<&str>,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let mut test = test.clone();
        let draft = self.peer_draft(suite, MetricName::Security, triggered!(test), own!(test), at);
        about.into_iter().fold(draft, part)
    }

    /// Puts a text where the trigger has a place for it.
    fn put_in(&mut self, input: &str, draft: &mut PeerDraft, at: &Pointer) {
        let mut places = 0;
        for trigger in &mut draft.test.triggers {
            places += fill_trigger(trigger, input);
        }
        if places == 0 && !draft.test.triggers.is_empty() {
            let message = format!("the trigger has no `{INPUT}` in its arguments, so this text would go nowhere");
            self.report(Problem::new(at, message));
        }
    }

    pub(super) fn sampling_performance(
        &mut self,
        mut test: SamplingPerformanceTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Performance, triggered!(test), own!(test), at);
        let at_once = u64::from(test.concurrent_requests.unwrap_or(1));
        if let Some(trigger) = draft.test.triggers.pop() {
            draft.test.triggers = (0..at_once).map(|_| trigger.clone()).collect();
        }
        let throttled = test.expect_throttling.unwrap_or(false);
        if throttled && at_once < 2 {
            let message = "one request at a time cannot show it: give `concurrentRequests`";
            self.report(Problem::of_key(&at.member("expectThrottling"), message));
        }
        let most = test.max_in_flight.or(throttled.then(|| at_once.saturating_sub(1)));
        draft.test.requests.in_flight = most.map(|most| Bounds { min: None, max: Some(most) });
        // A server that holds back may ask less often than it is triggered.
        let least = if most.is_some() { 1 } else { at_once };
        draft.test.requests.count = Bounds { min: Some(least), max: None };
        let delay = test.answer_delay.or(most.map(|_| DELAY_MS));
        if let Some(size) = test.message_size {
            draft.test.client.answers.sampling = vec![long(size).into()];
        }
        draft
            .test
            .client
            .answers
            .sampling
            .iter_mut()
            .for_each(|given| given.after = answer(PeerReply::Silence, delay).after);
        tell_apart(&mut draft);
        draft
    }

    pub(super) fn sampling_content(
        &mut self,
        test: &SamplingContentTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> Vec<PeerDraft> {
        if test.test_cases.is_empty() {
            self.report(Problem::new(&at.member("testCases"), "there are no cases"));
        }
        let cases = test.test_cases.clone().into_iter();
        cases.map(|case| self.content_case(case, test.clone(), suite, at)).collect()
    }

    fn content_case(
        &mut self,
        case: ContentCase,
        mut test: SamplingContentTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let draft = self.peer_draft(suite, MetricName::Content, triggered!(test), own!(test), at);
        let mut draft = part(draft, kind_words(case.content_type));
        let content = content(case.content_type, &input_of(case.input, case.content_type));
        draft.test.client.answers.sampling = vec![PeerReply::message(&content).into()];
        let handling = case.expected_handling.unwrap_or(Handling::Accept);
        if handling == Handling::Convert && case.expected_response.is_none() {
            let message = "`expectedHandling: \"convert\"` needs an `expectedResponse`: into what is it converted?";
            self.report(Problem::new(&at.member("testCases"), message));
        }
        match (handling, case.expected_response) {
            (Handling::Reject, Some(error)) => draft.test.expect.push(Expectation::Error(error)),
            (Handling::Reject, None) => draft.test.expect.push(ends_in_error(true)),
            (Handling::Accept | Handling::Convert, words) => draft.test.expect.extend(in_text(words)),
        }
        draft
    }

    pub(super) fn sampling_workflow(
        &mut self,
        mut test: SamplingWorkflowTest,
        suite: &PeerSuite<'_>,
        at: &Pointer,
    ) -> PeerDraft {
        let mut draft = self.peer_draft(suite, MetricName::Request, triggered!(test), own!(test), at);
        let of = |kind: StepType| test.steps.iter().filter(move |step| step.step_type == kind);
        let asked = of(StepType::Request).count() as u64;
        if asked > 0 {
            draft.test.requests.count = Bounds::exactly(asked);
        }
        let approvals: Vec<PeerAnswer> = of(StepType::Approval).map(|step| approval(step, &draft)).collect();
        if !approvals.is_empty() {
            draft.test.client.answers.sampling = approvals;
        }
        let outcomes = of(StepType::Response).chain(of(StepType::Validation));
        draft.test.expect.extend(outcomes.filter_map(|step| in_text(step.expected_outcome.clone())));
        if test.expect_success == Some(false) {
            draft.test.expect.push(ends_in_error(true));
        }
        draft
    }
}

/// A test that is one of several in the file's test.
fn part(mut draft: PeerDraft, about: &str) -> PeerDraft {
    let name = draft.given.take().unwrap_or(draft.about);
    draft.about = format!("{name}: {about}");
    draft
}

fn unauthorized(request: &UnauthorizedRequest, mut draft: PeerDraft) -> PeerDraft {
    if request.expect_rejection.unwrap_or(true) {
        draft.test.client.answers.sampling = vec![PeerReply::rejected().into()];
    }
    let first = ExpectedRequest { messages: request.messages.clone().map(messages), ..ExpectedRequest::default() };
    draft.test.requests.in_order.push(first);
    draft
}

fn private(about: &Privacy, cwd: Option<&Path>, mut draft: PeerDraft) -> PeerDraft {
    if about.include_personal_data.unwrap_or(false) {
        need_environment(cwd, &mut draft);
        draft.test.client.env.insert("MCPVALS_CANARY_PERSON".to_owned(), PERSON.to_owned());
    }
    if about.expect_data_protection.unwrap_or(true) {
        let personal = PERSONAL.map(|(what, pattern)| Absent {
            what: what.to_owned(),
            pattern: pattern.to_owned(),
            // The address of a repository: `git@github.com:owner/name`.
            except: what.contains("e-mail").then(|| "(?i)^(git|hg|svn)@".to_owned()),
            luhn: what.contains("card number"),
        });
        draft.test.requests.absent.extend(personal);
    }
    draft
}

fn approval(step: &SamplingStep, draft: &PeerDraft) -> PeerAnswer {
    let script = user_response(step.user_response.unwrap_or(UserResponse::Approve));
    let script = script.unwrap_or_else(|| draft.test.client.answers.sampling.clone());
    let reply = script.into_iter().next().map_or_else(PeerReply::rejected, |given| given.reply);
    answer(reply, step.timeout_ms)
}

/// Marks what is sent at the same time: the triggers, where they have a place for it, and the answers, where they are
/// texts.
fn tell_apart(draft: &mut PeerDraft) {
    let title = draft.given.as_ref().unwrap_or(&draft.about).clone();
    let case = &mut draft.test;
    let count = case.triggers.len();
    for (index, trigger) in case.triggers.iter_mut().enumerate() {
        fill_trigger(trigger, &mark("question", &title, &index.to_string()));
    }
    let [given] = &case.client.answers.sampling[..] else { return };
    let answer = |index: usize| {
        let reply = marked(&given.reply, &mark("answer", &title, &index.to_string()))?;
        Some(PeerAnswer { after: given.after, reply })
    };
    let answers: Option<Vec<PeerAnswer>> = (0..count).map(answer).collect();
    if let Some(answers) = answers.filter(|answers| answers.len() > 1) {
        case.client.answers.sampling = answers;
        case.marked = true;
    }
}

/// A text with a mark at its beginning, which is what is left of a long one that is cut; `None` for what is no text.
fn marked(reply: &PeerReply, mark: &str) -> Option<PeerReply> {
    let start = format!("{mark} ");
    match reply {
        PeerReply::Long { length, .. } => Some(PeerReply::Long { start, length: *length }),
        PeerReply::Result(result) => {
            let text = result.pointer("/content/text")?.as_str()?;
            let mut marked = result.clone();
            marked["content"]["text"] = json!(start + text);
            Some(PeerReply::Result(marked))
        }
        PeerReply::Form(_)
        | PeerReply::Invalid(_)
        | PeerReply::Error { .. }
        | PeerReply::Model(_)
        | PeerReply::Silence => None,
    }
}

/// Replaces the place in a trigger; how many there were.
fn fill_trigger(trigger: &mut Trigger, input: &str) -> usize {
    match trigger {
        Trigger::Tool(call) => call.args.values_mut().map(|value| fill(value, input)).sum(),
        Trigger::Prompt { args, .. } => args.values_mut().map(|value| fill(value, input)).sum(),
        Trigger::Resource { uri } => {
            let places = uri.matches(INPUT).count();
            *uri = uri.replace(INPUT, input);
            places
        }
    }
}

/// Replaces the place in every string of a value; how many there were.
fn fill(value: &mut Value, input: &str) -> usize {
    match value {
        Value::String(text) => {
            let places = text.matches(INPUT).count();
            *text = text.replace(INPUT, input);
            places
        }
        Value::Array(items) => items.iter_mut().map(|item| fill(item, input)).sum(),
        Value::Object(members) => members.values_mut().map(|member| fill(member, input)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

fn long(size: MessageSize) -> PeerReply {
    let length = match size {
        MessageSize::Small => 100,
        MessageSize::Medium => 10_000,
        MessageSize::Large => 1_000_000,
    };
    PeerReply::Long { start: String::new(), length }
}

fn kind_words(kind: ContentType) -> &'static str {
    match kind {
        ContentType::Text => "text",
        ContentType::Image => "image",
        ContentType::Audio => "audio",
        ContentType::Mixed => "mixed",
    }
}

/// A plain input is the text, and of a picture or a sound its data.
fn input_of(input: Option<ContentInput>, kind: ContentType) -> ContentParts {
    match input {
        Some(ContentInput::Parts(parts)) => parts,
        Some(ContentInput::Plain(data)) if matches!(kind, ContentType::Image | ContentType::Audio) => {
            ContentParts { image_data: Some(data), ..ContentParts::default() }
        }
        Some(ContentInput::Plain(text)) => ContentParts { text: Some(text), ..ContentParts::default() },
        None => ContentParts::default(),
    }
}

fn content(kind: ContentType, parts: &ContentParts) -> Value {
    let text = json!({"type": "text", "text": parts.text.as_deref().unwrap_or("a text")});
    let of = |kind: &str, data: &str, mime: &str| {
        let data = parts.image_data.as_deref().unwrap_or(data);
        json!({"type": kind, "data": data, "mimeType": parts.mime_type.as_deref().unwrap_or(mime)})
    };
    let image = || of("image", PNG, "image/png");
    match kind {
        ContentType::Text => text,
        ContentType::Image => image(),
        ContentType::Audio => of("audio", WAV, "audio/wav"),
        ContentType::Mixed => json!([text, image()]),
    }
}
