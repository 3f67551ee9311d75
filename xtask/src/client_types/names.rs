//! Names of JSON as those of Rust.

/// `functionality-match`, `serverPath` → `FunctionalityMatch`, `ServerPath`.
pub(super) fn pascal(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(|part| part[..1].to_ascii_uppercase() + &part[1..]).collect()
}

/// `serverPath` → `server_path`; what Rust keeps for itself gets another name.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    }
    match &*snake {
        "type" => "kind".to_owned(),
        "static" => "statics".to_owned(),
        _ => snake,
    }
}

#[cfg(test)]
mod tests {
    use super::{pascal, snake};

    #[test]
    fn names_are_those_of_rust() {
        assert_eq!([pascal("functionality-match"), pascal("serverPath")], ["FunctionalityMatch", "ServerPath"]);
        assert_eq!([snake("serverPath"), snake("type"), snake("p95")], ["server_path", "kind", "p95"]);
    }
}
