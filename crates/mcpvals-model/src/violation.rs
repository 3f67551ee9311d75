//! A rule of the protocol that the wire broke, whether or not a case suffered.

use serde::{Deserialize, Serialize};

use crate::CaseId;

/// One breach of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// Which rule.
    pub kind: ViolationKind,
    /// In words, with the names and values at hand.
    pub message: String,
    /// The frame that shows it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// The case in which it was seen; none for the session's own frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<CaseId>,
    /// The name of the server, as the plan has it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub server: String,
    /// The page of the specification.
    pub spec: String,
    /// Could a client not use the answer because of it? Then the case fails.
    #[serde(default)]
    pub spoils_answer: bool,
    /// How often the same was seen; the frame is the first.
    pub count: u64,
}

/// Kinds of violation; their names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    /// Something on stdout that is no message.
    NoiseOnStdout,
    /// A message that is not valid JSON.
    InvalidJson,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// A byte order mark.
    ByteOrderMark,
    /// A message spread over several lines.
    SplitMessage,
    /// A message that shares its line with something else.
    SharedLine,
    /// A whole message that is not ended by a newline.
    MissingNewline,
    /// The stream ended inside a message.
    CutOffMessage,
    /// A message over the size limit.
    OversizedMessage,
    /// JSON nested deeper than the limit.
    DeepNesting,
    /// A batch where the revision has none.
    Batch,
    /// JSON that is no JSON-RPC message.
    NotAMessage,
    /// `jsonrpc` is missing or not "2.0".
    JsonrpcVersion,
    /// The id of an answer has another type than the request's.
    IdType,
    /// An answer without an id.
    MissingId,
    /// An answer to an id that was never sent.
    UnknownId,
    /// A second answer to one request.
    DuplicateAnswer,
    /// An answer with both `result` and `error`.
    ResultAndError,
    /// An answer with neither.
    NeitherResultNorError,
    /// `error` is not an object with an integer `code` and a string `message`.
    ErrorShape,
    /// An answer with a member that no answer has.
    UnknownMember,
    /// The result does not have the shape that its method asks for.
    ResultShape,
    /// A content block, or an item of the contents of a resource, is not of a known kind, or not of its shape.
    ContentShape,
    /// An entry of a list is not of the list's kind.
    MalformedEntry,
    /// Two tools (resources, prompts) with one name.
    DuplicateName,
    /// A list whose pages never end.
    EndlessPages,
    /// A request of the server with a used id.
    ReusedRequestId,
    /// A request that the client did not declare to answer.
    UndeclaredRequest,
    /// A request that the revision does not let a server send.
    ForbiddenRequest,
    /// A request of the server that is not of its method's shape.
    RequestShape,
    /// A notification that was not declared.
    UndeclaredNotification,
    /// A notification that is not of its method's shape.
    NotificationShape,
    /// The handshake's answer lacks or distorts a member.
    HandshakeShape,
    /// An answer after the deadline.
    LateAnswer,
    /// An HTTP answer that the transport forbids.
    HttpTransport,
    /// The process stayed after its stdin was closed.
    IgnoresShutdown,
}
