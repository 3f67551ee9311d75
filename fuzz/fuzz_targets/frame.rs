//! The splitter of a child's stdout: however the stream is cut, the same frames come out, no byte is lost, and no more
//! is held than may be.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpvals_fuzz::{Stream, is_kept_in_order};
use mcpvals_model::Anomaly;
use mcpvals_wire::{Piece, Splitter};

/// What is kept of a frame that is too long.
const KEPT_OF_TOO_LARGE: usize = 4 << 10;

fuzz_target!(|data: &[u8]| {
    let Some(stream) = Stream::read(data) else { return };
    let whole = split(&stream, std::iter::once(stream.bytes), false);
    let chunked = split(&stream, stream.chunks(), false);
    assert_eq!(comparable(&whole), comparable(&chunked), "the cut makes a difference");
    // A pause changes what is read, but never loses anything.
    for pieces in [whole, split(&stream, stream.chunks(), true)] {
        check_pieces(&stream, &pieces);
    }
});

fn split<'a>(stream: &Stream<'a>, chunks: impl Iterator<Item = &'a [u8]>, pauses: bool) -> Vec<Piece> {
    let (mut splitter, mut pieces) = (Splitter::new(stream.bytes_max), Vec::new());
    for chunk in chunks {
        splitter.feed(chunk, &mut |piece| pieces.push(piece));
        assert!(splitter.held_bytes() <= 2 * stream.bytes_max + 1, "{} bytes are held", splitter.held_bytes());
        if pauses {
            splitter.quiet(&mut |piece| pieces.push(piece));
        }
    }
    splitter.end(&mut |piece| pieces.push(piece));
    assert_eq!(splitter.held_bytes(), 0);
    pieces
}

/// How much was read of what is too large does depend on the cut.
fn comparable(pieces: &[Piece]) -> Vec<(Vec<u8>, Vec<Anomaly>)> {
    let of_piece = |piece: &Piece| match piece.anomalies[..] {
        [Anomaly::TooLarge { .. }] => (Vec::new(), vec![Anomaly::TooLarge { bytes: 0 }]),
        _ => (piece.bytes.to_vec(), piece.anomalies.clone()),
    };
    pieces.iter().map(of_piece).collect()
}

fn check_pieces(stream: &Stream<'_>, pieces: &[Piece]) {
    let mut is_whole = true;
    for piece in pieces {
        // One more for a carriage return whose newline never came.
        assert!(piece.bytes.len() <= stream.bytes_max.max(KEPT_OF_TOO_LARGE) + 1, "a piece of {}", piece.bytes.len());
        is_whole &= !piece.anomalies.iter().any(|anomaly| matches!(anomaly, Anomaly::TooLarge { .. }));
        let parsed = serde_json::from_slice(&piece.bytes).ok();
        assert!(piece.message.is_none() || piece.message.as_deref() == parsed.as_ref(), "the message is not its bytes");
    }
    let given = pieces.iter().flat_map(|piece| piece.bytes.iter()).filter(|byte| counts(**byte));
    if is_whole {
        assert!(given.eq(stream.bytes.iter().filter(|byte| counts(**byte))), "bytes are lost, or in another order");
    } else {
        assert!(is_kept_in_order(given, stream.bytes), "bytes are in another order");
    }
}

/// Framing and byte order marks are no part of a message.
fn counts(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, 0xef | 0xbb | 0xbf)
}
