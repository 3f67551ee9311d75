//! Members of JSON objects.

use serde_json::{Map, Value};

/// Above this, hashing a name is cheaper than comparing it with each.
const COMPARED_MAX: usize = 8;

/// A member of an object; `None` of anything else. The objects of messages are small, and each answer is asked for
/// dozens of members: comparing names costs a tenth of hashing them.
pub fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    member_of(value.as_object()?, name)
}

/// As [`member`], of what is known to be an object.
pub fn member_of<'a>(members: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    if members.len() > COMPARED_MAX {
        return members.get(name);
    }
    members.iter().find(|(known, _)| *known == name).map(|(_, member)| member)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::member;

    #[test]
    fn members_are_found_in_small_and_large_objects() {
        for count in [0, 1, 8, 9, 50] {
            let members: Map<String, Value> = (0..count).map(|n| (format!("m{n}"), json!(n))).collect();
            let object = Value::Object(members);
            assert!((0..=count).all(|n| member(&object, &format!("m{n}")) == object.get(format!("m{n}"))), "{count}");
        }
        assert_eq!(member(&json!(["a"]), "a"), None);
    }
}
