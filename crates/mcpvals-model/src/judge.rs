//! The LLM judge: what it is asked about a workflow, and what it said (seed 001, 5.3).

use serde::{Deserialize, Serialize};

use crate::{Price, Score};

/// How a workflow is judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JudgeCase {
    /// The judge's name.
    pub model: String,
    /// What the workflow is for, where the config says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// What is judged, each with a score of its own; without any, the whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rubric: Vec<Criterion>,
    /// How often the judge is asked; the score is the mean.
    pub votes: u32,
    /// The least score that passes.
    pub pass_threshold: Score,
    /// What the judge's tokens cost, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// One thing that is judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Criterion {
    /// Its name, by which the judge scores it.
    pub name: String,
    /// What the judge looks for.
    pub description: String,
    /// How much it counts beside the others; above 0.
    pub weight: f64,
}

/// What a judge made of a workflow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The judge's name.
    pub model: String,
    /// Version and hash of the words that it was asked with, for example `1:9f86d081884c`.
    pub prompt: String,
    /// The mean of the votes.
    pub score: Score,
    /// The least that passes.
    pub pass_threshold: Score,
    /// The lowest and the highest vote.
    pub spread: (Score, Score),
    /// In order.
    pub votes: Vec<Vote>,
}

/// What a judge said once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Vote {
    /// Where there is a rubric, the mean of its criteria by their weights.
    pub score: Score,
    /// Why.
    pub reason: String,
    /// In the order of the rubric.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<CriterionScore>,
}

/// What a judge said of one criterion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CriterionScore {
    /// Its name.
    pub name: String,
    /// How well it is met.
    pub score: Score,
    /// Why.
    pub reason: String,
}

impl Judgement {
    /// Is the score enough?
    pub fn passes(&self) -> bool {
        self.score >= self.pass_threshold
    }

    /// The score with its votes, for example `0.7 (votes 0.6, 0.8)`.
    pub fn score_words(&self) -> String {
        let score = rounded(self.score);
        if self.votes.len() < 2 {
            return score;
        }
        let votes: Vec<String> = self.votes.iter().map(|vote| rounded(vote.score)).collect();
        format!("{score} (votes {})", votes.join(", "))
    }
}

/// To three places.
fn rounded(score: Score) -> String {
    ((score.value() * 1000.0).round() / 1000.0).to_string()
}
