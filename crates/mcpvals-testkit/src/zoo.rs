//! The command line of `mcpvals-zoo`: which flaw, on which transport, with which options.

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use crate::distort::{Distorter, Target};
use crate::flaw::Flaw;
use crate::http::{Answers, Site};
use crate::revision::{ServerOptions, UnknownName};
use crate::{http, process, stdio};

const USAGE: &str = "\
usage: mcpvals-zoo FLAW [options]
       mcpvals-zoo --list

  --http PORT          Streamable HTTP on 127.0.0.1:PORT, path /mcp; 0 for a free port
  --sse PORT           HTTP+SSE of 2024-11-05, path /sse
  --era ERA            legacy, modern or dual (default)
  --revision R         the only legacy revision to negotiate
  --page-size N        tools and resources per page
  --resources N        resources in all; two are always there
  --late-tools         one tool appears after the handshake
  --end-streams        a stream of subscriptions/listen ends after its first news
  --on WHERE           answers to spoil: any, handshake, a method, tools/call:TOOL
  --times N            spoil only the first N of them
  --delay-ms N         how late a late answer is (default 3000)
  --answers KIND       over HTTP: auto (default), json or sse
  --polling            over HTTP: tool calls are answered on a resumed stream (2025-11-25)
  --log                over HTTP: one line on stderr for each request
";

/// One server of the zoo, as the command line asks for it.
#[derive(Debug)]
pub struct Zoo {
    /// What a good server does by choice.
    pub options: ServerOptions,
    /// What is wrong, and where.
    pub distorter: Distorter,
    transport: Transport,
    answers: Answers,
    polling: bool,
    log: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    Stdio,
    Http(u16),
    Sse(u16),
}

/// Runs the server that `arguments` (without the program's name) describe, until it ends.
///
/// # Errors
/// Words for the user if the arguments make no sense or the server cannot be started.
pub fn run(arguments: &[String]) -> Result<(), String> {
    match arguments.first().map(String::as_str) {
        None | Some("--help") => Err(USAGE.to_owned()),
        Some("--list") => Err(list()),
        Some("--hang") => process::hang(),
        Some(_) => serve(Zoo::parse(arguments)?).map_err(|error| error.to_string()),
    }
}

fn list() -> String {
    let lines: Vec<_> = Flaw::ALL.iter().map(|flaw| format!("{:30} {}", flaw.name(), flaw.rule())).collect();
    lines.join("\n")
}

fn serve(zoo: Zoo) -> io::Result<()> {
    process::start(zoo.distorter.flaw)?;
    match zoo.transport {
        Transport::Stdio => stdio::serve(zoo),
        Transport::Http(port) => http::serve(zoo.into_site(false), port),
        Transport::Sse(port) => http::serve(zoo.into_site(true), port),
    }
}

impl Zoo {
    /// Reads the command line.
    ///
    /// # Errors
    /// The first argument that is wrong, in words.
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut words = arguments.iter().map(String::as_str);
        let flaw: Flaw = read(words.next().ok_or("missing FLAW")?)?;
        let mut zoo = Self::good(flaw);
        while let Some(option) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{option} needs a value"));
            match option {
                "--http" => zoo.transport = Transport::Http(number(value()?)?),
                "--sse" => zoo.transport = Transport::Sse(number(value()?)?),
                "--era" => zoo.options.era = read(value()?)?,
                "--revision" => zoo.options.revision = Some(read(value()?)?),
                "--page-size" => zoo.options.page_size = Some(number(value()?)?),
                "--resources" => zoo.options.resources = number(value()?)?,
                "--late-tools" => zoo.options.late_tools = true,
                "--end-streams" => zoo.options.end_streams = true,
                "--on" => zoo.distorter.target = Target::from_text(value()?),
                "--delay-ms" => zoo.distorter.delay = Duration::from_millis(number(value()?)?),
                "--times" => zoo.distorter.times = AtomicU64::new(number(value()?)?),
                "--answers" => zoo.answers = read(value()?)?,
                "--polling" => zoo.polling = true,
                "--log" => zoo.log = true,
                unknown => return Err(format!("unknown option `{unknown}`\n\n{USAGE}")),
            }
        }
        zoo.check()
    }

    fn good(flaw: Flaw) -> Self {
        let distorter = Distorter {
            flaw,
            target: Target::default_of(flaw),
            delay: Duration::from_secs(3),
            times: AtomicU64::new(u64::MAX),
        };
        Self {
            options: ServerOptions::default(),
            distorter,
            transport: Transport::Stdio,
            answers: Answers::Auto,
            polling: false,
            log: false,
        }
    }

    fn check(self) -> Result<Self, String> {
        let flaw = self.distorter.flaw;
        let (fits, transport) = match self.transport {
            Transport::Stdio => (flaw.on_stdio(), "stdio"),
            Transport::Http(_) => (flaw.on_http(), "Streamable HTTP"),
            Transport::Sse(_) => (flaw.on_sse(), "HTTP+SSE"),
        };
        if fits { Ok(self) } else { Err(format!("`{flaw}` cannot be shown on {transport}")) }
    }

    fn into_site(self, sse: bool) -> Site {
        Site::new(self.options, self.distorter, self.answers, self.polling, self.log, sse)
    }
}

fn read<T: std::str::FromStr<Err = UnknownName>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: UnknownName| error.to_string())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}
