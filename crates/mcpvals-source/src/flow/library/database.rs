//! Databases: statements, and whose rows they are for.

use super::super::call::Made;
use super::super::{Flow, HitKind, Label, TAINTED, Value, bit};
use crate::facts::Capability;
use crate::form::{Expr, Kind, Range};
use crate::knowledge;

impl Flow<'_> {
    /// A statement at a place, if it is one.
    pub(super) fn sql(&mut self, made: &Made<'_>, at: usize) -> Value {
        // `frame.query(text, engine="python")` runs what the text says, methods of objects among it.
        if &*made.name == "query" && made.named("engine").and_then(Value::constant) == Some("python") {
            return self.evaluate(made, at);
        }
        if &*made.name == "exec" && self.is_remote_shell(made, at) {
            return self.remote_shell(made, at);
        }
        // Go's variants take a context first.
        let at = at + usize::from(made.name.ends_with("Context") && at == 0);
        if made.receiver.as_ref().is_some_and(|receiver| knowledge::is_prepared(receiver.called())) {
            // Its arguments are values for its places.
            return Value { path: Some(made.path.clone()), ..self.source(Label::Database) };
        }
        let prepared = Value { path: Some(made.path.clone()), ..Value::default() };
        let unknown = if knowledge::is_prepared(&made.path) { prepared } else { Value::default() };
        let statement = made
            .argument(at)
            .or_else(|| made.named("sql"))
            .or_else(|| made.named("query"))
            .cloned()
            .unwrap_or_default();
        let statement = match statement.field("sql").or_else(|| statement.field("text")) {
            Some(inner) => inner.clone(),
            None => statement,
        };
        let text = statement.text.as_deref().unwrap_or_default().trim_start().to_owned();
        let is_sql = knowledge::is_statement(&text);
        let whole = statement.exact.is_some()
            || text.starts_with(TAINTED)
            || text.is_empty() && statement.taints.iter().all(|taint| taint.bits & bit::WHOLE != 0);
        if !is_sql && !statement.is_tainted() {
            return unknown;
        }
        if is_sql {
            self.can(capability_of(&text), made.at);
            if knowledge::table_changed(&text).is_some_and(knowledge::is_household) {
                let place = self.place(made.at);
                self.housekeeping.insert(place);
            }
            self.reach_all(HitKind::Sql, &statement, made.at, &made.path);
            self.owner_in_statement(made, &text);
        } else if knowledge::is_database(&made.path, &made.name) {
            self.can(Capability::ReadDatabase, made.at);
            let kind = if whole { HitKind::Statement } else { HitKind::Sql };
            self.reach_all(kind, &statement, made.at, &made.path);
        } else {
            return unknown;
        }
        let mut rows = self.source(Label::Database);
        rows.path = Some(made.path.clone());
        rows
    }

    /// `conn.exec(command, …)`, where the file speaks of machines and of no database.
    fn is_remote_shell(&self, made: &Made<'_>, at: usize) -> bool {
        let imports = &self.program.file_of(self.current()).imports;
        let remote = made.path.starts_with('~') && imports.values().any(|(module, _)| knowledge::is_remote(module));
        let text = made.argument(at).and_then(|statement| statement.text.clone());
        remote && !text.is_some_and(|text| knowledge::is_statement(text.trim_start()))
    }

    /// A part of a statement that a builder puts together: `builder.push(text)`.
    pub(super) fn sql_part(&mut self, made: &Made<'_>, at: usize) -> Value {
        if let Some(part) = made.argument(at).cloned() {
            self.reach_all(HitKind::Sql, &part, made.at, &made.path);
        }
        Value { path: made.receiver.as_ref().and_then(|receiver| receiver.path.clone()), ..Value::default() }
    }

    /// `WHERE user_id = ?` with what the caller says.
    fn owner_in_statement(&mut self, made: &Made<'_>, text: &str) {
        let places = knowledge::owner_columns(text);
        if places.is_empty() {
            return;
        }
        for (_, value) in made.arguments.iter().skip(1) {
            let values = value.items.iter().flat_map(|items| items.iter()).chain([value]);
            for value in values.cloned().collect::<Vec<_>>() {
                self.owner_reached(&value, made.at);
            }
        }
    }

    /// A row of a table of ours by a key that the caller says: whose is it?
    pub(in crate::flow) fn owner_key(&mut self, object: &Value, key: &Value, at: Range) {
        if !object.is_tainted() && key.is_tainted() {
            self.choosing.extend(key.exact);
            self.owner_reached(key, at);
        }
    }

    fn owner_reached(&mut self, value: &Value, at: Range) {
        let Some(label) = value.exact else { return };
        let Label::Parameter(function, index, field) = self.label_of(label).clone() else { return };
        let name = field.or_else(|| self.parameter_name(function, index));
        if name.is_some_and(|name| knowledge::is_owner_name(&name)) {
            self.reach_all(HitKind::Owner, value, at, "a record");
        }
    }

    /// Rows of ours whose owner is compared with what the caller says; with a session's owner it is a check.
    pub(in crate::flow) fn owner_compared(&mut self, sides: [(&Expr, &Value); 2], at: Range) -> bool {
        let [left, right] = sides;
        for (subject, other) in [(left.1, right), (right.1, left)] {
            let Kind::Member(record, member) = &other.0.kind else { continue };
            let ours = !other.1.is_tainted() && knowledge::is_owner_column(member);
            let session = record.dotted().is_none_or(|name| knowledge::is_session(&name));
            if ours && !session && subject.exact.is_some() {
                self.owner_reached(subject, at);
                return true;
            }
        }
        false
    }

    /// `if role == "admin"`, where the caller says the role.
    pub(in crate::flow) fn role_compared(&mut self, left: &Value, right: &Value, at: Range) {
        for (subject, other) in [(left, right), (right, left)] {
            let Some(label) = subject.exact else { continue };
            if !other.constant().is_some_and(knowledge::is_role) {
                continue;
            }
            let Label::Parameter(function, index, field) = self.label_of(label).clone() else { continue };
            let name = field.or_else(|| self.parameter_name(function, index));
            if name.is_some_and(|name| knowledge::is_role_name(&name)) {
                self.reach_all(HitKind::Role, subject, at, "a privileged branch");
            }
        }
    }

    pub(in crate::flow) fn parameter_name(
        &self,
        function: crate::form::FunctionId,
        index: u16,
    ) -> Option<crate::form::Name> {
        match &self.program.function(function).parameters.get(index as usize)?.pattern {
            crate::form::Pattern::Name(name) => Some(name.clone()),
            _ => None,
        }
    }
}

fn capability_of(statement: &str) -> Capability {
    match (knowledge::deletes(statement), knowledge::changes(statement)) {
        (true, _) => Capability::DeleteRows,
        (false, true) => Capability::WriteDatabase,
        (false, false) => Capability::ReadDatabase,
    }
}
