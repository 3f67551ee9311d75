//! What functions of libraries do with what they are given.

mod check;
mod code;
mod connection;
mod database;
mod every;
mod file;
mod filled;
mod grown;
mod letters;
mod load;
mod named;
mod network;
mod one_of_ours;
mod parted;
mod process;
mod replace;
mod stream;
mod text;

use std::rc::Rc;

use super::call::{Made, made_of, same};
use super::value::Taint;
use super::{Flow, Form, Hit, HitKind, Label, Place, Value, bit};
use crate::form::Range;
use crate::knowledge::{self, Effect};

impl Flow<'_> {
    /// The answer of a function that is not the program's.
    pub(super) fn library(&mut self, made: &Made<'_>) -> Value {
        self.called_with(made);
        self.kept_elsewhere(made);
        self.filled(made);
        if let Some(value) = self.go_definition(made) {
            return value;
        }
        if let Some(value) = self.check(made) {
            return value;
        }
        if let Some(value) = self.by_name(made) {
            return value;
        }
        let receiver = made.receiver.as_ref().map(Value::called).unwrap_or_default();
        let effect = knowledge::effect(&made.path, &made.name, receiver, self.language());
        match effect {
            Some(effect) => self.effect(effect, made),
            None => self.text_call(made),
        }
    }

    /// What a client of a database or of a service changes there.
    fn kept_elsewhere(&mut self, made: &Made<'_>) {
        let Some(can) = knowledge::deed_of_client(&made.path, &made.name) else { return };
        let of_server = made.path.rsplit('.').skip(1).take(2).any(knowledge::is_household);
        if of_server {
            let place = self.place(made.at);
            self.housekeeping.insert(place);
        }
        self.can(can, made.at);
    }

    fn effect(&mut self, effect: Effect, made: &Made<'_>) -> Value {
        match effect {
            Effect::Shell(at) => self.shell(made, at),
            Effect::Process => self.process(made),
            Effect::Program(from) => self.program_run(made, from),
            Effect::Builder => self.builder(made),
            Effect::BuilderArgument => self.builder_argument(made),
            Effect::BuilderRun => self.builder_run(made),
            Effect::BuilderKept => made.receiver.clone().unwrap_or_default(),
            Effect::Evaluate(at) => self.evaluate(made, at),
            Effect::Remote(at) => self.remote_shell(made, at),
            Effect::Load(at) => self.load(made, at),
            Effect::Timer => self.timer(made),
            Effect::Deserialize => self.deserialize(made),
            Effect::Template(at) => self.template(made, at),
            Effect::Regex(at) => {
                let pattern = self.pattern_made(made, at);
                // `re.sub(pattern, with, text)` answers with the text.
                if &*made.path == "re.sub" { self.replaced(made) } else { pattern }
            }
            Effect::Read(paths) => self.file(made, paths, crate::facts::Capability::ReadFile),
            Effect::Write(paths) => self.file(made, paths, crate::facts::Capability::WriteFile),
            Effect::Delete(paths) => self.file(made, paths, crate::facts::Capability::DeleteFile),
            Effect::Open => self.open(made),
            Effect::OwnRead => self.own_file(made, crate::facts::Capability::ReadFile),
            Effect::OwnWrite => self.own_file(made, crate::facts::Capability::WriteFile),
            Effect::OwnDelete => self.own_file(made, crate::facts::Capability::DeleteFile),
            Effect::OwnOpen => self.own_open(made),
            Effect::Extract => self.extract(made),
            Effect::Fetch(at) => self.fetch(made, at, false),
            Effect::Send(at) => self.fetch(made, at, true),
            Effect::Request { method, url } => self.request(made, method, url),
            Effect::FetchOptions => self.fetch_options(made),
            Effect::Dial(at) => self.dialled(made, at),
            Effect::OwnSend => self.own_send(made),
            Effect::WriteTo(at) => self.write_to(made, at),
            Effect::Connect(at) => self.connect(made, at),
            Effect::Over => self.sent_over(made),
            Effect::SendTo(at) => self.sent_to(made, at),
            Effect::Mail => self.mail(made),
            Effect::Sql(at) => self.sql(made, at),
            Effect::SqlPart(at) => self.sql_part(made, at),
            Effect::Decode => self.decoded(made),
            Effect::Time => self.source(Label::Time),
            Effect::Random => self.source(Label::Random),
            Effect::Environment => self.environment(made),
            Effect::Trace => self.source(Label::Trace),
            Effect::Log => self.log(made),
            Effect::Size(at) => self.size(made, at),
        }
    }

    /// Somebody's value came to where it does harm: a hit of the parameter that it is.
    pub(super) fn reach(&mut self, kind: HitKind, taint: Taint, whole: bool, place: Place, what: &Rc<str>, weak: bool) {
        let needed = needed_bit(kind);
        if taint.bits & needed == 0 || self.shallow {
            return;
        }
        if kind == HitKind::Path && taint.bits & (bit::DOTS | bit::ROOTED) == 0 {
            return;
        }
        if kind == HitKind::Redirect && taint.bits & bit::URL != 0 {
            return;
        }
        let weak = weak || kind == HitKind::Path && taint.bits & bit::SIBLING == 0;
        let all = if kind == HitKind::Path { bit::FREE } else { bit::WHOLE };
        let whole = whole && taint.bits & all != 0;
        let owner = match self.label_of(taint.label) {
            Label::Parameter(owner, ..) => *owner,
            other => {
                let other = other.clone();
                return self.reached_by_source(&other, kind, place, what);
            }
        };
        let behind = taint.behind.filter(|_| matches!(kind, HitKind::Url | HitKind::Redirect));
        let hit = Hit { kind, label: taint.label, behind, whole, place, what: what.clone(), weak, listed: false };
        let own = self.active.iter().any(|active| active.function == owner);
        if !own {
            return;
        }
        let draft = self.draft(owner);
        let room = draft.hits.len() < super::SUMMARY_PARTS_MAX;
        let known = draft.hits.iter_mut().find(|old| old.kind == kind && old.label == hit.label && old.place == place);
        match known {
            // It comes there on two ways, and stands behind something on one of them.
            Some(old) => old.behind = old.behind.filter(|own| hit.behind == Some(*own)),
            None if room => draft.hits.push(hit),
            None => {}
        }
    }

    /// All that a value came from came to a place.
    pub(super) fn reach_all(&mut self, kind: HitKind, value: &Value, at: Range, what: &str) {
        self.reach_all_at(kind, value, self.place(at), what);
    }

    pub(super) fn reach_all_at(&mut self, kind: HitKind, value: &Value, place: Place, what: &str) {
        let what: Rc<str> = Rc::from(what);
        for taint in value.taints.clone() {
            self.reach(kind, taint, true, place, &what, false);
        }
    }

    /// What came from the world, and not from a caller, came where it does harm.
    fn reached_by_source(&mut self, label: &Label, kind: HitKind, place: Place, what: &str) {
        use super::EventKind as Kind;
        let found = match (label, kind) {
            (Label::Decoded, HitKind::Code | HitKind::Command) => Kind::DecodedRun,
            (Label::Network, HitKind::Code | HitKind::Command) => Kind::NetworkRun,
            (Label::Environment, HitKind::Sent) => Kind::EnvironmentSent,
            (Label::Credentials(_), HitKind::Sent) => Kind::CredentialsSent,
            (Label::File, HitKind::Sent) => Kind::FileSent,
            _ => return,
        };
        let function = self.current();
        self.events.push(super::Event { kind: found, function, place, what: what.to_owned() });
    }

    /// A text's function: what it is called on, or given, with something done to it.
    fn text_call(&mut self, made: &Made<'_>) -> Value {
        // A client that is made of another is no list that grows.
        let of_client = matches!(&*made.path, "got.extend" | "ky.extend" | "ky.create");
        if !of_client && let Some(value) = self.known_text(made) {
            return value;
        }
        if let Some(value) = part_asked(made).or_else(|| self.translated(made)) {
            return value;
        }
        if let Some(receiver) = made.receiver.as_ref().filter(|receiver| receiver.is_tainted()) {
            let mut value = made_of(receiver);
            value.add_taints(&made.given().taints);
            value.path = Some(made.path.clone()).filter(|path| !path.starts_with('~'));
            // What a client that was made with a key answers is not the key.
            value.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_) | Label::Environment));
            return value;
        }
        let given = made.given();
        let local = !made.path.contains('.') && made.receiver.is_none() && !made.path.is_empty();
        let mut value = if made.call.made || local { made_of(&given) } else { Value::default() };
        // Neither is a client that is made with it.
        value.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_) | Label::Environment));
        value.path = Some(made.path.clone()).filter(|path| !path.starts_with('~'));
        let makes = made.call.made || matches!(&*made.path, "axios.create" | "got.extend" | "ky.create" | "ky.extend");
        value.fields = made.argument(0).filter(|_| makes).and_then(|first| first.fields.clone());
        if value.fields.is_none() && made.arguments.iter().any(|(name, _)| name.is_some()) {
            let named = made.arguments.iter().filter_map(|(name, value)| Some((name.clone()?, value.clone())));
            let named = named.filter(|(name, _)| &**name != "*");
            value.fields = Some(Rc::new(named.collect()));
        }
        if made.name.starts_with("With") || made.name.starts_with("Enum") {
            value.items = Some(Rc::new(made.arguments.iter().map(|(_, value)| value.clone()).collect()));
        }
        // A pattern that a schema asks for, wherever in its chain.
        if made.path.starts_with("zod.") || made.path.starts_with("z.") {
            let pattern = (&*made.name == "regex").then(|| made.argument(0).cloned()).flatten();
            let pattern = pattern.or_else(|| made.receiver.as_ref().and_then(|chain| chain.field("pattern").cloned()));
            if let Some(pattern) = pattern {
                value.fields = Some(Rc::new(vec![("pattern".into(), pattern)]));
            }
        }
        // What a chain of a builder was told stays known.
        value.settled = made.receiver.as_ref().is_some_and(|receiver| receiver.settled);
        value
    }
}

impl Flow<'_> {
    /// Go's `t("TOOL_DESCRIPTION", "Shows the state")`: the text, unless somebody translates it.
    fn translated(&self, made: &Made<'_>) -> Option<Value> {
        let go = self.language() == crate::language::Language::Go;
        let called = go && made.call.callee.dotted().as_deref() == Some("t") && made.arguments.len() == 2;
        made.argument(1).filter(|text| called && text.constant().is_some()).cloned()
    }
}

/// A part of what was taken apart, where it is asked for by a method: `url.host_str()`, `parsed.Hostname()`.
fn part_asked(made: &Made<'_>) -> Option<Value> {
    let receiver = made.receiver.as_ref().filter(|receiver| receiver.is_tainted() && made.arguments.is_empty())?;
    let apart = matches!(receiver.form, Form::ParsedUrl | Form::Host | Form::Address);
    let part = || Value::parts(&receiver.taints).without(bit::WHOLE);
    apart.then(|| knowledge::part_of_form(receiver.form, &made.name, part()))
}

/// What of a value does the harm.
pub(crate) fn needed_bit(kind: HitKind) -> u32 {
    match kind {
        HitKind::Command | HitKind::Program => bit::COMMAND,
        HitKind::Code | HitKind::Deserialize => bit::CODE,
        HitKind::Path => bit::PATH,
        HitKind::Url => bit::URL,
        HitKind::Redirect => bit::REDIRECT,
        HitKind::Sql | HitKind::Statement | HitKind::NoSql => bit::SQL,
        HitKind::Option => bit::OPTION,
        HitKind::Template => bit::TEMPLATE,
        HitKind::Regex => bit::REGEX,
        HitKind::Size => bit::SIZE,
        HitKind::Owner | HitKind::Role => bit::OWNER,
        HitKind::Sent => bit::DATA,
    }
}

/// The first of the values that there is.
fn first_of<'v>(values: impl IntoIterator<Item = Option<&'v Value>>) -> Value {
    values.into_iter().flatten().next().map(same).unwrap_or_default()
}
