//! Placeholders in what is put in. A server that fills in its texts a second time fills in these, too, and shows what it
//! filled them with: another argument, a piece of its own text, or what its language makes of an expression.

use std::sync::LazyLock;

use regex::Regex;

use super::alike::holes;
use super::bare::bare;

/// What no name is needed for: the places of `printf`, walks to what an object is made of, and a sum of each language.
const NAMELESS: [&str; 3] = [
    "plain words %s and then",
    "plain words {0.__class__} and then",
    "plain words {{'qz'*3}} and ${'qz'.repeat(3)} and <%= 'qz'*3 %> and then",
];
/// What only filling in gives: the class of a text in Python and in JavaScript, and the sum.
const RESULTS: [&str; 3] = ["classstr", "nativecode", "qzqzqz"];
/// Letters that come from elsewhere by chance only.
const PIECE_MIN: usize = 4;

/// A placeholder in any of the languages that texts are filled in with.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[$#]?\{+[^{}\n]{1,60}\}+|%\(\w+\)[a-z]|%s|<%=[^%\n]{1,60}%>|\$\w+")
        .expect("the pattern is well-formed")
});

/// Texts for the argument `own`. A language may refuse a name that it does not know, so that those that are `sent` and
/// the others are not in one text.
pub(super) fn texts(own: &str, sent: &[&str], others: &[&str]) -> Vec<String> {
    let named = [sent, others].into_iter().filter(|names| !names.is_empty()).map(all_ways);
    let walk = format!("plain words {{{own}.__class__}} and {{{{{own}.constructor}}}} and then");
    named.chain([walk]).chain(NAMELESS.map(str::to_owned)).collect()
}

/// Every name as a placeholder in four ways.
fn all_ways(names: &[&str]) -> String {
    let one = |name: &&str| format!("{{{name}}} or {{{{{name}}}}} or ${{{name}}} or %({name})s");
    format!("plain words {} and then", names.iter().map(one).collect::<Vec<_>>().join(" or "))
}

/// A text that was put in, as what stands around its placeholders, and these; those that nothing parts are one group.
pub(super) struct PutIn {
    around: Vec<String>,
    groups: Vec<Vec<String>>,
}

impl PutIn {
    pub(super) fn of(text: &str) -> Self {
        let mut put_in = Self { around: Vec::new(), groups: Vec::new() };
        let mut end = 0;
        for found in PLACEHOLDER.find_iter(text) {
            let before = bare(&text[end..found.start()]);
            end = found.end();
            if put_in.groups.is_empty() || !before.is_empty() {
                put_in.around.push(before);
                put_in.groups.push(Vec::new());
            }
            put_in.groups.last_mut().into_iter().for_each(|group| group.push(bare(found.as_str())));
        }
        put_in.around.push(bare(&text[end..]));
        put_in
    }

    /// Does another text stand where placeholders stood: one of `values`, a piece of `literals`, or a result? What is cut
    /// or cleaned is neither.
    pub(super) fn is_filled_in(&self, came: &str, values: &[String], literals: &[String]) -> bool {
        let filled = holes(&self.around, came).unwrap_or_default();
        self.groups.iter().zip(filled).any(|(group, filled)| {
            let new = group.iter().fold(filled.to_owned(), |new, placeholder| new.replace(placeholder, ""));
            let old = group.concat();
            let is_long = |text: &str| text.len() >= PIECE_MIN;
            let brings = |text: &str| new == text || is_long(text) && new.contains(text) && !old.contains(text);
            let is_value = values.iter().map(String::as_str).chain(RESULTS).any(brings);
            !new.is_empty() && (is_value || is_long(&new) && literals.iter().any(|literal| literal.contains(&new)))
        })
    }
}
