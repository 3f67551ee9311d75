//! What mcpvals adds to a conversation with a model: against a double that answers at once, beside the least that the same
//! requests can take.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use mcpvals_testkit::{ModelRequest, ModelServer, Said};
use serde_json::{Value, json};

use super::contender::Programs;
use super::measure::{Usage, median};
use super::server::{Running, Server};
use crate::Result;
use crate::say::say;

/// Turns of the long conversation.
const TURNS: usize = 200;
/// Conversations, turns of each, and how many are held at once.
const CROWD: (usize, usize, usize) = (100, 5, 20);

/// The figures as a table.
pub(super) fn measure(rounds: usize, programs: &Programs) -> Result<String> {
    let server = Server::FastStdio.start(programs)?;
    let mut of = Figures::default();
    for round in 1..=rounds {
        say(&format!("round {round}: conversations with a model"));
        let bench = Bench { double: ModelServer::start(|body, _| answer(body)), server: &server, programs };
        let short = bench.play(1, 1, 1)?;
        let long = bench.play(1, TURNS, 1)?;
        let floor_ms = floor(&bench.double)?;
        let crowd = bench.play(CROWD.0, CROWD.1, CROWD.2)?;
        let more = f64::from(u32::try_from(TURNS - 1).unwrap_or(1));
        of.turn_ms.push((long.wall_ms - short.wall_ms) / more);
        of.floor_ms.push(floor_ms);
        of.crowd_ms.push(crowd.wall_ms);
        of.crowd_mb.push(crowd.at_once_mb);
    }
    Ok(of.table())
}

#[derive(Default)]
struct Figures {
    turn_ms: Vec<f64>,
    floor_ms: Vec<f64>,
    crowd_ms: Vec<f64>,
    crowd_mb: Vec<f64>,
}

impl Figures {
    fn table(self) -> String {
        let [turn, floor, wall, memory] =
            [self.turn_ms, self.floor_ms, self.crowd_ms, self.crowd_mb].map(|of| median(of).unwrap_or_default());
        let (conversations, turns, at_once) = CROWD;
        format!(
            "### conversations with a model that answers at once\n\n\
             | what | floor | mcpvals |\n|---|--:|--:|\n\
             | a turn with a call of a tool ({TURNS} turns), ms | {floor:.2} | {turn:.2} |\n\
             | what mcpvals adds to a turn, ms | | {:.2} |\n\
             | {conversations} conversations of {turns} turns, {at_once} at once, each with a server of its own, ms | | {wall:.0} |\n\
             | the same, memory of all processes but the servers at one moment, MB | | {memory:.1} |\n",
            turn - floor
        )
    }
}

struct Bench<'a> {
    double: ModelServer,
    server: &'a Running,
    programs: &'a Programs,
}

impl Bench<'_> {
    fn play(&self, conversations: usize, turns: usize, at_once: usize) -> Result<Usage> {
        let path = self.programs.folder.join("conversations.json");
        std::fs::write(&path, self.config(conversations, turns).to_string())
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        let mut command = std::process::Command::new(&self.programs.xtask);
        command.args(["measure", "--server", &self.server.mark(), "--times", "3", "--"]);
        command.arg(&self.programs.mcpvals).arg("eval").arg(&path).args(["--concurrency", &at_once.to_string()]);
        Usage::of(command)
    }

    fn config(&self, conversations: usize, turns: usize) -> Value {
        let workflow = |number: usize| {
            json!({
                "name": number.to_string(), "maxSteps": turns,
                "steps": [{"user": "Go", "expectedState": "done"}],
            })
        };
        json!({
            "server": self.server.config(),
            "models": [{
                "provider": "openai-compatible", "model": format!("turns-{turns}"),
                "baseUrl": format!("{}/v1", self.double.url()),
            }],
            "workflows": (0..conversations).map(workflow).collect::<Vec<_>>(),
        })
    }
}

/// Calls until the turns that the model's name says are over.
fn answer(body: &Value) -> Said {
    let turns = body["model"].as_str().and_then(|name| name.strip_prefix("turns-")?.parse().ok()).unwrap_or(1);
    let results = body["messages"].as_array().into_iter().flatten().filter(|message| message["role"] == "tool").count();
    if results + 1 >= turns {
        return Said::Text("It is done.".to_owned());
    }
    Said::Calls(vec![("echo".to_owned(), json!({"message": results.to_string()}))])
}

/// The requests of the last long conversation once more, over one connection, by whom nothing is understood: milliseconds
/// of each.
fn floor(double: &ModelServer) -> Result<f64> {
    let all = double.requests();
    let last = all.iter().rposition(|request| request.body["messages"].as_array().is_some_and(|it| it.len() < 3));
    let long: Vec<&ModelRequest> = all.iter().skip(last.unwrap_or(0)).collect();
    let address = double.url().trim_start_matches("http://").to_owned();
    let failed = |error: std::io::Error| format!("the double: {error}");
    let mut stream = TcpStream::connect(&address).map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let began = Instant::now();
    for request in &long {
        let body = request.body.to_string();
        let head = format!(
            "POST /v1/chat/completions HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).map_err(failed)?;
        read_answer(&mut stream).map_err(failed)?;
    }
    Ok(began.elapsed().as_secs_f64() * 1000.0 / f64::from(u32::try_from(long.len().max(1)).unwrap_or(1)))
}

fn read_answer(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let mut part = [0; 16 * 1024];
    loop {
        let read = stream.read(&mut part)?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&part[..read]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if bytes.len() >= end + 4 + length.unwrap_or(0) {
            return Ok(());
        }
    }
}
