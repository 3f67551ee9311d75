//! Functions that check a value: their answers are facts.

use std::rc::Rc;

use super::super::allowed;
use super::super::call::Made;
use super::super::{Fact, Flow, Form, Value, When, bit};
use crate::form::{Expr, Kind};
use crate::knowledge;
use crate::language::Language;

impl Flow<'_> {
    /// The answer, if the function is one that checks.
    pub(super) fn check(&mut self, made: &Made<'_>) -> Option<Value> {
        let facts = match &*made.name {
            "startswith" | "startsWith" | "starts_with" | "HasPrefix" | "hasPrefix" => self.prefix_check(made),
            "endswith" | "endsWith" | "ends_with" | "HasSuffix" => {
                let (expr, subject, suffix) = subject_and(made)?;
                self.ends_with(expr, &subject, &suffix)
            }
            "includes" | "has" | "contains" | "Contains" | "indexOf" | "contains_key" | "hasOwnProperty" => {
                self.any_of_letters(made).or_else(|| self.membership(made))?
            }
            "ContainsAny" => self.any_of_letters(made)?,
            "all" | "every" | "any" | "some" => return self.every_checked(made),
            "is_relative_to" => self.path_facts(made, When::True),
            "relative_to" => return Some(self.relative_or_thrown(made)),
            "strip_prefix" => return self.without_folder(made),
            "match" | "fullmatch" | "test" | "is_match" | "MatchString" | "search" | "matches" | "exec" => {
                self.pattern_check(made)?
            }
            "isdigit" | "isnumeric" | "isdecimal" | "isalnum" | "isalpha" | "isidentifier" | "is_ascii_digit" => {
                let (expr, subject) = (made.receiver_expr()?, made.receiver.clone()?);
                self.facts_of(expr, &subject, bit::CHECKED, When::True)
            }
            "isinstance" => self.instance_check(made)?,
            "isInteger" | "isSafeInteger" | "isFinite" | "isNaN" | "validate_uuid" => {
                let expr = made.expr(0)?;
                let subject = made.argument(0)?.clone();
                self.facts_of(expr, &subject, bit::CHECKED & !bit::SIZE, When::True)
            }
            "isAbsolute" | "isabs" | "IsAbs" | "is_absolute" => self.absolute_check(made),
            "IsLocal" => self.argument_facts(made, bit::PATH, When::True)?,
            name if knowledge::is_address_check(name) => self.address_check(made)?,
            _ => return self.unknown_check(made),
        };
        let mut value = Value { facts: (!facts.is_empty()).then(|| Rc::new(facts)), ..Value::default() };
        if value.facts.is_none() {
            if !matches!(
                &*made.name,
                "startswith"
                    | "startsWith"
                    | "starts_with"
                    | "HasPrefix"
                    | "endswith"
                    | "endsWith"
                    | "ends_with"
                    | "includes"
                    | "has"
                    | "contains"
                    | "test"
            ) {
                return None;
            }
            value = Value::default();
        }
        Some(value)
    }

    fn argument_facts(&mut self, made: &Made<'_>, bits: u32, when: When) -> Option<Vec<Fact>> {
        let value = made.argument(0)?.clone();
        Some(self.facts_of_value(&value, bits, when))
    }

    fn prefix_check(&mut self, made: &Made<'_>) -> Vec<Fact> {
        let Some((expr, subject, prefix)) = subject_and(made) else { return Vec::new() };
        // Python takes several prefixes; an element of a list is one of several.
        let Some(several) = prefix.items.as_ref().or(prefix.choices.as_ref()) else {
            return self.starts_with(expr, &subject, &prefix);
        };
        let each = several.iter().filter(|one| one.text.is_some() || one.is_tainted());
        let facts: Vec<_> = each.map(|one| self.starts_with(expr, &subject, one)).collect();
        allowed::of_several(&facts)
    }

    /// `LIST.includes(x)`, `x.includes("..")`, `slices.Contains(list, x)`.
    fn membership(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        // `String` is a type as well: what somebody chose is no library.
        let library = |receiver: &Value| !receiver.is_tainted() && knowledge::is_library(receiver.called());
        let function = made.receiver.as_ref().is_none_or(library);
        let (list, list_expr, value, value_expr) = if function {
            (made.argument(0)?.clone(), made.expr(0)?, made.argument(1)?.clone(), made.expr(1)?)
        } else {
            (made.receiver.clone()?, made.receiver_expr()?, made.argument(0)?.clone(), made.expr(0)?)
        };
        if let (Some(part), true) = (value.constant(), list.is_tainted()) {
            let part = part.to_owned();
            return Some(self.contains((list_expr, &list), &part, When::False));
        }
        if !value.is_tainted() || self.is_chosen(&list) && list.fields.is_none() && list.items.is_none() {
            return Some(Vec::new());
        }
        // A text that has the value in it is no list.
        if list.constant().is_some() {
            return Some(Vec::new());
        }
        Some(self.one_of(value_expr, &value, When::True))
    }

    fn path_facts(&mut self, made: &Made<'_>, when: When) -> Vec<Fact> {
        let Some(subject) = made.receiver.clone() else { return Vec::new() };
        if subject.form != Form::Resolved {
            return Vec::new();
        }
        self.facts_of_value(&subject, bit::PATH, when)
    }

    /// `path.relative_to(root)` throws where the path is outside.
    fn relative_or_thrown(&mut self, made: &Made<'_>) -> Value {
        let facts = self.path_facts(made, When::Either);
        let mut value = super::made_of(made.receiver.as_ref().unwrap_or(&Value::default()));
        self.know(&facts, true, true);
        value = self.checked(value);
        value.form = Form::Relative;
        value
    }

    /// Rust's `path.strip_prefix(root)?`: what is left starts at no root, and of a resolved path it leads nowhere else.
    fn without_folder(&mut self, made: &Made<'_>) -> Option<Value> {
        let receiver = made.receiver.as_ref().filter(|receiver| receiver.is_tainted())?;
        let root = made.argument(0).filter(|root| !root.is_tainted() && self.language() == Language::Rust)?;
        let bits = match (receiver.form, root.text.as_deref()) {
            (Form::Resolved, _) => bit::PATH,
            (_, None) => bit::ROOTED,
            // Of a text it takes a beginning, and not a folder.
            (_, Some(_)) => return None,
        };
        Some(super::made_of(receiver).without(bits))
    }

    fn pattern_check(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let receiver = made.receiver.clone().unwrap_or_default();
        let library = matches!(
            &*made.path,
            "re.match" | "re.fullmatch" | "re.search" | "regexp.MatchString" | "regex.match" | "regex.fullmatch"
        );
        let (patterns, subject, expr) = if library {
            (allowed::texts_of(made.argument(0)?)?, made.argument(1)?.clone(), made.expr(1)?)
        } else if receiver.form == Form::Regex {
            (allowed::texts_of(&receiver)?, made.argument(0)?.clone(), made.expr(0)?)
        } else {
            // `text.match(/…/)`.
            let pattern = made.argument(0).filter(|pattern| pattern.form == Form::Regex)?;
            (allowed::texts_of(pattern)?, receiver, made.receiver_expr()?)
        };
        let whole = &*made.name == "fullmatch";
        // Python's `match` starts at the start.
        let started = &*made.name == "match" && self.language() == Language::Python;
        let each = patterns.iter().map(|pattern| {
            let missing = started && !pattern.starts_with('^');
            let pattern = if missing { format!("^{pattern}") } else { pattern.to_string() };
            self.fits(expr, &subject, &pattern, whole)
        });
        Some(allowed::of_several(&each.collect::<Vec<_>>()))
    }

    fn instance_check(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let kind = made.argument(1)?;
        if !matches!(kind.called(), "int" | "float" | "bool") {
            return Some(Vec::new());
        }
        let (expr, subject) = (made.expr(0)?, made.argument(0)?.clone());
        Some(self.facts_of(expr, &subject, bit::CHECKED & !bit::SIZE, When::True))
    }

    fn absolute_check(&mut self, made: &Made<'_>) -> Vec<Fact> {
        let on = |value: &Value| value.is_tainted().then(|| value.clone());
        let receiver = made.receiver.as_ref().and_then(on);
        let subject = receiver.or_else(|| made.argument(0).and_then(on)).unwrap_or_default();
        if subject.form == Form::Relative {
            return self.facts_of_value(&subject, bit::PATH, When::False);
        }
        self.facts_of_value(&subject, bit::ROOTED, When::False)
    }

    /// Is it an address of our own network?
    fn address_check(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let receiver = made.receiver.clone().filter(Value::is_tainted);
        let subject = receiver.or_else(|| made.argument(0).cloned()).filter(Value::is_tainted)?;
        Some(self.facts_of_value(&subject, bit::URL, When::Either))
    }

    /// A function that we do not have, whose name says that it checks.
    fn unknown_check(&mut self, made: &Made<'_>) -> Option<Value> {
        if !knowledge::is_check_name(&made.name)
            || knowledge::is_library(made.path.split('.').next().unwrap_or_default())
        {
            return None;
        }
        let known = made.receiver.as_ref().is_some_and(|receiver| receiver.class.is_some())
            || self.program.only_method(&made.name).is_some();
        if known {
            return None;
        }
        let mut facts = Vec::new();
        for (index, (_, value)) in made.arguments.iter().enumerate() {
            if let Some(Expr { kind: Kind::Name(_) | Kind::Member(..), .. }) = made.expr(index) {
                facts.extend(self.facts_of_value(value, bit::CHECKED, When::Either));
            }
        }
        let answer = Value::parts(&made.given().taints).without(bit::CHECKED);
        Some(Value {
            facts: (!facts.is_empty()).then(|| Rc::new(facts)),
            settled: true,
            path: Some(made.path.clone()),
            ..answer
        })
    }
}

/// The text and what it starts or ends with: `text.startswith(x)`, `strings.HasPrefix(text, x)`.
fn subject_and<'e>(made: &Made<'e>) -> Option<(&'e Expr, Value, Value)> {
    if matches!(&*made.name, "HasPrefix" | "HasSuffix") {
        return Some((made.expr(0)?, made.argument(0)?.clone(), made.argument(1)?.clone()));
    }
    Some((made.receiver_expr()?, made.receiver.clone()?, made.argument(0)?.clone()))
}
