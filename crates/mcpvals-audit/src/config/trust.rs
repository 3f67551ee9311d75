//! Settings that lie in the folder of somebody else: what is evaluated must not set its own scale, nor start programs of its
//! own in the name of a reviewer.

use mcpvals_model::Requirement;

use super::file::ConfigFile;

/// What the old file leaves out; it has nothing to start.
pub(super) fn left_out(skipped: &[Requirement], excluded: &[String]) -> impl Iterator<Item = String> {
    let members = [("`skip_tests`", skipped.is_empty()), ("`exclude_paths`", excluded.is_empty())];
    members.into_iter().filter(|(_, is_empty)| !is_empty).map(|(name, _)| name.to_owned())
}

/// Takes out what starts a program or sends something; says what that was, and what the file says in its own favour.
pub(super) fn doubted(layer: &mut ConfigFile) -> Vec<String> {
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
