//! TOML 1.1. Dates become strings.

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::{Parsed, TextFault};
use crate::document::Spans;
use crate::pointer::Pointer;
use crate::source::Span;

/// Reads a text. Nesting is bounded by the parser (80 levels).
pub(super) fn parse(text: &str) -> Parsed {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let fault = |error: &::toml::de::Error| TextFault { span: error.span(), message: error.message().to_owned() };
        return Err(errors.iter().map(fault).collect());
    }
    let mut reader = Reader { spans: Spans::default(), faults: Vec::new() };
    let span = table.span();
    let root = Pointer::root();
    reader.spans.insert(root.clone(), None, span);
    let value = reader.table(table.into_inner(), &root);
    if reader.faults.is_empty() { Ok((value, reader.spans)) } else { Err(reader.faults) }
}

struct Reader {
    spans: Spans,
    faults: Vec<TextFault>,
}

impl Reader {
    fn table(&mut self, table: DeTable<'_>, at: &Pointer) -> Value {
        let mut entries: Vec<_> = table.into_iter().collect();
        // The parser keeps a table's entries sorted by name; the order of the text is the user's.
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut members = Map::new();
        for (key, value) in entries {
            let place = at.member(key.get_ref());
            let value = self.value(value, &place, Some(key.span()));
            members.insert(key.into_inner().into_owned(), value);
        }
        Value::Object(members)
    }

    fn value(&mut self, value: Spanned<DeValue<'_>>, at: &Pointer, key: Option<Span>) -> Value {
        let span = value.span();
        self.spans.insert(at.clone(), key, span.clone());
        match value.into_inner() {
            DeValue::String(text) => Value::String(text.into_owned()),
            DeValue::Boolean(value) => Value::Bool(value),
            DeValue::Integer(number) => self.checked(integer(&number), span),
            DeValue::Float(number) => self.checked(float(&number), span),
            DeValue::Datetime(date) => Value::String(date.to_string()),
            DeValue::Array(items) => {
                let items = items.into_iter().enumerate();
                items.map(|(index, item)| self.value(item, &at.item(index), None)).collect()
            }
            DeValue::Table(table) => self.table(table, at),
        }
    }

    fn checked(&mut self, number: Option<Number>, span: Span) -> Value {
        let fault = || TextFault::new(span, "the number is too large, or not finite");
        number.map_or_else(
            || {
                self.faults.push(fault());
                Value::Null
            },
            Value::Number,
        )
    }
}

fn integer(number: &DeInteger<'_>) -> Option<Number> {
    i64::from_str_radix(number.as_str(), number.radix()).ok().map(Number::from)
}

fn float(number: &DeFloat<'_>) -> Option<Number> {
    number.as_str().parse().ok().and_then(Number::from_f64)
}
