//! Settings that lie in the folder of somebody else: what is evaluated must not set its own scale, nor start programs of its
//! own in the name of a reviewer.

use super::file::ConfigFile;
use super::{Layers, PROJECT_FILE};

impl Layers {
    /// Takes what starts a program or sends something out of the settings that were read last, and notes what those of the
    /// server's folder say in their own favour. A file that the command line named is the user's word.
    pub(super) fn doubt(&mut self) {
        let settings = self.read.iter().any(|path| path.ends_with(PROJECT_FILE));
        if let Some(layer) = self.files.last_mut().filter(|_| settings) {
            self.own_words.extend(doubted(layer));
        }
    }

    /// The old file has nothing to start; what it leaves out is noted.
    pub(super) fn doubt_old(&mut self) {
        let old = [("`skip_tests`", self.skipped.is_empty()), ("`exclude_paths`", self.excluded.is_empty())];
        self.own_words.extend(old.into_iter().filter(|(_, is_empty)| !is_empty).map(|(name, _)| name.to_owned()));
    }
}

/// What of it was taken out, and what is gone by and told.
fn doubted(layer: &mut ConfigFile) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(hooks) = &mut layer.hooks {
        let has_hooks = hooks.custom.take().is_some_and(|hooks| !hooks.is_empty()) | hooks.hooks_path.take().is_some();
        told.extend(has_hooks.then(|| "`hooks` (not run)".to_owned()));
    }
    if layer.observability.take().is_some() {
        told.push("`observability` (nobody is told)".to_owned());
    }
    let suppressions = layer.rules.as_ref().and_then(|rules| rules.suppressions.as_ref()).map_or(0, Vec::len);
    told.extend((suppressions > 0).then(|| format!("`rules.suppressions` ({suppressions})")));
    told.extend(layer.scoring.is_some().then(|| "`scoring`".to_owned()));
    told
}
