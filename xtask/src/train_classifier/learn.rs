//! Logistic regression over buckets. Of a bad tool, the window that weighs most is what is learnt (which one is bad, nobody has
//! marked); of an honest one, all are.

use std::collections::BTreeMap;

use mcpvals_lint::training::{BUCKETS, Kind, Shape};

use super::examples::Example;

const ROUNDS: usize = 12;
/// Of `AdaGrad` (Duchi et al. 2011).
const STEP: f32 = 0.6;
const DECAY: f32 = 1e-6;
/// A bad tool counts for so many windows of honest ones, and an honest one that was written to look bad, too.
const OF_BAD: f32 = 2.0;
const OF_NEAR: f32 = 5.0;

/// Weights of buckets, and what a window starts with.
pub(super) struct Model {
    pub(super) weights: Vec<f32>,
    pub(super) bias: f32,
    /// Sums of squares of what was learnt.
    seen: Vec<f32>,
    bias_seen: f32,
}

impl Model {
    fn new() -> Self {
        Self { weights: vec![0.0; BUCKETS], bias: -2.0, seen: vec![1e-2; BUCKETS], bias_seen: 1e-2 }
    }

    /// The log odds that a window is bad.
    pub(super) fn score(&self, window: &[u32]) -> f32 {
        self.bias + window.iter().map(|bucket| self.weights[*bucket as usize]).sum::<f32>() * share(window)
    }

    /// Of its heaviest window that has such a shape at least.
    pub(super) fn of_tool(&self, example: &Example, least: Shape) -> f32 {
        let shaped = example.windows.iter().zip(&example.shapes).filter(|(_, shape)| **shape >= least);
        shaped.map(|(window, _)| self.score(window)).fold(f32::MIN, f32::max)
    }

    fn step(&mut self, window: &[u32], target: f32, counts: f32) {
        let probability = 1.0 / (1.0 + (-self.score(window)).exp());
        let error = (probability - target) * counts;
        if error.abs() < 1e-4 {
            return;
        }
        let share = share(window);
        for bucket in window {
            let at = *bucket as usize;
            let gradient = error * share + DECAY * self.weights[at];
            self.seen[at] += gradient * gradient;
            self.weights[at] -= STEP * gradient / self.seen[at].sqrt();
        }
        self.bias_seen += error * error;
        self.bias -= 0.1 * STEP * error / self.bias_seen.sqrt();
    }
}

/// Long windows weigh no more than short ones.
#[expect(clippy::cast_precision_loss, reason = "a window fills some hundred buckets")]
fn share(window: &[u32]) -> f32 {
    1.0 / (window.len().max(1) as f32).sqrt()
}

/// In which order it learns decides little things: so often it is learnt, and the mean is taken.
const TIMES: u64 = 3;

/// Learns one kind; the same examples give the same weights.
pub(super) fn learn(examples: &[&Example], kind: Kind) -> Model {
    let models: Vec<Model> = (1..=TIMES).map(|seed| once(examples, kind, seed)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few times")]
    let mean = |part: &dyn Fn(&Model) -> f32| models.iter().map(part).sum::<f32>() / TIMES as f32;
    let weights = (0..BUCKETS).map(|at| mean(&|model| model.weights[at])).collect();
    Model { weights, bias: mean(&|model| model.bias), ..Model::new() }
}

fn once(examples: &[&Example], kind: Kind, seed: u64) -> Model {
    let twins = twins(examples);
    let mut order: Vec<&Example> =
        examples.iter().copied().filter(|one| one.kind.is_none() || one.kind == Some(kind)).collect();
    let mut random = Random(seed);
    let mut model = Model::new();
    for round in 0..ROUNDS {
        random.shuffle(&mut order);
        for example in &order {
            if example.kind.is_none() {
                let counts = if example.is_near { OF_NEAR } else { 1.0 };
                example.windows.iter().for_each(|window| model.step(window, 0.0, counts));
            } else {
                learn_bad(&mut model, example, &twins, round);
            }
        }
    }
    model
}

/// At first all windows that its honest twin does not have, then the heaviest of them.
fn learn_bad(model: &mut Model, example: &Example, twins: &Twins, round: usize) {
    let twin = example.pair.as_ref().and_then(|pair| twins.get(&(&*example.source, &**pair)));
    let is_own = |window: &&Vec<u32>| twin.is_none_or(|twin| !twin.windows.contains(window));
    let own: Vec<&Vec<u32>> = example.windows.iter().filter(is_own).collect();
    let own = if own.is_empty() { example.windows.iter().collect() } else { own };
    if round == 0 {
        #[expect(clippy::cast_precision_loss, reason = "a tool has some dozen windows")]
        let counts = OF_BAD / own.len() as f32;
        for window in own {
            model.step(window, 1.0, counts);
        }
    } else if let Some(heaviest) = own.iter().max_by(|one, other| model.score(one).total_cmp(&model.score(other))) {
        model.step(heaviest, 1.0, OF_BAD);
    }
}

type Twins<'a> = BTreeMap<(&'a str, &'a str), &'a Example>;

/// The honest ones of pairs, by source and pair.
fn twins<'a>(examples: &[&'a Example]) -> Twins<'a> {
    let honest = examples.iter().filter(|one| one.kind.is_none());
    honest.filter_map(|one| Some(((&*one.source, one.pair.as_deref()?), *one))).collect()
}

/// A linear congruential generator (Knuth's MMIX): the same order on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
