//! Files: what is read, written and deleted, and archives.

use super::super::call::Made;
use super::super::{EventKind, Flow, HitKind, Label, Value};
use crate::facts::Capability;
use crate::form::{Name, Range};
use crate::knowledge;

impl Flow<'_> {
    /// A function that is given the paths.
    pub(super) fn file(&mut self, made: &Made<'_>, paths: &[usize], capability: Capability) -> Value {
        self.can(capability, made.at);
        // A folder of its own that has to be there.
        let own_folder = knowledge::makes_folder(&made.name) && (!made.given().is_tainted() || has_to_be_there(made));
        let written = made.expr(0).and_then(crate::form::Expr::dotted);
        self.emptied_or_made(made, written.as_deref(), capability);
        let own = made.argument(0).is_some_and(|path| self.is_servers_own(path, written.as_deref(), capability));
        if own_folder || own {
            let place = self.place(made.at);
            self.housekeeping.insert(place);
        }
        let mut content = Value::default();
        for index in paths {
            let Some(path) = made.argument(*index).cloned() else { continue };
            content = self.content(&path, made.at, &made.path);
        }
        if paths.is_empty() || capability != Capability::ReadFile {
            return Value::default();
        }
        if made.path.starts_with("pandas.read") {
            return Value { path: Some(knowledge::FRAME.into()), ..content };
        }
        // An archive is known by how it was opened.
        if &*made.path == "tarfile.open" { Value { path: Some(made.path.clone()), ..content } } else { content }
    }

    /// A path reaches a file; what is read has the file's label.
    fn content(&mut self, path: &Value, at: Range, what: &str) -> Value {
        self.reach_all(HitKind::Path, path, at, what);
        let text = path.text.as_deref().unwrap_or_default();
        match knowledge::credentials_in(text) {
            Some(name) => {
                self.event(EventKind::CredentialsRead, at, name);
                self.source(Label::Credentials(Name::from(name)))
            }
            None => self.source(Label::File),
        }
    }

    /// `open(path, mode)`.
    pub(super) fn open(&mut self, made: &Made<'_>) -> Value {
        let opened = made.argument(1).or_else(|| made.named("mode")).or_else(|| made.named("flags"));
        let opened = opened.and_then(Value::constant).unwrap_or("r").to_owned();
        self.can(capability_of(&opened), made.at);
        let path =
            made.argument(0).or_else(|| made.named("file")).or_else(|| made.named("path")).cloned().unwrap_or_default();
        if capability_of(&opened) == Capability::WriteFile && !self.is_shallow() {
            self.made_file(made, None);
            if path.temporary || knowledge::is_made_temporary(path.called()) {
                let place = self.place(made.at);
                self.housekeeping.insert(place);
            }
        }
        let mut content = self.content(&path, made.at, &made.path);
        content.path = Some("file".into());
        content
    }

    /// A method of a path.
    pub(super) fn own_file(&mut self, made: &Made<'_>, capability: Capability) -> Value {
        self.can(capability, made.at);
        let path = made.receiver.clone().unwrap_or_default();
        let own_folder = knowledge::makes_folder(&made.name) && (!path.is_tainted() || has_to_be_there(made));
        let written = made.receiver_expr().and_then(crate::form::Expr::dotted);
        self.emptied_or_made(made, written.as_deref(), capability);
        if own_folder || self.is_servers_own(&path, written.as_deref(), capability) {
            let place = self.place(made.at);
            self.housekeeping.insert(place);
        }
        let content = self.content(&path, made.at, &made.name);
        if capability == Capability::ReadFile { content } else { Value::default() }
    }

    /// A cache, a log, a lock: what is written there is the server's own affair. What is deleted is so only where the same
    /// function made it, or the system did for it.
    fn is_servers_own(&self, path: &Value, written: Option<&str>, capability: Capability) -> bool {
        if capability != Capability::DeleteFile {
            return is_temporary(path) || written.is_some_and(knowledge::is_household);
        }
        let made_here = |name: &str| self.made_files.contains(&(self.current(), name.to_owned()));
        let names_marker = path.text.as_deref().or(written).is_some_and(knowledge::is_marker_file);
        let temporary = path.temporary
            || knowledge::is_made_temporary(path.called())
            || lies_in_temporary(path)
            || names_marker && !path.is_tainted();
        temporary || written.or(path.constant()).is_some_and(made_here)
    }

    /// A folder of its own that is deleted and made anew: to empty it is no deed of the tool's.
    fn emptied_or_made(&mut self, made: &Made<'_>, written: Option<&str>, capability: Capability) {
        let chosen = made.given().is_tainted() || made.receiver.as_ref().is_some_and(Value::is_tainted);
        if self.is_shallow() {
            return;
        }
        let (place, function) = (self.place(made.at), self.current());
        if capability == Capability::WriteFile {
            self.made_file(made, written);
        }
        let Some(written) = written.filter(|_| !chosen) else { return };
        if capability == Capability::DeleteFile {
            self.emptied.push((function, written.to_owned(), place));
        } else if knowledge::makes_folder(&made.name) {
            let same = self.emptied.iter().filter(|(of, name, _)| *of == function && name == written);
            self.housekeeping.extend(same.map(|(_, _, place)| *place));
        }
    }

    /// What is written somewhere, the function may throw away.
    fn made_file(&mut self, made: &Made<'_>, written: Option<&str>) {
        let function = self.current();
        let dotted = made.call.arguments.iter().filter_map(|argument| argument.value.dotted());
        let constant = made.arguments.iter().filter_map(|(_, value)| value.constant().map(str::to_owned));
        let names = dotted.chain(constant).chain(written.map(str::to_owned));
        self.made_files.extend(names.map(|name| (function, name)));
    }

    pub(super) fn own_open(&mut self, made: &Made<'_>) -> Value {
        let opened = made.argument(0).and_then(Value::constant).unwrap_or("r");
        self.own_file(made, capability_of(opened))
    }

    /// All of an archive is unpacked.
    pub(super) fn extract(&mut self, made: &Made<'_>) -> Value {
        let one = &*made.name == "extract";
        let safe = made.option("filter").is_some_and(|filter| {
            matches!(filter.constant(), Some("data" | "tar"))
                || filter.called().ends_with("data_filter")
                || filter.function.is_some()
        });
        let members = made.option("members").is_some_and(|members| members.function.is_some() || members.is_tainted());
        let receiver = made.receiver.as_ref().map(Value::called).unwrap_or_default();
        // Many things have an `extract`.
        if one && !receiver.contains("tarfile") {
            return made.given();
        }
        self.can(Capability::WriteFile, made.at);
        // Python's `zipfile` takes `..` out of names itself.
        let own_care = receiver.contains("ZipFile") || receiver.contains("zipfile");
        if !safe && !members && !own_care {
            self.event(EventKind::ExtractAll, made.at, &*made.path);
        }
        if let Some(target) = made.argument(0).or_else(|| made.named("path")).cloned() {
            self.reach_all(HitKind::Path, &target, made.at, &made.path);
        }
        Value::default()
    }
}

fn capability_of(mode: &str) -> Capability {
    if mode.contains(['w', 'a', 'x', '+']) { Capability::WriteFile } else { Capability::ReadFile }
}

/// A file that only lives as long as the call, or that belongs to the server.
fn is_temporary(path: &Value) -> bool {
    path.text
        .as_deref()
        .is_some_and(|text| ["/tmp/", "cache", ".lock", ".tmp", ".pid", ".log"].iter().any(|mark| text.contains(mark)))
        || path.temporary
        || knowledge::is_made_temporary(path.called())
        || knowledge::is_temporary_folder(path.called())
}

/// Does it lie in the system's folder for temporary files?
fn lies_in_temporary(path: &Value) -> bool {
    let text = path.text.as_deref().unwrap_or_default();
    text.strip_prefix("/tmp/").is_some_and(|rest| !rest.is_empty())
        || text.len() > 1 && knowledge::is_temporary_folder(path.called())
}

/// A folder that may be there already: it is made so that something else can be put into it.
fn has_to_be_there(made: &Made<'_>) -> bool {
    let on = |name: &str| made.option(name).is_some_and(|value| value.truth == Some(true));
    on("exist_ok")
        || made.receiver_expr().and_then(crate::form::Expr::dotted).is_some_and(|name| name.ends_with(".parent"))
}
