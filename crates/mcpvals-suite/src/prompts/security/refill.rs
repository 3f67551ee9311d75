//! Texts with placeholders. A server that fills in its texts a second time fills in these, too, and shows what it filled
//! them with: another argument, a piece of its own text, its environment, or what its language makes of an expression.

use super::computed;

/// What no name is needed for: the places of `printf`, walks to what an object is made of, a sum of each language, the
/// environment, and what the `replace` of JavaScript puts for a sign.
const NAMELESS: [&str; 5] = [
    "plain words %s and then",
    "plain words {0.__class__} and then",
    "plain words {{'qz'*3}} and ${'qz'.repeat(3)} and <%= 'qz'*3 %> and then",
    "plain words $PATH and ${PATH} and ${HOME} and then",
    "plain words $& and $` and $' and then",
];

/// Texts for the argument `own`. A language may refuse a name that it does not know, or what is of another language, so
/// that those are not in one text.
pub(super) fn texts(own: &str, sent: &[&str], others: &[&str]) -> Vec<String> {
    let beside: Vec<&str> = sent.iter().copied().filter(|name| *name != own).collect();
    let one_by_one = if beside.is_empty() { vec![own] } else { beside };
    let all: Vec<&str> = sent.iter().chain(others).copied().collect();
    let mut texts: Vec<String> = one_by_one.into_iter().map(|name| text(&[name], common)).collect();
    texts.extend((!others.is_empty()).then(|| text(others, common)));
    texts.extend([text(&all, of_go), text(&all, of_ruby)]);
    texts.push(format!("plain words {{{own}.__class__}} and {{{{{own}.constructor}}}} and then"));
    texts.extend(NAMELESS.map(str::to_owned));
    texts.extend(products(computed::factors()));
    texts
}

/// What only a server that computes can say. Braces alone are of another language.
fn products((one, other): (u64, u64)) -> [String; 2] {
    let common =
        format!("{{{{{one}*{other}}}}} and ${{{one}*{other}}} and #{{{one}*{other}}} and <%= {one}*{other} %>");
    [format!("plain words {common} and then"), format!("plain words {{{one}*{other}}} and then")]
}

fn text(names: &[&str], placeholders: fn(&str) -> String) -> String {
    let all: Vec<String> = names.iter().map(|name| placeholders(name)).collect();
    format!("plain words {} and then", all.join(" and "))
}

/// Those that no other language takes offence at.
fn common(name: &str) -> String {
    format!(
        "{{{name}}} and {{{{{name}}}}} and {{{{ {name} }}}} and ${name} and ${{{name}}} and %({name})s and <{name}> and \
         [{name}] and [[{name}]]"
    )
}

fn of_go(name: &str) -> String {
    format!("{{{{.{name}}}}} and %{{{name}}}")
}

fn of_ruby(name: &str) -> String {
    format!("<%= {name} %> and #{{{name}}}")
}

#[cfg(test)]
mod tests {
    use super::texts;

    #[test]
    fn every_name_is_in_a_text() {
        let all = texts("to", &["to", "style", "tone"], &["sign"]);
        assert_eq!(all.len(), 2 + 1 + 2 + 1 + 5 + 2);
        assert!(all[0].starts_with("plain words {style} and {{style}} and {{ style }} and $style and "), "{}", all[0]);
        assert!(all[0].ends_with("%(style)s and <style> and [style] and [[style]] and then"), "{}", all[0]);
        assert!(all[2].contains("{{ sign }}") && all[3].contains("{{.sign}}") && all[4].contains("<%= to %>"));
        assert!(texts("to", &["to"], &[])[0].contains("{to}"));
    }
}
