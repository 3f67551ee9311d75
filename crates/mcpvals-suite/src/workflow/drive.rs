//! Lets a model and a server talk. Judges nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use mcpvals_llm::{Conversation, ToolNames, ToolResult, Turn};
use mcpvals_model::mcp::{Answer, Offer};
use mcpvals_model::{CallEnd, CallRole, ModelReply, Offset, OtherTrace, Speaker, Stop, ToolUse, Trace, WorkflowCase};
use mcpvals_wire::{Params, Recording, Session};

use super::toolbox::{Handle, Party, Request, Toolbox};
use super::voice::Voice;
use super::{ModelLink, judge, parts};
use crate::{Beside, Captures, Companion, Driven};

/// The user says one thing after the other, as long as the model comes to an end with each. Then it is judged.
pub(crate) async fn drive(
    case: &WorkflowCase,
    timeout: Duration,
    session: &Session,
    (link, beside): (ModelLink<'_>, &Beside<'_>),
) -> Driven {
    let own = Companion { name: beside.server, session };
    let servers: Vec<Companion<'_>> = [own].into_iter().chain(beside.companions.iter().copied()).collect();
    let offers = join_all(servers.iter().map(|server| server.session.settle())).await;
    let mut talk = Talk::begin(case, timeout, &servers, link, offers);
    if talk.steps().await {
        talk.judge().await;
    }
    Driven { trace: talk.finish(), captures: Captures::new() }
}

struct Talk<'a> {
    case: &'a WorkflowCase,
    /// Of each call of a tool.
    timeout: Duration,
    ends: Instant,
    /// Of the step that is played.
    step_ends: Instant,
    servers: &'a [Companion<'a>],
    /// Of each server, what the model was given of it.
    offers: Vec<Arc<Offer>>,
    link: ModelLink<'a>,
    voice: Voice<'a>,
    names: ToolNames,
    toolbox: Toolbox,
    conversation: Conversation,
    /// With each server; the first has what models say.
    recordings: Vec<Recording>,
    /// Calls that the model has asked for so far.
    calls: usize,
}

impl<'a> Talk<'a> {
    fn begin(
        case: &'a WorkflowCase,
        timeout: Duration,
        servers: &'a [Companion<'a>],
        link: ModelLink<'a>,
        offers: Vec<Arc<Offer>>,
    ) -> Self {
        let toolbox = toolbox(case, servers, &offers);
        let tools = toolbox.specs();
        let ends = Instant::now() + case.deadline;
        Self {
            case,
            timeout,
            ends,
            step_ends: ends,
            servers,
            offers,
            link,
            voice: Voice::of(case, link),
            names: names(&toolbox),
            toolbox,
            conversation: Conversation { system: system(case, servers), turns: Vec::new(), tools, answer: None },
            recordings: servers.iter().map(|server| server.session.begin()).collect(),
            calls: 0,
        }
    }

    /// All that the user says; true where the model came to an end with each.
    async fn steps(&mut self) -> bool {
        for (step, user) in self.case.steps.iter().enumerate() {
            self.step_ends = user.deadline.map_or(self.ends, |deadline| self.ends.min(Instant::now() + deadline));
            self.conversation.turns.push(Turn::User(user.user.clone()));
            if !self.step(step).await {
                return false;
            }
        }
        true
    }

    /// Each vote is asked for anew; after one that did not come, nothing can be known.
    async fn judge(&mut self) {
        let Some((case, model)) = self.case.judge.as_ref().zip(self.link.judge) else { return };
        let record = judge::material(self.case, case.goal.as_deref(), &self.conversation);
        let question = judge::question(case, &record);
        let names = ToolNames::new(std::iter::empty());
        for vote in 0..usize::try_from(case.votes).unwrap_or(usize::MAX) {
            let deadline = Instant::now() + self.case.turn_timeout;
            let speaker = (Speaker::Judge { vote }, model);
            if self.voice.ask(speaker, (&question, &names), deadline, &self.recordings[0]).await.is_none() {
                return;
            }
        }
    }

    /// The model's turns for one of the user's; true where it came to an end.
    async fn step(&mut self, step: usize) -> bool {
        for turn in 0..usize::try_from(self.case.max_steps).unwrap_or(usize::MAX) {
            let Some(reply) = self.turn(step, turn).await else { return false };
            let (end, calls) = (reply.stop.clone(), reply.calls.clone());
            self.conversation.turns.push(Turn::Model(reply));
            match end {
                Stop::End => return true,
                Stop::Calls => {
                    let results = self.call(&calls).await;
                    self.conversation.turns.push(Turn::Results(results));
                    self.renew().await;
                }
                Stop::CutOff | Stop::Refused(_) | Stop::Other(_) => return false,
            }
        }
        false
    }

    /// What a call has added to a server's lists, or taken from them, is the model's from the next turn on.
    async fn renew(&mut self) {
        let offers = join_all(self.servers.iter().map(|server| server.session.renewed())).await;
        if offers.iter().zip(&self.offers).all(|(now, before)| Arc::ptr_eq(now, before)) {
            return;
        }
        self.toolbox = toolbox(self.case, self.servers, &offers);
        self.conversation.tools = self.toolbox.specs();
        self.names = names(&self.toolbox);
        self.offers = offers;
    }

    async fn turn(&mut self, step: usize, turn: usize) -> Option<ModelReply> {
        let deadline = self.step_ends.min(Instant::now() + self.case.turn_timeout);
        let speaker = (Speaker::Model { step, turn }, self.link.model);
        self.voice.ask(speaker, (&self.conversation, &self.names), deadline, &self.recordings[0]).await
    }

    /// Makes the calls at the same time. What cannot be called is told to the model at once.
    async fn call(&mut self, calls: &[ToolUse]) -> Vec<ToolResult> {
        let first = self.calls;
        self.calls += calls.len();
        let made: Vec<Option<Made<'_>>> =
            (first..).zip(calls).map(|(role, call)| self.toolbox.made(role, call)).collect();
        // Nothing that is called outlasts the workflow.
        let longest = self.timeout.min(self.step_ends.saturating_duration_since(Instant::now()));
        let answers = answers(&mut self.recordings, &made, longest).await;
        let result = |(call, made): (&ToolUse, &Option<Made<'_>>)| {
            let answer = made.as_ref().and_then(|made| answers.iter().find(|(role, _)| *role == made.role));
            match answer {
                Some((_, (end, answer))) => parts::of_answer(call, end, answer.as_ref()),
                None => parts::failed(call, impossible(call)),
            }
        };
        calls.iter().zip(&made).map(result).collect()
    }

    /// All that was recorded.
    fn finish(self) -> Trace {
        let servers = self.servers;
        let mut recordings = self.recordings.into_iter().map(Recording::finish);
        let first = recordings.next().unwrap_or_default();
        let began = |server: &Companion<'_>| server.session.began();
        let others = servers.iter().skip(1).zip(recordings).map(|(server, trace)| OtherTrace {
            name: server.name.to_owned(),
            trace,
            began: Offset::between(began(&servers[0]), began(server)),
        });
        first.joined(others.collect())
    }
}

/// A call that can be made.
struct Made<'a> {
    role: CallRole,
    server: usize,
    request: Request<'a>,
}

impl Toolbox {
    fn made<'a>(&'a self, number: usize, call: &'a ToolUse) -> Option<Made<'a>> {
        let handle: &Handle = self.find(&call.tool)?;
        let request = handle.request(&call.args, call.args.as_object()?);
        Some(Made { role: CallRole::Step(number), server: handle.server, request })
    }
}

/// What came of the calls, of all servers at the same time.
async fn answers(
    recordings: &mut [Recording],
    made: &[Option<Made<'_>>],
    timeout: Duration,
) -> Vec<(CallRole, (CallEnd, Option<Answer>))> {
    let of_server = async |(server, recording): (usize, &mut Recording)| {
        let here: Vec<&Made<'_>> = made.iter().flatten().filter(|made| made.server == server).collect();
        let requests: Vec<(CallRole, &str, Params<'_>)> =
            here.iter().map(|made| (made.role, made.request.method, made.request.params())).collect();
        let answers = recording.answers(&requests, timeout).await;
        here.iter().map(|made| made.role).zip(answers).collect::<Vec<_>>()
    };
    join_all(recordings.iter_mut().enumerate().map(of_server)).await.concat()
}

fn toolbox(case: &WorkflowCase, servers: &[Companion<'_>], offers: &[Arc<Offer>]) -> Toolbox {
    let parties: Vec<Party<'_>> = servers.iter().zip(offers).map(|(server, offer)| party(server, offer)).collect();
    Toolbox::of(case.handed, &parties)
}

fn names(toolbox: &Toolbox) -> ToolNames {
    let specs = toolbox.specs();
    ToolNames::new(specs.iter().map(|tool| tool.name.as_str()))
}

fn party<'b>(server: &'b Companion<'_>, offer: &'b Offer) -> Party<'b> {
    Party { name: server.name, facts: server.session.facts(), offer }
}

/// What stands above the conversation: the config's words, then the servers' own.
fn system(case: &WorkflowCase, servers: &[Companion<'_>]) -> String {
    let several = servers.len() > 1;
    let told = servers.iter().filter_map(|server| {
        let instructions = server.session.facts().instructions.as_ref()?;
        Some(if several { format!("Of the server {}:\n{instructions}", server.name) } else { instructions.clone() })
    });
    [case.system.clone()].into_iter().chain(told).collect::<Vec<_>>().join("\n\n").trim().to_owned()
}

/// Why a call was not made.
pub(super) fn impossible(call: &ToolUse) -> String {
    if call.args.is_object() {
        format!("There is no tool named {:?}.", call.tool)
    } else {
        "The arguments are not a JSON object.".to_owned()
    }
}
