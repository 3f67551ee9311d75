//! Lists of evaluations: filters, order, pages.

mod along;
mod sql;
#[cfg(test)]
mod tests;

use sqlx::any::AnyRow;

use crate::evaluation::{Evaluation, columns};
use crate::{Millis, Result, Status, Store};
use along::GATHERED_MAX;
use sql::Sql;

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

    fn is_by_prefix(&self) -> bool {
        self.server_path.as_ref().is_some_and(|path| path.ends_with('*'))
    }
}

impl Store {
    /// A part of the list.
    ///
    /// # Errors
    /// What the database says.
    pub async fn list(&self, filter: &Filter, page: &Page) -> Result<Listed> {
        self.list_gathering(filter, page, GATHERED_MAX).await
    }

    async fn list_gathering(&self, filter: &Filter, page: &Page, gathered_max: i64) -> Result<Listed> {
        let (along, left) = self.along(filter, gathered_max).await?;
        let mut sql = Sql::new(concat!("SELECT ", columns!(), " FROM ("));
        sql.push(&format!("SELECT {} AS chosen", along.id()));
        along.read(&mut sql, self.dialect, filter, page.sort_by);
        sql.push(&format!(" ORDER BY {}", order(page, "f.", along.id())));
        sql.push(" LIMIT ").bind(page.limit).push(" OFFSET ").bind(page.offset);
        // In this order: the page is small, and the table is not.
        sql.push(") AS page CROSS JOIN evaluations WHERE evaluations.id = page.chosen");
        sql.push(&format!(" ORDER BY {}", order(page, "", "id")));
        let rows: Vec<AnyRow> = sql.query().fetch_all(&self.reader).await?;
        let evaluations = rows.iter().map(Evaluation::of).collect::<Result<_>>()?;
        let (total, is_exact) = self.total(filter, (along, left), gathered_max).await?;
        Ok(Listed { evaluations, total, is_exact })
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

/// By what it is sorted, as the columns are called there.
fn order(page: &Page, table: &str, id: &str) -> String {
    let column = match page.sort_by {
        SortBy::CreatedAt => "created_at",
        SortBy::UpdatedAt => "updated_at",
        SortBy::Score => "score",
    };
    let (direction, nulls) = match (page.order, page.sort_by) {
        (Order::Ascending, SortBy::Score) => ("ASC", " NULLS FIRST"),
        (Order::Descending, SortBy::Score) => ("DESC", " NULLS LAST"),
        (Order::Ascending, _) => ("ASC", ""),
        (Order::Descending, _) => ("DESC", ""),
    };
    format!("{table}{column} {direction}{nulls}, {id} {direction}")
}
