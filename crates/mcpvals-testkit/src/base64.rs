//! Base64 of RFC 4648, section 4: enough for `Mcp-Name` sentinels and for hiding a secret.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes with padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().chain(&[0; 3]).take(3).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        for place in 0..4 {
            let sextet = (word >> (18 - 6 * place)) & 63;
            let symbol = char::from(ALPHABET[sextet as usize]);
            text.push(if place <= group.len() { symbol } else { '=' });
        }
    }
    text
}

/// Decodes padded text; `None` if it is not what [`encode`] writes.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let symbols = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut word, mut bits) = (0_u32, 0);
    for symbol in symbols {
        let sextet = ALPHABET.iter().position(|known| known == symbol)?;
        word = word << 6 | u32::try_from(sextet).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(word >> bits & 255).ok()?);
        }
    }
    (encode(&bytes) == text).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_vectors_go_both_ways() {
        for (plain, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(plain.as_bytes()));
        }
    }

    #[test]
    fn wrong_padding_is_refused() {
        assert_eq!(decode("Zg"), None);
        assert_eq!(decode("Zh=="), None);
    }
}
