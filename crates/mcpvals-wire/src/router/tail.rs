//! The end of a server's stderr.

use std::collections::VecDeque;

/// Keeps the last bytes of a stream.
#[derive(Debug)]
pub(crate) struct Tail {
    bytes: VecDeque<u8>,
    max: usize,
}

impl Tail {
    pub(crate) fn new(max: usize) -> Self {
        Self { bytes: VecDeque::new(), max }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        let chunk = &chunk[chunk.len().saturating_sub(self.max)..];
        let excess = (self.bytes.len() + chunk.len()).saturating_sub(self.max);
        self.bytes.drain(..excess);
        self.bytes.extend(chunk);
    }

    /// At most so many of the last bytes as text, beginning with a whole line where there is one.
    pub(crate) fn text(&self, max: usize) -> String {
        let skipped = self.bytes.len().saturating_sub(max);
        let bytes: Vec<u8> = self.bytes.iter().skip(skipped).copied().collect();
        let cut = skipped > 0 || self.bytes.len() == self.max;
        let start = bytes.iter().position(|byte| *byte == b'\n').filter(|_| cut).map_or(0, |at| at + 1);
        String::from_utf8_lossy(&bytes[start..]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;

    #[test]
    fn only_the_last_whole_lines_are_kept() {
        let mut tail = Tail::new(12);
        tail.push(b"first\nsecond\n");
        tail.push(b"third\n");
        assert_eq!(tail.text(100), "third\n");
        assert_eq!(tail.text(3), "");
    }

    #[test]
    fn a_short_stream_is_kept_whole() {
        let mut tail = Tail::new(100);
        tail.push(b"no newline");
        assert_eq!(tail.text(100), "no newline");
    }
}
