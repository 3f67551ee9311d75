//! What a server asks as soon as the session stands, before the trigger: it is judged like the rest and said to have come
//! then; it is one too many where no more may come, and none that the trigger made.

use mcpvals_model::{Asks, Frame, Mismatch, PeerCase, Trace};

use super::asked::Asked;

const WHEN: &str = "as soon as the session stood";

/// Says when it was asked, where a mismatch is about what came before the first trigger.
pub(super) fn tell(mismatches: &mut [Mismatch], trace: &Trace) {
    let asks = |frame: &Frame| frame.message().is_some_and(|message| message.get("method").is_some());
    let is_early = |frame: u64| is_before_trigger(frame, trace) && trace.frame(frame).is_some_and(asks);
    for mismatch in mismatches.iter_mut().filter(|mismatch| mismatch.frame.is_some_and(is_early)) {
        mismatch.actual = format!("{} (asked {WHEN}, before the trigger)", mismatch.actual);
    }
}

/// Those that the trigger may have made. Roots are asked for as soon as the session stands, and not again.
pub(super) fn left_out<'a, 't>(case: &PeerCase, asked: &'a [Asked<'t>], trace: &Trace) -> Vec<&'a Asked<'t>> {
    let counts = |asked: &&Asked<'_>| case.asks == Asks::Roots || !is_before_trigger(asked.frame, trace);
    asked.iter().filter(counts).collect()
}

/// The number of all requests, and how many of them came before the trigger.
pub(super) fn counted(asked: &[Asked<'_>], trace: &Trace) -> String {
    let early = asked.iter().filter(|asked| is_before_trigger(asked.frame, trace)).count();
    let is_told = early > 0 && early < asked.len();
    let of_them = if is_told { format!(", {early} of them {WHEN}") } else { String::new() };
    format!("{}{of_them}", asked.len())
}

fn is_before_trigger(frame: u64, trace: &Trace) -> bool {
    let trigger = super::sent(trace).first().and_then(|call| call.request);
    trigger.is_some_and(|trigger| frame < trigger)
}
