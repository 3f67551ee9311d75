//! Tests of what must not be read.

use mcpvals_model::{BadUri, ResourceRefusal, ResourceTest};

use super::call::Expected;
use super::draft::Draft;
use super::suite::own;
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{self, ResourceErrorTest};
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn resource_refusal(&mut self, mut test: ResourceErrorTest, at: Pointer) -> Draft<ResourceTest> {
        let error = self.either(test.expected_error.take(), test.expect_error.take(), "expectError", &at);
        let expected = Expected { result: None, error: error.as_ref(), latency_ms: None, expect: None };
        let uris = test.uris.take().unwrap_or_default();
        let subscribe = test.subscribe.unwrap_or_default();
        let kinds: Vec<BadUri> = match test.refuses.take() {
            None if uris.is_empty() && !subscribe => BadUri::ALL.to_vec(),
            given => given.into_iter().flatten().map(kind).collect(),
        };
        if kinds.is_empty() && uris.is_empty() && !subscribe {
            self.report(Problem::new(&at, "nothing is tried: give `refuses` a kind, or `uris` a URI"));
        }
        let about = kinds.iter().map(|kind| words(*kind).to_owned()).chain(uris.iter().cloned());
        let about = about.chain(subscribe.then(|| "a subscription to an unknown URI".to_owned()));
        let about = format!("refuses {}", about.collect::<Vec<_>>().join(", "));
        let refusal = ResourceRefusal {
            kinds,
            uris,
            subscribe,
            refusal: self.expectations(expected, "", &at).into_iter().next(),
            max_latency: test.max_latency.map(millis),
        };
        let own = own!(test);
        Draft { at, given: test.name, about, own, required: test.required, test: ResourceTest::Refusal(refusal) }
    }
}

fn kind(kind: file::BadUri) -> BadUri {
    match kind {
        file::BadUri::UnknownUri => BadUri::UnknownUri,
        file::BadUri::InvalidUri => BadUri::InvalidUri,
        file::BadUri::Traversal => BadUri::Traversal,
    }
}

fn words(kind: BadUri) -> &'static str {
    match kind {
        BadUri::UnknownUri => "an unknown URI",
        BadUri::InvalidUri => "invalid URIs",
        BadUri::Traversal => "traversal",
    }
}
