//! SQL that is put together: its text is ours, and what others wrote stands beside it.

use sqlx::any::{Any, AnyArguments};
use sqlx::query::Query;

/// SQL with numbered gaps, as both databases read them.
pub(super) struct Sql {
    text: String,
    values: Vec<Bound>,
}

pub(super) enum Bound {
    Text(String),
    Number(i64),
}

impl Sql {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), values: Vec::new() }
    }

    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn bind(&mut self, value: impl Into<Bound>) -> &mut Self {
        self.values.push(value.into());
        let gap = format!("${}", self.values.len());
        self.push(&gap)
    }

    /// Nothing that was written by anybody else is in its text.
    pub(super) fn query(self) -> Query<'static, Any, AnyArguments> {
        let query = sqlx::query(sqlx::AssertSqlSafe(self.text));
        self.values.into_iter().fold(query, |query, value| match value {
            Bound::Text(text) => query.bind(text),
            Bound::Number(number) => query.bind(number),
        })
    }
}

impl From<String> for Bound {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Bound {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}
