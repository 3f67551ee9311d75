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

/// The last brace of a template that is opened and not closed, with what follows it.
pub fn unclosed(template: &str) -> Option<&str> {
    let mut open = Vec::new();
    for (at, brace) in template.match_indices(['{', '}']) {
        if brace == "{" {
            open.push(at);
        } else {
            open.pop();
        }
    }
    open.pop().map(|at| &template[at..])
}

#[cfg(test)]
mod tests {
    use super::{unclosed, variables_of};

    #[test]
    fn brace_that_is_not_closed_is_found() {
        assert_eq!(unclosed("x://{a}/{+b}"), None);
        assert_eq!(unclosed("x://${{captured}}/{a}"), None);
        assert_eq!(unclosed("memo://user/{id"), Some("{id"));
        assert_eq!(unclosed("x://{a/{b}"), Some("{a/{b}"));
    }

    #[test]
    fn variables_are_found_in_every_kind_of_expression() {
        let template = "x://{a}/{+b}{#c}{.d}{/e*}{;f}{?g,h:3}{&i}plain";
        let names: Vec<&str> = variables_of(template).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
        assert_eq!(variables_of("x://plain/{").count(), 0);
    }
}
