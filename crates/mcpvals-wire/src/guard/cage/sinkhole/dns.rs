//! Names that the server asks for: each has an address of documentation (RFC 5737, RFC 3849).

use std::net::UdpSocket;

use super::{Seen, text};
use crate::sandbox::{NAMED_IPV4, NAMED_IPV6};

const A: u16 = 1;
const AAAA: u16 = 28;
/// No question is longer.
const QUESTION_MAX: usize = 512;
/// Seconds that an answer holds: it is asked for again with the next call.
const TTL: u32 = 1;

/// Answers what has come, so many questions at most.
pub(super) fn take(socket: &UdpSocket, most: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut packet = [0_u8; QUESTION_MAX];
    for _ in 0..most {
        let Ok((count, from)) = socket.recv_from(&mut packet) else { break };
        let Some(question) = packet.get(..count).and_then(Question::read) else { continue };
        let _ = socket.send_to(&question.answer(), from);
        if !question.is_about_ourselves() {
            seen.push(Seen { protocol: "dns".to_owned(), to: question.name, port: 53, said: String::new() });
        }
    }
    seen
}

/// Is it answered?
pub(super) fn is_question(message: &[u8]) -> bool {
    message.len() <= QUESTION_MAX && Question::read(message).is_some()
}

/// The first question of a message.
struct Question {
    id: [u8; 2],
    name: String,
    kind: u16,
    /// As it came, for the answer.
    bytes: Vec<u8>,
}

impl Question {
    fn read(message: &[u8]) -> Option<Self> {
        let is_question = message.get(2)? & 0x80 == 0 && message.get(4..6)? != [0, 0];
        let mut at = 12;
        let mut labels = Vec::new();
        loop {
            let length = usize::from(*message.get(at)?);
            at += 1;
            if length == 0 {
                break;
            }
            // A pointer has no place in a first question.
            labels.push(text(message.get(at..at + length).filter(|_| length < 64)?));
            at += length;
        }
        let kind = u16::from_be_bytes(message.get(at..at + 2)?.try_into().ok()?);
        let bytes = message.get(12..at + 4)?.to_vec();
        let id = message.get(..2)?.try_into().ok()?;
        is_question.then(|| Self { id, name: labels.join("."), kind, bytes })
    }

    fn answer(&self) -> Vec<u8> {
        let address: &[u8] = match self.kind {
            A => &NAMED_IPV4,
            AAAA => &NAMED_IPV6,
            _ => &[],
        };
        let count = u8::from(!address.is_empty());
        let mut answer = [&self.id[..], &[0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0], &self.bytes].concat();
        if count == 1 {
            let length = u16::try_from(address.len()).unwrap_or_default();
            answer.extend([0xc0, 12]);
            answer.extend([self.kind.to_be_bytes(), 1_u16.to_be_bytes()].concat());
            answer.extend(TTL.to_be_bytes());
            answer.extend(length.to_be_bytes());
            answer.extend(address);
        }
        answer
    }

    fn is_about_ourselves(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        name.is_empty() || ["localhost", "arpa"].contains(&name.rsplit('.').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn a_name_is_answered_with_an_address_of_documentation() {
        let mut message = vec![7, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        message.extend(b"\x08attacker\x07example\x00\x00\x01\x00\x01");
        let question = Question::read(&message).unwrap();
        assert_eq!(question.name, "attacker.example");
        let answer = question.answer();
        assert!(answer.starts_with(&[7, 9, 0x81, 0x80]) && answer.ends_with(&[0, 4, 198, 51, 100, 7]));
    }

    #[test]
    fn what_is_no_question_is_none() {
        for length in 0..40 {
            assert!(Question::read(&vec![0x3f; length]).is_none());
        }
    }
}
