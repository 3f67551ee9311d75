//! Every way to be wrong that the zoo can show, one at a time.
//!
//! Only names and rules stand here; what a flaw does is in the module of its family.

use std::fmt;
use std::str::FromStr;

use crate::revision::UnknownName;

/// Which part of a server a flaw spoils, and so where it is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Nothing is wrong.
    None,
    /// The bytes of one message (`distort/text.rs`).
    Text,
    /// The JSON-RPC envelope of a response (`distort/envelope.rs`).
    Envelope,
    /// The result of `initialize` and `server/discover` (`distort/handshake.rs`).
    Handshake,
    /// The result of `tools/list` (`distort/listing.rs`).
    Listing,
    /// The result of `tools/call` (`distort/outcome.rs`).
    Outcome,
    /// Prompts, and what is suggested for their arguments (`distort/prompt.rs`).
    Prompt,
    /// What is read of resources, and what is announced of them (`distort/resource.rs`).
    Resource,
    /// Entries in the lists of resources, templates and prompts (`distort/entry.rs`).
    Entry,
    /// Ping, pages, logs, progress and cancellation (`distort/utility.rs`).
    Utility,
    /// Calls that are tasks (`distort/task.rs`).
    Task,
    /// Messages too many, too late or not at all (`distort/traffic.rs`).
    Traffic,
    /// What is asked of the client, and what is made of its answers (`distort/question.rs`).
    Question,
    /// The life of the process, and its children (`process.rs`, `distort/traffic.rs`).
    Process,
    /// What is on stdout beside the messages (`stdio.rs`).
    Stdio,
    /// The HTTP answer to a POST (`http/flawed.rs`).
    Http,
    /// The event stream of HTTP+SSE, 2024-11-05 (`http/sse.rs`).
    Sse,
}

// A macro, so that a flaw cannot be missing from `ALL`, have no name or have no rule.
macro_rules! flaws {
    ($($family:ident { $($(#[doc = $rule:literal])+ $flaw:ident = $name:literal,)+ })+) => {
        /// One way to be wrong; each doc comment says which rule it breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Flaw {
            $($($(#[doc = $rule])+ $flaw,)+)+
        }

        impl Flaw {
            /// Every flaw, in the order of the source.
            pub const ALL: &'static [Self] = &[$($(Self::$flaw,)+)+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$flaw => $name,)+)+
                }
            }

            /// What is wrong, in words.
            pub fn rule(self) -> &'static str {
                match self {
                    $($(Self::$flaw => concat!($($rule,)+).trim_ascii(),)+)+
                }
            }

            /// The part of the server that it spoils.
            pub fn family(self) -> Family {
                match self {
                    $($(Self::$flaw => Family::$family,)+)+
                }
            }
        }
    };
}

flaws! {
    None {
        /// Breaks no rule.
        None = "none",
    }
    Stdio {
        /// A line of text on stdout before the first message; stdout is for messages only (stdio transport).
        BannerLine = "banner-line",
        /// A banner without a line end, so that the first message does not begin its line.
        BannerWithoutNewline = "banner-without-newline",
        /// A log line on stdout before the spoilt answer; logs belong on stderr.
        LogLineOnStdout = "log-line-on-stdout",
        /// CR LF after each message. Harmless: JSON ignores the CR.
        CarriageReturns = "carriage-returns",
        /// Empty lines between messages. Harmless.
        BlankLines = "blank-lines",
        /// `Content-Length` headers before each message, as the Language Server Protocol has them; MCP has lines.
        ContentLengthFraming = "content-length-framing",
        /// The answer is printed over several lines; a message has no line ends in it (stdio transport).
        PrettyPrinted = "pretty-printed",
        /// Two messages on one line; a message ends with a line end.
        TwoMessagesOnALine = "two-messages-on-a-line",
        /// The answer without a line end, and then nothing; who reads lines waits for ever (stdio transport).
        NewlineMissing = "newline-missing",
        /// 100 MB of one message, and no line end ever.
        EndlessFrame = "endless-frame",
        /// stdout is closed, and the process lives on.
        StdoutClosed = "stdout-closed",
        /// Half of the answer, then exit with code 6.
        HalfAnswerThenExit = "half-answer-then-exit",
        /// An endless stream of text without a line end on stdout, from the start.
        EndlessBanner = "endless-banner",
    }
    Text {
        /// A byte order mark before the JSON text; RFC 8259 forbids it.
        ByteOrderMark = "byte-order-mark",
        /// Bytes that are not UTF-8 inside a string; messages are UTF-8.
        InvalidUtf8 = "invalid-utf8",
        /// NUL bytes before and inside the message; JSON has none.
        NulBytes = "nul-bytes",
        /// 100,000 arrays, each in the next, as the result.
        DeeplyNested = "deeply-nested",
        /// The message lacks its last third; the line ends there.
        TruncatedJson = "truncated-json",
        /// `NaN` as a value, as some languages' JSON writers make it; JSON has no such number.
        NotANumber = "not-a-number",
        /// The member `id` twice, first wrong, then right; names in an object should be unique (RFC 8259).
        DuplicateMember = "duplicate-member",
        /// Words after the message on the same line.
        TrailingWords = "trailing-words",
        /// A lone surrogate as an escape in a string; it stands for no character.
        LoneSurrogate = "lone-surrogate",
        /// Single quotes instead of double quotes, as when a Python dict is printed.
        SingleQuotes = "single-quotes",
        /// The secret of `API_TOKEN` in the result, each character as a `\u` escape.
        EchoesSecretEscaped = "echoes-secret-escaped",
    }
    Envelope {
        /// The id 1 comes back as "1"; a response has the same id as the request, type included.
        IdAsString = "id-as-string",
        /// The id 1 comes back as 1.0.
        IdAsFloat = "id-as-float",
        /// The response bears an id that nobody asked with.
        IdOfAnother = "id-of-another",
        /// A result without an id.
        IdMissing = "id-missing",
        /// A result whose id is null; null is for requests that could not be read.
        IdNull = "id-null",
        /// An error whose id is null, though the request was readable.
        ErrorWithNullId = "error-with-null-id",
        /// The response comes twice; a request has exactly one.
        DuplicateResponse = "duplicate-response",
        /// Two responses to one request that say different things.
        ContradictingResponse = "contradicting-response",
        /// `result` and `error` in one response; exactly one of them is allowed.
        ResultAndError = "result-and-error",
        /// Neither `result` nor `error`.
        NeitherResultNorError = "neither-result-nor-error",
        /// `error` is a string; it is an object with `code` and `message`.
        ErrorAsString = "error-as-string",
        /// `error` lacks its `code`.
        ErrorWithoutCode = "error-without-code",
        /// The `code` of an error is a string.
        ErrorCodeAsString = "error-code-as-string",
        /// No member `jsonrpc`.
        JsonrpcMissing = "jsonrpc-missing",
        /// `jsonrpc` is "1.0".
        JsonrpcWrong = "jsonrpc-wrong",
        /// The answer to a single request is an array with the response in it; batches are gone since 2025-06-18.
        BatchAnswer = "batch-answer",
        /// The request comes back instead of a response.
        EchoesRequest = "echoes-request",
        /// A member that JSON-RPC does not know beside `result`.
        UnknownMember = "unknown-member",
    }
    Handshake {
        /// The server speaks revision 1999-01-01, which there is not.
        UnsupportedRevision = "unsupported-revision",
        /// No `protocolVersion` (`supportedVersions`).
        RevisionMissing = "revision-missing",
        /// No `capabilities`.
        CapabilitiesMissing = "capabilities-missing",
        /// `capabilities` is an array.
        CapabilitiesNotObject = "capabilities-not-object",
        /// No `serverInfo`.
        ServerInfoMissing = "server-info-missing",
        /// `serverInfo` lacks `version`.
        ServerVersionMissing = "server-version-missing",
        /// The handshake is answered with a JSON-RPC error.
        HandshakeRefused = "handshake-refused",
        /// The server has tools and does not declare the capability `tools`.
        ToolsUndeclared = "tools-undeclared",
    }
    Listing {
        /// `tools` is an object instead of an array.
        ToolsNotArray = "tools-not-array",
        /// The result of `tools/list` has no `tools`.
        ToolsMissing = "tools-missing",
        /// The tool `echo` has no `inputSchema`.
        ToolWithoutInputSchema = "tool-without-input-schema",
        /// The `inputSchema` of `echo` is `true`; it is an object.
        InputSchemaTrue = "input-schema-true",
        /// The `inputSchema` of `echo` has type string; arguments are objects.
        InputSchemaNotObjectType = "input-schema-not-object-type",
        /// The `inputSchema` of `echo` is no valid JSON Schema.
        InputSchemaInvalid = "input-schema-invalid",
        /// The `outputSchema` of `add` is no valid JSON Schema.
        OutputSchemaInvalid = "output-schema-invalid",
        /// `readOnlyHint` of `echo` is the string "yes".
        HintNotBoolean = "hint-not-boolean",
        /// The first tool has no name.
        ToolWithoutName = "tool-without-name",
        /// The name of the first tool is a number.
        ToolNameNotString = "tool-name-not-string",
        /// A tool's name has blanks in it; 2025-11-25 allows letters, digits, `_`, `-` and `.`.
        ToolNameWithBlanks = "tool-name-with-blanks",
        /// The description of `echo` is a number.
        DescriptionNotString = "description-not-string",
        /// `echo` is listed twice.
        DuplicateToolNames = "duplicate-tool-names",
        /// A number among the tools; the others are good.
        OneMalformedTool = "one-malformed-tool",
        /// Each page has the same `nextCursor`, so that the list never ends.
        SameCursorForever = "same-cursor-forever",
        /// Each page has a new `nextCursor`, so that the list never ends.
        NewCursorsForever = "new-cursors-forever",
        /// `nextCursor` is a number.
        CursorNotString = "cursor-not-string",
        /// The order of the tools changes with each list; since 2026-07-28 it must not.
        UnstableOrder = "unstable-order",
        /// A result without `resultType`, `ttlMs` and `cacheScope`, which 2026-07-28 requires.
        CacheHintsMissing = "cache-hints-missing",
    }
    Outcome {
        /// The result of a call has no `content`.
        ContentMissing = "content-missing",
        /// `content` is a string instead of an array.
        ContentNotArray = "content-not-array",
        /// A content block of type `hologram`, which there is not.
        UnknownContentType = "unknown-content-type",
        /// A content block without `type`.
        ContentWithoutType = "content-without-type",
        /// A text block without `text`.
        TextMissing = "text-missing",
        /// The `text` of a text block is a number.
        TextNotString = "text-not-string",
        /// An image whose `data` is not Base64.
        ImageNotBase64 = "image-not-base64",
        /// The result is an array; it is an object.
        ResultIsArray = "result-is-array",
        /// The result is null.
        ResultIsNull = "result-is-null",
        /// The result is a string.
        ResultIsString = "result-is-string",
        /// `isError` is the string "false".
        IsErrorNotBoolean = "is-error-not-boolean",
        /// No `structuredContent`, though the tool has an `outputSchema`.
        StructuredContentMissing = "structured-content-missing",
        /// `structuredContent` does not match the `outputSchema`.
        StructuredContentMismatch = "structured-content-mismatch",
        /// `structuredContent` is a string; before 2026-07-28 it is an object.
        StructuredContentNotObject = "structured-content-not-object",
        /// A success whose text begins with "Error:"; a failed tool says `isError`.
        ErrorTextInSuccess = "error-text-in-success",
        /// A success whose text is `{"success": false}`.
        SuccessFalseInSuccess = "success-false-in-success",
        /// The server's `API_TOKEN` in the result.
        EchoesSecret = "echoes-secret",
        /// The same in Base64.
        EchoesSecretBase64 = "echoes-secret-base64",
        /// The same with each reserved byte as `%XX`.
        EchoesSecretUrlEncoded = "echoes-secret-url-encoded",
        /// The same inside a JSON text inside the text.
        EchoesSecretInJson = "echoes-secret-in-json",
        /// `resultType` is missing, which 2026-07-28 requires.
        ResultTypeMissing = "result-type-missing",
        /// `resultType` is a word that neither 2026-07-28 nor an extension has.
        ResultTypeUnknown = "result-type-unknown",
        /// Every tool answers with a wrong text, well-formed.
        WrongText = "wrong-text",
    }
    Prompt {
        /// The prompt `letter` is not listed.
        PromptUnlisted = "prompt-unlisted",
        /// The result of `prompts/get` has no `messages`.
        PromptWithoutMessages = "prompt-without-messages",
        /// The first message is from `system`; a prompt knows `user` and `assistant`.
        PromptRoleSystem = "prompt-role-system",
        /// The content of the first message is an array, as some models have it; a prompt's is one block.
        PromptContentArray = "prompt-content-array",
        /// The image of `album` says that it is a PNG and is a GIF.
        PromptImageMistyped = "prompt-image-mistyped",
        /// The sound of `album` says that it is Ogg and is a WAV.
        PromptSoundMistyped = "prompt-sound-mistyped",
        /// The `data` of the image of `album` lacks the padding of Base64.
        PromptImageUnpadded = "prompt-image-unpadded",
        /// A sound in `album`, also in 2024-11-05, which has none.
        PromptSoundAlways = "prompt-sound-always",
        /// The `description` in the result of `prompts/get` is a number.
        PromptResultDescriptionIsNumber = "prompt-result-description-is-number",
        /// The embedded resource of `album` has neither `text` nor `blob`.
        PromptResourceEmpty = "prompt-resource-empty",
        /// A required argument may be left out.
        PromptMissingAccepted = "prompt-missing-accepted",
        /// A missing argument is refused with -32603; -32602 is the code for it.
        PromptRefusedAsInternal = "prompt-refused-as-internal",
        /// A missing argument ends the process with code 8.
        PromptMissingCrashes = "prompt-missing-crashes",
        /// The argument `to` of `letter` does not come back.
        PromptArgumentSwallowed = "prompt-argument-swallowed",
        /// A line that begins with "assistant:" makes another message.
        PromptSplitsText = "prompt-splits-text",
        /// The words "ignore all" in an argument change what stands around it.
        PromptObeysText = "prompt-obeys-text",
        /// The text of `letter` is filled in a second time, so that `{style}` in an argument is the style.
        PromptFillsTwice = "prompt-fills-twice",
        /// The same for `{{ style }}`, with blanks.
        PromptFillsBlanks = "prompt-fills-blanks",
        /// `${HOME}` in an argument is what the environment says.
        PromptFillsEnvironment = "prompt-fills-environment",
        /// `$&` in an argument is the placeholder that it went into, as the `replace` of JavaScript has it.
        PromptFillsSigns = "prompt-fills-signs",
        /// A text that begins with a role marker is said by that role.
        PromptObeysBeginning = "prompt-obeys-beginning",
        /// Products in double braces are computed.
        PromptComputes = "prompt-computes",
        /// What stands before a line of dashes is taken for front matter, and dropped.
        PromptDropsFront = "prompt-drops-front",
        /// A percent sign in an argument is an internal error.
        PromptBreaksOnText = "prompt-breaks-on-text",
        /// 101 values are suggested; 100 is the most.
        CompletionTooMany = "completion-too-many",
        /// A value is suggested twice.
        CompletionTwice = "completion-twice",
        /// `total` is 0, and there are values.
        CompletionTotalTooSmall = "completion-total-too-small",
        /// `total` is 99, and the values are all that there are.
        CompletionTotalTooLarge = "completion-total-too-large",
        /// Something is suggested for a reference of a type that there is not.
        CompletionTypeIgnored = "completion-type-ignored",
        /// The suggested values are numbers.
        CompletionNotTexts = "completion-not-texts",
    }
    Resource {
        /// No change of a resource, or of a list, is ever announced.
        UpdatesNever = "updates-never",
        /// Each change is announced twice.
        UpdateTwice = "update-twice",
        /// With each change, another is announced of a resource that nobody subscribed to.
        UpdateForeign = "update-foreign",
        /// A change is announced late (`--delay-ms`).
        UpdateLate = "update-late",
        /// Changes are announced after the subscription was taken back, too.
        UpdatesGoOn = "updates-go-on",
        /// A subscription is answered with an error.
        SubscribeRefused = "subscribe-refused",
        /// `resources/subscribe` is answered with a result also where nobody has the resource.
        SubscribeUnknownAccepted = "subscribe-unknown-accepted",
        /// `resources/unsubscribe` is answered with an error.
        UnsubscribeRefused = "unsubscribe-refused",
        /// `subscriptions/listen` is not acknowledged.
        NotAcknowledged = "not-acknowledged",
        /// A change of the list of tools is announced on a stream that did not ask for it.
        StreamUnasked = "stream-unasked",
        /// A log message comes on the stream of `subscriptions/listen`.
        StreamLogs = "stream-logs",
        /// Progress comes on the stream of `subscriptions/listen`.
        StreamProgress = "stream-progress",
        /// The acknowledgement of `subscriptions/listen` names nothing.
        AcknowledgedWithoutUri = "acknowledged-without-uri",
        /// The acknowledgement of `subscriptions/listen` names a resource that was not asked for.
        AcknowledgedMore = "acknowledged-more",
        /// A change is announced on the stream of `subscriptions/listen` before that is acknowledged.
        AcknowledgedLate = "acknowledged-late",
        /// `subscriptions/listen` is acknowledged twice.
        AcknowledgedTwice = "acknowledged-twice",
        /// A stream of `subscriptions/listen` ends with its result before each change that is announced on it.
        UpdateAfterEnd = "update-after-end",
        /// The acknowledgement does not say which request it is for.
        AcknowledgedUntagged = "acknowledged-untagged",
        /// What is announced on a stream does not say which stream that is.
        UpdateUntagged = "update-untagged",
        /// What is announced on a stream says its number as a text.
        UpdateTaggedAsText = "update-tagged-as-text",
        /// What is announced on a stream has the number of another.
        UpdateTaggedAsAnother = "update-tagged-as-another",
        /// What is in a list never changes, though that is announced.
        ListsStay = "lists-stay",
        /// Where something was added to a list, it comes in another order instead.
        ListsTurn = "lists-turn",
        /// The text of a resource never changes, though that is announced.
        ContentsStay = "contents-stay",
        /// An unknown resource is answered with no contents; it is an error.
        UnknownResourceEmpty = "unknown-resource-empty",
        /// The `blob` of a resource is not Base64.
        BlobNotBase64 = "blob-not-base64",
        /// The `blob` of a resource lacks the padding of Base64.
        BlobUnpadded = "blob-unpadded",
        /// The `blob` of a resource is in the alphabet for URLs.
        BlobOfUrls = "blob-of-urls",
        /// Contents with neither `text` nor `blob`.
        ContentsEmptyItem = "contents-empty-item",
        /// The contents have another URI than the one that was asked for.
        ContentsOfAnother = "contents-of-another",
        /// The contents do not say their `mimeType`.
        ContentsUntyped = "contents-untyped",
        /// An unknown resource is answered with an internal error, as if the server had failed.
        UnknownResourceInternal = "unknown-resource-internal",
        /// Texts that are no URI are served.
        InvalidUriServed = "invalid-uri-served",
        /// A name with `..` leads out of what the server may give.
        TraversalServed = "traversal-served",
        /// So does one in the place of a resource that is no file.
        TraversalOfNotes = "traversal-of-notes",
        /// What is read does not say how long it may be kept, which 2026-07-28 requires.
        ReadWithoutHints = "read-without-hints",
        /// `resources/list` says another `size` than what comes has.
        ListedSizeWrong = "listed-size-wrong",
        /// `resources/list` says another `mimeType` than what comes.
        ListedTypeWrong = "listed-type-wrong",
        /// The annotations in `resources/list` have an audience and a date that the protocol does not know.
        ListedAnnotationsWrong = "listed-annotations-wrong",
        /// `resources/list` has no annotations.
        ListedWithoutAnnotations = "listed-without-annotations",
        /// The variables of a template are completed to what was not typed.
        CompletesAnything = "completes-anything",
        /// The first resource is on every page of `resources/list`.
        ResourceOnEachPage = "resource-on-each-page",
    }
    Entry {
        /// The number 7 among the resources.
        ResourceIsNumber = "resource-is-number",
        /// A resource without `uri`.
        ResourceWithoutUri = "resource-without-uri",
        /// A resource without `name`.
        ResourceWithoutName = "resource-without-name",
        /// The `uri` of a resource is a name, and no URI.
        ResourceUriIsName = "resource-uri-is-name",
        /// The `size` of a resource is a text.
        ResourceSizeIsText = "resource-size-is-text",
        /// The `mimeType` of a resource is a number.
        ResourceTypeIsNumber = "resource-type-is-number",
        /// An icon of a resource without `src`.
        ResourceIconWithoutSrc = "resource-icon-without-src",
        /// The `uriTemplate` of a template has a brace that is not closed.
        TemplateNotClosed = "template-not-closed",
        /// A template without `name`.
        TemplateWithoutName = "template-without-name",
        /// The same template twice.
        TemplateTwice = "template-twice",
        /// A prompt without `name`.
        PromptWithoutName = "prompt-without-name",
        /// The `description` of a prompt is a number.
        PromptDescriptionIsNumber = "prompt-description-is-number",
        /// An argument of a prompt without `name`.
        PromptArgumentUnnamed = "prompt-argument-unnamed",
        /// The same argument twice in one prompt.
        PromptArgumentTwice = "prompt-argument-twice",
        /// Whether an argument of a prompt is required is said with a text.
        PromptRequiredIsText = "prompt-required-is-text",
        /// The same prompt twice.
        PromptTwice = "prompt-twice",
    }
    Utility {
        /// `ping` is answered with a member; its result is empty.
        PingNotEmpty = "ping-not-empty",
        /// `ping` is answered with -32601.
        PingRefused = "ping-refused",
        /// `ping` is answered with -32601 before `notifications/initialized`.
        PingRefusedEarly = "ping-refused-early",
        /// `ping` is not answered before `notifications/initialized`.
        PingUnheardEarly = "ping-unheard-early",
        /// A cursor that was never given brings an empty page; it is an error.
        UnknownCursorAccepted = "unknown-cursor-accepted",
        /// A cursor that was never given is refused with -32603; -32602 is the code for it.
        UnknownCursorInternal = "unknown-cursor-internal",
        /// A cursor that is no string brings the first page; it is an error.
        WrongCursorAccepted = "wrong-cursor-accepted",
        /// A cursor that is an object ends the process with code 9.
        WrongCursorCrashes = "wrong-cursor-crashes",
        /// A cursor is known to the process alone that gave it.
        CursorOfProcess = "cursor-of-process",
        /// A cursor that was changed is refused with -32603, as if the server had failed.
        ChangedCursorInternal = "changed-cursor-internal",
        /// A cursor that was changed leads to an entry that the list does not have.
        ChangedCursorStray = "changed-cursor-stray",
        /// On the last page, `nextCursor` is null; it is a string or not there.
        CursorNull = "cursor-null",
        /// No level of the log can be set.
        SetLevelRefused = "set-level-refused",
        /// A level of the log that there is not is taken; it is an error.
        UnknownLevelAccepted = "unknown-level-accepted",
        /// The level that was asked for is ignored: everything is logged.
        LogBelowLevel = "log-below-level",
        /// A log message at the level `loud`, which there is not.
        LogLevelUnknown = "log-level-unknown",
        /// A log message without `data`.
        LogWithoutData = "log-without-data",
        /// A log message with a password.
        LogLeaks = "log-leaks",
        /// A password on stderr where there is a log message.
        LogLeaksOnStderr = "log-leaks-on-stderr",
        /// A log message of another logger.
        LogOfAnother = "log-of-another",
        /// Nothing is ever logged.
        LogNever = "log-never",
        /// No progress is ever told.
        ProgressNever = "progress-never",
        /// Progress ends before its total.
        ProgressUnfinished = "progress-unfinished",
        /// Progress goes beyond its total.
        ProgressOverTotal = "progress-over-total",
        /// Progress is told after the answer, too.
        ProgressAfterAnswer = "progress-after-answer",
        /// Progress for the token as a text, where it was a number.
        ProgressTokenAsText = "progress-token-as-text",
        /// Progress for the token as a number, where it was a text of digits.
        ProgressTokenAsNumber = "progress-token-as-number",
        /// Progress for the id of the request, whatever its token is.
        ProgressTokenIsId = "progress-token-is-id",
        /// The total of progress grows with it.
        ProgressTotalGrows = "progress-total-grows",
        /// Progress with a message of blanks.
        ProgressMessageBlank = "progress-message-blank",
        /// Over HTTP, progress comes on the stream of the session, and not on that of its request.
        ProgressElsewhere = "progress-elsewhere",
        /// A cancelled call goes on and is answered.
        CancelIgnored = "cancel-ignored",
        /// The cancellation of a request that there never was ends the process with code 9.
        CancelUnknownCrashes = "cancel-unknown-crashes",
        /// The cancellation of a `ping` or a list, which has been answered by then, ends the process with code 9.
        CancelFinishedCrashes = "cancel-finished-crashes",
        /// A cancellation that names no request ends the process with code 9.
        CancelMalformedCrashes = "cancel-malformed-crashes",
        /// A cancellation that names no request is answered with an error; a notification has no answer.
        CancelMalformedAnswered = "cancel-malformed-answered",
        /// After five cancellations nothing is answered any more.
        CancelWearsOut = "cancel-wears-out",
        /// Over HTTP, the stream of a cancelled call ends without an answer. Harmless.
        CancelEndsStream = "cancel-ends-stream",
        /// A cancelled call ends the process with code 9.
        CancelCrashes = "cancel-crashes",
    }
    Task {
        /// A call that is to be a task is answered with its result.
        TaskAnsweredAtOnce = "task-answered-at-once",
        /// A new task has ended already; in 2025-11-25 it begins with working.
        TaskBegunCompleted = "task-begun-completed",
        /// A new task without `resultType` "task", which 2026-07-28 requires.
        TaskTypeMissing = "task-type-missing",
        /// `tasks/get` is answered with `resultType` "task", which is for new tasks only.
        TaskTypeEverywhere = "task-type-everywhere",
        /// A task without `createdAt`.
        TaskWithoutTime = "task-without-time",
        /// The `lastUpdatedAt` of a task is no time of ISO 8601.
        TaskTimeInWords = "task-time-in-words",
        /// A task without its time to live.
        TaskTtlMissing = "task-ttl-missing",
        /// The time to live of a task is a text.
        TaskTtlAsText = "task-ttl-as-text",
        /// The interval for asking about a task is a text.
        TaskIntervalAsText = "task-interval-as-text",
        /// A task has the status `running`, which there is not.
        TaskStatusUnknown = "task-status-unknown",
        /// The `statusMessage` of a task is a number.
        TaskMessageAsNumber = "task-message-as-number",
        /// A task works for ever.
        TaskNeverEnds = "task-never-ends",
        /// A task works again after it has ended.
        TaskComesBack = "task-comes-back",
        /// `tasks/get` shows another task than the one that was asked about.
        TaskOfAnother = "task-of-another",
        /// A completed task without its result.
        TaskWithoutResult = "task-without-result",
        /// `tasks/result` is answered before the task has ended.
        TaskResultEarly = "task-result-early",
        /// The answer to `tasks/result` does not say which task it belongs to.
        TaskResultUnrelated = "task-result-unrelated",
        /// What a task asks of the client does not say which task it belongs to.
        TaskQuestionUnrelated = "task-question-unrelated",
        /// A task that needs input does not say which.
        TaskAsksNothing = "task-asks-nothing",
        /// A task asks something else under a key that was used before.
        TaskQuestionChanges = "task-question-changes",
        /// `tasks/update` is answered with an error.
        TaskUpdateRefused = "task-update-refused",
        /// `tasks/update` and `tasks/cancel` are answered with more than nothing.
        TaskAcknowledgedAtLength = "task-acknowledged-at-length",
        /// `tasks/cancel` changes nothing.
        TaskCancelIgnored = "task-cancel-ignored",
        /// `tasks/cancel` is answered with an error.
        TaskCancelRefused = "task-cancel-refused",
        /// A task that has ended can be cancelled.
        EndedTaskCancelled = "ended-task-cancelled",
        /// A task that there is not is shown.
        UnknownTaskFound = "unknown-task-found",
        /// A task that there is not is refused with -32603; -32602 is the code for it.
        UnknownTaskInternal = "unknown-task-internal",
        /// The list of tasks is empty.
        TaskUnlisted = "task-unlisted",
        /// The tasks in the list have no status.
        TaskListedBare = "task-listed-bare",
        /// Each task is in the list twice.
        TaskListedTwice = "task-listed-twice",
        /// The tasks in the list are all at work.
        TaskListedWorking = "task-listed-working",
        /// The list of tasks has no end.
        TaskListEndless = "task-list-endless",
        /// All tasks have one id.
        TaskIdTwice = "task-id-twice",
        /// The ids of tasks are counted.
        TaskIdCounted = "task-id-counted",
        /// `notifications/cancelled` for the request of a task cancels the task.
        TaskCancelledByNotification = "task-cancelled-by-notification",
        /// A tool that must be a task, by its listing, is called as none all the same.
        TaskRequiredUnheeded = "task-required-unheeded",
        /// A client that does not declare the extension gets a task.
        TaskUnasked = "task-unasked",
        /// A tool that must be a task does not say so to a client that does not declare the extension.
        TaskRequiredWordless = "task-required-wordless",
        /// News of tasks are promised to a client that does not declare the extension.
        TaskNewsForAnyone = "task-news-for-anyone",
        /// Tasks are shown to a client that does not declare the extension.
        TaskForAnyone = "task-for-anyone",
    }
    Traffic {
        /// A notification of the other era: `notifications/subscriptions/acknowledged`, `notifications/tasks/status`.
        UndeclaredNotification = "undeclared-notification",
        /// A notification whose method there is not.
        UnknownNotification = "unknown-notification",
        /// Progress for a token that nobody gave.
        UnknownProgressToken = "unknown-progress-token",
        /// Progress that goes backwards.
        ProgressGoesBack = "progress-goes-back",
        /// Two requests of the server's with one id.
        RequestWithUsedId = "request-with-used-id",
        /// A request of the server's right after the answer to `initialize`, before `initialized`.
        RequestBeforeInitialized = "request-before-initialized",
        /// `sampling/createMessage` to a client that did not declare it.
        UndeclaredSampling = "undeclared-sampling",
        /// A request of the server's whose method there is not.
        UnknownServerRequest = "unknown-server-request",
        /// Notifications without end instead of the answer.
        NotificationFlood = "notification-flood",
        /// `ping` requests to the client without end instead of the answer.
        PingFlood = "ping-flood",
        /// `initialize` and `server/discover` are never answered.
        NeverAnswersInitialize = "never-answers-initialize",
        /// `server/discover` is never answered; all else is, as with some older servers.
        NeverAnswersDiscover = "never-answers-discover",
        /// `tools/list` is never answered.
        NeverAnswersList = "never-answers-list",
        /// `tools/call` is never answered.
        NeverAnswersCall = "never-answers-call",
        /// The answer comes late (`--delay-ms`); a cancelled call is not answered.
        SlowAnswer = "slow-answer",
        /// The answer comes late (`--delay-ms`), even after the client cancelled the call.
        LateAnswer = "late-answer",
    }
    Question {
        /// `sampling/createMessage` without `maxTokens`.
        SamplingWithoutMaxTokens = "sampling-without-max-tokens",
        /// `sampling/createMessage` with an empty list of messages.
        SamplingWithoutMessages = "sampling-without-messages",
        /// `sampling/createMessage` with a message of the role `system`.
        SamplingOfSystemRole = "sampling-of-system-role",
        /// `sampling/createMessage` with a priority above 1.
        SamplingPriorityTooHigh = "sampling-priority-too-high",
        /// `elicitation/create` in a mode that the client did not declare.
        UndeclaredElicitationMode = "undeclared-elicitation-mode",
        /// `sampling/createMessage` with `tools`, which the client did not declare.
        SamplingWithUndeclaredTools = "sampling-with-undeclared-tools",
        /// `sampling/createMessage` with the value of an environment variable.
        SamplingTellsEnvironment = "sampling-tells-environment",
        /// `sampling/createMessage` with what is in the file `canary.txt`, in Base64.
        SamplingTellsFile = "sampling-tells-file",
        /// A form with a field that is an object.
        FormWithNestedField = "form-with-nested-field",
        /// A form with a format that forms do not have.
        FormWithUnknownFormat = "form-with-unknown-format",
        /// A form with a default of another type than its field.
        FormWithWrongDefault = "form-with-wrong-default",
        /// A form with a default that is none of the choices.
        FormWithDefaultOutOfChoice = "form-with-default-out-of-choice",
        /// A form with a default above its field's maximum.
        FormWithDefaultTooLarge = "form-with-default-too-large",
        /// A form with a default that is not of its field's format.
        FormWithDefaultOfOtherFormat = "form-with-default-of-other-format",
        /// A form with a choice of nothing.
        FormWithoutChoices = "form-without-choices",
        /// A form with a choice that is there twice.
        FormWithDoubledChoice = "form-with-doubled-choice",
        /// A form that requires a field twice.
        FormRequiresTwice = "form-requires-twice",
        /// A form with `null` among its choices.
        FormWithNullChoice = "form-with-null-choice",
        /// A form with a keyword of JSON Schema that forms do not have.
        FormWithForeignKeyword = "form-with-foreign-keyword",
        /// A form that asks for a password in its message.
        FormSaysPassword = "form-says-password",
        /// A form with an address in the description of a field.
        FormWithUrl = "form-with-url",
        /// `elicitation/create` by a URL with a password in it.
        UrlWithPassword = "url-with-password",
        /// A form that asks for a password.
        FormForPassword = "form-for-password",
        /// `elicitation/create` without `message`.
        ElicitationWithoutMessage = "elicitation-without-message",
        /// `elicitation/create` by a URL that is none.
        UrlWithoutScheme = "url-without-scheme",
        /// `elicitation/create` by a URL of a web page without a host.
        UrlWithoutHost = "url-without-host",
        /// `elicitation/create` by a URL that is a script.
        UrlIsScript = "url-is-script",
        /// `elicitation/create` by a URL that is data.
        UrlIsData = "url-is-data",
        /// `elicitation/create` by a URL that is a file.
        UrlIsFile = "url-is-file",
        /// `elicitation/create` by a URL of a page that is neither encrypted nor on this machine.
        UrlIsPlain = "url-is-plain",
        /// A page in a round of 2026-07-28 with the `elicitationId` of the revision before.
        UrlWithId = "url-with-id",
        /// A result that asks for input, in 2026-07-28, with the hints of what may be cached.
        CachedQuestion = "cached-question",
        /// Error -32042 without the pages that are to be visited.
        RequiresNoPage = "requires-no-page",
        /// The news that a page was visited to which nobody was sent.
        CompletesUnknownPage = "completes-unknown-page",
        /// Some of the model's answers are lost: those whose mark ends in an even digit.
        LosesAnswers = "loses-answers",
        /// Of the client's roots, only the first is shown: one that is added later is not.
        HidesNewRoots = "hides-new-roots",
        /// What the user typed is taken though it is not what the form asks for.
        TakesAnyForm = "takes-any-form",
        /// A call that would have to ask a client that cannot be asked ends in an internal error.
        BreaksUnasked = "breaks-unasked",
        /// The same, where a library made a result with `isError` of it.
        BreaksUnaskedInResult = "breaks-unasked-in-result",
        /// Such a call is refused with -32021, and without what is lacking.
        RefusesWithoutData = "refuses-without-data",
        /// Such a call says that the client cannot be asked, with the code of an internal error.
        RefusesAsInternal = "refuses-as-internal",
        /// A call whose question was refused ends in a success with nothing in it.
        SilentRefusal = "silent-refusal",
        /// A call whose question was refused ends in a success as if there had been an answer.
        IgnoresRefusal = "ignores-refusal",
        /// A call whose question was refused is never answered.
        HangsOnRefusal = "hangs-on-refusal",
        /// A call whose question was refused ends in an internal error, with the words of a crash.
        BreaksOnRefusal = "breaks-on-refusal",
        /// What the user typed breaks the server, where it is not what the form asks for.
        BreaksOnForm = "breaks-on-form",
    }
    Process {
        /// Exits at the start with code 3 and words on stderr.
        ExitsAtStart = "exits-at-start",
        /// Exits with code 4 after the answer to the handshake.
        ExitsAfterInitialize = "exits-after-initialize",
        /// Exits with code 5 and words on stderr instead of answering a call.
        ExitsDuringCall = "exits-during-call",
        /// Killed by SIGKILL instead of answering a call.
        KilledDuringCall = "killed-during-call",
        /// Writes to stderr without end.
        StderrFlood = "stderr-flood",
        /// Writes invalid UTF-8 and terminal escapes to stderr before each answer.
        StderrGarbage = "stderr-garbage",
        /// Ignores the end of stdin, but not SIGTERM.
        IgnoresEof = "ignores-eof",
        /// Ignores the end of stdin and SIGTERM; only SIGKILL ends it.
        IgnoresShutdown = "ignores-shutdown",
        /// Leaves a child of its process group behind.
        LeavesChild = "leaves-child",
        /// Leaves a child in a session of its own (`setsid`) behind.
        LeavesDetachedChild = "leaves-detached-child",
        /// Leaves a child behind that holds stdout and stderr open.
        ChildHoldsStdout = "child-holds-stdout",
        /// Exits with code 7 at the end of stdin.
        ExitsWithCodeAtEnd = "exits-with-code-at-end",
        /// One more message on stdout after the end of stdin.
        SpeaksAfterEnd = "speaks-after-end",
    }
    Http {
        /// A JSON answer with `Content-Type: text/plain`.
        WrongContentType = "wrong-content-type",
        /// Status 500 and no message.
        Status500 = "status-500",
        /// Status 404 and an HTML page.
        Status404Html = "status-404-html",
        /// Status 200 and an HTML page to log in.
        LoginPage = "login-page",
        /// Status 401 with a `WWW-Authenticate` challenge.
        Unauthorized = "unauthorized",
        /// Status 429 with `Retry-After: 30`.
        TooManyRequests = "too-many-requests",
        /// Status 202 and no body, as if the request were a notification.
        AcceptedWithoutAnswer = "accepted-without-answer",
        /// Status 200 and an empty body.
        EmptyBody = "empty-body",
        /// An event stream that ends without the answer.
        StreamEndsWithoutAnswer = "stream-ends-without-answer",
        /// An event stream whose event is no JSON.
        StreamBrokenJson = "stream-broken-json",
        /// An event stream that ends before the empty line of its event, so that the event does not count.
        StreamEventUnfinished = "stream-event-unfinished",
        /// A redirect to the same address, for ever.
        RedirectsForever = "redirects-forever",
        /// A redirect to another origin, where the client's headers must not go.
        RedirectsAway = "redirects-away",
        /// A header of 1 MB.
        HugeHeader = "huge-header",
        /// 100,000 headers.
        ManyHeaders = "many-headers",
        /// A chunk that promises 2 GB, and a byte of it every 100 ms.
        EndlessChunk = "endless-chunk",
        /// An event stream with comments and never the answer.
        EndlessComments = "endless-comments",
        /// A body of data without end.
        EndlessBody = "endless-body",
        /// Status 404: the session is lost, also for every later request.
        SessionLost = "session-lost",
        /// Status 404: the session is lost, and the error has the request's own id.
        SessionLostById = "session-lost-by-id",
        /// The answer comes one byte every 100 ms.
        SlowLoris = "slow-loris",
        /// The connection is reset in the middle of the body.
        ConnectionReset = "connection-reset",
        /// The connection is closed without one byte of an answer.
        ClosedWithoutAnswer = "closed-without-answer",
        /// `Content-Length` promises more than comes before the connection is closed.
        ContentLengthTooLong = "content-length-too-long",
        /// `Content-Length` promises less than comes.
        ContentLengthTooShort = "content-length-too-short",
        /// `Content-Encoding: gzip`, which the client did not ask for, and no gzip.
        FalseEncoding = "false-encoding",
        /// An answer that is no HTTP.
        NotHttp = "not-http",
        /// A session id with blanks and letters beyond ASCII; only 0x21 to 0x7E are allowed.
        IllegalSessionId = "illegal-session-id",
        /// The body is compact JSON in two events' worth of `data:` lines. Harmless: lines are joined.
        DataOverLines = "data-over-lines",
    }
    Sse {
        /// The first event is not `endpoint`.
        EndpointMissing = "endpoint-missing",
        /// The `endpoint` has another origin.
        EndpointForeign = "endpoint-foreign",
        /// The event stream is closed instead of answering a call.
        EventStreamDrops = "event-stream-drops",
        /// The event stream has `Content-Type: application/json`.
        EventStreamWrongType = "event-stream-wrong-type",
        /// The answer is in the body of the POST and not on the stream.
        AnswerInPost = "answer-in-post",
    }
}

impl Flaw {
    /// Whether a client must get along with it without a word.
    pub fn is_harmless(self) -> bool {
        matches!(
            self,
            Self::None | Self::CarriageReturns | Self::BlankLines | Self::DataOverLines | Self::CancelEndsStream
        )
    }

    /// Whether it can be shown on stdio.
    pub fn on_stdio(self) -> bool {
        !matches!(self.family(), Family::Http | Family::Sse)
    }

    /// Whether it can be shown on Streamable HTTP.
    pub fn on_http(self) -> bool {
        !matches!(self.family(), Family::Stdio | Family::Sse) && !self.needs_stdin()
    }

    /// Whether it can be shown on HTTP+SSE.
    pub fn on_sse(self) -> bool {
        !matches!(self.family(), Family::Stdio | Family::Http) && !self.needs_stdin()
    }

    fn needs_stdin(self) -> bool {
        matches!(self, Self::IgnoresEof | Self::ExitsWithCodeAtEnd | Self::SpeaksAfterEnd)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Flaw {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().find(|flaw| flaw.name() == name);
        found.copied().ok_or_else(|| UnknownName { kind: "flaw", name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_kebab_case_and_read_back() {
        for flaw in Flaw::ALL {
            assert_eq!(flaw.name().parse(), Ok(*flaw));
            let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(flaw.name().chars().all(kebab), "{flaw}");
        }
    }

    #[test]
    fn each_rule_is_one_sentence_of_words() {
        for flaw in Flaw::ALL {
            assert!(flaw.rule().ends_with('.') && flaw.rule().len() > 10, "{flaw}: {}", flaw.rule());
        }
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<_> = Flaw::ALL.iter().map(|flaw| flaw.name()).collect();
        assert_eq!(names.len(), Flaw::ALL.len());
    }
}
