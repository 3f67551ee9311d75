//! One owner of what the run knows: puts the workers' news in order and folds the report.

use std::collections::BTreeMap;

use mcpvals_model::{CaseId, CaseResult, Event, Report};
use tokio::sync::mpsc;

use crate::Selected;

/// What a worker tells.
#[derive(Debug)]
pub(super) enum Told {
    /// Something that may be passed on at once.
    Now(Event),
    /// A case has its verdict: passed on when all cases before it have theirs.
    Finished(Box<CaseResult>),
}

/// Receives, orders, emits and folds.
pub(super) struct Dispatcher<'a> {
    on_event: &'a mut (dyn FnMut(Event) + Send),
    report: Report,
    /// Position of each case in the config's order.
    position: BTreeMap<CaseId, usize>,
    /// Verdicts that wait for those before them.
    waiting: BTreeMap<usize, Box<CaseResult>>,
    next: usize,
}

impl<'a> Dispatcher<'a> {
    pub(super) fn new(selected: &[Selected], on_event: &'a mut (dyn FnMut(Event) + Send)) -> Self {
        let cases = selected.iter().flat_map(|suite| &suite.cases);
        let position = cases.enumerate().map(|(index, (case, _))| (case.id.clone(), index)).collect();
        Self { on_event, report: Report::begin(), position, waiting: BTreeMap::new(), next: 0 }
    }

    /// Listens until the last worker is gone.
    pub(super) async fn listen(&mut self, mut inbox: mpsc::Receiver<Told>) {
        while let Some(told) = inbox.recv().await {
            match told {
                Told::Now(event) => self.emit(event),
                Told::Finished(result) => self.finished(result),
            }
        }
    }

    /// Folds an event into the report and passes it on.
    pub(super) fn emit(&mut self, event: Event) {
        self.report.take(&event);
        (self.on_event)(event);
    }

    pub(super) fn into_report(self) -> Report {
        self.report
    }

    fn finished(&mut self, result: Box<CaseResult>) {
        // A verdict is never lost, even if nobody waited for it.
        let Some(position) = self.position.get(&result.id) else { return self.emit(Event::CaseFinished(result)) };
        self.waiting.insert(*position, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.emit(Event::CaseFinished(result));
        }
    }
}
