//! TOML 1.1. Dates become strings.

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::{Parsed, Read, TextFault};
use crate::source::Span;
use crate::spans::{SpanMember, SpanNode, Spans};

/// Reads a text. Nesting is bounded by the parser (80 levels).
pub(super) fn parse(text: &str) -> Parsed {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let fault = |error: &::toml::de::Error| TextFault { span: error.span(), message: error.message().to_owned() };
        return Err(errors.iter().map(fault).collect());
    }
    let mut reader = Reader { faults: Vec::new() };
    let span = table.span();
    let (value, node) = reader.table(table.into_inner(), span);
    if reader.faults.is_empty() {
        Ok(Read { value, spans: Spans::new(node), faults: Vec::new() })
    } else {
        Err(reader.faults)
    }
}

struct Reader {
    faults: Vec<TextFault>,
}

impl Reader {
    fn table(&mut self, table: DeTable<'_>, span: Span) -> (Value, SpanNode) {
        let mut entries: Vec<_> = table.into_iter().collect();
        // The parser keeps a table's entries sorted by name; the order of the text is the user's.
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut members = Map::with_capacity(entries.len());
        let mut places = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let (value, node) = self.value(value);
            places.push(SpanMember::new(key.get_ref(), key.span(), node));
            members.insert(key.into_inner().into_owned(), value);
        }
        (Value::Object(members), SpanNode::object(span, places))
    }

    fn value(&mut self, value: Spanned<DeValue<'_>>) -> (Value, SpanNode) {
        let span = value.span();
        let value = match value.into_inner() {
            DeValue::String(text) => Value::String(text.into_owned()),
            DeValue::Boolean(value) => Value::Bool(value),
            DeValue::Integer(number) => self.checked(integer(&number), span.clone()),
            DeValue::Float(number) => self.checked(float(&number), span.clone()),
            DeValue::Datetime(date) => Value::String(date.to_string()),
            DeValue::Array(items) => {
                let (items, nodes) = items.into_iter().map(|item| self.value(item)).unzip();
                return (Value::Array(items), SpanNode::array(span, nodes));
            }
            DeValue::Table(table) => return self.table(table, span),
        };
        (value, SpanNode::leaf(span))
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
