//! What a server asks a model of ours, on its way to who can ask one.

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use crate::message::RpcError;

/// What every refusal begins with where the model was not there to answer. It is no fault of the server's.
pub const NO_MODEL: &str = "the client's model could not be asked: ";

const INTERNAL_ERROR: i64 = -32603;

/// Where the answer comes; `None` until then.
pub(crate) type Awaited = watch::Receiver<Option<Result<Value, RpcError>>>;

/// The way to who can ask models.
pub type ModelQuestions = mpsc::Sender<ModelQuestion>;

/// A request of a server that a model is to answer (`sampling/createMessage`).
#[derive(Debug)]
pub struct ModelQuestion {
    /// The model's name in the plan.
    pub model: String,
    /// The request's parameters.
    pub params: Value,
    answer: watch::Sender<Option<Result<Value, RpcError>>>,
}

impl ModelQuestion {
    /// Hands the result to the server, or an error with these words.
    pub fn answer(self, said: Result<Value, String>) {
        // Nobody waits any more where the session is over.
        let _gone = self.answer.send(Some(said.map_err(|why| unasked(&why))));
    }
}

/// Puts the question; where nobody can, the answer is an error at once.
pub(crate) fn put(questions: Option<&ModelQuestions>, model: &str, params: &Value) -> Awaited {
    let (answer, awaited) = watch::channel(None);
    let question = ModelQuestion { model: model.to_owned(), params: params.clone(), answer: answer.clone() };
    let problem = match questions.map(|questions| questions.try_send(question)) {
        Some(Ok(())) => return awaited,
        Some(Err(_)) => "too many requests wait for it",
        None => "there is none here",
    };
    answer.send_replace(Some(Err(unasked(problem))));
    awaited
}

/// The answer, when it is there.
pub(crate) async fn answer(mut awaited: Awaited) -> Result<Value, RpcError> {
    match awaited.wait_for(Option::is_some).await {
        Ok(said) => said.clone().unwrap_or_else(|| Err(unasked("it said nothing"))),
        Err(_) => Err(unasked("it is gone")),
    }
}

fn unasked(why: &str) -> RpcError {
    RpcError { code: INTERNAL_ERROR, message: format!("{NO_MODEL}{why}") }
}
