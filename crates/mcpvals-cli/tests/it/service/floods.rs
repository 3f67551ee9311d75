//! 100,000 messages that nobody would send: the WebSocket answers, forgets, and goes on.

use serde_json::json;
use tungstenite::Message;

use super::socket::{Heard, Socket};
use super::{TestService, generous};

const MESSAGES: usize = 100_000;
const KEYS: usize = 8;
const PER_KEY: usize = 10;
/// So many are sent before somebody looks whether they were answered.
const BATCH: usize = 50;

/// Good messages, to be spoilt.
const SAMPLES: [&str; 9] = [
    r#"{"type":"auth","token":"your-jwt-token"}"#,
    r#"{"type":"subscribe","id":1,"data":{"evaluationId":"eval_1704284400000","events":["progress","completed","error"]}}"#,
    r#"{"type":"subscribe","data":{"evaluationId":"*","events":["hook:*"],"lastEventId":"0"}}"#,
    r#"{"type":"unsubscribe","id":"x","data":{"evaluationId":"eval_1704284400000"}}"#,
    r#"{"type":"getStatus","data":{"evaluationId":"eval_1704284400000"}}"#,
    r#"{"type":"ping","id":18446744073709551616}"#,
    r#"{"type":"subscribe","data":{"lastEventId":9223372036854775807}}"#,
    r#"[[[[[[[[[[{"type":"ping"}]]]]]]]]]]"#,
    "\u{0}\u{feff}{\"type\":\"\u{202e}ping\"}",
];

/// `SplitMix64` (Steele, Lea, Flood 2014): the same numbers for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(most).unwrap()).unwrap()
    }

    fn message(&mut self) -> Message {
        let sample = SAMPLES[self.below(SAMPLES.len())];
        let mut letters: Vec<char> = sample.chars().collect();
        for _ in 0..self.below(6) {
            let at = self.below(letters.len().max(1));
            match self.below(6) {
                _ if letters.is_empty() => {}
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, char::from_u32(u32::try_from(self.below(0x3000)).unwrap()).unwrap_or('x')),
                2 => letters.truncate(at),
                3 => letters.extend_from_within(..at),
                4 => letters[at] = ['{', '}', '"', '[', '0', '\\', ',', ':'][self.below(8)],
                _ => letters.swap(at, 0),
            }
        }
        let text: String = letters.into_iter().take(2000).collect();
        match self.below(20) {
            0 => Message::binary(text.into_bytes()),
            1 => Message::Ping(text.into_bytes().into_iter().take(100).collect::<Vec<_>>().into()),
            2 => Message::text("x".repeat(self.below(60_000))),
            _ => Message::text(text),
        }
    }
}

/// Bytes of a process in memory.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

/// Sends, and sees after each batch that it is answered; gives how many answers came.
fn flood(socket: &mut Socket, seed: u64) -> usize {
    let (mut random, mut answers) = (Random(seed), 0);
    for batch in 0..MESSAGES / KEYS / PER_KEY / BATCH {
        for _ in 0..BATCH {
            socket.inner.send(random.message()).unwrap();
        }
        socket.say(&json!({ "type": "ping", "id": format!("end of {batch}") }));
        loop {
            match socket.hear() {
                Heard::Said(said) if said["id"] == format!("end of {batch}") => break,
                Heard::Said(_) => answers += 1,
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    answers
}

#[test]
fn a_flood_of_nonsense_is_answered_and_forgotten() {
    let service = TestService::with(&["--no-worker"], &generous());
    let keys: Vec<String> = (0..KEYS).map(|_| service.key(&["evaluate:read"])).collect();
    let before = memory(service.pid());
    let address = service.address;
    let threads: Vec<_> = (0..KEYS * PER_KEY)
        .map(|number| {
            let bearer = format!("Bearer {}", keys[number % KEYS]);
            std::thread::spawn(move || {
                flood(
                    &mut Socket::open(address, &[("Authorization", &bearer)]).unwrap(),
                    u64::try_from(number).unwrap(),
                )
            })
        })
        .collect();
    let answers: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(answers > MESSAGES / 2, "{answers}");
    let after = memory(service.pid());
    assert!(after < before + (100 << 20), "from {before} to {after} bytes");
    // Nobody is stuck: every place is free again, and the service answers.
    super::eventually("all have gone", || {
        service.get("/metrics").text().lines().any(|line| line.starts_with("mcpvals_websocket") && line.ends_with(" 0"))
    });
    let mut sockets: Vec<Socket> = (0..PER_KEY)
        .map(|_| Socket::open(address, &[("Authorization", &format!("Bearer {}", keys[0]))]).unwrap())
        .collect();
    for socket in &mut sockets {
        assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
    }
    assert_eq!(service.get("/api/v1/health").status, 200);
}
