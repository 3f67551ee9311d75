//! The known name that is nearest to a misspelt one.

/// The nearest of the known names, or `None` where none is near.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain_name = plain(name);
    let distance = |candidate: &&str| strsim::damerau_levenshtein(&plain_name, &plain(candidate));
    let best = known.into_iter().min_by_key(distance)?;
    let tolerance = (plain_name.chars().count() / 3).clamp(1, 4);
    (distance(&best) <= tolerance).then_some(best)
}

/// Without case and separators: `expected_result` is `expectedResult` misspelt.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_names_find_their_neighbour() {
        let known = ["command", "args", "expectedResult"];
        assert_eq!(nearest("comand", known), Some("command"));
        assert_eq!(nearest("expected_result", known), Some("expectedResult"));
        assert_eq!(nearest("banana", known), None);
    }
}
