//! Along what a list is read. A filter that leaves few is read along its own index, which holds everything that lists are narrowed
//! and sorted by; where each leaves many, the list's order is gone through ([`super::walk`]).

use sqlx::Row as _;

use super::sql::Sql;
use super::{Filter, SortBy};
use crate::dialect::Dialect;
use crate::{Result, Store};

/// What leaves no more than so many is read whole, and sorted: some five milliseconds.
pub(super) const GATHERED_MAX: i64 = 30_000;
/// Along what a list is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Along<'f> {
    /// All with this tag.
    Tag(&'f str),
    /// All of its server.
    Target,
    /// All of its path, or of what begins so.
    Path,
    /// All of its days.
    Days,
    /// All in its state.
    Status,
    /// All, as they are sorted.
    Order,
}

impl<'f> Along<'f> {
    /// What the column of the evaluation is called.
    pub(super) fn id(self) -> &'static str {
        if matches!(self, Self::Tag(_)) { "f.evaluation" } else { "f.id" }
    }

    /// What it has a filter for besides the state, the likely narrowest first.
    fn choices(filter: &'f Filter) -> Vec<Self> {
        // Tags do not know their servers.
        if filter.target.is_some() {
            return vec![Self::Target];
        }
        let is_path = |by_prefix| filter.server_path.is_some() && filter.is_by_prefix() == by_prefix;
        let (path, prefix) = (is_path(false).then_some(Self::Path), is_path(true).then_some(Self::Path));
        let tags = filter.tags.iter().map(|tag| Self::Tag(tag));
        let days = (filter.from.is_some() || filter.to.is_some()).then_some(Self::Days);
        path.into_iter().chain(tags).chain(prefix).chain(days).collect()
    }

    /// Where it does not matter what stands first: tags have everything beside them.
    pub(super) fn soonest(filter: &'f Filter) -> Self {
        let choices = Self::choices(filter);
        let tag = choices.iter().find(|along| matches!(along, Self::Tag(_)));
        tag.or(choices.first()).copied().unwrap_or(Self::Order)
    }

    /// The part of the filter that its index answers.
    pub(super) fn part(self, filter: &Filter) -> Filter {
        let none = Filter::default();
        match self {
            Self::Tag(tag) => Filter { tags: vec![tag.to_owned()], ..none },
            Self::Target => Filter { target: filter.target.clone(), ..none },
            Self::Path => Filter { server_path: filter.server_path.clone(), ..none },
            Self::Days => Filter { from: filter.from, to: filter.to, ..none },
            Self::Status => Filter { status: filter.status, ..none },
            Self::Order => none,
        }
    }

    /// `FROM` and `WHERE`.
    pub(super) fn read(self, sql: &mut Sql, dialect: Dialect, filter: &Filter, sort_by: SortBy) {
        match self {
            Self::Tag(tag) => drop(sql.push(" FROM tags f WHERE f.tag = ").bind(tag.to_owned())),
            _ => drop(
                sql.push(&format!(" FROM evaluations f{} WHERE 1 = 1", dialect.by_index(self.index(filter, sort_by)))),
            ),
        }
        self.narrow(sql, dialect, filter);
    }

    pub(super) fn index(self, filter: &Filter, sort_by: SortBy) -> &'static str {
        match (self, sort_by, filter.status) {
            (Self::Target, ..) => "evaluations_by_target",
            (Self::Path, ..) => "evaluations_by_path",
            (Self::Order, SortBy::UpdatedAt, None) => "evaluations_by_update",
            (Self::Order, SortBy::UpdatedAt, Some(_)) => "evaluations_by_status_update",
            (Self::Order, SortBy::Score, None) => "evaluations_by_score",
            (Self::Order, SortBy::Score, Some(_)) => "evaluations_by_status_score",
            (Self::Status, ..) | (Self::Order, SortBy::CreatedAt, Some(_)) => "evaluations_by_status",
            (Self::Days | Self::Tag(_), ..) | (Self::Order, SortBy::CreatedAt, None) => "evaluations_by_creation",
        }
    }

    /// The whole filter, as conditions behind others.
    pub(super) fn narrow(self, sql: &mut Sql, dialect: Dialect, filter: &Filter) {
        if let Some(status) = filter.status {
            sql.push(" AND f.status = ").bind(status.as_str().to_owned());
        }
        if let Some(path) = &filter.server_path {
            match path.strip_suffix('*') {
                None => drop(sql.push(" AND f.server_path = ").bind(path.clone())),
                Some(start) => {
                    // A range, because LIKE uses no index where case matters.
                    sql.push(" AND f.server_path >= ").bind(start.to_owned());
                    sql.push(" AND f.server_path < ").bind(format!("{start}\u{10ffff}"));
                }
            }
        }
        if let Some(target) = &filter.target {
            sql.push(" AND f.target = ").bind(target.clone());
        }
        if let Some(from) = filter.from {
            sql.push(" AND f.created_at >= ").bind(from);
        }
        if let Some(to) = filter.to {
            sql.push(" AND f.created_at <= ").bind(to);
        }
        for tag in filter.tags.iter().filter(|tag| !matches!(self, Self::Tag(along) if along == **tag)) {
            self.narrow_by_tag(sql, dialect, tag);
        }
    }

    fn narrow_by_tag(self, sql: &mut Sql, dialect: Dialect, tag: &str) {
        if matches!(self, Self::Tag(_)) {
            // All tags of an evaluation stand beside each of them.
            sql.push(&format!(" AND {}(f.tags, ", dialect.position()));
            sql.bind(format!(",{tag},")).push(") > 0");
        } else {
            sql.push(" AND EXISTS (SELECT 1 FROM tags t WHERE t.created_at = f.created_at AND t.evaluation = f.id");
            sql.push(" AND t.tag = ").bind(tag.to_owned());
            if self == Self::Order {
                // Of few rows: otherwise PostgreSQL may read all that have the tag, to join them.
                sql.push(dialect.whole());
            }
            sql.push(")");
        }
    }
}

impl Store {
    /// Along what, and how many that leaves, at most one more than are gathered.
    pub(super) async fn along<'f>(&self, filter: &'f Filter, gathered_max: i64) -> Result<(Along<'f>, i64)> {
        let mut best = (Along::Order, gathered_max + 1);
        let choices = Along::choices(filter);
        // How many are in a state is known; alone, it is read in every order.
        if let (Some(status), false) = (filter.status, choices.is_empty()) {
            let left = self.tally(Some(status)).await?;
            best = if left < best.1 { (Along::Status, left) } else { best };
        }
        for along in choices {
            let left = self.counted(along, &along.part(filter), best.1).await?;
            best = if left < best.1 { (along, left) } else { best };
        }
        Ok(best)
    }

    /// Along what the fewest are left, where each leaves many: they are counted so far, and again farther.
    pub(super) async fn narrowest<'f>(&self, filter: &'f Filter, gathered_max: i64) -> Result<Along<'f>> {
        let mut most = gathered_max.max(1);
        loop {
            most = most.saturating_mul(4);
            let (along, _) = self.along(filter, most).await?;
            if along != Along::Order {
                return Ok(along);
            }
        }
    }

    pub(super) async fn counted(&self, along: Along<'_>, filter: &Filter, most: i64) -> Result<i64> {
        let mut sql = Sql::new("SELECT COUNT(*) FROM (SELECT 1");
        along.read(&mut sql, self.dialect, filter, SortBy::CreatedAt);
        sql.push(" LIMIT ").bind(most).push(") AS counted");
        Ok(sql.query().fetch_one(&self.reader).await?.try_get(0)?)
    }
}
