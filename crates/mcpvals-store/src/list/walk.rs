//! A list that is gone through in its order, so far and no farther. Where the order contradicts the filter (the scores of a day among
//! those of all days), a million may come before the first that is shown.
//!
//! What was accepted on some days was changed on these days or soon after, but for what waited for hours: that has an index of its own,
//! and is looked at beside.

use sqlx::Row as _;

use super::along::Along;
use super::sql::Sql;
use super::{Filter, Page, SortBy, order};
use crate::evaluation::{Evaluation, columns};
use crate::{Millis, Result, Store};

/// So many are looked at, shown or not: some two milliseconds, some ten where each one's tags must be looked up.
pub(super) const WALKED_MAX: i64 = 20_000;
/// A total of more is told as "at least".
const COUNTED_MAX: i64 = 10_000;
/// What is changed later than this after it was accepted is late, by the index of the fourth schema.
const PROMPT: Millis = 3_600_000;

/// Are there days, and another time that hangs together with them?
fn is_of_days(filter: &Filter, page: &Page) -> bool {
    page.sort_by == SortBy::UpdatedAt && (filter.from.is_some() || filter.to.is_some())
}

/// The columns by which a filter narrows; a target is in few indexes.
fn beside(filter: &Filter) -> &'static str {
    if filter.target.is_some() {
        "f.created_at, f.status, f.server_path, f.target"
    } else {
        "f.created_at, f.status, f.server_path"
    }
}

impl Store {
    /// A page, where enough for it is among the first of the order.
    pub(super) async fn walked(&self, filter: &Filter, page: &Page, most: i64) -> Result<Option<Vec<Evaluation>>> {
        let mut sql = Sql::new("WITH walk AS MATERIALIZED (");
        self.fitting(&mut sql, filter, page, most);
        sql.push(" LIMIT ").bind(page.end());
        sql.push(concat!(") SELECT ", columns!(), ", (SELECT COUNT(*) FROM walk) AS walked FROM ("));
        sql.push("SELECT chosen, sorted_by FROM walk");
        if is_of_days(filter, page) {
            self.late(&mut sql, filter);
        }
        sql.push(&format!(" ORDER BY {}", order(page, "sorted_by", "chosen")));
        sql.push(" LIMIT ").bind(page.limit).push(" OFFSET ").bind(page.offset);
        let rows = self.shown(sql, page).await?;
        let walked: i64 = rows.first().map_or(Ok(0), |row| row.try_get("walked"))?;
        if walked < page.end() {
            return Ok(None);
        }
        rows.iter().map(Evaluation::of).collect::<Result<_>>().map(Some)
    }

    /// What fits among the first of the order, in this order.
    fn fitting(&self, sql: &mut Sql, filter: &Filter, page: &Page, most: i64) {
        sql.push(&format!("SELECT f.id AS chosen, f.{} AS sorted_by FROM (", page.sort_by.column()));
        self.first(sql, filter, page, most);
        sql.push(") f WHERE 1 = 1");
        if is_of_days(filter, page) {
            sql.push(&format!(" AND f.updated_at BETWEEN f.created_at AND f.created_at + {PROMPT}"));
        }
        Along::Order.narrow(sql, self.dialect, filter);
    }

    /// The first of the order, whether they fit or not.
    fn first(&self, sql: &mut Sql, filter: &Filter, page: &Page, most: i64) {
        let by_creation = page.sort_by == SortBy::CreatedAt;
        let sorted_by = if by_creation { String::new() } else { format!(", f.{}", page.sort_by.column()) };
        sql.push(&format!("SELECT f.id, {}{sorted_by}", beside(filter)));
        let (from, to) = if by_creation { (filter.from, filter.to) } else { (None, None) };
        let part = Filter { status: filter.status, from, to, ..Filter::default() };
        Along::Order.read(sql, self.dialect, &part, page.sort_by);
        if is_of_days(filter, page) {
            changed_within(sql, filter);
        }
        sql.push(&format!(" ORDER BY {}", order(page, &format!("f.{}", page.sort_by.column()), "f.id")));
        sql.push(" LIMIT ").bind(most);
    }

    /// What fits of all that is late.
    fn late(&self, sql: &mut Sql, filter: &Filter) {
        let index = self.dialect.by_index("evaluations_late");
        sql.push(&format!(" UNION ALL SELECT f.id, f.updated_at FROM evaluations f{index}"));
        sql.push(&format!(" WHERE f.updated_at NOT BETWEEN f.created_at AND f.created_at + {PROMPT}"));
        Along::Order.narrow(sql, self.dialect, filter);
    }

    /// How many there are at least, of which so many were found and shown.
    pub(super) async fn total_at_least(
        &self,
        filter: &Filter,
        page: &Page,
        (found, shown): (usize, usize),
        most: i64,
    ) -> Result<(i64, bool)> {
        let known = page.offset.saturating_add(i64::try_from(found).unwrap_or(i64::MAX));
        if found == shown && (found > 0 || page.offset == 0) {
            return Ok((known, true));
        }
        let counted = self.counted_among(filter, most).await?;
        Ok((if found > 0 { counted.max(known) } else { counted }, false))
    }

    /// How many fit among so many.
    async fn counted_among(&self, filter: &Filter, most: i64) -> Result<i64> {
        let along = Along::soonest(filter);
        let tags = if matches!(along, Along::Tag(_)) { ", f.tags" } else { "" };
        let mut sql = Sql::new("SELECT COUNT(*) FROM (SELECT 1 FROM (");
        sql.push(&format!("SELECT {} AS id, {}{tags}", along.id(), beside(filter)));
        along.read(&mut sql, self.dialect, &along.part(filter), SortBy::CreatedAt);
        sql.push(" LIMIT ").bind(most).push(") f WHERE 1 = 1");
        along.narrow(&mut sql, self.dialect, filter);
        sql.push(" LIMIT ").bind(COUNTED_MAX).push(") AS counted");
        Ok(sql.query().fetch_one(&self.reader).await?.try_get(0)?)
    }
}

/// When it was changed, of what was accepted on these days and is not late.
fn changed_within(sql: &mut Sql, filter: &Filter) {
    if let Some(from) = filter.from {
        sql.push(" AND f.updated_at >= ").bind(from);
    }
    if let Some(to) = filter.to {
        sql.push(" AND f.updated_at <= ").bind(to.saturating_add(PROMPT));
    }
}
