//! Traces as a page.

use std::sync::Arc;

use mcpvals_model::{Channel, Direction, Frame};

use super::{replay_html, traces, without_assets};

#[test]
fn page_has_every_channel_of_every_session() {
    insta::assert_snapshot!(without_assets(&replay_html(&traces())));
}

#[test]
fn names_of_frames_are_names_for_links() {
    let page = replay_html(&traces());
    assert!(page.contains("id=\"frame-12\""));
}

#[test]
fn page_of_many_frames_is_cut_and_says_so() {
    let mut traces = traces();
    let end = &mut traces[1].ends[0];
    let trace = Arc::make_mut(&mut end.trace);
    let frame = |seq| Frame::new(seq, seq * 10, Direction::Received, Channel::Process, vec![b'x'; 1_000]);
    trace.frames.extend((13..60_013).map(frame));
    let page = replay_html(&traces);
    assert_eq!(page.matches("<li class=\"frame ").count(), 50_000);
    assert!(page.contains("Left out, since the page would be too large: 10,016 frames"), "{}", &page[..200]);
    assert!(page.len() < 100 << 20, "{} bytes", page.len());
}

#[test]
fn one_long_frame_is_cut_and_says_so() {
    let mut traces = traces();
    let trace = Arc::make_mut(&mut traces[1].ends[0].trace);
    trace.frames.push(Frame::new(99, 3_000_000, Direction::Received, Channel::Process, vec![b'x'; 1 << 20]));
    let page = replay_html(&traces);
    assert!(page.contains("… 786.4 kB more"), "{}", page.len());
    assert!(page.len() < 1 << 20);
}
