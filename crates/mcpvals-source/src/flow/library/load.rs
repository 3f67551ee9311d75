//! Code that is run by its place or its time: modules that are loaded, texts that timers are given.

use super::super::call::Made;
use super::super::{Flow, HitKind, Label, Value, bit};
use crate::facts::Capability;
use crate::language::Language;

impl Flow<'_> {
    /// `require("./themes/" + name)`: what leads out of the folder is any code of the machine.
    pub(super) fn load(&mut self, made: &Made<'_>, at: usize) -> Value {
        let mut module = made.argument(at).cloned().unwrap_or_default();
        // Names of Python's modules have no folders in them: one that stands behind a package's stays within it.
        let by_name = self.language() == Language::Python && !made.path.contains("path") && !made.path.contains("File");
        let leads_out = |bits: u32| bits & bit::PATH != 0 && bits & (bit::DOTS | bit::ROOTED) != 0;
        module.taints.retain(|taint| if by_name { taint.bits & bit::FREE != 0 } else { leads_out(taint.bits) });
        if module.is_tainted() {
            // Of a name that its callers give, their constants say whether it is any code at all.
            if !module.taints.iter().all(|taint| matches!(self.label_of(taint.label), Label::Parameter(..))) {
                self.can(Capability::Evaluate, made.at);
            }
            self.reach_all(HitKind::Code, &module, made.at, &made.path);
        }
        Value { path: Some(made.path.clone()), ..Value::default() }
    }

    /// `setTimeout("show(" + text + ")", 10)`: a text is run as code, a function is called.
    pub(super) fn timer(&mut self, made: &Made<'_>) -> Value {
        let Some(code) = made.argument(0).filter(|code| code.function.is_none()).cloned() else {
            return Value::default();
        };
        let member = |label: u32| matches!(self.label_of(label), Label::Parameter(_, _, Some(_)));
        if code.is_tainted() && (code.text.is_some() || code.exact.is_some_and(member)) {
            self.can(Capability::Evaluate, made.at);
            self.reach_all(HitKind::Code, &code, made.at, &made.path);
        }
        Value::default()
    }

    /// `collection.find({ $where: text })`: the text is a script for the database.
    pub(super) fn where_script(&mut self, made: &Made<'_>) {
        for (_, argument) in &made.arguments {
            if let Some(script) = argument.field("$where").cloned() {
                self.reach_all(HitKind::NoSql, &script, made.at, &made.path);
            }
        }
    }
}
