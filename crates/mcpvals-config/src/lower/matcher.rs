//! `expect`: an object of matchers becomes a list of them.

use mcpvals_model::{Bounds, Matcher};
use serde_json::{Map, Value};

use super::Lowering;
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{self, Approx, Length, OneOrMany, PathExpectation};
use crate::pointer::Pointer;
use crate::spans::Part;

impl Lowering<'_> {
    /// All matchers of an object, in the order of the reference.
    pub(super) fn matchers(&mut self, file: &file::Matcher, snapshot: &str, at: &Pointer) -> Vec<Matcher> {
        let mut found = self.text_matchers(file, at);
        found.extend(self.value_matchers(file, at));
        let result = file
            .content_types
            .as_ref()
            .map(|types| Matcher::ContentTypes(types.iter().map(|kind| kind.as_str().to_owned()).collect()));
        found.extend(result);
        found.extend(file.is_error.map(Matcher::IsError));
        found.extend(file.error_code.map(Matcher::ErrorCode));
        found.extend(self.combined(file, snapshot, at));
        found.extend(self.snapshot(file.snapshot.as_ref(), snapshot, &at.member("snapshot")).map(Matcher::Snapshot));
        found
    }

    /// One matcher for a nested object, which must say something.
    pub(super) fn matcher(&mut self, file: &file::Matcher, snapshot: &str, at: &Pointer) -> Matcher {
        let mut found = self.matchers(file, snapshot, at);
        // What is no field of a matcher is told already.
        if found.is_empty() && !self.problems.iter().any(|problem| problem.pointer.is_within(at)) {
            self.report(Problem::new(at, "the matcher asserts nothing"));
        }
        if found.len() == 1 { found.remove(0) } else { Matcher::All(found) }
    }

    fn text_matchers(&mut self, file: &file::Matcher, at: &Pointer) -> Vec<Matcher> {
        let mut found = Vec::new();
        found.extend(file.equals.clone().map(Matcher::Equals));
        if let Some(texts) = &file.contains {
            found.push(Matcher::Contains(self.texts(texts, &at.member("contains"))));
        }
        if let Some(texts) = &file.not_contains {
            found.push(Matcher::NotContains(self.texts(texts, &at.member("notContains"))));
        }
        if let Some(patterns) = &file.matches {
            let at = at.member("matches");
            let patterns_found = self.texts(patterns, &at);
            for (index, pattern) in patterns_found.iter().enumerate() {
                self.check_regex(pattern, &patterns.place(&at, index));
            }
            found.push(Matcher::Matches(patterns_found));
        }
        found
    }

    /// The texts of a list; an empty list or text says nothing.
    fn texts(&mut self, texts: &OneOrMany, at: &Pointer) -> Vec<String> {
        let list = match texts {
            OneOrMany::One(text) => vec![text.clone()],
            OneOrMany::Many(list) => list.clone(),
        };
        if list.is_empty() {
            self.report(Problem::new(at, format!("`{}` is empty", at.tail())));
        }
        for (index, text) in list.iter().enumerate() {
            if text.is_empty() {
                self.report(Problem::new(&texts.place(at, index), "an empty text is in every text"));
            }
        }
        list
    }

    fn value_matchers(&mut self, file: &file::Matcher, at: &Pointer) -> Vec<Matcher> {
        let mut found = Vec::new();
        if let Some(schema) = &file.schema {
            self.check_schema(schema, &at.member("schema"));
            found.push(Matcher::Schema(schema.clone()));
        }
        if let Some(paths) = &file.json_path {
            let at = at.member("jsonPath");
            if paths.is_empty() {
                self.report(Problem::new(&at, "`jsonPath` is empty"));
            }
            let lowered = paths.iter().map(|(path, expected)| {
                self.check_json_path(path, &at.member(path), Part::Key);
                (path.clone(), self.path_expectation(expected, &at.member(path)))
            });
            found.push(Matcher::JsonPath(lowered.collect()));
        }
        found.extend(file.approx.as_ref().map(approx));
        found.extend(file.length.as_ref().map(|length| self.length(length, &at.member("length"))));
        found
    }

    fn path_expectation(&mut self, expected: &PathExpectation, at: &Pointer) -> Matcher {
        match expected {
            PathExpectation::Matcher(matcher) => {
                if matcher.snapshot.is_some() {
                    self.report(Problem::of_key(&at.member("snapshot"), "a snapshot is of a whole answer"));
                }
                self.matcher(matcher, "", at)
            }
            PathExpectation::Value(value) => {
                self.check_no_mixture(value, at);
                Matcher::Equals(value.clone())
            }
        }
    }

    /// An object with some members that are matchers is most likely a matcher with a slip in it.
    fn check_no_mixture(&mut self, value: &Value, at: &Pointer) {
        let Some(members) = value.as_object() else { return };
        if let Some((matcher, other)) = mixture(members) {
            let message = format!(
                "`{matcher}` is a matcher, `{other}` is none: write `{{\"equals\": {{…}}}}` if this is a plain value"
            );
            self.report(Problem::of_key(&at.member(other), message));
        }
    }

    fn length(&mut self, length: &Length, at: &Pointer) -> Matcher {
        match length {
            Length::Exactly(count) => Matcher::Length(Bounds::exactly(*count)),
            Length::Bounds(bounds) => {
                match (bounds.min, bounds.max) {
                    (None, None) => self.report(Problem::new(at, "`length` needs `min` or `max`")),
                    (Some(min), Some(max)) if min > max => {
                        self.report(Problem::new(at, format!("no length is at least {min} and at most {max}")));
                    }
                    _ => {}
                }
                Matcher::Length(Bounds { min: bounds.min, max: bounds.max })
            }
        }
    }

    fn combined(&mut self, file: &file::Matcher, snapshot: &str, at: &Pointer) -> Vec<Matcher> {
        let mut found = Vec::new();
        if let Some(list) = &file.all {
            found.push(Matcher::All(self.list(list, snapshot, &at.member("all"))));
        }
        if let Some(list) = &file.any {
            list.iter().enumerate().for_each(|(index, one)| self.refuse_snapshot(one, &at.member("any").item(index)));
            found.push(Matcher::Any(self.list(list, snapshot, &at.member("any"))));
        }
        if let Some(inner) = &file.not {
            self.refuse_snapshot(inner, &at.member("not"));
            found.push(Matcher::Not(Box::new(self.matcher(inner, snapshot, &at.member("not")))));
        }
        found
    }

    /// Where nothing is stored yet, a snapshot fails; turned round, or as one of several, that would pass.
    fn refuse_snapshot(&mut self, file: &file::Matcher, at: &Pointer) {
        if file.snapshot.as_ref().is_some_and(|snapshot| !matches!(snapshot, file::Snapshot::Flag(false))) {
            let message = "a snapshot says what must be: it stands in no `not` and in no `any`";
            self.report(Problem::of_key(&at.member("snapshot"), message));
        }
        for (index, inner) in file.all.iter().flatten().enumerate() {
            self.refuse_snapshot(inner, &at.member("all").item(index));
        }
    }

    fn list(&mut self, list: &[file::Matcher], snapshot: &str, at: &Pointer) -> Vec<Matcher> {
        if list.is_empty() {
            self.report(Problem::new(at, format!("`{}` is empty", at.tail())));
        }
        list.iter().enumerate().map(|(index, item)| self.matcher(item, snapshot, &at.item(index))).collect()
    }

    /// What a workflow's last message must show.
    pub(super) fn state(&mut self, state: &file::State, at: &Pointer) -> Matcher {
        match state {
            file::State::Text(text) => {
                if text.trim().is_empty() {
                    self.report(Problem::new(at, "an empty text is in every text"));
                }
                Matcher::Contains(vec![text.clone()])
            }
            file::State::Matcher(matcher) => self.matcher(matcher, at.as_str(), at),
        }
    }
}

impl OneOrMany {
    /// Where the text with this index stands.
    fn place(&self, at: &Pointer, index: usize) -> Pointer {
        match self {
            Self::One(_) => at.clone(),
            Self::Many(_) => at.item(index),
        }
    }
}

fn approx(approx: &Approx) -> Matcher {
    let tolerance = DEFAULTS.approx_details.tolerance;
    match approx {
        Approx::Number(value) => Matcher::Approx { value: *value, tolerance },
        Approx::Details(details) => {
            Matcher::Approx { value: details.value, tolerance: details.tolerance.unwrap_or(tolerance) }
        }
    }
}

/// A member that is a matcher and one that is none.
fn mixture(members: &Map<String, Value>) -> Option<(&str, &str)> {
    let is_known = |name: &&String| file::Matcher::NAMES.contains(&name.as_str());
    let matcher = members.keys().find(is_known)?;
    let other = members.keys().find(|name| !is_known(name))?;
    Some((matcher, other))
}
