//! Learns the weights of the classifier from labelled tools, and measures what they find of sources that were left out.

mod examples;
mod figures;
mod learn;

use std::path::PathBuf;

use clap::Args;
use mcpvals_lint::training::{Kind, Shape};
use mcpvals_model::Severity;

use crate::Result;
use crate::detection_page;
use crate::labelled;

use crate::project::Project;
use crate::say::say;
use examples::{Example, FOLDS};
use learn::Model;

const WEIGHTS: &str = "crates/mcpvals-lint/src/injection/classifier/weights.bin";

/// What to learn from.
#[derive(Debug, Args)]
pub(crate) struct TrainClassifierArgs {
    /// The folder of the labelled data of others: tools-dev.jsonl.gz
    #[arg(long, default_value = "../shared/data", value_name = "FOLDER")]
    data: PathBuf,
    /// Write the weights, and what they find into docs/detection.md
    #[arg(long)]
    write: bool,
}

/// Which share of the tools of real servers may be flagged: few of them are bad, and all of them are taken for honest. Of those that
/// weigh like an order, the ones that have no shape of one are flagged as medium.
fn tolerated(kind: Kind) -> f64 {
    match kind {
        Kind::Order => 0.0026,
        Kind::Lure => 0.008,
        Kind::SideAction => 0.0004,
    }
}

/// Models of all kinds, with the scores from which on they say something.
struct Judge(Vec<(Kind, Model, f32)>);

impl Judge {
    /// The worst that they say.
    fn worst(&self, example: &Example) -> Option<Severity> {
        let says = |least, (_, model, threshold): &&(Kind, Model, f32)| model.of_tool(example, least) > *threshold;
        let orders = self.0.iter().filter(|one| one.0 == Kind::Order && says(Shape::Order, one));
        let others = self.0.iter().filter(|one| says(Shape::Said, one));
        orders.map(|_| Severity::High).chain(others.map(|_| Severity::Medium)).max()
    }
}

/// Measures with each source left out, then learns from all.
pub(crate) fn run(project: &Project, args: &TrainClassifierArgs) -> Result {
    let data = project.path(&args.data.to_string_lossy()).join("tools-dev.jsonl.gz");
    let all = examples::load(&project.path(labelled::OURS), Some(&data))?;
    let thresholds = Kind::ALL.map(|kind| threshold(&all, kind));
    let table = left_out_one_by_one(&all, thresholds);
    say(&table);
    if !args.write {
        return Ok(());
    }
    let learnt: Vec<&Example> = all.iter().filter(|one| one.is_learnt_from()).collect();
    let models = of_each_kind(&learnt);
    let bytes: Vec<u8> =
        models.iter().zip(&thresholds).flat_map(|(model, threshold)| packed(model, *threshold)).collect();
    std::fs::write(project.path(WEIGHTS), bytes).map_err(|error| format!("cannot write `{WEIGHTS}`: {error}"))?;
    detection_page::write(project, "train-classifier --write", &table)
}

/// Groups that are left out: each of our authors, and the attacks of others.
fn left_out_one_by_one(all: &[Example], thresholds: [f32; 3]) -> String {
    let mut sources: Vec<&str> = all.iter().filter(|one| one.fold.is_none()).map(|one| &*one.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut table = String::from(figures::HEAD);
    for source in sources {
        let is_held = |one: &Example| one.source == source && one.fold.is_none();
        let learnt: Vec<&Example> =
            all.iter().filter(|one| one.is_learnt_from() && !is_held(one) && one.fold != Some(0)).collect();
        let judge = judge(&learnt, thresholds);
        let held: Vec<&Example> = all.iter().filter(|one| is_held(one)).collect();
        table.push_str(&figures::line(source, &held, &judge));
        if source == labelled::HELD_OUT {
            let real: Vec<&Example> = all.iter().filter(|one| one.fold == Some(0)).collect();
            table.push_str(&figures::line("a quarter of the real servers", &real, &judge));
        }
    }
    table
}

/// With the thresholds that the weights have which are written: one fold alone says little of them.
fn judge(learnt: &[&Example], thresholds: [f32; 3]) -> Judge {
    let models = of_each_kind(learnt).into_iter().zip(Kind::ALL).zip(thresholds);
    Judge(models.map(|((model, kind), threshold)| (kind, model, threshold)).collect())
}

/// Of all folds together, each judged by what was learnt from the others.
fn threshold(all: &[Example], kind: Kind) -> f32 {
    let of_fold = |fold: u64| {
        let learnt: Vec<&Example> = all.iter().filter(|one| one.is_learnt_from() && one.fold != Some(fold)).collect();
        scores(&learn::learn(&learnt, kind), all, fold)
    };
    surpassed_by((0..FOLDS).flat_map(of_fold).collect(), tolerated(kind))
}

/// Of a fold of real servers.
fn scores(model: &Model, all: &[Example], fold: u64) -> Vec<f32> {
    all.iter().filter(|one| one.fold == Some(fold)).map(|one| model.of_tool(one, Shape::Nothing)).collect()
}

/// The score that such a share surpasses.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share of a count"
)]
fn surpassed_by(mut scores: Vec<f32>, share: f64) -> f32 {
    scores.sort_by(|one, other| other.total_cmp(one));
    let at = (scores.len() as f64 * share) as usize;
    scores.get(at).copied().unwrap_or_default()
}

/// At once: each is a thread's work.
fn of_each_kind(learnt: &[&Example]) -> Vec<Model> {
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            Kind::ALL.into_iter().map(|kind| scope.spawn(move || learn::learn(learnt, kind))).collect();
        threads.into_iter().map(|thread| thread.join().expect("learning does not panic")).collect()
    })
}

/// As the classifier reads it: scale, bias, threshold, and a byte for each bucket.
#[expect(clippy::cast_possible_truncation, reason = "held between -127 and 127")]
fn packed(model: &Model, threshold: f32) -> Vec<u8> {
    // A few weights far out would leave nothing for the others.
    let mut sizes: Vec<f32> = model.weights.iter().map(|weight| weight.abs()).collect();
    sizes.sort_by(f32::total_cmp);
    let largest = sizes[sizes.len() - 1 - sizes.len() / 10_000].max(f32::MIN_POSITIVE);
    let scale = largest / 127.0;
    let head = [scale, model.bias, threshold].into_iter().flat_map(f32::to_le_bytes);
    let weights =
        model.weights.iter().map(|weight| ((weight / scale).round().clamp(-127.0, 127.0) as i8).cast_unsigned());
    head.chain(weights).collect()
}
