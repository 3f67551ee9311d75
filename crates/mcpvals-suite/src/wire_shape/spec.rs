//! Where each rule stands in the specification.

use mcpvals_model::ViolationKind;
use mcpvals_model::mcp::Revision;

/// The address of a page: the given one, or the kind's own, in the revision that is spoken (the newest with a
/// handshake, where none is).
pub(super) fn url(kind: ViolationKind, page: Option<&'static str>, revision: Option<Revision>) -> String {
    let revision = revision.unwrap_or(Revision::NEWEST_WITH_HANDSHAKE);
    let page = page.unwrap_or_else(|| own_page(kind, revision));
    format!("https://modelcontextprotocol.io/specification/{revision}/{page}")
}

fn own_page(kind: ViolationKind, revision: Revision) -> &'static str {
    use ViolationKind as Kind;
    match kind {
        Kind::NoiseOnStdout | Kind::SplitMessage | Kind::SharedLine | Kind::MissingNewline => stdio(revision),
        Kind::InvalidUtf8 | Kind::ByteOrderMark => "basic/transports",
        Kind::InvalidJson
        | Kind::CutOffMessage
        | Kind::OversizedMessage
        | Kind::DeepNesting
        | Kind::Batch
        | Kind::NotAMessage
        | Kind::JsonrpcVersion => messages(revision),
        Kind::IdType
        | Kind::MissingId
        | Kind::UnknownId
        | Kind::DuplicateAnswer
        | Kind::ResultAndError
        | Kind::NeitherResultNorError
        | Kind::UnknownMember
        | Kind::ErrorShape
        | Kind::ResultShape => responses(revision),
        Kind::ContentShape => "server/tools#tool-result",
        Kind::MalformedEntry | Kind::DuplicateName => "server/tools#tool",
        Kind::EndlessPages => "server/utilities/pagination",
        Kind::ReusedRequestId | Kind::RequestShape => requests(revision),
        Kind::UndeclaredRequest | Kind::ForbiddenRequest if revision.is_stateless() => "basic/patterns/mrtr",
        Kind::UndeclaredRequest | Kind::ForbiddenRequest => "basic/lifecycle#operation",
        Kind::UndeclaredNotification | Kind::NotificationShape => notifications(revision),
        Kind::HandshakeShape if revision.is_stateless() => "basic/versioning",
        Kind::HandshakeShape => "basic/lifecycle#initialization",
        Kind::LateAnswer if revision.is_stateless() => "basic/patterns/cancellation",
        Kind::LateAnswer => "basic/utilities/cancellation",
        Kind::HttpTransport => http(revision),
        Kind::IgnoresShutdown if revision.is_stateless() => "basic/transports/stdio#shutdown",
        Kind::IgnoresShutdown => "basic/lifecycle#shutdown",
    }
}

fn stdio(revision: Revision) -> &'static str {
    if revision.is_stateless() { "basic/transports/stdio" } else { "basic/transports#stdio" }
}

fn http(revision: Revision) -> &'static str {
    match revision {
        Revision::V2024_11_05 => "basic/transports#http-with-sse",
        Revision::V2025_03_26 | Revision::V2025_06_18 | Revision::V2025_11_25 => "basic/transports#streamable-http",
        Revision::V2026_07_28 => "basic/transports/streamable-http",
    }
}

/// The first revision has a page of its own for messages.
fn messages(revision: Revision) -> &'static str {
    if revision == Revision::V2024_11_05 { "basic/messages" } else { "basic#messages" }
}

fn requests(revision: Revision) -> &'static str {
    if revision == Revision::V2024_11_05 { "basic/messages#requests" } else { "basic#requests" }
}

fn responses(revision: Revision) -> &'static str {
    if revision == Revision::V2024_11_05 { "basic/messages#responses" } else { "basic#responses" }
}

fn notifications(revision: Revision) -> &'static str {
    if revision == Revision::V2024_11_05 { "basic/messages#notifications" } else { "basic#notifications" }
}
