//! The replay of a trace as a page: every channel in one timeline, to be played, stepped through, searched and copied.
//! Without a script it is a list to read.

mod axis;
mod call;
mod curl;
mod expected;
mod frames;
mod session;
mod test_case;

use std::io::{self, Write};

use askama::Template;
use mcpvals_model::Trace;

use super::{Assets, Hero, Ids, Layout, Link, Markup, badge, blocks, code, text};
use crate::timeline::ids::Ids as Requests;
use crate::trace_file::{StoredTrace, TraceOf};
use crate::wording;

/// How much of the frames a page has room for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    frames: usize,
    /// Of all frames together.
    bytes: usize,
    /// Of one frame.
    frame_bytes: usize,
    /// Calls that can be copied.
    snippets: usize,
    /// Frames and bytes that had no room.
    left_frames: usize,
    left_bytes: usize,
}

impl Room {
    /// For a page that has nothing but frames.
    fn of_page() -> Self {
        Self { frames: 50_000, bytes: 24 << 20, frame_bytes: 256 << 10, snippets: 1_000, left_frames: 0, left_bytes: 0 }
    }

    /// For a report, in which they stand aside.
    pub(crate) fn of_report() -> Self {
        Self { frames: 5_000, bytes: 4 << 20, frame_bytes: 16 << 10, snippets: 0, left_frames: 0, left_bytes: 0 }
    }

    /// Takes a frame's place, where there is one.
    fn take_frame(&mut self) -> bool {
        let has_room = self.frames > 0;
        if has_room {
            self.frames -= 1;
        } else {
            self.left_frames += 1;
        }
        has_room
    }

    /// How many of so many bytes there is room for.
    fn take_bytes(&mut self, bytes: usize) -> usize {
        let taken = bytes.min(self.frame_bytes).min(self.bytes);
        self.bytes -= taken;
        self.left_bytes += bytes - taken;
        taken
    }

    fn take_snippet(&mut self) -> bool {
        let has_room = self.snippets > 0;
        self.snippets = self.snippets.saturating_sub(1);
        has_room
    }

    /// What was left out, in words.
    fn left(&self) -> Option<String> {
        let frames = (self.left_frames > 0).then(|| wording::count(self.left_frames, "frame"));
        let bytes = (self.left_bytes > 0).then(|| format!("{} of long frames", wording::bytes(self.left_bytes)));
        let parts: Vec<String> = [frames, bytes].into_iter().flatten().collect();
        (!parts.is_empty())
            .then(|| format!("Left out, since the page would be too large: {}. The trace has all.", parts.join(", ")))
    }
}

#[derive(Template)]
#[template(path = "replay/embedded.html")]
struct Embedded<'a> {
    which: &'a str,
    count: String,
    frames: Markup,
    left: usize,
}

/// The frames of one attempt, to be unfolded in a report, with names that begin with the prefix; `None` where there is no
/// room.
pub(crate) fn embedded(trace: &Trace, (which, prefix): (&str, &str), room: &mut Room, ids: &mut Ids) -> Option<Markup> {
    let before = room.left_frames;
    let requests = Requests::of(trace);
    let context =
        frames::Context { trace, requests: &requests, case: "", transport: "", server: "", config: "", prefix };
    let frames: Markup = trace.frames.iter().filter_map(|frame| frames::html(frame, &context, room, ids)).collect();
    let left = room.left_frames - before;
    let count = wording::count(trace.frames.len(), "frame");
    (!frames.is_empty()).then(|| Markup::of(&Embedded { which, count, frames, left }))
}

/// Writes traces as one file that needs nothing else: a timeline for each session.
///
/// # Errors
/// What the writer says; nothing else can go wrong.
pub fn write(traces: &[StoredTrace], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(layout(traces, Assets::Inline).render().as_str().as_bytes())
}

/// The page before it is put together.
pub fn layout(traces: &[StoredTrace], assets: Assets) -> Layout {
    let (mut ids, mut room) = (Ids::default(), Room::of_page());
    let sessions = session::all(traces);
    let mut contents = Vec::new();
    let mut main = Markup::default();
    for session in &sessions {
        let id = ids.unique(&session.id());
        contents.push(Link::to_part(&id, &session.title()));
        main.push(&session::html(session, &id, &mut room, &mut ids));
    }
    let unplayed = session::unplayed(traces);
    if !unplayed.is_empty() {
        contents.push(Link::to_part("not-played", "Not played"));
        main.push(&blocks::part("not-played", "Not played", unplayed, &mut Ids::default()));
    }
    let left = room.left().map(|words| Markup::new(format!("<p class=\"warning\">{}</p>\n", text(&words))));
    let frames: usize = sessions.iter().map(session::Session::count).sum();
    Layout {
        title: format!("Trace: {}", names(traces)),
        assets,
        head: Markup::default(),
        replays: true,
        menu: Vec::new(),
        contents: if contents.len() > 1 { contents } else { Vec::new() },
        hero: hero(traces, frames).html(),
        main: left.into_iter().chain([main]).collect(),
        foot: foot(traces),
    }
}

fn hero(traces: &[StoredTrace], frames: usize) -> Hero {
    let header = traces.first().map(|trace| &trace.header);
    let attempts: usize = traces.iter().map(|trace| trace.played.len()).sum();
    let counts = format!("{} and {}", wording::count(frames, "frame"), wording::count(attempts, "attempt"));
    let begun = header.map(|header| text(&format!("began {}", header.started_at)));
    let cut = traces.iter().filter_map(|trace| trace.cut.as_ref());
    let cut = cut.map(|why| Markup::new(format!("{} {}", badge("not whole"), text(why))));
    Hero {
        gauge: Markup::default(),
        kind: "Trace".to_owned(),
        title: names(traces),
        badges: Vec::new(),
        lines: [Some(text(&counts)), header.map(|header| code(&header.config)), begun]
            .into_iter()
            .flatten()
            .chain(cut)
            .collect(),
    }
}

/// `suite Calculator, session 1`.
fn names(traces: &[StoredTrace]) -> String {
    const NAMED_MAX: usize = 4;
    let name = |trace: &StoredTrace| match &trace.header.of {
        TraceOf::Suite(suite) => suite.as_str().to_owned(),
        TraceOf::Session(number) => format!("session {number}"),
    };
    let mut names: Vec<String> = traces.iter().take(NAMED_MAX).map(name).collect();
    let left = traces.len().saturating_sub(NAMED_MAX);
    names.extend((left > 0).then(|| format!("and {left} more")));
    names.join(", ")
}

fn foot(traces: &[StoredTrace]) -> Markup {
    let version = traces.first().map_or("", |trace| trace.header.mcpvals.as_str());
    text(&format!("recorded by mcpvals {version}"))
}
