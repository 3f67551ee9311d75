//! What the form of a secret alone does not tell: sums, what is inside, whose door it is.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use super::placeholder::is_placeholder;
use crate::folder::ending;

/// What a closer look came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// It is one.
    Certain,
    /// It may be one.
    Doubtful,
    /// It is none.
    No,
}

/// Looks closer at a text that has the form.
pub(super) type Check = fn(&str) -> Look;

/// The last six characters are a CRC-32 of the ones before, in base 62 (GitHub's and npm's documents).
pub(super) fn github(token: &str) -> Look {
    let body = token.split_once('_').map_or(token, |(_, body)| body);
    let Some((random, sum)) = body.split_at_checked(body.len().saturating_sub(6)) else { return Look::Doubtful };
    match () {
        () if base62(crc32(random.as_bytes())) == sum => Look::Certain,
        () if is_placeholder(body) => Look::No,
        () => Look::Doubtful,
    }
}

fn base62(mut number: u32) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut digits = ['0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = char::from(DIGITS[(number % 62) as usize]);
        number /= 62;
    }
    digits.iter().collect()
}

/// CRC-32 of IEEE 802.3, bit by bit: the texts have thirty characters.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(!0, step)
}

/// Three kinds of characters, or it is a name.
pub(super) fn azure_client(secret: &str) -> Look {
    let has = |kind: fn(char) -> bool| secret.chars().any(kind);
    let is_mixed = has(|c| c.is_ascii_lowercase()) && has(|c| c.is_ascii_uppercase()) && has(|c| c.is_ascii_digit());
    if is_mixed && !is_placeholder(secret) { Look::Certain } else { Look::No }
}

/// A token of a service's own role opens everything; one that is public opens nothing.
pub(super) fn jwt(token: &str) -> Look {
    let mut parts = token.split('.').map(decoded);
    let mut object = || parts.next().flatten().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let (Some(head), Some(body)) = (object(), object()) else { return Look::No };
    let role = body.get("role").and_then(Value::as_str).unwrap_or_default();
    // What documents show: the name and number of jwt.io's own example.
    let is_example =
        body.get("sub").and_then(Value::as_str).is_some_and(|sub| sub == "1234567890" || is_placeholder(sub));
    match role {
        _ if head.get("alg").is_none() || is_example => Look::No,
        "service_role" => Look::Certain,
        "anon" => Look::No,
        _ => Look::Doubtful,
    }
}

/// `user:password`, both said.
pub(super) fn basic_login(code: &str) -> Look {
    match decoded(code).as_deref().and_then(|login| login.split_once(':')) {
        Some((_, password)) if !password.is_empty() && !is_placeholder(password) && !is_common(password) => {
            Look::Certain
        }
        _ => Look::No,
    }
}

/// The password of a machine that only its owner reaches, or of an example, opens nothing.
pub(super) fn password_in_address(address: &str) -> Look {
    let Some((_, rest)) = address.split_once("://") else { return Look::No };
    let Some((login, host)) = rest.rsplit_once('@') else { return Look::No };
    let Some((user, password)) = login.split_once(':') else { return Look::No };
    let host = host.split([':', '/', '?', ',']).next().unwrap_or_default().to_ascii_lowercase();
    // A name without a dot is one of a container or of a network of its owner's.
    let is_near = !host.contains('.') || host.starts_with("127.") || host.starts_with("0.") || ending(&host) == "local";
    let is_example = ["example", "host", "your", "domain.com", "xxx"].iter().any(|word| host.contains(word))
        || ["internal", "test", "invalid"].contains(&ending(&host));
    let is_filled = host.contains(['{', '$', '%', '(']) || password.contains(['%', '(', '[', '*', '#', '…']);
    if is_near || is_example || is_filled || is_placeholder(password) || is_common(password) || password == user {
        return Look::No;
    }
    Look::Certain
}

/// Passwords that open what nobody has closed.
pub(super) fn is_common(password: &str) -> bool {
    let lower = password.to_ascii_lowercase();
    let common = [
        "pass",
        "password",
        "passwd",
        "pwd",
        "secret",
        "postgres",
        "root",
        "admin",
        "user",
        "mysql",
        "guest",
        "mongo",
        "redis",
        "token",
        "key",
        "test",
        "foo",
        "bar",
        "123456",
        "12345678",
        "letmein",
        // The examples of RFC 7617 and of those who copy it.
        "open sesame",
        "opensesame",
        "x-oauth-basic",
        "api_key",
    ];
    let base = lower.trim_end_matches(|c: char| c.is_ascii_digit() || c == '!' || c == '_');
    common.contains(&base) || common.contains(&lower.as_str()) || lower.contains("password")
}

fn decoded(code: &str) -> Option<String> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let alphabet = if code.contains(['-', '_']) { &URL_SAFE } else { &STANDARD };
    String::from_utf8(GeneralPurpose::new(alphabet, LENIENT).decode(code).ok()?).ok()
}
