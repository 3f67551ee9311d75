//! The time axis: a lane for each channel, a tick for each moment in which something came.

use std::collections::BTreeMap;

use askama::Template;
use mcpvals_model::{Channel, Direction, Frame};

use super::session::channel;
use crate::page::Markup;
use crate::wording;

/// Moments that are told apart: more than there are pixels would not be seen.
const MOMENTS: u64 = 800;
const LEFT: u64 = 70;
const LANE: usize = 18;

#[derive(Template)]
#[template(path = "replay/axis.html")]
struct Axis {
    id: String,
    says: String,
    height: usize,
    /// From the first to the last frame, in microseconds.
    from_us: u64,
    span_us: u64,
    end: String,
    lanes: Vec<Lane>,
}

struct Lane {
    name: &'static str,
    y: usize,
    ticks: Vec<Tick>,
}

struct Tick {
    x: u64,
    class: &'static str,
}

/// The axis; nothing where there is no time to show.
pub(super) fn svg(frames: &[&Frame], session: &str) -> Markup {
    let times = || frames.iter().map(|frame| frame.at_us);
    let (Some(from_us), Some(to_us)) = (times().min(), times().max()) else { return Markup::default() };
    let span_us = to_us - from_us;
    if frames.len() < 2 || span_us == 0 {
        return Markup::default();
    }
    let channels = [Channel::Wire, Channel::Http, Channel::Authorization, Channel::Llm, Channel::Process];
    let used = channels.into_iter().filter(|one| frames.iter().any(|frame| frame.channel == *one));
    let lanes: Vec<Lane> = used.enumerate().map(|(at, one)| lane(frames, one, at, (from_us, span_us))).collect();
    let says = format!("{} in {}", wording::count(frames.len(), "frame"), wording::micros(span_us));
    let height = LANE * lanes.len() + 18;
    Markup::of(&Axis { id: session.to_owned(), says, height, from_us, span_us, end: wording::micros(span_us), lanes })
}

fn lane(frames: &[&Frame], of: Channel, at: usize, (from_us, span_us): (u64, u64)) -> Lane {
    // What is odd is seen, whatever else came in the same moment.
    let mut moments: BTreeMap<u64, u8> = BTreeMap::new();
    for frame in frames.iter().filter(|frame| frame.channel == of) {
        let moment = u64::try_from(u128::from(frame.at_us - from_us) * u128::from(MOMENTS) / u128::from(span_us));
        let rank = if frame.anomalies.is_empty() { u8::from(frame.direction == Direction::Received) } else { 2 };
        let place = moments.entry(moment.unwrap_or(0)).or_default();
        *place = (*place).max(rank);
    }
    let class = |rank: u8| ["sent", "received", "odd"][usize::from(rank.min(2))];
    let ticks = moments.into_iter().map(|(moment, rank)| Tick { x: LEFT + moment, class: class(rank) }).collect();
    Lane { name: channel(of).1, y: LANE * at, ticks }
}
