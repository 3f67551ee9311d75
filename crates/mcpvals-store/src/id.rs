//! Ids: the prefix that tells what it is, and behind it a UUID of version 7, which sorts by its time (RFC 9562, 5.7).

/// A new id, `eval_0192…`.
pub fn new_id(prefix: &str) -> String {
    format!("{prefix}_{}", uuid::Uuid::now_v7().simple())
}

#[cfg(test)]
mod tests {
    use super::new_id;

    #[test]
    fn ids_sort_by_their_time() {
        let ids: Vec<String> = (0..1000).map(|_| new_id("eval")).collect();
        assert!(ids.is_sorted());
        assert!(ids.iter().all(|id| id.len() == 37 && id.starts_with("eval_")));
    }
}
