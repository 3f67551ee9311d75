//! What the judge's votes in a trace come to.

use mcpvals_model::{
    Channel, Direction, JudgeCase, Judgement, Mismatch, MismatchKind, ModelHeard, ModelOutcome, Score, Speaker, Trace,
    Vote,
};

use super::{answer, prompt};
use crate::excerpt;
use crate::matcher::of_kind;

/// What was heard of the judge.
pub(in super::super) struct Heard {
    /// The frames that show it.
    pub(in super::super) frames: Vec<u64>,
    /// What it came to, or why nothing is known.
    pub(in super::super) judgement: Result<Judgement, String>,
}

/// Reads all votes; one that cannot be read leaves nothing known.
pub(in super::super) fn heard(judge: &JudgeCase, trace: &Trace) -> Heard {
    let votes: Vec<(u64, ModelHeard)> = turns(trace).collect();
    let frames = votes.iter().map(|(frame, _)| *frame).collect();
    let read: Result<Vec<Vote>, String> =
        votes.iter().enumerate().map(|(at, (_, vote))| read(judge, at, vote)).collect();
    let judgement = read.and_then(|votes| judgement(judge, votes));
    let named = |problem| format!("the judge {} gave no score: {problem}", excerpt::block(&judge.model, 120));
    Heard { frames, judgement: judgement.map_err(named) }
}

/// What the judge said, in order.
pub(in super::super) fn turns(trace: &Trace) -> impl Iterator<Item = (u64, ModelHeard)> + '_ {
    let llm = trace.frames.iter().filter(|it| it.channel == Channel::Llm && it.direction == Direction::Received);
    let heard = llm.filter_map(|frame| {
        let heard: ModelHeard = serde_json::from_value(frame.message()?.clone()).ok()?;
        Some((frame.seq, heard))
    });
    heard.filter(|(_, heard)| matches!(heard.speaker, Speaker::Judge { .. }))
}

fn read(judge: &JudgeCase, at: usize, heard: &ModelHeard) -> Result<Vote, String> {
    let vote = match &heard.outcome {
        ModelOutcome::Reply(reply) => answer::vote(judge, reply),
        ModelOutcome::Fault(fault) => Err(fault.to_string()),
    };
    let place = if judge.votes > 1 { format!("vote {}: ", at + 1) } else { String::new() };
    vote.map_err(|problem| format!("{place}{problem}"))
}

fn judgement(judge: &JudgeCase, votes: Vec<Vote>) -> Result<Judgement, String> {
    if votes.len() != usize::try_from(judge.votes).unwrap_or(usize::MAX) {
        return Err(format!("{} of {} votes came", votes.len(), judge.votes));
    }
    let scores = || votes.iter().map(|vote| vote.score);
    let extreme = |pick: fn(f64, f64) -> f64| scores().map(Score::value).reduce(pick).and_then(Score::new);
    let score = Score::mean(scores()).ok_or("it was not asked")?;
    Ok(Judgement {
        model: judge.model.clone(),
        prompt: prompt::identity(judge),
        score,
        pass_threshold: judge.pass_threshold,
        spread: (extreme(f64::min).unwrap_or(score), extreme(f64::max).unwrap_or(score)),
        votes,
    })
}

impl Heard {
    /// What is wrong where the score is too low.
    pub(in super::super) fn mismatch(&self) -> Option<Mismatch> {
        let judgement = self.judgement.as_ref().ok().filter(|judgement| !judgement.passes())?;
        let (threshold, model) = (judgement.pass_threshold.value(), excerpt::block(&judgement.model, 120));
        let expected = format!("a score of at least {threshold} from the judge {model}");
        let lowest = judgement.votes.iter().min_by(|a, b| a.score.value().total_cmp(&b.score.value()));
        let reason = lowest.map(|vote| vote.reason.as_str()).unwrap_or_default();
        let actual = format!("{}: {reason}", judgement.score_words());
        let mismatch = of_kind(MismatchKind::Judge, expected, actual);
        Some(Mismatch { frame: self.frames.first().copied(), ..mismatch })
    }
}
