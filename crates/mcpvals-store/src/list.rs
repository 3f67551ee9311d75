//! Lists of evaluations: filters, order, pages.

mod along;
mod sql;
#[cfg(test)]
mod tests;
mod walk;

use sqlx::any::AnyRow;

use crate::evaluation::{Evaluation, columns};
use crate::{Millis, Result, Status, Store};
use along::{Along, GATHERED_MAX};
use sql::Sql;
use walk::WALKED_MAX;

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

impl SortBy {
    fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "created_at",
            Self::UpdatedAt => "updated_at",
            Self::Score => "score",
        }
    }
}

impl Page {
    /// How many of the list are behind its end, and those before.
    fn end(&self) -> i64 {
        self.offset.saturating_add(self.limit)
    }

    /// The same part of a list of so many, backwards from its other end, where that is nearer.
    fn other_end_first(&self, total: i64) -> Option<Self> {
        if self.offset <= total / 2 {
            return None;
        }
        let limit = (total - self.offset).clamp(0, self.limit);
        let order = match self.order {
            Order::Ascending => Order::Descending,
            Order::Descending => Order::Ascending,
        };
        Some(Self { order, limit, offset: (total - self.offset - limit).max(0), ..*self })
    }
}

/// How many rows a list may cost.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// What leaves no more is read whole.
    gathered: i64,
    /// No more are looked at in the list's order, for a page of its begin.
    walked: i64,
}

const BOUNDS: Bounds = Bounds { gathered: GATHERED_MAX, walked: WALKED_MAX };

impl Store {
    /// A part of the list.
    ///
    /// # Errors
    /// What the database says.
    pub async fn list(&self, filter: &Filter, page: &Page) -> Result<Listed> {
        self.list_within(filter, page, BOUNDS).await
    }

    async fn list_within(&self, filter: &Filter, page: &Page, bounds: Bounds) -> Result<Listed> {
        if filter.is_by_status_only() {
            return self.tallied(filter, page).await;
        }
        // One more tells whether there are more.
        let wanted = Page { limit: page.limit.saturating_add(1), ..*page };
        let (along, left) = self.along(filter, bounds.gathered).await?;
        let mut evaluations = if along == Along::Order {
            self.sought(filter, &wanted, bounds).await?
        } else {
            self.gathered(along, filter, &wanted).await?
        };
        let found = evaluations.len();
        evaluations.truncate(usize::try_from(page.limit).unwrap_or_default());
        let (total, is_exact) = match along {
            Along::Order => self.total_at_least(filter, page, (found, evaluations.len()), bounds.walked).await?,
            _ if along.part(filter) == *filter => (left, true),
            _ => (self.counted(along, filter, bounds.gathered).await?, true),
        };
        Ok(Listed { evaluations, total, is_exact })
    }

    /// What stands in an index as it is asked for, and of which is known how many there are.
    async fn tallied(&self, filter: &Filter, page: &Page) -> Result<Listed> {
        let total = self.tally(filter.status).await?;
        let evaluations = match page.other_end_first(total) {
            None => self.gathered(Along::Order, filter, page).await?,
            Some(page) => self.gathered(Along::Order, filter, &page).await?.into_iter().rev().collect(),
        };
        Ok(Listed { evaluations, total, is_exact: true })
    }

    /// Where each filter leaves many: in the list's order, where enough is found soon; else all that the narrowest leaves.
    async fn sought(&self, filter: &Filter, page: &Page, bounds: Bounds) -> Result<Vec<Evaluation>> {
        if page.end() > bounds.walked {
            // What is passed over must be found, too; a sorter for so many would be large.
            return self.gathered(Along::Order, filter, page).await;
        }
        // Of a page that is farther behind, more are looked at.
        let most = bounds.walked.saturating_mul((1 + page.end() / 200).min(8));
        match self.walked(filter, page, most).await? {
            Some(evaluations) => Ok(evaluations),
            None => self.gathered(self.narrowest(filter, bounds.gathered).await?, filter, page).await,
        }
    }

    async fn gathered(&self, along: Along<'_>, filter: &Filter, page: &Page) -> Result<Vec<Evaluation>> {
        let mut sql = Sql::new(concat!("SELECT ", columns!(), " FROM (SELECT chosen, sorted_by FROM ("));
        sql.push(&format!("SELECT {} AS chosen, f.{} AS sorted_by", along.id(), page.sort_by.column()));
        along.read(&mut sql, self.dialect, filter, page.sort_by);
        if along != Along::Order {
            sql.push(self.dialect.whole());
        }
        sql.push(&format!(") AS gathered ORDER BY {}", order(page, "sorted_by", "chosen")));
        sql.push(" LIMIT ").bind(page.limit).push(" OFFSET ").bind(page.offset);
        self.shown(sql, page).await?.iter().map(Evaluation::of).collect()
    }

    /// The evaluations of a page whose ids and places are chosen.
    async fn shown(&self, mut sql: Sql, page: &Page) -> Result<Vec<AnyRow>> {
        // In this order: the page is small, and the table is not.
        sql.push(") AS page CROSS JOIN evaluations WHERE evaluations.id = page.chosen");
        sql.push(&format!(" ORDER BY {}", order(page, "sorted_by", "id")));
        Ok(sql.query().fetch_all(&self.reader).await?)
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
fn order(page: &Page, column: &str, id: &str) -> String {
    let (direction, nulls) = match (page.order, page.sort_by) {
        (Order::Ascending, SortBy::Score) => ("ASC", " NULLS FIRST"),
        (Order::Descending, SortBy::Score) => ("DESC", " NULLS LAST"),
        (Order::Ascending, _) => ("ASC", ""),
        (Order::Descending, _) => ("DESC", ""),
    };
    format!("{column} {direction}{nulls}, {id} {direction}")
}
