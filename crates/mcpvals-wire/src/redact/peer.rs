//! A test of what a server asks, without secrets. Its canaries are not secrets, but stand where secrets stand.

use mcpvals_model::profile::{PeerAnswer, PeerReply};
use mcpvals_model::{Exchange, ExpectedRequest, PeerCase, Recorded, Trigger};

use super::Redactor;

impl Redactor {
    pub(super) fn peer_case(&self, case: &mut PeerCase) {
        let client = &mut case.client;
        self.value(&mut client.capabilities);
        client.env.values_mut().chain(client.files.values_mut()).for_each(|text| self.string(text));
        let roots = client.answers.roots.iter_mut().chain(&mut client.answers.changed_roots);
        roots.for_each(|root| self.string(&mut root.uri));
        let answers = client.answers.sampling.iter_mut().chain(&mut client.answers.elicitation);
        answers.for_each(|answer| self.answer(answer));
        let played = client.answers.cassette.iter_mut().filter_map(|playback| playback.exchanges.as_mut());
        played.flatten().for_each(|exchange| self.exchange(exchange));
        case.triggers.iter_mut().for_each(|trigger| self.trigger(trigger));
        case.requests.in_order.iter_mut().for_each(|request| self.request(request));
        for absent in &mut case.requests.absent {
            absent.pattern = self.pattern(&absent.pattern);
        }
        case.expect.iter_mut().for_each(|expectation| self.expectation(expectation));
    }

    fn answer(&self, answer: &mut PeerAnswer) {
        match &mut answer.reply {
            PeerReply::Result(result) => self.value(result),
            PeerReply::Form(given) | PeerReply::Invalid(given) => {
                given.values_mut().for_each(|value| self.value(value));
            }
            PeerReply::Error { message, .. } => self.string(message),
            PeerReply::Long { start, .. } => self.string(start),
            PeerReply::Model(name) => self.string(name),
            PeerReply::Silence => {}
        }
    }

    fn exchange(&self, exchange: &mut Exchange) {
        self.value(&mut exchange.request);
        match &mut exchange.response {
            Recorded::Result(result) => self.value(result),
            Recorded::Error { message, .. } => self.string(message),
        }
    }

    fn trigger(&self, trigger: &mut Trigger) {
        match trigger {
            Trigger::Tool(call) => self.tool_call(call),
            Trigger::Prompt { name, args } => {
                self.string(name);
                args.values_mut().for_each(|value| self.value(value));
            }
            Trigger::Resource { uri } => self.string(uri),
        }
    }

    fn request(&self, request: &mut ExpectedRequest) {
        request
            .messages
            .iter_mut()
            .flatten()
            .filter_map(|message| message.content.as_mut())
            .for_each(|content| self.value(content));
        request.texts.values_mut().for_each(|text| self.string(text));
        request.members.values_mut().for_each(|value| self.value(value));
        request.expect.iter_mut().for_each(|matcher| self.matcher(matcher));
    }
}
