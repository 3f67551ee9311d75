//! What was learnt: for each kind a weight of each bucket, and the score from which on something is said.

use std::sync::LazyLock;

use super::{BUCKETS, Kind};

/// Written by `cargo xtask train-classifier`: of each kind in order, scale, bias and threshold as `f32`, then a weight of each
/// bucket as `i8`; all little-endian.
static BYTES: &[u8] = include_bytes!("weights.bin");

const HEAD: usize = 3 * size_of::<f32>();

/// Of one kind.
struct Weights {
    scale: f32,
    bias: f32,
    threshold: f32,
    of_buckets: &'static [u8],
}

static ALL: LazyLock<Vec<Weights>> = LazyLock::new(|| BYTES.chunks_exact(HEAD + BUCKETS).map(Weights::read).collect());

impl Weights {
    fn read(bytes: &'static [u8]) -> Self {
        let (head, of_buckets) = bytes.split_at(HEAD);
        let number = |at: usize| f32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        Self { scale: number(0), bias: number(4), threshold: number(8), of_buckets }
    }
}

/// How far above the threshold of its kind a window stands; negative below it.
///
/// The weights are added as whole numbers, so the sum is the same on every machine.
#[expect(clippy::cast_precision_loss, reason = "a window fills some hundred buckets, each with a weight of a byte")]
pub(super) fn margin(buckets: &[u32], kind: Kind) -> f32 {
    let Some(weights) = ALL.get(kind as usize) else { return f32::MIN };
    let weight =
        |bucket: &u32| weights.of_buckets.get(*bucket as usize).map_or(0, |byte| i32::from(byte.cast_signed()));
    let sum: i32 = buckets.iter().map(weight).sum();
    weights.bias + weights.scale * sum as f32 / (buckets.len().max(1) as f32).sqrt() - weights.threshold
}
