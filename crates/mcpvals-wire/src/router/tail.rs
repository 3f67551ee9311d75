//! The end of a server's stderr.

use std::collections::VecDeque;

/// Keeps the last bytes of a stream.
#[derive(Debug)]
pub(crate) struct Tail {
    bytes: VecDeque<u8>,
    max: usize,
    /// All bytes that ever came.
    total: u64,
}

impl Tail {
    pub(crate) fn new(max: usize) -> Self {
        Self { bytes: VecDeque::new(), max, total: 0 }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.total += chunk.len() as u64;
        let chunk = &chunk[chunk.len().saturating_sub(self.max)..];
        let excess = (self.bytes.len() + chunk.len()).saturating_sub(self.max);
        self.bytes.drain(..excess);
        self.bytes.extend(chunk);
    }

    /// Where the stream is now.
    pub(crate) fn position(&self) -> u64 {
        self.total
    }

    /// What came since then, or rather the last so many bytes of it, as [`Self::text`] gives them.
    pub(crate) fn since(&self, position: u64, max: usize) -> String {
        let new = usize::try_from(self.total.saturating_sub(position)).unwrap_or(usize::MAX);
        // A line that had begun before is not whole, but it is not cut by us.
        if new <= max && new <= self.bytes.len() {
            let bytes: Vec<u8> = self.bytes.iter().skip(self.bytes.len() - new).copied().collect();
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        self.text(max)
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
    fn what_came_before_can_be_left_out() {
        let mut tail = Tail::new(12);
        tail.push(b"first\n");
        let position = tail.position();
        assert_eq!(tail.since(position, 100), "");
        tail.push(b"second\n");
        assert_eq!(tail.since(position, 100), "second\n");
        tail.push(b"third\nfourth\n");
        assert_eq!(tail.since(position, 100), "fourth\n");
    }

    #[test]
    fn a_short_stream_is_kept_whole() {
        let mut tail = Tail::new(100);
        tail.push(b"no newline");
        assert_eq!(tail.text(100), "no newline");
    }
}
