//! Values as people write them in documents: JSON, JSON with comments, objects of JavaScript, literals of Python.

use serde_json::{Map, Number, Value};

/// Longer texts are not read, in bytes.
const BYTES_MAX: usize = 64 << 10;
/// Deeper values are not read.
const DEPTH_MAX: usize = 32;

/// The value that this text is, all of it.
pub(crate) fn value(text: &str) -> Option<Value> {
    let mut reader = Reader::new(text)?;
    let value = reader.value(0)?;
    reader.blanks();
    reader.rest().is_empty().then_some(value)
}

/// The value at the head of the text, and what comes behind it.
pub(crate) fn leading(text: &str) -> Option<(Value, &str)> {
    let end = (0..=text.len().min(BYTES_MAX)).rev().find(|at| text.is_char_boundary(*at))?;
    let mut reader = Reader::new(&text[..end])?;
    let value = reader.value(0)?;
    Some((value, &text[reader.at..]))
}

/// Named arguments up to the closing bracket, `a=1, b="x")`, as an object.
pub(crate) fn named_arguments(text: &str) -> Option<Value> {
    let mut reader = Reader::new(text)?;
    let mut members = Map::new();
    loop {
        reader.blanks();
        if reader.eat(')') {
            return Some(Value::Object(members));
        }
        let name = reader.word()?;
        reader.blanks();
        if !reader.eat('=') {
            return None;
        }
        members.insert(name, reader.value(0)?);
        reader.blanks();
        reader.eat(',');
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Option<Self> {
        (text.len() <= BYTES_MAX).then_some(Self { text, at: 0 })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Blanks, and comments of C, C++ and, at the head of a line, Python.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += comment;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH_MAX {
            return None;
        }
        self.blanks();
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            quote @ ('"' | '\'' | '`') => self.string(quote).map(Value::String),
            _ => self.scalar(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.eat('{');
        let mut members = Map::new();
        loop {
            self.blanks();
            if self.eat('}') {
                return Some(Value::Object(members));
            }
            let name = match self.peek()? {
                quote @ ('"' | '\'') => self.string(quote)?,
                _ => self.word()?,
            };
            self.blanks();
            if !self.eat(':') {
                return None;
            }
            let value = self.value(depth + 1)?;
            members.insert(name, value);
            self.blanks();
            if !self.eat(',') && self.peek() != Some('}') {
                return None;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.eat('[');
        let mut items = Vec::new();
        loop {
            self.blanks();
            if self.eat(']') {
                return Some(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.blanks();
            if !self.eat(',') && self.peek() != Some(']') {
                return None;
            }
        }
    }

    fn string(&mut self, quote: char) -> Option<String> {
        self.eat(quote);
        let mut said = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => said.push(escaped(&mut characters)?),
                c if c == quote => {
                    self.at += at + c.len_utf8();
                    return Some(said);
                }
                c => said.push(c),
            }
        }
        None
    }

    fn scalar(&mut self) -> Option<Value> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_')))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        self.at += end;
        match word {
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "null" | "None" | "undefined" => Some(Value::Null),
            number => match number.parse::<i64>() {
                Ok(integer) => Some(Value::from(integer)),
                Err(_) => number
                    .parse::<f64>()
                    .ok()
                    .filter(|_| number.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                    .and_then(Number::from_f64)
                    .map(Value::Number),
            },
        }
    }

    fn word(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| rest[..end].to_owned())
    }
}

fn escaped(characters: &mut std::str::CharIndices<'_>) -> Option<char> {
    let (_, c) = characters.next()?;
    Some(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => {
            let digits: String = characters.take(4).map(|(_, digit)| digit).collect();
            // Halves of a pair are not put together: what is shown matters, and no example hangs on it.
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
        }
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{leading, named_arguments, value};

    #[test]
    fn values_of_several_languages_are_read() {
        assert_eq!(value(r#"{"a": [1, -2.5, null], "b": "x\ny"}"#), Some(json!({"a": [1, -2.5, null], "b": "x\ny"})));
        assert_eq!(value("{ // where\n  city: 'Bern', days: 3,\n}"), Some(json!({"city": "Bern", "days": 3})));
        assert_eq!(value("{'ok': True, 'no': None}"), Some(json!({"ok": true, "no": null})));
        assert_eq!(leading("{a: 1})"), Some((json!({"a": 1}), ")")));
        assert_eq!(named_arguments("city=\"Bern\", days=3)"), Some(json!({"city": "Bern", "days": 3})));
        assert_eq!(named_arguments(")"), Some(json!({})));
    }

    #[test]
    fn what_is_no_value_is_none() {
        for text in ["", "{", "{a}", "[1 2]", "{\"a\": ...}", "path", "{a: b()}", &"[".repeat(100)] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(named_arguments("\"Bern\")"), None);
    }

    proptest::proptest! {
        #[test]
        fn whatever_json_there_is_is_read_as_itself(text in "\\PC{0,40}", number in -1000i64..1000) {
            let written = json!({"text": text, "list": [number, true, null]});
            proptest::prop_assert_eq!(value(&written.to_string()), Some(written));
        }
    }
}
