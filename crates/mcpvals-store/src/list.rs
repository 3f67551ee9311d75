//! Lists of evaluations: filters, order, pages.

use sqlx::Row as _;
use sqlx::any::{Any, AnyArguments, AnyRow};
use sqlx::query::Query;

use crate::evaluation::{Evaluation, columns};
use crate::{Millis, Result, Status, Store};

/// More than so many are not counted: a total of more is told as "at least".
const COUNTED_MAX: i64 = 50_000;

/// Which evaluations. What is absent does not matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// In this state.
    pub status: Option<Status>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// Of what was written so; with `*` at its end, of what begins so.
    pub server_path: Option<String>,
    /// Of the same server.
    pub target: Option<String>,
    /// Accepted at this time or later.
    pub from: Option<Millis>,
    /// Accepted at this time or earlier.
    pub to: Option<Millis>,
}

/// By what they are sorted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SortBy {
    /// When they were accepted.
    #[default]
    CreatedAt,
    /// When anything of them changed.
    UpdatedAt,
    /// What they came to; those without a score are the least.
    Score,
}

/// In which direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// The least first.
    Ascending,
    /// The greatest first.
    #[default]
    Descending,
}

/// Which part of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// By what it is sorted.
    pub sort_by: SortBy,
    /// In which direction.
    pub order: Order,
    /// At most so many.
    pub limit: i64,
    /// After so many.
    pub offset: i64,
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its evaluations, without their results.
    pub evaluations: Vec<Evaluation>,
    /// How many there are in all, or at least.
    pub total: i64,
    /// Is `total` all there are?
    pub is_exact: bool,
}

impl Filter {
    fn is_by_status_only(&self) -> bool {
        *self == Self { status: self.status, ..Self::default() }
    }
}

impl Store {
    /// A part of the list.
    ///
    /// # Errors
    /// What the database says.
    pub async fn list(&self, filter: &Filter, page: &Page) -> Result<Listed> {
        let mut sql = Sql::new(concat!("SELECT ", columns!(), " FROM evaluations WHERE 1 = 1"));
        narrow(&mut sql, filter);
        order(&mut sql, page);
        sql.push(" LIMIT ").bind(page.limit).push(" OFFSET ").bind(page.offset);
        let rows: Vec<AnyRow> = sql.query().fetch_all(&self.reader).await?;
        let evaluations = rows.iter().map(Evaluation::of).collect::<Result<_>>()?;
        let (total, is_exact) = self.total(filter).await?;
        Ok(Listed { evaluations, total, is_exact })
    }

    async fn total(&self, filter: &Filter) -> Result<(i64, bool)> {
        if filter.is_by_status_only() {
            return Ok((self.tally(filter.status).await?, true));
        }
        let mut sql = Sql::new("SELECT COUNT(*) FROM (SELECT 1 FROM evaluations WHERE 1 = 1");
        narrow(&mut sql, filter);
        sql.push(" LIMIT ").bind(COUNTED_MAX + 1).push(") AS counted");
        let counted: i64 = sql.query().fetch_one(&self.reader).await?.try_get(0)?;
        Ok((counted.min(COUNTED_MAX), counted <= COUNTED_MAX))
    }

    /// How many evaluations are in a state, or in any.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tally(&self, status: Option<Status>) -> Result<i64> {
        const ALL: &str = "SELECT CAST(SUM(number) AS BIGINT) FROM tally";
        const ONE: &str = "SELECT number FROM tally WHERE status = $1";
        Ok(match status {
            None => sqlx::query_scalar(ALL).fetch_one(&self.reader).await?,
            Some(status) => sqlx::query_scalar(ONE).bind(status.as_str()).fetch_one(&self.reader).await?,
        })
    }
}

/// SQL with numbered gaps, as both databases read them.
struct Sql {
    text: String,
    values: Vec<Bound>,
}

enum Bound {
    Text(String),
    Number(i64),
}

impl Sql {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), values: Vec::new() }
    }

    fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    fn bind(&mut self, value: impl Into<Bound>) -> &mut Self {
        self.values.push(value.into());
        let gap = format!("${}", self.values.len());
        self.push(&gap)
    }

    /// Nothing that was written by anybody else is in its text.
    fn query(self) -> Query<'static, Any, AnyArguments> {
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

fn narrow(sql: &mut Sql, filter: &Filter) {
    if let Some(status) = filter.status {
        sql.push(" AND status = ").bind(status.as_str().to_owned());
    }
    if let Some(path) = &filter.server_path {
        match path.strip_suffix('*') {
            None => drop(sql.push(" AND server_path = ").bind(path.clone())),
            Some(start) => {
                // A range, because LIKE uses no index where case matters.
                sql.push(" AND server_path >= ").bind(start.to_owned());
                sql.push(" AND server_path < ").bind(format!("{start}\u{10ffff}"));
            }
        }
    }
    if let Some(target) = &filter.target {
        sql.push(" AND target = ").bind(target.clone());
    }
    if let Some(from) = filter.from {
        sql.push(" AND created_at >= ").bind(from);
    }
    if let Some(to) = filter.to {
        sql.push(" AND created_at <= ").bind(to);
    }
    for tag in &filter.tags {
        sql.push(" AND EXISTS (SELECT 1 FROM tags t WHERE t.evaluation = evaluations.id AND t.tag = ");
        sql.bind(tag.clone()).push(")");
    }
}

fn order(sql: &mut Sql, page: &Page) {
    let column = match page.sort_by {
        SortBy::CreatedAt => "created_at",
        SortBy::UpdatedAt => "updated_at",
        SortBy::Score => "score",
    };
    let direction = match (page.order, page.sort_by) {
        (Order::Ascending, SortBy::Score) => "ASC NULLS FIRST",
        (Order::Descending, SortBy::Score) => "DESC NULLS LAST",
        (Order::Ascending, _) => "ASC",
        (Order::Descending, _) => "DESC",
    };
    let plain = direction.split(' ').next().unwrap_or_default();
    sql.push(&format!(" ORDER BY {column} {direction}, id {plain}"));
}
