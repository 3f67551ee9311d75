//! From a server's description to a session with it.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::{CallEnd, RevisionChoice, ServerSpec, Target, Trace};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::disagreement::Disagreement;
use super::listing::{self, List, Offered};
use super::negotiation::{Agreed, negotiate, shake_hands, speak_stateless};
use super::wire::Wire;
use super::{Listed, Session, Shared, Subscription, chores, story};
use crate::oauth::within;
use crate::process::Launch;
use crate::router::{Chore, Router};
use crate::transport::http::HttpLink;
use crate::transport::http::recorded::Means;
use crate::transport::sse::SseLink;
use crate::transport::stdio::StdioLink;
use crate::transport::{Link, SendError};
use crate::{ConnectError, ConnectErrorKind, ConnectOptions};

/// How long a server that we could not agree with may take to end; one that does nothing any more is ended before.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection that is not a session yet.
struct Connection {
    wire: Arc<Wire>,
    peer: JoinSet<()>,
}

/// Starts or reaches the server, agrees on a revision, and lists its tools.
///
/// # Errors
/// [`ConnectError`] where no session came about; it has the trace so far. A list that cannot be read is no error: the
/// offer's `unread` tells it.
///
/// # Cancellation
/// Dropping the future ends the server's process and all its children.
pub async fn connect(spec: &ServerSpec, options: &ConnectOptions) -> Result<Session, ConnectError> {
    let deadline = Instant::now() + spec.startup_timeout;
    let (router, chores) = Router::new(options.limits);
    let mut connection = open(spec, options, router, chores, deadline).await?;
    let mut agreed = negotiate(&connection.wire, spec.revision, deadline).await;
    if let Ok(Agreed::DiedOfProbe | Agreed::SaidLate) = agreed {
        connection.wire.link.close(FAREWELL, true).await;
        let (router, chores) = connection.wire.router.renewed();
        connection = open(spec, options, router, chores, deadline).await?;
        agreed = match agreed {
            Ok(Agreed::SaidLate) => speak_stateless(&connection.wire, deadline).await,
            Ok(Agreed::Yes(_) | Agreed::DiedOfProbe) | Err(_) => shake_hands(&connection.wire, deadline).await,
        };
    }
    match agreed {
        Ok(Agreed::Yes(facts)) => session(spec, options, connection, facts, deadline).await,
        Ok(Agreed::DiedOfProbe | Agreed::SaidLate) => {
            Err(give_up(spec, connection, Disagreement::died("server/discover")).await)
        }
        Err(disagreement) => Err(give_up(spec, connection, disagreement).await),
    }
}

/// The same; where the address has no endpoint of Streamable HTTP, with the older description of it, if there is one. Says which
/// of the two it was.
///
/// # Errors
/// [`ConnectError`] of the first, with what came of the second.
///
/// # Cancellation
/// As with [`connect`].
pub async fn connect_either<'s>(
    (spec, older): (&'s ServerSpec, Option<&'s ServerSpec>),
    options: &ConnectOptions,
) -> Result<(Session, &'s ServerSpec), ConnectError> {
    // Apart, because everybody who connects would be as large as this.
    let first = match Box::pin(connect(spec, options)).await {
        Ok(session) => return Ok((session, spec)),
        Err(error) => error,
    };
    let Some(older) = older.filter(|_| first.kind == ConnectErrorKind::NoEndpoint) else { return Err(first) };
    match Box::pin(connect(older, options)).await {
        Ok(session) => Ok((session, older)),
        Err(second) => Err(first.and_over_sse(&second)),
    }
}

async fn open(
    spec: &ServerSpec,
    options: &ConnectOptions,
    router: Router,
    queue: mpsc::Receiver<Chore>,
    deadline: Instant,
) -> Result<Connection, ConnectError> {
    let authorities = options.environment.get("SSL_CERT_FILE").map(Path::new);
    let authorizer = options.sign_ins.of(spec);
    let rate = options.rate.as_ref();
    let link = match &spec.target {
        Target::Stdio { .. } => start(spec, options, &router),
        Target::Http { url, headers } => {
            let means = Means { headers, authorities, rate, authorizer: authorizer.as_ref() };
            Ok(Link::Http(HttpLink::new(url, means, router.clone(), options.limits)))
        }
        Target::Sse { url, headers, reconnect } => {
            let means = Means { headers, authorities, rate, authorizer: authorizer.as_ref() };
            let opening = SseLink::open(url, means, *reconnect, router.clone(), options.limits);
            // Apart, because every session would be as large as this.
            let opened = within(authorizer.as_deref(), deadline, Box::pin(opening)).await;
            let late = || SendError(format!("no `endpoint` event within {} ms", spec.startup_timeout.as_millis()));
            opened.unwrap_or_else(|| Err(late())).map(Link::Sse).map_err(|error| error.to_string())
        }
    };
    let kind = match &spec.target {
        Target::Stdio { .. } => ConnectErrorKind::Spawn,
        Target::Http { .. } | Target::Sse { .. } => ConnectErrorKind::Unreachable,
    };
    let link = link.map_err(|problem| story::not_started(spec, kind, &problem, router.finish_own()))?;
    let mut wire = Wire::new(router, link, options.limits, spec.client.clone(), options.rate.clone());
    wire.early_ping = options.early_ping;
    wire.held_before = authorizer.as_ref().map(|it| it.held()).unwrap_or_default();
    wire.authorizer = authorizer;
    wire.questions.clone_from(&options.questions);
    let wire = Arc::new(wire);
    let mut peer = JoinSet::new();
    peer.spawn(chores::work(Arc::clone(&wire), queue));
    Ok(Connection { wire, peer })
}

fn start(spec: &ServerSpec, options: &ConnectOptions, router: &Router) -> Result<Link, String> {
    let Target::Stdio { command, args, env, cwd } = &spec.target else { return Err("no command".to_owned()) };
    let launch = Launch::prepare(command, args, env, cwd, options).map_err(|problem| problem.to_string())?;
    let process = launch.start().map_err(|problem| problem.to_string())?;
    Ok(Link::Stdio(StdioLink::new(process, router.clone(), &options.limits)))
}

async fn session(
    spec: &ServerSpec,
    options: &ConnectOptions,
    connection: Connection,
    facts: ServerFacts,
    deadline: Instant,
) -> Result<Session, ConnectError> {
    let wire = &connection.wire;
    let announced = *wire.router.changes().borrow();
    let wanted: &[List] = if options.all_lists { &List::ALL } else { &[List::Tools] };
    let lists: Vec<List> = wanted.iter().copied().filter(|list| list.is_declared(&facts)).collect();
    let offered = listing::read(wire, &lists, &Offered::default(), deadline).await;
    if wire.router.closed_reason().is_some() {
        return Err(give_up(spec, connection, Disagreement::died("tools/list")).await);
    }
    if wire.router.is_swamped() {
        let swamped = Disagreement::no_answer("tools/list", &CallEnd::Misanswered, wire.signs_in());
        return Err(give_up(spec, connection, swamped).await);
    }
    let shared = Shared {
        wire: connection.wire,
        facts: Arc::new(ServerFacts { asked_version: unmet(spec.revision, &facts), ..facts }),
        call_timeout: spec.call_timeout,
        ready_at: Instant::now(),
        listed: Mutex::new(Listed { offered, changes: announced }),
        reading: tokio::sync::Mutex::new(Subscription::NotAsked),
        _peer: connection.peer,
    };
    Ok(Session { shared: Arc::new(shared) })
}

/// The revision that was asked for, where another was agreed on.
fn unmet(choice: RevisionChoice, facts: &ServerFacts) -> Option<Revision> {
    match choice {
        RevisionChoice::Forced(revision) if revision != facts.protocol_version => Some(revision),
        RevisionChoice::Forced(_) | RevisionChoice::Negotiate => None,
    }
}

async fn give_up(spec: &ServerSpec, connection: Connection, why: Disagreement) -> ConnectError {
    let wire = &connection.wire;
    wire.link.close(FAREWELL, true).await;
    let trace: Trace = wire.router.finish_own();
    story::tell(spec, why, trace)
}
