//! Content that is as it says, and content that is not.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::contradiction;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[track_caller]
fn check(declared: &str, text: Option<&str>, blob: Option<&[u8]>, words: &str) {
    let blob = blob.map(|bytes| STANDARD.encode(bytes));
    let found = contradiction(declared, text, blob.as_deref());
    assert_eq!(found.is_some(), !words.is_empty(), "{declared}: {found:?}");
    assert!(found.as_ref().is_some_and(|found| found.contains(words)) || words.is_empty(), "{declared}: {found:?}");
}

#[track_caller]
fn check_text(declared: &str, text: &str, words: &str) {
    check(declared, Some(text), None, words);
}

#[track_caller]
fn check_bytes(declared: &str, bytes: &[u8], words: &str) {
    check(declared, None, Some(bytes), words);
}

#[test]
fn texts_are_what_they_say() {
    for declared in ["application/json", "text/json", "application/problem+json", "APPLICATION/JSON; charset=utf-8"] {
        check_text(declared, "{}", "");
        check_text(declared, "\u{feff}5", "");
        check_text(declared, "{", "no JSON");
        check_bytes(declared, b"[1]", "");
        check_bytes(declared, b"", "no JSON");
        check_bytes(declared, PNG, "`image/png`");
    }
    check_text("application/x-ndjson", "{}\n\n[1]\n", "");
    check_text("application/jsonl", "{}\n{", "no JSON in line 2");
    check_text("application/json5", "{a: 1}", "");
    check_text("application/json-seq", "\u{1e}{}\n", "");
    check_text("text/plain", "{", "");
    check_text("text/markdown", "# {", "");
    check_text("application/octet-stream", "words", "");
    check_text("application/yaml", "a: [", "");
}

#[test]
fn xml_begins_and_ends_like_it() {
    let svg =
        "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg:svg xmlns:svg=\"x\"/>\n";
    for declared in ["image/svg+xml", "application/xml", "text/xml", "application/atom+xml"] {
        check_text(declared, svg, "");
        check_bytes(declared, svg.as_bytes(), "");
        check_text(declared, "no XML", "no XML");
        check_text(declared, "", "no XML");
        check_text(declared, "<a b", "no XML");
        check_text(declared, "< a>", "no XML");
        check_bytes(declared, PNG, "`image/png`");
    }
    check_text("image/svg+xml", "<!DOCTYPE html><html></html>", "root `html`, not `svg`");
    check_text("application/xhtml+xml", "<!DOCTYPE html>\n<html></html>", "");
    check_bytes("image/svg+xml", b"\x1f\x8b\x08", "");
    let utf16: Vec<u8> = "\u{feff}<a/>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    check_bytes("application/xml", &utf16, "");
}

#[test]
fn html_and_tables_are_no_json() {
    for declared in ["text/html", "text/csv", "text/tab-separated-values"] {
        check_text(declared, "a,b\n1,2", "");
        check_text(declared, "[a](b), {c}", "");
        check_text(declared, "{\"a\": 1}", "JSON");
    }
}

#[test]
fn charset_is_that_of_the_bytes() {
    check_bytes("text/plain", b"words", "");
    check_bytes("text/plain", b"\xe4\xf6 in Latin-1", "");
    check_bytes("text/plain", b"a\0b", "NUL");
    check_bytes("text/plain; charset=utf-8", b"\xe4", "no UTF-8");
    check_bytes("text/plain; charset=ISO-8859-1", b"\xe4", "");
    check_bytes("text/plain; charset=us-ascii", b"\xe4", "beyond ASCII");
    check_bytes("text/plain; charset=\"UTF-16\"", b"\xff\xfeh\0i\0", "");
    check_bytes("text/plain; charset=utf-16le", b"h\0i\0", "");
    check_bytes("text/plain; charset=utf-16", b"\xff\xfeh\0i", "no UTF-16");
    check_bytes("text/plain; charset=utf-16", b"plain words in ASCII", "plain ASCII");
    check_bytes("text/plain; charset=koi8-r", b"\xc1\0", "");
    check_text("text/plain; charset=utf-16", "words", "");
    check_text("text/plain; charset=utf-16", "w\0o\0", "NUL");
    check_text("text/plain; charset=us-ascii", "é", "`é`");
    check_text("text/plain; charset=iso-8859-1", "é", "");
    check_text("text/plain; charset=iso-8859-1", "漢", "`漢`");
}

#[test]
fn first_bytes_tell_of_what_is_no_text() {
    check_bytes("image/png", PNG, "");
    check_bytes("application/octet-stream", PNG, "");
    check_bytes("image/jpg", b"\xff\xd8\xff\xe1aa", "");
    check_bytes("audio/wav", b"RIFF\x24\0\0\0WAVE", "");
    check_bytes("audio/mpeg", b"anything that nobody knows", "");
    check_bytes("video/mp4", b"\0\0\0\x20ftypM4A ", "");
    check_bytes("application/pdf", b"\n%PDF-1.4", "");
    check_bytes("image/vnd.wap.wbmp", b"\0\0", "");
    check_text("image/png", "words", "bytes belong into `blob`");
    check_text("audio/wav", "words", "bytes belong into `blob`");
    check_bytes("image/png", b"GIF89a", "`image/gif`");
    check_bytes("image/png", b"words", "do not begin like it");
    check_bytes("image/bmp", b"%PDF-1.7", "`application/pdf`");
    check_bytes("audio/wav", b"words", "do not begin like it");
    check_bytes("audio/mpeg", PNG, "`image/png`");
    check_bytes("text/plain", PNG, "`image/png`");
    check_bytes("text/markdown", b"BM is how this text begins", "");
    check_bytes("text/plain", b"ID3 tags are", "");
}

#[test]
fn mime_type_is_one() {
    for declared in ["not a mime", "text", "", "text/", "/plain", "text/pl ain", "a/b/c"] {
        check_text(declared, "words", "no MIME type");
    }
    check_text("x-own/x.y+z; q=\"a;b\"", "words", "");
}
