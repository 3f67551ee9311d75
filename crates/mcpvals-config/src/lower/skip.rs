//! `skip`: a reason, never just a flag.

use super::Lowering;
use crate::error::Problem;
use crate::file::Skip;
use crate::interpolate::plain;
use crate::pointer::Pointer;

impl Lowering<'_> {
    /// The reason, where something is skipped.
    pub(super) fn skip(&mut self, skip: Option<&Skip>, at: &Pointer) -> Option<String> {
        let message = match skip {
            None | Some(Skip::Flag(false)) => return None,
            Some(Skip::Flag(true)) => "`skip` needs a reason: `\"skip\": \"until issue 12 is closed\"`",
            Some(Skip::Reason(reason)) if reason.trim().is_empty() => "`skip` needs a reason, not an empty text",
            Some(Skip::Reason(reason)) => return Some(plain(reason)),
        };
        self.report(Problem::new(&at.member("skip"), message));
        None
    }
}
