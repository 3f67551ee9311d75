//! Statements of databases, by their words.

use std::sync::LazyLock;

use regex::Regex;

/// Does the text start as a statement?
pub(crate) fn is_statement(text: &str) -> bool {
    static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?is)^\s*(select\s.+|insert\s+(or\s+\w+\s+)?into\s|update\s.+\sset\s|delete\s+from\s|create\s+(or\s+replace\s+)?(temp\s+|temporary\s+|unique\s+)?(table|view|index|database|schema|user|role)|drop\s+(table|view|index|database|schema)|alter\s+(table|user|database)|pragma\s|truncate\s|replace\s+into\s|with\s.+\s(select|insert|update|delete)\s|explain\s|describe\s|show\s+(tables|columns|databases|create)|call\s|match\s*\(|merge\s|grant\s|attach\s|copy\s|use\s)")
            .expect("constant")
    });
    STATEMENT.is_match(text)
}

/// Does the statement change something?
pub(crate) fn changes(text: &str) -> bool {
    static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s*(insert|update|delete|create|drop|alter|truncate|replace|merge|grant|copy)\b")
            .expect("constant")
    });
    // A table that only has to be there changes nothing that anybody had.
    CHANGE.is_match(text) && !text.to_ascii_lowercase().contains("if not exists")
}

/// Does the statement take something away?
pub(crate) fn deletes(text: &str) -> bool {
    static DELETION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)^\s*(delete\s+from|drop|truncate)\b").expect("constant"));
    DELETION.is_match(text)
}

/// The table that the statement changes.
pub(crate) fn table_changed(text: &str) -> Option<&str> {
    static TABLE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?i)^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update|delete\s+from|(?:drop|truncate)(?:\s+table)?(?:\s+if\s+exists)?)\s+["`\[]?([\w.]+)"#)
            .expect("constant")
    });
    TABLE.captures(text).and_then(|found| found.get(1)).map(|table| table.as_str())
}

/// Does the function take statements, whatever they are?
pub(crate) fn is_database(path: &str, name: &str) -> bool {
    static DATABASE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(sqlite|duckdb|psycopg|asyncpg|mysql|mariadb|pool|cursor|\bconn(ection)?\b|\bcur\b|\bdb\b|database|sequelize|knex|prisma|sqlx|database\.sql|pg\.|client\.query|engine)")
            .expect("constant")
    });
    matches!(
        name,
        "executescript"
            | "executemany"
            | "$queryRawUnsafe"
            | "$executeRawUnsafe"
            | "read_sql"
            | "read_sql_query"
            | "fetchrow"
            | "QueryContext"
            | "ExecContext"
            | "QueryRowContext"
    ) || DATABASE.is_match(path)
}

/// Is it a statement that waits for values: what `prepare` answers, by its name?
pub(crate) fn is_prepared(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or(path);
    matches!(
        last,
        "prepare" | "prepare_cached" | "prepareSync" | "Prepare" | "PrepareContext" | "Preparex" | "pluck" | "bind"
    ) && path.contains('.')
}

/// Does it put a statement together of parts?
pub(crate) fn is_statement_builder(path: &str) -> bool {
    path.split('.').any(|part| part == "QueryBuilder" || part.starts_with("QueryBuilder<"))
}

pub(crate) fn is_yaml(path: &str) -> bool {
    path.starts_with("yaml.load")
}

/// Columns that say whose a row is, compared with a placeholder.
pub(crate) fn owner_columns(text: &str) -> Vec<String> {
    static COLUMN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b((?:user|tenant|account|owner|customer|org)_?(?:id|name)?)\s*=\s*(\?|%s|\$\d|:\w+)")
            .expect("constant")
    });
    COLUMN.captures_iter(text).map(|found| found[1].to_owned()).take(4).collect()
}
