//! Words as numbers, and tables by them: quicker than tables by words, and the same on every machine.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// By a number that is a hash already.
pub(super) type ByHash<T> = HashMap<u32, T, BuildHasherDefault<Hashed>>;

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |all, byte| all << 8 | u64::from(*byte));
    }

    /// The table looks at the upper bits, too.
    fn write_u32(&mut self, key: u32) {
        self.0 = u64::from(key) << 32 | u64::from(key);
    }
}

/// FNV-1a.
pub(super) fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
