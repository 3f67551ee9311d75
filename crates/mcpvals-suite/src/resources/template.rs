//! Templates (RFC 6570): filled in with the test's variables, and looked for in the server's list.

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::{SimpleContext, Value as Part};
use mcpvals_model::{Fault, Mismatch, MismatchKind, OfferedList, TemplateAccess, Trace};
use regex::Regex;
use serde_json::{Map, Value};

use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::{completions, excerpt, listing};

/// The URI that a template gives. A list is several values, an object an associative array, `null` undefined.
///
/// # Errors
/// What is wrong with the template.
pub(crate) fn expand(template: &str, variables: &Map<String, Value>) -> Result<String, String> {
    UriTemplateStr::new(template).map_err(|error| error.to_string())?;
    let template = with_plain_names(template);
    let template = UriTemplateStr::new(&template).map_err(|error| error.to_string())?;
    let mut context = SimpleContext::new();
    for (name, value) in variables {
        context.insert(name.as_str(), part(value, &str::to_owned));
        context.insert(format!("{name}{PLAIN}"), part(value, &percent_encoded));
    }
    let expanded = template.expand::<UriSpec, _>(&context).map_err(|error| error.to_string())?;
    Ok(expanded.to_string())
}

/// What a variable's name ends in whose value is ASCII only.
const PLAIN: &str = "_plain_ascii";

/// The library (0.7.14) panics where letters beyond ASCII stand in `{+x}` or `{#x}`. There, what is encoded already is
/// left as it is, so it gets that; the names are not to be seen in what these give.
fn with_plain_names(template: &str) -> String {
    let mut pieces = template.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, piece| all + "{" + &plain_piece(piece))
}

/// An expression without its opening brace, and the text behind it.
fn plain_piece(piece: &str) -> String {
    match piece.split_once('}') {
        Some((expression, rest)) if expression.starts_with(['+', '#']) => {
            let names: Vec<String> = expression[1..].split(',').map(plain_name).collect();
            format!("{}{}}}{rest}", &expression[..1], names.join(","))
        }
        _ => piece.to_owned(),
    }
}

/// `x:3` and `x*` keep what is behind the name.
fn plain_name(variable: &str) -> String {
    let at = variable.find([':', '*']).unwrap_or(variable.len());
    format!("{}{PLAIN}{}", &variable[..at], &variable[at..])
}

/// What is not ASCII, as the bytes of its UTF-8 (RFC 3986, 2.1).
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii() {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(format!("%{byte:02X}").chars());
        }
    }
    encoded
}

fn part(value: &Value, written: &dyn Fn(&str) -> String) -> Part {
    match value {
        Value::Null => Part::Undefined,
        Value::Array(items) => Part::List(items.iter().map(|item| written(&text(item))).collect()),
        Value::Object(members) => {
            let pair = |(name, value): (&String, &Value)| (written(name), written(&text(value)));
            Part::Assoc(members.iter().map(pair).collect())
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Part::String(written(&text(value))),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What is wrong before the resource is read: the template is not listed, or gives another URI.
pub(super) fn mismatches(access: &TemplateAccess, trace: &Trace) -> Judged {
    let list = OfferedList::ResourceTemplates;
    let listed = match listing::entries(list, trace)? {
        Ok(entries) => entries,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let keys: Vec<&str> = listed.iter().filter_map(|entry| entry.get(list.key())?.as_str()).collect();
    let mut mismatches: Vec<Mismatch> = listing::absent(&access.template, list, &keys).into_iter().collect();
    let uri = expand(&access.template, &access.variables)
        .map_err(|why| Fault::Expectation { reason: format!("the template cannot be filled in: {why}") })?;
    mismatches.extend(unmatched(access, &uri)?);
    mismatches.extend(uncompleted(access, trace)?);
    Ok(mismatches)
}

/// What is wrong with the values that are suggested for the variables.
fn uncompleted(access: &TemplateAccess, trace: &Trace) -> Judged {
    let calls = trace.calls.iter().filter(|call| call.method == completions::METHOD);
    let mut found = Vec::new();
    for (case, call) in access.completions.iter().zip(calls) {
        let words = format!("completing `{}`", excerpt::block(&case.argument, 60));
        found.extend(judge::named(&words, call, completions::answered(&case.expected, call, trace)?));
    }
    Ok(found)
}

fn unmatched(access: &TemplateAccess, uri: &str) -> Result<Option<Mismatch>, Fault> {
    let Some(pattern) = &access.uri_pattern else { return Ok(None) };
    let regex = Regex::new(pattern).map_err(|error| Fault::Expectation { reason: error.to_string() })?;
    let expected = format!("a URI that matches {}", excerpt::quoted_to(pattern, 120));
    let mismatch = || of_kind(MismatchKind::Uri, expected, excerpt::quoted_to(uri, 200));
    Ok((!regex.is_match(uri)).then(mismatch))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::expand;

    #[track_caller]
    fn check(template: &str, variables: &Value, uri: &str) {
        let variables = variables.as_object().cloned().expect("variables");
        assert_eq!(expand(template, &variables).as_deref(), Ok(uri));
    }

    #[test]
    fn values_go_in_as_the_rfc_says() {
        check("file:///{path}", &json!({"path": "a b/c"}), "file:///a%20b%2Fc");
        check("file:///{+path}", &json!({"path": "a b/c"}), "file:///a%20b/c");
        check("x://{id}{?q,limit}", &json!({"id": 7, "q": "é", "limit": null}), "x://7?q=%C3%A9");
        check(
            "x://{+a}/{#b}/{c:1}",
            &json!({"a": "é/\u{fffe}", "b": "日本", "c": "éa"}),
            "x://%C3%A9/%EF%BF%BE/#%E6%97%A5%E6%9C%AC/%C3%A9",
        );
        check("x://{/list*}", &json!({"list": ["a", "b"]}), "x:///a/b");
        check("x://{?map*}", &json!({"map": {"a": 1, "b": true}}), "x://?a=1&b=true");
    }

    #[test]
    fn template_that_is_none_is_told() {
        assert!(expand("x://{", &serde_json::Map::new()).is_err());
    }
}
