//! Reading values from an answer.

use std::collections::BTreeMap;

use super::Captures;
use crate::matcher::select;
use crate::reply::Reply;

/// The first value that each path selects; what selects nothing is not there.
pub(crate) fn captured(paths: &BTreeMap<String, String>, reply: &Reply<'_>) -> Captures {
    let first = |path: &str| select(path, reply).ok()?.into_iter().next();
    paths.iter().filter_map(|(name, path)| Some((name.clone(), first(path)?))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::captured;
    use crate::reply::Reply;

    #[test]
    fn first_value_is_taken_and_nothing_is_not_there() {
        let message = json!({"result": {"structuredContent": {"ids": [1, 2]}}});
        let reply = Reply::read(&message).expect("it is an answer");
        let paths = [("id", "$.structuredContent.ids[*]"), ("none", "$.x"), ("bad", "ids")];
        let paths = paths.map(|(name, path)| (name.to_owned(), path.to_owned())).into();
        assert_eq!(captured(&paths, &reply), [("id".to_owned(), json!(1))].into());
    }
}
