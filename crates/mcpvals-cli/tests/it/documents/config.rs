//! Configs that a page shows, whole or in part.

/// The text of a file that loads, made of a part of one: the lines that the page's comment has above it, and the server and
/// the tests that the page does not repeat.
pub(super) fn whole(above: Option<&str>, text: &str) -> String {
    let part = format!("{}{text}", above.unwrap_or_default());
    let mut whole = String::new();
    if !has_member(&part, |name| name == "server" || name == "servers") {
        whole += "server: { transport: stdio, command: mcpvals, args: [example-server] }\n";
    }
    if !has_member(&part, |name| name.ends_with("Suites") || name == "workflows") {
        whole += "toolHealthSuites: [{ name: any, tests: [{ name: any }] }]\n";
    }
    whole + &part
}

/// Has a YAML file a member with such a name at its top?
fn has_member(text: &str, is_it: impl Fn(&str) -> bool) -> bool {
    text.lines().filter_map(|line| line.split_once(':')).any(|(name, _)| is_it(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_gets_what_it_lacks() {
        let whole = whole(Some("toolHealthSuites:\n"), "  - name: a\n");
        assert!(whole.starts_with("server: ") && whole.ends_with("}\ntoolHealthSuites:\n  - name: a\n"), "{whole}");
    }

    #[test]
    fn members_further_in_are_none_of_the_file() {
        assert!(whole(None, "workflows:\n  - server: a\n").starts_with("server: {"));
    }
}
