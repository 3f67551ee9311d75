//! Arguments that documents start the package with: some servers speak on stdio only where they are told to.

use std::collections::BTreeSet;

use super::OpenOptions;
use crate::documents::configs;
use crate::{Kind, Project, StartTarget};

/// Adds them to a start that comes from a package's program, where every client's configuration that is shown has some.
pub(super) fn add(project: &mut Project, options: &OpenOptions) {
    let is_package = matches!(project.kind, Kind::NpmPackage | Kind::PypiPackage);
    if !is_package || project.start.is_none() {
        return;
    }
    let shown = shown(project, options);
    // One that works without any is the plain way.
    let Some(args) = shown.first().filter(|_| shown.iter().all(|args| !args.is_empty())).cloned() else { return };
    let Some(start) = &mut project.start else { return };
    let StartTarget::Process { args: own, .. } = &mut start.target else { return };
    own.extend(args.iter().cloned());
    start.found.why = format!("{}; its documents show it with `{}`", start.found.why, args.join(" "));
    start.found.command.extend(args);
}

/// The arguments of each configuration that starts this package on stdio.
fn shown(project: &Project, options: &OpenOptions) -> Vec<Vec<String>> {
    let elsewhere = |arg: &String| ["http", "sse", "port", "host"].iter().any(|word| arg.contains(word));
    let starts = configs::shown(&project.documents).into_iter().filter_map(|mut server| {
        // What is asked for are the arguments.
        server.as_object_mut()?.shift_remove("env");
        project.shown_start(&server, &BTreeSet::new(), options).ok()
    });
    let args = starts.filter(|start| start.program.is_none()).map(|start| start.args);
    args.filter(|args| !args.iter().any(elsewhere)).collect()
}
