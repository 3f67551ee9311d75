//! The known name that is nearest to a misspelt one.

/// What others call what we call so.
const SYNONYMS: [(&str, &str); 6] = [
    ("tool", "name"),
    ("arguments", "args"),
    ("input", "args"),
    ("params", "args"),
    ("output", "expectedResult"),
    ("expect", "expectedResult"),
];

/// The nearest of the known names, or `None` where none is near.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let plain_name = plain(name);
    let mut ours = SYNONYMS.iter().filter(|(theirs, _)| *theirs == plain_name).map(|(_, ours)| *ours);
    if let Some(same) = ours.find_map(|ours| known.iter().find(|known| **known == ours)) {
        return Some(same);
    }
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

    #[test]
    fn what_others_call_it_is_known_where_it_is_ours() {
        assert_eq!(nearest("tool", ["name", "args"]), Some("name"));
        assert_eq!(nearest("arguments", ["name", "args"]), Some("args"));
        assert_eq!(nearest("tool", ["command", "url"]), None);
    }
}
