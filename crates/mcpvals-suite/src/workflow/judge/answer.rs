//! What a judge said, read: a score from 0 to 1 with its reason, or why it is none.

use mcpvals_llm::AnswerForm;
use mcpvals_model::{CriterionScore, JudgeCase, ModelReply, Score, Stop, Vote};
use serde_json::Value;

use super::prompt::FORM;
use crate::excerpt;

/// Characters of a reason that are kept.
const REASON_CHARS: usize = 600;

/// The vote that a judge's reply is.
///
/// # Errors
/// Words, where it is none: a judge that does not answer gives no score, not even 0.
pub fn vote(judge: &JudgeCase, reply: &ModelReply) -> Result<Vote, String> {
    match &reply.stop {
        Stop::End | Stop::Calls => {}
        Stop::CutOff => return Err("its answer was cut off at `maxTokens`".to_owned()),
        Stop::Refused(why) => return Err(format!("it refused: {}", excerpt::quoted_to(why, 200))),
        Stop::Other(why) => return Err(format!("it stopped for another reason: {}", excerpt::quoted_to(why, 200))),
    }
    let form = AnswerForm { name: FORM, schema: Value::Null };
    let said = || excerpt::quoted_to(&reply.text, 200);
    let answer = form.of(reply).ok_or_else(|| format!("its answer is not JSON: {}", said()))?;
    if judge.rubric.is_empty() { whole(&answer) } else { by_rubric(judge, &answer) }
}

fn whole(answer: &Value) -> Result<Vote, String> {
    Ok(Vote { score: score(answer)?, reason: reason(answer)?, criteria: Vec::new() })
}

fn by_rubric(judge: &JudgeCase, answer: &Value) -> Result<Vote, String> {
    let given = answer["criteria"].as_array().map(Vec::as_slice).unwrap_or_default();
    let criterion = |wanted: &mcpvals_model::Criterion| {
        let mut of_name = given.iter().filter(|one| one["name"] == wanted.name.as_str());
        let named = |problem: String| format!("criterion {}: {problem}", excerpt::quoted_to(&wanted.name, 80));
        let (Some(one), None) = (of_name.next(), of_name.next()) else {
            return Err(named("it is not scored exactly once".to_owned()));
        };
        let (score, reason) = (score(one).map_err(named)?, reason(one).map_err(named)?);
        Ok(CriterionScore { name: wanted.name.clone(), score, reason })
    };
    let criteria: Vec<CriterionScore> = judge.rubric.iter().map(criterion).collect::<Result<_, _>>()?;
    let weighted = judge.rubric.iter().zip(&criteria).map(|(criterion, one)| (criterion.weight, one.score));
    let score = Score::weighted_mean(weighted).ok_or("the weights have no sum")?;
    // The one that is met least says most.
    let least = criteria.iter().min_by(|a, b| a.score.value().total_cmp(&b.score.value()));
    let reason = least.map(|one| format!("{}: {}", one.name, one.reason)).unwrap_or_default();
    Ok(Vote { score, reason, criteria })
}

fn score(answer: &Value) -> Result<Score, String> {
    let given = &answer["score"];
    let score = given.as_f64().and_then(Score::new);
    score.ok_or_else(|| format!("`score` is {}, which is no number from 0 to 1", excerpt::json_to(given, 60)))
}

fn reason(answer: &Value) -> Result<String, String> {
    let reason = answer["reason"].as_str().ok_or("it gives no `reason`")?;
    Ok(excerpt::block(reason.trim(), REASON_CHARS))
}
