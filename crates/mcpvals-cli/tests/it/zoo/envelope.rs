//! The JSON-RPC envelope of a response.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, fails, hides_tools, passes, unreachable};
use super::run::play;

pub(super) fn rows() -> Vec<Row> {
    [of_calls(), of_handshakes(), of_lists()].concat()
}

fn of_calls() -> Vec<Row> {
    let spoils = |flaw, words, kind| fails(flaw, "echo", "protocol", words).seen(kind);
    let allows_batches = &["--era", "legacy", "--revision", "2025-03-26"];
    vec![
        spoils(Flaw::IdAsString, &["the request's was a number"], &["id-type"]),
        passes(Flaw::IdAsFloat).seen(&["id-type"]),
        spoils(Flaw::IdOfAnother, &["which was never sent"], &["unknown-id"]),
        spoils(Flaw::IdMissing, &["the answer has no id"], &["missing-id"]),
        spoils(Flaw::IdNull, &["the id of the answer is null"], &["missing-id"]),
        spoils(Flaw::ErrorWithNullId, &["the id of the answer is null"], &["missing-id"]),
        passes(Flaw::DuplicateResponse).seen(&["duplicate-answer"]),
        passes(Flaw::ContradictingResponse).seen(&["duplicate-answer"]),
        spoils(Flaw::ResultAndError, &["both `result` and `error`"], &["result-and-error"]),
        spoils(Flaw::NeitherResultNorError, &["neither `result` nor `error`"], &["neither-result-nor-error"]),
        spoils(Flaw::ErrorAsString, &["`error` is \"boom\", not an object"], &["error-shape"]),
        spoils(Flaw::ErrorWithoutCode, &["`code` is missing"], &["error-shape"]),
        spoils(Flaw::ErrorCodeAsString, &["`code` is \"-32603\", not an integer"], &["error-shape"]),
        spoils(Flaw::JsonrpcMissing, &["`jsonrpc` is missing"], &["jsonrpc-version"]),
        spoils(Flaw::JsonrpcWrong, &["`jsonrpc` is \"1.0\", not \"2.0\""], &["jsonrpc-version"]),
        spoils(Flaw::BatchAnswer, &["a batch came"], &["batch"]),
        passes(Flaw::BatchAnswer).with(allows_batches).via(&[Via::Stdio]),
        spoils(Flaw::EchoesRequest, &["\"method\\\":\\\"tools/call\\\""], &["forbidden-request"]),
        spoils(Flaw::UnknownMember, &["`took_ms`"], &["unknown-member"]),
    ]
}

/// The usual clients find no answer to their handshake.
fn of_handshakes() -> Vec<Row> {
    let spoils = |flaw, words, kind| unreachable(flaw, words).on("handshake").seen(kind);
    vec![
        spoils(Flaw::IdAsString, &["the id"], &["id-type"]),
        passes(Flaw::IdAsFloat).on("handshake").seen(&["id-type"]),
        spoils(Flaw::IdOfAnother, &["never sent"], &["unknown-id"]).slow(),
        spoils(Flaw::IdNull, &["no id"], &["missing-id"]),
        spoils(Flaw::ErrorWithNullId, &["-32603", "internal error"], &["missing-id"]),
        passes(Flaw::DuplicateResponse).on("handshake").seen(&["duplicate-answer"]),
        spoils(Flaw::ResultAndError, &["-32603", "internal error"], &["result-and-error"]),
        spoils(Flaw::NeitherResultNorError, &["neither result nor error"], &["neither-result-nor-error"]),
        spoils(Flaw::ErrorAsString, &["boom"], &["error-shape"]),
        spoils(Flaw::JsonrpcMissing, &["`jsonrpc`"], &["jsonrpc-version"]),
        spoils(Flaw::EchoesRequest, &["a request that no server may send"], &["forbidden-request"]).slow(),
        spoils(Flaw::UnknownMember, &["`took_ms`"], &["unknown-member"]),
    ]
}

fn of_lists() -> Vec<Row> {
    let hides = |flaw, words, kind| hides_tools(flaw, words).on("tools/list").seen(kind);
    vec![
        hides(Flaw::IdAsString, &["`tools/list`", "the id"], &["id-type"]),
        hides(Flaw::ErrorAsString, &["`tools/list`", "boom"], &["error-shape"]),
        hides(Flaw::ErrorWithoutCode, &["`tools/list`", "boom"], &["error-shape"]),
        hides(Flaw::NeitherResultNorError, &["neither result nor error"], &["neither-result-nor-error"]),
        hides(Flaw::JsonrpcMissing, &["`jsonrpc`"], &["jsonrpc-version"]),
        hides(Flaw::BatchAnswer, &["batch"], &["batch"]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}
