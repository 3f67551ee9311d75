//! What was planted must not come out, and nothing else may change.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use mcpvals_model::{
    Anomaly, Call, CallEnd, CallRole, Case, Channel, Direction, Expectation, Frame, HttpHead, Matcher, SecretValue,
    Trace,
};
use mcpvals_wire::Redactor;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use serde_json::{Value, json};

fn redactor(secrets: &[(&str, &str)]) -> Redactor {
    let values: Vec<_> = secrets.iter().filter_map(|(name, value)| SecretValue::new(*name, *value)).collect();
    Redactor::new(&values)
}

#[track_caller]
fn check(secrets: &[(&str, &str)], text: &str, expected: &str) {
    assert_eq!(redactor(secrets).text(text), expected);
}

const TOKEN: (&str, &str) = ("API_TOKEN", "s3cr3t/value+x");

#[test]
fn plain_values_are_named() {
    check(&[TOKEN], "a s3cr3t/value+x b", "a [redacted:API_TOKEN] b");
}

#[test]
fn another_case_is_found_and_stays_distinct() {
    check(&[TOKEN], "S3CR3T/VALUE+X s3cr3t/value+x", "[Redacted:API_TOKEN] [redacted:API_TOKEN]");
}

#[test]
fn url_encoding_is_found_in_either_case_and_for_any_set() {
    check(&[TOKEN], "?t=s3cr3t%2Fvalue%2Bx&", "?t=[redacted:API_TOKEN:url]&");
    check(&[TOKEN], "?t=s3cr3t%2fvalue%2bx&", "?t=[redacted:API_TOKEN:url]&");
    check(&[TOKEN], "?t=%73%33cr3t/value%2Bx&", "?t=[redacted:API_TOKEN:url]&");
    check(&[("P", "two words")], "q=two+words&r=two%20words", "q=[redacted:P:url]&r=[redacted:P:url]");
}

#[test]
fn html_is_found_however_it_is_written() {
    let secret = ("PASS", "p&ss'w\"ord<1>");
    for escaped in
        ["p&amp;ss&#x27;w&quot;ord&lt;1&gt;", "p&#38;ss&#39;w&#34;ord&lt;1&gt;", "&#112;&amp;ss&apos;w\"ord<1>"]
    {
        check(&[secret], &format!("value=\"{escaped}\""), "value=\"[redacted:PASS]\"");
    }
    check(&[secret], "a & b &unknown; &#xffffffff; &", "a & b &unknown; &#xffffffff; &");
}

#[test]
fn a_stray_sign_before_a_coded_value_does_not_hide_it() {
    check(&[("S", "0A0\u{e9}aA")], "%0A0%C3%A9aA", "%[redacted:S:url]");
    check(&[("S", "n\"ot it")], r#"\n\"ot it"#, r"\[redacted:S]");
}

#[test]
fn json_escapes_are_found_at_any_depth() {
    let secret = ("PASS", "q\"uo\\te\u{e9}/x");
    let once = json!("q\"uo\\te\u{e9}/x").to_string();
    let twice = json!(once).to_string();
    check(&[secret], &once, "\"[redacted:PASS]\"");
    check(&[secret], &twice, "\"\\\"[redacted:PASS]\\\"\"");
    check(&[secret], "\"q\\u0022uo\\\\te\\u00E9\\/x\"", "\"[redacted:PASS]\"");
}

#[test]
fn base64_is_found_at_every_alignment() {
    for context in ["", "u", "us", "use", "Bearer ", "user:"] {
        let code = STANDARD.encode(format!("{context}s3cr3t/value+x and more"));
        let clean = redactor(&[TOKEN]).text(&code).into_owned();
        assert!(clean.contains("[redacted:API_TOKEN:base64]"), "{context}: {clean}");
    }
}

#[test]
fn base64_in_lines_is_found_whatever_their_width() {
    let secret = "eyJhbGciOiJIUzI1NiJ9.".repeat(6);
    let code = STANDARD.encode(format!("token={secret}\n"));
    for width in [4, 10, 60, 64, 76] {
        for end in ["\n", "\r\n", "\n    ", "\\n"] {
            let lines: Vec<&str> =
                (0..code.len()).step_by(width).map(|at| &code[at..code.len().min(at + width)]).collect();
            let clean = redactor(&[("API_TOKEN", &secret)]).text(&lines.join(end)).into_owned();
            assert!(clean.contains("[redacted:API_TOKEN:base64]") && clean.len() < 60, "{width} {end:?}: {clean}");
        }
    }
}

#[test]
fn basic_credentials_hide_their_password() {
    let header = format!("Basic {}", STANDARD.encode("me:hunter2hunter2"));
    check(&[("authorization", &header)], "login with hunter2hunter2", "login with [redacted:authorization]");
}

#[test]
fn bearer_headers_hide_their_token() {
    check(&[("authorization", "Bearer abcdefgh")], "token abcdefgh", "token [redacted:authorization]");
}

#[test]
fn overlapping_secrets_leave_nothing_of_either() {
    check(&[("A", "abcdef"), ("B", "defghijk")], "abcdefghijk", "[redacted:B]");
    check(&[("SHORT", "abcdef"), ("LONG", "abcdefgh")], "abcdefgh abcdef", "[redacted:LONG] [redacted:SHORT]");
}

#[test]
fn short_values_stay() {
    assert!(redactor(&[("TZ", "UTC")]).is_empty());
}

#[test]
fn a_number_that_is_a_secret_becomes_a_string() {
    check(&[("PIN", "12345678")], r#"{"pin":12345678,"n":1}"#, r#"{"pin":"[redacted:PIN]","n":1}"#);
}

#[test]
fn keys_are_redacted() {
    check(&[TOKEN], r#"{"s3cr3t/value+x":1}"#, r#"{"[redacted:API_TOKEN]":1}"#);
}

#[test]
fn a_cut_escape_does_not_break_json() {
    check(&[("S", "nabcdef")], r#"{"a":"\nabcdef"}"#, r#"{"a":"\nabcdef"}"#);
}

#[test]
fn a_secret_that_is_json_itself_is_found_as_text_and_as_structure() {
    let secret = ("CREDENTIALS", r#"{"type":"account","key":"abc"}"#);
    let redactor = redactor(&[secret]);
    let frame = json!({"text": secret.1, "raw": {"type": "account", "key": "abc"}}).to_string();
    let clean: Value = serde_json::from_slice(&redactor.bytes(frame.as_bytes()).unwrap()).unwrap();
    assert_eq!(clean, json!({"text": "[redacted:CREDENTIALS]", "raw": "[redacted:CREDENTIALS]"}));
}

#[test]
fn a_mask_never_shows_a_secret() {
    for secret in ["redacted", "[redacted:", "API_TOKEN", "******"] {
        let clean = redactor(&[("API_TOKEN", secret)]).text(&format!("x {secret} y")).into_owned();
        assert!(!clean.to_lowercase().contains(&secret.to_lowercase()), "{secret}: {clean}");
    }
}

#[test]
fn odd_names_make_plain_labels() {
    check(&[("a \"b\"]", "abcdef")], "abcdef", "[redacted:a__b__]");
}

#[test]
fn debug_shows_no_secret() {
    assert!(!format!("{:?}", redactor(&[TOKEN])).contains("s3cr3t"));
}

fn frame(bytes: &str) -> Frame {
    let mut frame = Frame::new(1, 5, Direction::Received, Channel::Wire, bytes.as_bytes());
    frame.anomalies.push(Anomaly::Http { problem: "saw s3cr3t/value+x".to_owned() });
    let headers = vec![("authorization".to_owned(), "Bearer s3cr3t/value+x".to_owned())];
    frame.http =
        Some(Box::new(HttpHead { request: Some("POST /?k=s3cr3t%2Fvalue%2Bx".to_owned()), status: None, headers }));
    frame
}

#[test]
fn every_part_of_a_trace_is_redacted() {
    let end = CallEnd::NotSent { problem: "bad s3cr3t/value+x".to_owned() };
    let call = Call { role: CallRole::Tested, method: "tools/call".to_owned(), request: Some(1), answer: None, end };
    let trace = Trace {
        frames: vec![frame(r#"{"id":1,"result":{"content":[{"type":"text","text":"s3cr3t/value+x"}]}}"#)],
        calls: vec![call],
        stderr_tail: "started with s3cr3t/value+x".to_owned(),
        ..Trace::default()
    };
    let clean = redactor(&[TOKEN]).trace(&trace);
    assert!(!format!("{clean:?}").contains("s3cr3t"), "{clean:?}");
    assert!(!clean.frames[0].text().contains("s3cr3t"));
    assert_eq!(clean.frames[0].message().unwrap()["result"]["content"][0]["text"], "[redacted:API_TOKEN]");
}

fn case(expect: &[Matcher]) -> Case {
    let expect: Vec<_> = expect.iter().cloned().map(Expectation::Match).collect();
    serde_json::from_value(json!({
        "id": "suite/title", "title": "title", "timeout": 1000.0, "repeat": 1,
        "place": {"file": "f", "line": 1, "column": 1},
        "kind": {"tool": {"call": {"tool": "t", "args": {"key": "s3cr3t/value+x"}}, "expect": expect}},
    }))
    .expect("it has the shape of a case")
}

#[test]
fn a_case_is_redacted_like_its_trace() {
    let matchers = [
        Matcher::Contains(vec!["is s3cr3t/value+x".to_owned()]),
        Matcher::Matches(vec![r"^is s3cr3t/value\+x$".to_owned()]),
        Matcher::Equals(json!({"k": "s3cr3t/value+x"})),
        Matcher::Schema(json!({"properties": {"k": {"pattern": r"s3cr3t\/value\+x"}}})),
    ];
    let clean = serde_json::to_value(redactor(&[TOKEN]).case(&case(&matchers))).unwrap();
    assert!(!clean.to_string().contains("s3cr3t"), "{clean}");
    let expect = &clean["kind"]["tool"]["expect"];
    assert_eq!(expect[0]["match"]["contains"][0], "is [redacted:API_TOKEN]");
    assert_eq!(expect[1]["match"]["matches"][0], r"^is \[redacted:API_TOKEN\]$");
    assert_eq!(expect[2]["match"]["equals"]["k"], "[redacted:API_TOKEN]");
    assert_eq!(expect[3]["match"]["schema"]["properties"]["k"]["pattern"], r"\[redacted:API_TOKEN\]");
}

/// Every way to write a secret that the gate promises to find.
fn written(secret: &str) -> Vec<String> {
    let json = json!(secret).to_string();
    let inner = json[1..json.len() - 1].to_owned();
    let ascii: String =
        secret.encode_utf16().flat_map(|unit| format!("\\u{unit:04X}").into_bytes()).map(char::from).collect();
    let url = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
    let mut ways = vec![secret.to_owned(), inner, ascii, url.to_lowercase(), url, hex(secret)];
    for context in ["", "a", "ab"] {
        ways.push(STANDARD.encode(format!("{context}{secret}z")));
        ways.push(URL_SAFE_NO_PAD.encode(format!("{context}{secret}z")));
    }
    ways
}

fn hex(secret: &str) -> String {
    secret.bytes().flat_map(|byte| format!("{byte:02X}").into_bytes()).map(char::from).collect()
}

/// What an attentive reader would look for in an output: any form, case ignored.
#[track_caller]
fn assert_gone(clean: &str, secret: &str) {
    let lower = clean.to_lowercase();
    for way in [secret.to_owned(), hex(secret), utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string()] {
        assert!(!lower.contains(&way.to_lowercase()), "{way:?} is in {clean:?}");
    }
}

proptest! {
    #[test]
    fn no_planted_secret_survives(secret in "[ -~é\u{1F600}]{6,24}", before in "[ -~]{0,12}", after in "[ -~]{0,12}") {
        let redactor = redactor(&[("SECRET", &secret)]);
        for way in written(&secret) {
            let clean = redactor.text(&format!("{before}{way}{after}")).into_owned();
            assert_gone(&clean, &secret);
            prop_assert_eq!(&redactor.text(&clean), &clean, "once is enough");
        }
    }

    #[test]
    fn json_stays_json_and_says_what_the_redacted_value_says(
        secret in "([ -~]{6,12}|[0-9]{6,9}|\",\"[a-z]{3})",
        texts in prop::collection::vec("[ -~\n]{0,10}", 3),
        number in any::<i64>(),
    ) {
        let redactor = redactor(&[("SECRET", &secret)]);
        let digits: Value = serde_json::from_str(&secret).unwrap_or(Value::Null);
        let nested = json!({"in": secret, "n": digits}).to_string();
        let document = json!({
            "id": number, "same": secret, "n": digits, "list": [texts[0], format!("{}{secret}", texts[1])],
            "nested": nested, &texts[2]: 1, &secret: null, "parts": secret.split(',').collect::<Vec<_>>(),
        });
        let clean = redactor.bytes(document.to_string().as_bytes()).unwrap();
        let read: Value = serde_json::from_slice(&clean).unwrap();
        assert_gone(std::str::from_utf8(&clean).unwrap(), &secret);
        let mut value = document;
        redactor.value(&mut value);
        prop_assert_eq!(read, value);
    }

    #[test]
    fn text_without_secrets_is_untouched(text in "[ -~\n]{0,200}") {
        prop_assume!(!text.to_lowercase().contains("zq"));
        let redactor = redactor(&[("SECRET", "zq-zq-zq-zq")]);
        prop_assert!(matches!(redactor.text(&text), std::borrow::Cow::Borrowed(same) if same == text));
    }

    #[test]
    fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..300), secret in "\\PC{6,10}") {
        let redactor = redactor(&[("SECRET", &secret)]);
        let _ = redactor.bytes(&bytes);
    }
}

#[test]
fn beginning_of_a_secret_before_a_cut_is_masked() {
    let redactor = redactor(&[("TOKEN", "PLAINsecretVALUE")]);
    let check = |text: &str, expected: &str| assert_eq!(redactor.excerpt(text), expected);
    check("`qq PLAINsecretVAL…` is no message", "`qq [redacted:TOKEN]…` is no message");
    check("\"qq PLAINs\"… (80 characters)", "\"qq [redacted:TOKEN]\"… (80 characters)");
    check("PLAINsecretVALUE and PLA…", "[redacted:TOKEN] and [redacted:TOKEN]…");
    check("PL… and nothing", "PL… and nothing");
    check("PLAIN words…", "PLAIN words…");
}

#[test]
fn lines_of_a_secret_of_several_lines_are_secrets() {
    let key = "-----BEGIN KEY-----\nabcdefghij\nklmnopqrst\n-----END KEY-----";
    check(&[("KEY", key)], "only klmnopqrst of it", "only [redacted:KEY] of it");
    check(&[("KEY", key)], "-----BEGIN KEY-----", "-----BEGIN KEY-----");
}
