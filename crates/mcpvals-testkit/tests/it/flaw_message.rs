//! Flaws in one message: the spoilt answer shows the symptom, and all the rest is as the good server says it.

use std::collections::BTreeSet;

use mcpvals_testkit::{Family, Flaw, Target};
use serde_json::{Value, json};

use crate::message::{call, initialize, initialized, request};
use crate::talk::{PATIENCE, Talk};

/// What is on stdout for each step of one conversation.
#[derive(Debug, PartialEq)]
struct Heard {
    handshake: String,
    list: String,
    call: String,
}

impl Heard {
    fn from(flaw: Flaw) -> Self {
        let mut talk = Talk::start(&[flaw.name()]);
        let mut step = |messages: &[Value], fence: u64| {
            for message in messages {
                talk.say(message);
            }
            String::from_utf8_lossy(&talk.hear_up_to_ping(fence, PATIENCE)).into_owned()
        };
        let handshake = step(&[initialize("2025-11-25", &json!({}))], 91);
        let list = step(&[initialized(), request(2, "tools/list", &json!({}))], 92);
        let call = step(&[call(3, "add", &json!({"a": 5, "b": 3}))], 93);
        Self { handshake, list, call }
    }

    fn spoilt_by(&self, flaw: Flaw) -> &str {
        match Target::default_of(flaw) {
            Target::Handshake => &self.handshake,
            Target::Method(method) if method == "tools/list" => &self.list,
            Target::Any | Target::Method(_) | Target::Tool(_) => &self.call,
        }
    }
}

/// Words that the spoilt answer has, or lacks.
enum Symptom {
    Has(&'static str),
    Lacks(&'static str),
}
use Symptom::{Has, Lacks};

const SYMPTOMS: &[(Flaw, Symptom)] = &[
    (Flaw::ByteOrderMark, Has("\u{feff}{\"jsonrpc\"")),
    (Flaw::InvalidUtf8, Has("\u{fffd}\u{fffd}")),
    (Flaw::NulBytes, Has("\0\0{\"jsonrpc\"")),
    (Flaw::DeeplyNested, Has("\"result\":[[[[[[[[")),
    (Flaw::TruncatedJson, Lacks("}}\n")),
    (Flaw::NotANumber, Has("\"score\":NaN,")),
    (Flaw::DuplicateMember, Has("{\"id\":\"first\",\"jsonrpc\":\"2.0\",\"id\":3,")),
    (Flaw::TrailingWords, Has("}} done in 3 ms\n")),
    (Flaw::LoneSurrogate, Has(r#""text":"\ud800""#)),
    (Flaw::SingleQuotes, Has("{'jsonrpc':'2.0','id':3,")),
    (Flaw::EchoesSecretEscaped, Has(r"\u0073\u0033\u0063\u0072\u0022\u0074\u002f")),
    (Flaw::IdAsString, Has(r#""id":"3","#)),
    (Flaw::IdAsFloat, Has(r#""id":3.0,"#)),
    (Flaw::IdOfAnother, Has(r#""id":1003,"#)),
    (Flaw::IdMissing, Lacks(r#""id""#)),
    (Flaw::IdNull, Has(r#""id":null,"result""#)),
    (Flaw::ErrorWithNullId, Has(r#""id":null,"error""#)),
    (Flaw::DuplicateResponse, Has("}\n{\"jsonrpc\":\"2.0\",\"id\":3,")),
    (Flaw::ContradictingResponse, Has("something else")),
    (Flaw::ResultAndError, Has(r#""error":{"code":-32603"#)),
    (Flaw::NeitherResultNorError, Lacks(r#""result""#)),
    (Flaw::ErrorAsString, Has(r#""error":"boom""#)),
    (Flaw::ErrorWithoutCode, Has(r#""error":{"message":"boom"}"#)),
    (Flaw::ErrorCodeAsString, Has(r#""code":"-32603""#)),
    (Flaw::JsonrpcMissing, Lacks("jsonrpc")),
    (Flaw::JsonrpcWrong, Has(r#""jsonrpc":"1.0""#)),
    (Flaw::BatchAnswer, Has(r#"[{"jsonrpc":"2.0","id":3,"#)),
    (Flaw::EchoesRequest, Has(r#""method":"tools/call""#)),
    (Flaw::UnknownMember, Has(r#""took_ms":3"#)),
    (Flaw::UnsupportedRevision, Has(r#""protocolVersion":"1999-01-01""#)),
    (Flaw::RevisionMissing, Lacks("protocolVersion")),
    (Flaw::CapabilitiesMissing, Lacks("capabilities")),
    (Flaw::CapabilitiesNotObject, Has(r#""capabilities":["tools"]"#)),
    (Flaw::ServerInfoMissing, Lacks("serverInfo")),
    (Flaw::ServerVersionMissing, Has(r#""serverInfo":{"name":"mcpvals-zoo"}"#)),
    (Flaw::HandshakeRefused, Has(r#""error":{"#)),
    (Flaw::ToolsUndeclared, Lacks(r#""tools":{"listChanged""#)),
    (Flaw::ToolsNotArray, Has(r#""tools":{"#)),
    (Flaw::ToolsMissing, Lacks(r#""tools""#)),
    (Flaw::ToolWithoutInputSchema, Has(r#""description":"Returns the message as it came.","annotations""#)),
    (Flaw::InputSchemaTrue, Has(r#""inputSchema":true"#)),
    (Flaw::InputSchemaNotObjectType, Has(r#""inputSchema":{"type":"string"}"#)),
    (Flaw::InputSchemaInvalid, Has(r#""required":"message""#)),
    (Flaw::OutputSchemaInvalid, Has(r#""type":"nmber""#)),
    (Flaw::HintNotBoolean, Has(r#""readOnlyHint":"yes""#)),
    (Flaw::ToolWithoutName, Has(r#""tools":[{"title":"Echo""#)),
    (Flaw::ToolNameNotString, Has(r#""name":7"#)),
    (Flaw::ToolNameWithBlanks, Has(r#""name":"echo a message""#)),
    (Flaw::DescriptionNotString, Has(r#""description":7"#)),
    (Flaw::DuplicateToolNames, Has(r#"},{"name":"echo","#)),
    (Flaw::OneMalformedTool, Has("},42,{")),
    (Flaw::SameCursorForever, Has(r#""nextCursor":"from-1""#)),
    (Flaw::NewCursorsForever, Has(r#""nextCursor":"page-1""#)),
    (Flaw::CursorNotString, Has(r#""nextCursor":2"#)),
    (Flaw::UnstableOrder, Has(r#""tools":[{"name":"add""#)),
    (Flaw::ContentMissing, Lacks(r#""content""#)),
    (Flaw::ContentNotArray, Has(r#""content":"a text""#)),
    (Flaw::UnknownContentType, Has(r#""type":"hologram""#)),
    (Flaw::ContentWithoutType, Has(r#"[{"text":"a text"}]"#)),
    (Flaw::TextMissing, Has(r#"[{"type":"text"}]"#)),
    (Flaw::TextNotString, Has(r#""text":8"#)),
    (Flaw::ImageNotBase64, Has("not base64!")),
    (Flaw::ResultIsArray, Has(r#""result":["a text"]"#)),
    (Flaw::ResultIsNull, Has(r#""result":null"#)),
    (Flaw::ResultIsString, Has(r#""result":"a text""#)),
    (Flaw::IsErrorNotBoolean, Has(r#""isError":"false""#)),
    (Flaw::StructuredContentMissing, Lacks("structuredContent")),
    (Flaw::StructuredContentMismatch, Has(r#""structuredContent":{"result":"eight""#)),
    (Flaw::StructuredContentNotObject, Has(r#""structuredContent":"eight""#)),
    (Flaw::ErrorTextInSuccess, Has("Error: the service is down")),
    (Flaw::SuccessFalseInSuccess, Has(r#"{\"success\": false"#)),
    (Flaw::EchoesSecret, Has(r#"token s3cr\"t/+\\=value"#)),
    (Flaw::EchoesSecretBase64, Has("czNjciJ0LytcPXZhbHVl")),
    (Flaw::EchoesSecretUrlEncoded, Has("?t=s3cr%22t%2F%2B%5C%3Dvalue")),
    (Flaw::EchoesSecretInJson, Has(r#"\"token\":\"s3cr\\\"t/+\\\\=value\""#)),
    (Flaw::WrongText, Has(r#""text":"wrong""#)),
    (Flaw::UndeclaredNotification, Has("notifications/subscriptions/acknowledged")),
    (Flaw::UnknownNotification, Has("notifications/made/up")),
    (Flaw::UnknownProgressToken, Has(r#""progressToken":"nobody-gave-this""#)),
    (
        Flaw::ProgressGoesBack,
        Has(
            "\"progress\":2,\"total\":2}}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1",
        ),
    ),
    (Flaw::RequestWithUsedId, Has("\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"")),
    (Flaw::RequestBeforeInitialized, Has(r#""method":"roots/list""#)),
    (Flaw::UndeclaredSampling, Has("sampling/createMessage")),
    (Flaw::UnknownServerRequest, Has(r#""id":1,"method":"made/up""#)),
    (Flaw::NeverAnswersInitialize, Lacks("jsonrpc")),
    (Flaw::NeverAnswersList, Lacks("jsonrpc")),
    (Flaw::NeverAnswersCall, Lacks("jsonrpc")),
    (Flaw::LogLineOnStdout, Has("INFO handling a request\n{\"jsonrpc\"")),
    (Flaw::PrettyPrinted, Has("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 3,")),
    (Flaw::TwoMessagesOnALine, Has("}}{\"jsonrpc\":\"2.0\",\"method\"")),
];

/// Flaws of messages that have a test of their own, because this conversation does not show them.
const ELSEWHERE: &[Flaw] = &[
    // Shown only to a 2026-07-28 client.
    Flaw::CacheHintsMissing,
    Flaw::ResultTypeMissing,
    Flaw::ResultTypeUnknown,
    Flaw::NeverAnswersDiscover,
    // Floods and delays: `flaw_process.rs`.
    Flaw::NotificationFlood,
    Flaw::PingFlood,
    Flaw::SlowAnswer,
    Flaw::LateAnswer,
];

#[test]
fn each_flaw_shows_its_symptom_which_the_good_server_does_not() {
    let good = Heard::from(Flaw::None);
    for (flaw, symptom) in SYMPTOMS {
        let heard = Heard::from(*flaw);
        let (spoilt, right) = (heard.spoilt_by(*flaw), good.spoilt_by(*flaw));
        let shows = |text: &str| match symptom {
            Has(words) => text.contains(words),
            Lacks(words) => !text.contains(words),
        };
        assert!(shows(spoilt), "{flaw}: {}", spoilt.get(..2000).unwrap_or(spoilt));
        assert!(!shows(right), "{flaw} is no flaw: {right}");
    }
}

#[test]
fn a_flawed_server_is_good_everywhere_else() {
    let good = Heard::from(Flaw::None);
    for (flaw, _) in SYMPTOMS {
        let mut heard = Heard::from(*flaw);
        match Target::default_of(*flaw) {
            Target::Handshake => heard.handshake.clone_from(&good.handshake),
            Target::Method(method) if method == "tools/list" => heard.list.clone_from(&good.list),
            Target::Any | Target::Method(_) | Target::Tool(_) => heard.call.clone_from(&good.call),
        }
        assert_eq!(heard, good, "{flaw}");
    }
}

#[test]
fn every_flaw_of_a_message_is_shown() {
    let families =
        [Family::Text, Family::Envelope, Family::Handshake, Family::Listing, Family::Outcome, Family::Traffic];
    let all: BTreeSet<_> = Flaw::ALL.iter().filter(|flaw| families.contains(&flaw.family())).collect();
    let shown: BTreeSet<_> = SYMPTOMS.iter().map(|(flaw, _)| flaw).chain(ELSEWHERE).collect();
    assert_eq!(all.difference(&shown).collect::<Vec<_>>(), Vec::<&&Flaw>::new());
}

#[test]
fn lists_without_end_go_on_with_the_cursor_they_gave() {
    for flaw in [Flaw::SameCursorForever, Flaw::NewCursorsForever] {
        let (mut talk, _) = Talk::open(&[flaw.name()], "2025-11-25", &json!({}));
        let mut cursor = talk.ask(&request(2, "tools/list", &json!({})))["result"]["nextCursor"].clone();
        for id in 3..10 {
            let page = talk.ask(&request(id, "tools/list", &json!({"cursor": cursor})));
            let next = page["result"]["nextCursor"].clone();
            assert_eq!(next == cursor, flaw == Flaw::SameCursorForever, "{flaw}: {page}");
            cursor = next;
        }
    }
}

#[test]
fn the_order_changes_with_each_list() {
    let (mut talk, _) = Talk::open(&["unstable-order"], "2025-11-25", &json!({}));
    let mut first = |id| talk.ask(&request(id, "tools/list", &json!({})))["result"]["tools"][0]["name"].clone();
    assert_ne!(first(2), first(3));
}

#[test]
fn the_target_and_the_number_of_times_can_be_chosen() {
    let (mut talk, _) =
        Talk::open(&["wrong-text", "--on", "tools/call:echo", "--times", "1"], "2025-11-25", &json!({}));
    let mut echo = |id| talk.ask(&call(id, "echo", &json!({"message": "hi"})))["result"]["content"][0]["text"].clone();
    assert_eq!((echo(2), echo(3)), (json!("wrong"), json!("hi")));
}

#[test]
fn modern_answers_lack_what_the_flaw_takes() {
    let ask = |flaw: Flaw, message| {
        let mut talk = Talk::start(&[flaw.name()]);
        talk.ask(&crate::message::modern(message, &json!({})))["result"].clone()
    };
    let list = ask(Flaw::CacheHintsMissing, request(1, "tools/list", &json!({})));
    assert!(list.get("tools").is_some() && list.get("ttlMs").is_none() && list.get("resultType").is_none());
    let called = ask(Flaw::ResultTypeMissing, call(1, "echo", &json!({"message": "hi"})));
    assert!(called.get("content").is_some() && called.get("resultType").is_none());
    let called = ask(Flaw::ResultTypeUnknown, call(1, "echo", &json!({"message": "hi"})));
    assert_eq!(called["resultType"], "hologram");
    let discovered = ask(Flaw::UnsupportedRevision, request(1, "server/discover", &json!({})));
    assert_eq!(discovered["supportedVersions"], json!(["1999-01-01"]));
}

#[test]
fn a_server_deaf_to_discover_serves_legacy_clients() {
    let mut talk = Talk::start(&["never-answers-discover", "--era", "legacy"]);
    talk.say(&request(1, "server/discover", &json!({})));
    assert_eq!(talk.ask(&initialize("2025-11-25", &json!({})))["result"]["protocolVersion"], "2025-11-25");
}
