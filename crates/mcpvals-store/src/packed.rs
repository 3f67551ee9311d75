//! How bodies are stored: compressed by zstd with a window of 8 MiB, so that what a trace repeats at a distance (a list of tools of
//! 100 KB is in it for each time that it was asked for) is there once. Bodies of earlier versions are gzip, and are read as well.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use zstd::bulk::Compressor;
use zstd::stream::read::Decoder;
use zstd::zstd_safe::CParameter;

use crate::{Result, StoreError};

/// Whatever is written in a database, no longer document is unpacked, in bytes.
const UNPACKED_BYTES_MAX: u64 = 512 << 20;
/// How far back a repetition is seen, as a power of two of bytes: more takes memory for each document that is read.
const WINDOW_LOG: u32 = 23;
/// The library's own middle: six times faster than gzip on traces, and smaller.
const LEVEL: i32 = 3;
const GZIP: [u8; 2] = [0x1f, 0x8b];

pub(crate) fn pack(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = Compressor::new(LEVEL)?;
    compressor.set_parameter(CParameter::WindowLog(WINDOW_LOG))?;
    compressor.set_parameter(CParameter::EnableLongDistanceMatching(true))?;
    compressor.compress(body)
}

pub(crate) fn unpack(body: &[u8]) -> Result<Vec<u8>> {
    let unpacked = if body.starts_with(&GZIP) { bounded(GzDecoder::new(body)) } else { unpack_zstd(body) };
    unpacked.map_err(|source| StoreError::File { path: "a document of the database".to_owned(), source })
}

fn unpack_zstd(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut decoder = Decoder::with_buffer(body)?;
    decoder.window_log_max(WINDOW_LOG)?;
    bounded(decoder)
}

fn bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    reader.take(UNPACKED_BYTES_MAX).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;

    use super::{pack, unpack};

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(body: Vec<u8>) {
            prop_assert_eq!(unpack(&pack(&body).unwrap()).unwrap(), body);
        }

        #[test]
        fn what_was_never_packed_is_an_error_or_bytes(body: Vec<u8>) {
            let _ = unpack(&body);
        }
    }

    #[test]
    fn what_earlier_versions_packed_is_unpacked() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(b"a trace").unwrap();
        assert_eq!(unpack(&encoder.finish().unwrap()).unwrap(), b"a trace");
    }

    /// What no compression makes smaller, as far apart as lists of tools are: gzip sees back 32 KB only.
    #[test]
    fn what_is_repeated_at_a_distance_is_stored_once() {
        let mut state = 1_u64;
        let list: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_be_bytes()[0]
        })
        .take(300_000)
        .collect();
        let once = pack(&list).unwrap().len();
        let thrice = pack(&[list.as_slice(), b" again ", &list, b" and again ", &list].concat()).unwrap().len();
        assert!(thrice < once + 1_000, "{once} bytes for one, {thrice} for three");
    }
}
