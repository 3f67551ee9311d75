//! A stream that arrives in chunks, as the fuzzer says.

/// The fuzzer's bytes, of which the last four say how the others arrive: seeds stay readable.
pub struct Stream<'a> {
    /// All bytes.
    pub bytes: &'a [u8],
    /// The limit to be set for one frame or event.
    pub bytes_max: usize,
    sizes: [u8; 3],
}

impl<'a> Stream<'a> {
    /// `None` where there are no four bytes.
    pub fn read(data: &'a [u8]) -> Option<Self> {
        let (bytes, [limit, sizes @ ..]) = data.split_last_chunk::<4>()?;
        // Small limits are reached soon, and the largest is never.
        let bytes_max = if *limit == u8::MAX { 1 << 20 } else { usize::from(*limit) * 4 + 1 };
        Some(Self { bytes, bytes_max, sizes: *sizes })
    }

    /// The chunks: their sizes come round again and again.
    pub fn chunks(&self) -> impl Iterator<Item = &'a [u8]> {
        let mut rest = self.bytes;
        let mut sizes = self.sizes.iter().cycle();
        std::iter::from_fn(move || {
            let size = usize::from(*sizes.next()?) + 1;
            let (chunk, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            (!chunk.is_empty()).then_some(chunk)
        })
    }

    /// The longest chunk.
    pub fn chunk_bytes_max(&self) -> usize {
        self.chunks().map(<[u8]>::len).max().unwrap_or_default()
    }
}

/// Do the parts stand in the whole, one after the other, if some bytes of the whole may be left out?
pub fn is_kept_in_order<'a>(mut parts: impl Iterator<Item = &'a u8>, whole: &[u8]) -> bool {
    let mut whole = whole.iter();
    parts.all(|byte| whole.any(|other| other == byte))
}
