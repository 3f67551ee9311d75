//! Templates of URIs (RFC 6570).

/// The names in the expressions of a template (section 2), in order. What is no expression has none.
pub fn variables_of(template: &str) -> impl Iterator<Item = &str> {
    let expressions = template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let names = expressions.flat_map(|(expression, _)| {
        let list = expression.trim_start_matches(['+', '#', '.', '/', ';', '?', '&', '=', ',', '!', '@', '|']);
        list.split(',').map(|name| name.split([':', '*']).next().unwrap_or_default())
    });
    names.filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::variables_of;

    #[test]
    fn variables_are_found_in_every_kind_of_expression() {
        let template = "x://{a}/{+b}{#c}{.d}{/e*}{;f}{?g,h:3}{&i}plain";
        let names: Vec<&str> = variables_of(template).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
        assert_eq!(variables_of("x://plain/{").count(), 0);
    }
}
