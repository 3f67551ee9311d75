//! Processes: shells, programs and their arguments.

use std::rc::Rc;

use super::super::call::Made;
use super::super::result::{EventKind, Run};
use super::super::{Flow, HitKind, Label, Place, TAINTED, Taint, Value, bit};
use crate::facts::Capability;
use crate::knowledge;
use crate::language::Language;

/// A function that runs more programs than that is left as it is.
const RUNS_MAX: usize = 48;

impl Flow<'_> {
    /// A text for a shell.
    pub(super) fn shell(&mut self, made: &Made<'_>, at: usize) -> Value {
        self.can(Capability::Spawn, made.at);
        if let Some(command) = made.argument(at).cloned().or_else(|| made.option("command").cloned()) {
            if command.constant().is_some_and(knowledge::fetches_and_runs) {
                self.event(EventKind::NetworkRun, made.at, &*made.path);
            }
            let command = self.without_answers(command, made);
            self.reach_all(HitKind::Command, &command, made.at, &made.path);
        }
        Value::default()
    }

    /// A text for a shell of another machine, over a connection that is open.
    pub(super) fn remote_shell(&mut self, made: &Made<'_>, at: usize) -> Value {
        if let Some(command) = made.argument(at).or_else(|| made.named("command")).cloned() {
            self.reach_all(HitKind::Command, &command, made.at, &made.name);
        }
        Value::default()
    }

    /// What another machine answers is not what is run where it only stands behind a program of ours: `git add ${name}`.
    fn without_answers(&mut self, mut command: Value, made: &Made<'_>) -> Value {
        let text = command.text.as_deref().unwrap_or_default();
        let program = text.split(' ').next().unwrap_or_default();
        let known = !program.is_empty() && program.len() < text.len() && program.chars().all(|c| c.is_ascii_graphic());
        let runs =
            text.split(|c: char| !c.is_alphanumeric()).any(|w| knowledge::is_shell(w) || knowledge::is_interpreter(w));
        let answers = |flow: &Self, taint: &Taint| matches!(flow.label_of(taint.label), Label::Network);
        if known && !runs && command.taints.iter().any(|taint| answers(self, taint)) {
            self.event(EventKind::NetworkPart, made.at, &*made.path);
            command.taints.retain(|taint| !answers(self, taint));
        }
        command
    }

    /// Python's `subprocess`: a list of arguments, or a text for a shell if it was told so.
    pub(super) fn process(&mut self, made: &Made<'_>) -> Value {
        self.can(Capability::Spawn, made.at);
        let command = made.argument(0).or_else(|| made.named("args")).cloned().unwrap_or_default();
        // A list is a text for a shell only where that is sure: `shell=os.name == "nt"` is for `.cmd` files.
        let is_list = command.items.is_some();
        let shell =
            made.named("shell").is_some_and(|shell| shell.truth == Some(true) || shell.truth.is_none() && !is_list);
        if shell {
            self.reach_all(HitKind::Command, &command, made.at, &format!("{} with a shell", made.path));
        } else {
            self.arguments_run(&command, self.place(made.at), &made.path);
        }
        Value::default()
    }

    /// A program, and its arguments in a list or one by one.
    pub(super) fn program_run(&mut self, made: &Made<'_>, from: usize) -> Value {
        self.can(Capability::Spawn, made.at);
        let program = made.argument(from).cloned().unwrap_or_default();
        let shell = made.option("shell").cloned().filter(|shell| shell.truth != Some(false) && !shell.null);
        let mut items = vec![program.clone()];
        let mut rest = Value::default();
        for (name, argument) in made.arguments.iter().skip(from + 1) {
            if argument.fields.is_some() && name.is_none() {
                continue;
            }
            rest.add_taints(&argument.taints);
            match &argument.items {
                Some(own) => items.extend(own.iter().cloned()),
                None => items.push(argument.clone()),
            }
        }
        // Where it is not sure, arguments in a list of their own are none of a text.
        let is_list = items.len() > 1;
        if shell.is_some_and(|shell| shell.truth == Some(true) || shell.text.is_some() || !is_list) {
            program_with(&program, &rest, |value| {
                self.reach_all(HitKind::Command, value, made.at, &format!("{} with a shell", made.path));
            });
            return Value::default();
        }
        let mut list = program;
        list.add_taints(&rest.taints);
        list.items = Some(Rc::new(items));
        self.arguments_run(&list, self.place(made.at), &made.path);
        Value::default()
    }

    /// A list of arguments, of which the first is the program.
    pub(in crate::flow) fn arguments_run(&mut self, list: &Value, place: Place, what: &str) {
        self.arguments_judged(list, place, what);
        self.left_to_callers(list, place, what);
    }

    fn arguments_judged(&mut self, list: &Value, place: Place, what: &str) {
        let Some(items) = list.items.clone() else {
            // A text that was split, or a list that somebody chose: the program is theirs as well.
            return self.reach_all_at(HitKind::Program, list, place, what);
        };
        let Some((program, rest)) = items.split_first() else { return };
        self.reach_all_at(HitKind::Program, program, place, what);
        let name =
            program.text.as_deref().unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let flags: Vec<&str> = rest.iter().filter_map(|item| item.constant()).collect();
        // A program that is configured and takes `-c` first is a shell, or an interpreter.
        let configured = program.constant().is_none() && rest.first().and_then(Value::constant) == Some("-c");
        if knowledge::is_shell(&name) || configured {
            let flag = rest.iter().position(|item| item.constant().is_some_and(knowledge::is_command_flag));
            let script = flag.and_then(|flag| rest.get(flag + 1));
            match script {
                Some(script) => self.reach_all_at(HitKind::Command, script, place, &format!("{name} -c by {what}")),
                None => rest.iter().for_each(|item| self.reach_all_at(HitKind::Program, item, place, what)),
            }
            return;
        }
        if knowledge::is_interpreter(&name)
            && let Some(flag) = flags.iter().find(|flag| matches!(**flag, "-c" | "-e" | "--eval" | "-p"))
            && let Some(script) = rest.iter().skip_while(|item| item.constant() != Some(flag)).nth(1)
        {
            self.reach_all_at(HitKind::Code, script, place, &format!("{name} {flag} by {what}"));
            return;
        }
        self.operands(&name, rest, place, what);
    }

    /// What stands where options may stand.
    fn operands(&mut self, name: &str, rest: &[Value], place: Place, what: &str) {
        if !knowledge::takes_options(name) {
            return;
        }
        let mut before: Option<&Value> = None;
        for item in rest {
            if item.constant() == Some("--") || item.constant() == Some("--end-of-options") {
                return;
            }
            // Behind an option that takes a value, a dash is a value.
            let value_of_option =
                before.and_then(Value::constant).is_some_and(|text| knowledge::takes_value(name, text));
            if !value_of_option && item.text.as_deref().is_none_or(|text| text.starts_with(TAINTED)) {
                self.reach_all_at(HitKind::Option, item, place, &format!("{name} by {what}"));
            }
            before = Some(item);
        }
    }

    /// Where a function's parameters are among the arguments, its callers know more of them: which program it is, and
    /// what stands before a value. They look at the list once more, with what they give.
    fn left_to_callers(&mut self, list: &Value, place: Place, what: &str) {
        let mut owners = list.taints.iter().filter_map(|taint| match self.label_of(taint.label) {
            Label::Parameter(owner, ..) => Some(*owner),
            _ => None,
        });
        let Some(owner) = owners.next() else { return };
        let of_one = owners.all(|other| other == owner) && self.active.iter().any(|active| active.function == owner);
        if !of_one || self.is_shallow() {
            return;
        }
        let draft = self.draft(owner);
        if draft.runs.len() >= RUNS_MAX {
            return;
        }
        draft.runs.push(Run { list: list.clone(), place, what: what.into() });
        for hit in draft.hits.iter_mut().filter(|hit| hit.place == place) {
            hit.listed = true;
        }
    }

    /// Rust's `Command::new("x")`.
    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    pub(super) fn builder(&mut self, made: &Made<'_>) -> Value {
        let program = made.argument(0).cloned().unwrap_or_default();
        let mut value = Value::parts(&program.taints);
        value.items = Some(Rc::new(vec![program]));
        value.path = Some(Rc::from("process.Command"));
        value
    }

    /// `.arg(x)`, `.args([x, y])`.
    pub(super) fn builder_argument(&mut self, made: &Made<'_>) -> Value {
        let mut value = made.receiver.clone().unwrap_or_default();
        // A command that the function was given: its program is the caller's to say.
        let before = || vec![super::super::value::spread(&value)];
        let mut items = value.items.as_deref().cloned().unwrap_or_else(before);
        let given = made.argument(0).cloned().unwrap_or_default();
        value.add_taints(&given.taints);
        match &given.items {
            Some(own) => items.extend(own.iter().cloned()),
            None => items.push(given),
        }
        items.truncate(super::super::value::PARTS_MAX);
        value.items = Some(Rc::new(items));
        self.changed(made, value.clone());
        value
    }

    pub(super) fn builder_run(&mut self, made: &Made<'_>) -> Value {
        let value = made.receiver.clone().unwrap_or_default();
        if value.items.is_some() {
            self.can(Capability::Spawn, made.at);
            self.arguments_run(&value, self.place(made.at), "Command");
        }
        Value::default()
    }

    /// A number that somebody chose says how much there is to do.
    pub(super) fn size(&mut self, made: &Made<'_>, at: usize) -> Value {
        if let Some(count) = made.arguments.get(at).map(|(_, value)| value.clone())
            && matches!(self.language(), Language::Python | Language::JavaScript | Language::TypeScript | Language::Tsx)
        {
            self.reach_all(HitKind::Size, &count, made.at, &made.path);
        }
        Value::parts(&made.given().taints).without(bit::CHECKED & !bit::SIZE)
    }
}

fn program_with(program: &Value, rest: &Value, mut each: impl FnMut(&Value)) {
    each(program);
    each(&Value::parts(&rest.taints).without(bit::WHOLE));
}
