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

/// RFC 8259, 6 and 8.2: what a reader makes of them is its affair.
#[test]
fn json_is_what_its_grammar_has() {
    for text in ["1e400", "123456789012345678901234567890e500", r#""\ud83d""#, "\"\u{2028}\""] {
        check_text("application/json", text, "");
    }
    for text in ["01", "[1,]", "'a'", r#""\x""#, "{} {}", "NaN", "\"\n\""] {
        check_text("application/json", text, "no JSON");
    }
}

#[test]
fn a_page_of_an_error_is_no_film() {
    for declared in ["video/mp4", "audio/mpeg", "audio/aac", "image/heic", "video/quicktime"] {
        check_bytes(declared, b"<!doctype html><html><body>Not found</body></html>", "a text");
        check_bytes(declared, b"{\"a\":1}", "a text");
        check_bytes(declared, b"\x00\x01\x02\xff", "");
    }
    check_bytes("audio/x-mpegurl", b"#EXTM3U\nsong.mp3\n", "");
    check_bytes("application/octet-stream", b"words", "");
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
fn pdf_is_no_text_though_it_is_ascii() {
    let pdf = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
    for declared in ["text/plain", "text/markdown", "text/plain; charset=utf-8"] {
        check_bytes(declared, pdf, "`application/pdf`");
        check_bytes(declared, b"%PDF-2.0\r\n", "`application/pdf`");
        check_bytes(declared, b"%PDF-1.4 is how a PDF begins.\n", "");
        check_bytes(declared, b"% a comment\n%PDF-1.4\n", "");
    }
    check_bytes("application/pdf", pdf, "");
}

#[test]
fn pictures_and_sounds_that_are_written_may_be_texts() {
    check_text("image/x-portable-pixmap", "P3\n1 1\n255\n0 0 0\n", "");
    check_text("image/x-portable-bitmap", "P1\n1 1\n0\n", "");
    check_text("image/x-xpixmap", "/* XPM */\nstatic char *x[] = {};\n", "");
    check_text("image/x-xbitmap", "#define x_width 1\n", "");
    check_text("audio/x-mpegurl", "#EXTM3U\n", "");
    check_text("application/vnd.apple.mpegurl", "#EXTM3U\n", "");
    check_text("image/svg+xml", "<svg/>", "");
    check_bytes("image/x-portable-pixmap", b"P6\n1 1\n255\n\0\0\0", "");
    check_bytes("image/x-portable-pixmap", b"fLaC\0\0\0\x22", "`audio/");
    for declared in ["image/png", "image/x-unknown", "audio/wav", "audio/mpeg"] {
        check_text(declared, "P3", "text, where bytes belong into `blob`");
    }
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
    check_bytes("audio/mpeg", b"\x01\0 anything that nobody knows", "");
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

/// A container with the types that it may be, and the beginnings that it has.
const CONTAINERS: &[(&[&str], &[&[u8]])] = &[
    (&["image/png", "image/apng"], &[PNG]),
    (&["image/jpeg", "image/jpg", "image/pjpeg"], &[b"\xff\xd8\xff\xe0\0\x10JFIF"]),
    (&["image/gif"], &[b"GIF87a", b"GIF89a"]),
    (&["image/webp"], &[b"RIFF\x24\0\0\0WEBPVP8 "]),
    (&["image/bmp", "image/x-ms-bmp"], &[b"BM\x46\0\0\0\0\0\0\0"]),
    (&["image/tiff"], &[b"II*\0", b"MM\0*"]),
    (&["image/jxl"], &[b"\0\0\0\x0cJXL \r\n\x87\n"]),
    (&["image/jp2"], &[b"\0\0\0\x0cjP  \r\n\x87\n"]),
    (&["image/vnd.adobe.photoshop"], &[b"8BPS"]),
    (
        &["image/heic", "image/heif", "image/heic-sequence"],
        &[b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", b"\0\0\0\x14ftypheix\0\0\0\0mif1"],
    ),
    (&["image/avif", "image/heif"], &[b"\0\0\0\x18ftypavif\0\0\0\0mif1miaf"]),
    (
        &["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
        &[b"RIFF\x24\0\0\0WAVEfmt ", b"RF64\xff\xff\xff\xffWAVEds64", b"BW64\xff\xff\xff\xffWAVEds64"],
    ),
    (&["audio/flac", "audio/x-flac"], &[b"fLaC\0\0\0\x22"]),
    (&["audio/ogg", "video/ogg", "application/ogg", "audio/opus", "audio/vorbis"], &[b"OggS\0\x02"]),
    (&["audio/mpeg", "audio/mp3"], &[b"\xff\xfb\x90\0", b"\xff\xfa\x90\0"]),
    (&["audio/aac"], &[b"\xff\xf1\x50\x80"]),
    (&["audio/midi", "audio/x-midi"], &[b"MThd\0\0\0\x06"]),
    (&["audio/aiff", "audio/x-aiff"], &[b"FORM\0\0\0\x2eAIFFCOMM", b"FORM\0\0\0\x2eAIFCFVER"]),
    (
        &["video/mp4", "audio/mp4", "video/quicktime", "audio/x-m4a", "video/3gpp", "application/mp4", "audio/aac"],
        &[
            b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41",
            b"\0\0\0\x14ftypqt  \0\0\0\0qt  ",
            b"\0\0\0\x14ftypM4A \0\0\0\0M4A ",
        ],
    ),
    (&["video/webm", "audio/webm", "video/x-matroska", "video/matroska"], &[b"\x1a\x45\xdf\xa3\x9f"]),
    (&["video/x-msvideo", "video/avi"], &[b"RIFF\x24\0\0\0AVI LIST"]),
    (&["video/x-ms-wmv", "audio/x-ms-wma"], &[b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"]),
    (&["video/mpeg"], &[b"\0\0\x01\xba\x44"]),
    (
        &[
            "application/zip",
            "application/x-zip-compressed",
            "application/epub+zip",
            "application/java-archive",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.oasis.opendocument.text",
        ],
        &[b"PK\x03\x04\x14\0", b"PK\x05\x06\0\0"],
    ),
    (&["application/gzip", "application/x-gzip"], &[b"\x1f\x8b\x08\0"]),
    (&["application/x-bzip2"], &[b"BZh91AY&SY"]),
    (&["application/x-xz"], &[b"\xfd7zXZ\0"]),
    (&["application/zstd"], &[b"\x28\xb5\x2f\xfd"]),
    (&["application/x-7z-compressed"], &[b"7z\xbc\xaf\x27\x1c"]),
    (&["application/vnd.rar", "application/x-rar-compressed"], &[b"Rar!\x1a\x07\x01\0"]),
    (&["application/pdf"], &[b"%PDF-1.7"]),
    (&["application/wasm"], &[b"\0asm\x01\0\0\0"]),
];
/// A few bytes in the first frame are all that there is of these.
const UNSURE: [&[u8]; 3] = [b"\xff\xfb\x90\0", b"\xff\xfa\x90\0", b"\xff\xf1\x50\x80"];
/// One codec, several containers; and types that may begin with anything.
const CODECS: [&str; 3] = ["audio/opus", "audio/vorbis", "audio/aac"];

#[test]
fn documents_and_code_are_no_pictures() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    for declared in [
        "application/javascript",
        "application/yaml",
        "application/sql",
        "application/msword",
        "font/woff2",
        "application/x-sqlite3",
    ] {
        check_bytes(declared, png, "bytes that begin like `image/png`");
    }
    check_bytes("application/msword", b"PK\x03\x04\x14\0", "");
    check_bytes("application/vnd.ms-excel", b"<html><table>", "");
    check_text("application/vnd.ms-excel", "a,b", "");
    check_bytes("application/javascript", b"let a = 1;", "");
    check_bytes("application/octet-stream", png, "");
}

#[test]
fn every_container_is_itself_and_no_other() {
    for (types, beginnings) in CONTAINERS {
        for (declared, bytes) in types.iter().flat_map(|declared| beginnings.iter().map(move |bytes| (declared, bytes)))
        {
            check_bytes(declared, bytes, "");
        }
        let others = CONTAINERS.iter().filter(|(other, _)| !other.iter().any(|name| types.contains(name)));
        let is_shared = |declared: &&&str| !CODECS.contains(*declared);
        for bytes in others.flat_map(|(_, others)| *others).filter(|bytes| !UNSURE.contains(bytes)) {
            for declared in types.iter().filter(is_shared) {
                check_bytes(declared, bytes, "bytes that begin like");
            }
        }
        for declared in *types {
            check_text(declared, "words", "bytes belong into `blob`");
        }
    }
}

#[test]
fn one_container_holds_what_another_may_hold_too() {
    // An encrypted document of Office, an icon that is a PNG, a picture that says no more than that it is one.
    let docx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    check_bytes(docx, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "");
    check_bytes("image/x-icon", PNG, "");
    check_bytes("image/x-icon", b"\0\0\x01\0\x01\0", "");
    check_bytes("image/x-icon", b"GIF89a", "");
    check_bytes("image/x-icon", b"\xff\xd8\xff\xe0", "`image/jpeg`");
    for declared in ["image/heic", "image/heif", "image/avif"] {
        check_bytes(declared, b"\0\0\0\x14ftypmif1\0\0\0\0miaf", "");
    }
    for declared in ["audio/mpeg", "audio/aac", "audio/flac"] {
        check_bytes(declared, b"ID3\x04\0\0", "");
    }
    check_bytes("video/quicktime", b"\0\0\x10\0moov\0\0\0\x6cmvhd", "");
    check_bytes("application/java-archive", b"#!/bin/sh\nexec java", "");
    check_bytes("application/vnd.oasis.opendocument.text-flat-xml", b"<office:document/>", "");
    check_bytes("application/x-tar", b"a file of an old tar", "");
    check_bytes("application/msword", b"PK\x03\x04", "");
    check_bytes("image/x-unheard-of", b"GIF89a", "");
    check_bytes("image/x-unheard-of", b"OggS", "`audio/ogg`");
    check_bytes("image/heic", b"\0\0\0\x14ftypavif\0\0\0\0avif", "`image/avif`");
    check_bytes("image/avif", b"\0\0\0\x14ftypheic\0\0\0\0heic", "`image/heif`");
    // What was seen first.
    check_bytes("image/heic", b"\xff\xd8\xff\xe0", "`image/jpeg`");
    check_bytes("audio/ogg", b"RIFF\x24\0\0\0WAVE", "`audio/wav`");
    check_bytes("audio/ogg", b"words", "do not begin like it");
    check_bytes("video/mp4", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "`image/heif`");
    check_bytes("application/epub+zip", b"%PDF-1.4", "`application/pdf`");
}

#[test]
fn mime_type_is_one() {
    for declared in ["not a mime", "text", "", "text/", "/plain", "text/pl ain", "a/b/c"] {
        check_text(declared, "words", "no MIME type");
    }
    check_text("x-own/x.y+z; q=\"a;b\"", "words", "");
}
