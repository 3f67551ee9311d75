//! Bytes as text: UTF-8, UTF-16 in either order, and what gzip or zlib have made of these.

use flate2::{Decompress, FlushDecompress};

/// No more comes out of what is packed.
const UNPACKED_MAX: usize = 64 << 10;

/// The text that bytes are; none where they are no text.
pub(super) fn text(bytes: Vec<u8>) -> Option<String> {
    let bytes = match &bytes[..] {
        [0x1f, 0x8b, 8, ..] => unpacked(gzip_body(&bytes)?, false)?,
        [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..] => unpacked(&bytes, true).unwrap_or(bytes),
        _ => bytes,
    };
    wide(&bytes).or_else(|| narrow(bytes))
}

/// As UTF-8; its last character may have been cut.
fn narrow(bytes: Vec<u8>) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let fault = error.utf8_error();
            let end = fault.valid_up_to();
            let is_cut = fault.error_len().is_none() && end > 0;
            is_cut.then(|| String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned())
        }
    }
}

/// As UTF-16 of plain letters for the most part: every other byte is zero.
fn wide(bytes: &[u8]) -> Option<String> {
    let pairs = bytes.chunks_exact(2).take(UNPACKED_MAX);
    let (little, big) = pairs.clone().fold((0, 0), |(little, big), pair| {
        (little + usize::from(pair[1] == 0 && pair[0] != 0), big + usize::from(pair[0] == 0 && pair[1] != 0))
    });
    let is_most = |count: usize| count > 3 && count * 10 >= pairs.len() * 9;
    let unit: fn(&[u8]) -> u16 = match () {
        () if is_most(little) => |pair| u16::from_le_bytes([pair[0], pair[1]]),
        () if is_most(big) => |pair| u16::from_be_bytes([pair[0], pair[1]]),
        () => return None,
    };
    let text = String::from_utf16(&pairs.map(unit).collect::<Vec<u16>>()).ok()?;
    Some(text.trim_start_matches('\u{feff}').to_owned())
}

/// What stands behind gzip's header (RFC 1952, 2.3).
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let length = usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?]));
        rest = rest.get(length + 2..)?;
    }
    for _ in 0..(flags >> 3 & 1) + (flags >> 4 & 1) {
        let end = rest.iter().position(|byte| *byte == 0)?;
        rest = &rest[end + 1..];
    }
    rest.get(if flags & 2 != 0 { 2 } else { 0 }..)
}

/// As much as there is; a stream that breaks off has said something, too.
fn unpacked(packed: &[u8], has_header: bool) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(UNPACKED_MAX.min(packed.len().saturating_mul(16)));
    let result = Decompress::new(has_header).decompress_vec(packed, &mut out, FlushDecompress::Finish);
    (!out.is_empty() && (result.is_ok() || out.len() > 8)).then_some(out)
}
