//! The floor: the least that a client must do. It writes a request, reads an answer, and compares nothing.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use clap::Args;

use super::workload::message;
use crate::Result;

/// `xtask floor`.
#[derive(Debug, Args)]
pub(crate) struct FloorArgs {
    #[arg(long)]
    calls: usize,
    /// Speak HTTP with a server that listens
    #[arg(long)]
    url: Option<String>,
    /// Start a server that speaks on stdio
    #[arg(last = true)]
    command: Vec<String>,
}

/// Makes the calls one after the other.
pub(crate) fn run(args: &FloorArgs) -> Result {
    let done = match &args.url {
        Some(url) => http(url, args.calls),
        None => stdio(&args.command, args.calls),
    };
    done.map_err(|error| format!("the floor: {error}"))
}

fn stdio(command: &[String], calls: usize) -> io::Result<()> {
    let (program, args) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
    let spawned =
        Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = spawned?;
    let missing = || io::Error::other("the server has no pipes");
    let mut stdin = child.stdin.take().ok_or_else(missing)?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or_else(missing)?);
    let mut line = String::new();
    stdin.write_all((initialize() + "\n").as_bytes())?;
    read_answer(&mut stdout, &mut line, 1)?;
    stdin.write_all((INITIALIZED.to_owned() + "\n").as_bytes())?;
    stdin.write_all((list() + "\n").as_bytes())?;
    read_answer(&mut stdout, &mut line, 2)?;
    for number in 0..calls {
        stdin.write_all((call(number) + "\n").as_bytes())?;
        read_answer(&mut stdout, &mut line, number + 3)?;
    }
    drop(stdin);
    child.wait().map(|_| ())
}

/// The next line that bears the id; a server may say other things in between.
fn read_answer(stdout: &mut impl BufRead, line: &mut String, id: usize) -> io::Result<()> {
    let with_id = format!("\"id\":{id}");
    loop {
        line.clear();
        if stdout.read_line(line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.contains(&with_id) && !line.contains("\"method\"") {
            return Ok(());
        }
    }
}

/// HTTP/1.1 on one connection that is kept, answers with a length: as our fast server gives them.
fn http(url: &str, calls: usize) -> io::Result<()> {
    let rest = url.strip_prefix("http://").ok_or_else(|| io::Error::other("no http address"))?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut post = |body: String| -> io::Result<()> {
        let head = format!(
            "POST /{path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {REVISION}\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes())?;
        read_response(&mut reader)
    };
    post(initialize())?;
    post(INITIALIZED.to_owned())?;
    post(list())?;
    (0..calls).try_for_each(|number| post(call(number)))
}

fn read_response(reader: &mut impl BufRead) -> io::Result<()> {
    let mut length = 0;
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let header = line.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)
}

const REVISION: &str = "2025-11-25";
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn initialize() -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{REVISION}","capabilities":{{}},"clientInfo":{{"name":"floor","version":"1"}}}}}}"#
    )
}

fn list() -> String {
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#.to_owned()
}

fn call(number: usize) -> String {
    let (id, message) = (number + 3, message(number));
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"message":"{message}"}}}}}}"#
    )
}
