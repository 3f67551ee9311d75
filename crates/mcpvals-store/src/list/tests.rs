//! Every filter and order, along everything, beside a plain look at all.

use mcpvals_testkit::postgres::Postgres;

use super::*;
use crate::{Location, NewEvaluation};

const STATES: [Status; 3] = [Status::Queued, Status::Completed, Status::Failed];

/// Evaluations of all kinds, in the order of their creation: one each ten minutes.
async fn filled(store: &Store) -> Vec<Evaluation> {
    for number in 0..120_i64 {
        let new = NewEvaluation {
            owner: "o".to_owned(),
            server_path: format!("/srv/{}", number % 13),
            target: format!("t{}", number % 13),
            request: "{}".to_owned(),
            secrets: None,
            tags: (0..3).filter(|tag| number % (tag + 2) == 0).map(|tag| format!("tag{tag}")).collect(),
            priority: 0,
        };
        let (evaluation, _) = store.accept(&new, 1000).await.unwrap();
        let created_at = 1_000_000_000 + number * 600_000;
        let sql = "UPDATE tags SET created_at = $1 WHERE evaluation = $2";
        sqlx::query(sql).bind(created_at).bind(&evaluation.id).execute(&store.writer).await.unwrap();
        let sql = "UPDATE evaluations SET status = $1, score = CAST($2 AS DOUBLE PRECISION), created_at = $3, \
             updated_at = $4 WHERE id = $5";
        let status = STATES[usize::try_from(number % 3).unwrap()].as_str();
        let came_to = (number % 5 > 0).then(|| (number * 7 % 11).to_string());
        let update = sqlx::query(sql).bind(status).bind(came_to).bind(created_at);
        let update = update.bind(changed_at(number, created_at)).bind(evaluation.id);
        update.execute(&store.writer).await.unwrap();
    }
    let page = Page { sort_by: SortBy::CreatedAt, order: Order::Ascending, limit: 1000, offset: 0 };
    store.list(&Filter::default(), &page).await.unwrap().evaluations
}

/// Some at once, some of them at the same time; some hours later, and some before, by a clock that was put back.
fn changed_at(number: i64, created_at: Millis) -> Millis {
    match number % 10 {
        3 => created_at + number * 600_000,
        7 => created_at - number * 60_000,
        _ => ((created_at + number * 31 % 17 * 60_000) / 1_800_000 + 1) * 1_800_000,
    }
}

fn fits(one: &Evaluation, filter: &Filter) -> bool {
    let path = filter.server_path.as_deref();
    let is_path = path.is_none_or(|path| match path.strip_suffix('*') {
        Some(start) => one.server_path.starts_with(start),
        None => one.server_path == path,
    });
    filter.status.is_none_or(|status| one.status == status)
        && filter.tags.iter().all(|tag| one.tags.contains(tag))
        && filter.target.as_ref().is_none_or(|target| one.target == *target)
        && filter.from.is_none_or(|from| one.created_at >= from)
        && filter.to.is_none_or(|to| one.created_at <= to)
        && is_path
}

fn sorted(mut all: Vec<&Evaluation>, page: &Page) -> Vec<String> {
    // No score is the least.
    all.sort_by(|a, b| {
        let by = match page.sort_by {
            SortBy::CreatedAt => a.created_at.cmp(&b.created_at),
            SortBy::UpdatedAt => a.updated_at.cmp(&b.updated_at),
            SortBy::Score => a.score.partial_cmp(&b.score).unwrap(),
        };
        by.then_with(|| a.id.cmp(&b.id))
    });
    if page.order == Order::Descending {
        all.reverse();
    }
    let (offset, limit) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
    all.iter().skip(offset).take(limit).map(|one| one.id.clone()).collect()
}

fn filters(all: &[Evaluation]) -> Vec<Filter> {
    let tags: [&[&str]; 5] = [&[], &["tag0"], &["tag1", "tag0"], &["tag2", "tag1", "tag0"], &["tag"]];
    let (early, late) = (all[20].created_at, all[100].created_at);
    let mut filters = Vec::new();
    for (path, target) in [(None, None), (Some("/srv/1*"), None), (Some("/srv/7"), None), (None, Some("t3"))] {
        for (tags, status) in tags.into_iter().flat_map(|tags| [(tags, None), (tags, Some(Status::Failed))]) {
            for (from, to) in [(None, None), (Some(early), None), (Some(early), Some(late))] {
                let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
                let (server_path, target) = (path.map(str::to_owned), target.map(str::to_owned));
                filters.push(Filter { status, tags, server_path, target, from, to });
            }
        }
    }
    filters
}

async fn check(store: &Store, all: &[Evaluation], page: &Page, bounds: Bounds) {
    for filter in filters(all) {
        let fitting: Vec<&Evaluation> = all.iter().filter(|one| fits(one, &filter)).collect();
        let total = i64::try_from(fitting.len()).unwrap();
        let listed = store.list_within(&filter, page, bounds).await.unwrap();
        let ids: Vec<String> = listed.evaluations.iter().map(|one| one.id.clone()).collect();
        let what = format!("{filter:?} {page:?} {bounds:?} {} of {total}", listed.total);
        assert_eq!(ids, sorted(fitting, page), "{what}");
        let there = page.offset.saturating_add(i64::try_from(ids.len()).unwrap());
        // Where not all were counted, the page is full and another follows, or it is behind the end.
        let at_least = listed.total <= total && (ids.is_empty() || there < listed.total);
        assert!(if listed.is_exact { listed.total == total } else { at_least }, "{what}");
        assert!(listed.is_exact || bounds.gathered < BOUNDS.gathered, "{what}");
    }
}

const BY: [(SortBy, Order); 6] = [
    (SortBy::CreatedAt, Order::Descending),
    (SortBy::CreatedAt, Order::Ascending),
    (SortBy::UpdatedAt, Order::Descending),
    (SortBy::UpdatedAt, Order::Ascending),
    (SortBy::Score, Order::Descending),
    (SortBy::Score, Order::Ascending),
];

/// Read whole; along the narrowest of some; in the order, to its end or not as far as the page.
const WAYS: [(i64, i64); 5] = [(GATHERED_MAX, WALKED_MAX), (20, WALKED_MAX), (0, WALKED_MAX), (0, 30), (0, 5)];

async fn opened(folder: &tempfile::TempDir) -> Store {
    Store::open(&Location::File(folder.path().join("lists.db"))).await.unwrap()
}

#[tokio::test]
async fn a_list_is_the_same_whatever_it_is_read_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder).await;
    let all = filled(&store).await;
    for (sort_by, order) in BY {
        for (gathered, walked) in WAYS {
            let page = Page { sort_by, order, limit: 7, offset: 3 };
            check(&store, &all, &page, Bounds { gathered, walked }).await;
        }
        for offset in [61, 119, i64::MAX] {
            check(&store, &all, &Page { sort_by, order, limit: 7, offset }, BOUNDS).await;
        }
    }
}

/// `PostgreSQL` sorts nothing where an index has this order.
async fn has_an_index(store: &Store, ordered: &str) {
    let mut change = store.writer.begin().await.unwrap();
    for way in ["seqscan", "bitmapscan"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("SET LOCAL enable_{way} = off"))).execute(&mut *change).await.unwrap();
    }
    let sql = format!("EXPLAIN SELECT id FROM evaluations{ordered}");
    let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *change).await.unwrap();
    assert!(!plan.concat().contains("Sort"), "{ordered}: {plan:?}");
}

#[tokio::test]
async fn a_list_of_postgres_is_the_same_too() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Postgres::start(folder.path());
    let store = Store::open(&Location::Postgres(cluster.database("lists"))).await.unwrap();
    let all = filled(&store).await;
    for (sort_by, order) in [BY[3], BY[4]] {
        let (gathered, walked) = WAYS[3];
        let page = Page { sort_by, order, limit: 7, offset: 3 };
        check(&store, &all, &page, Bounds { gathered, walked }).await;
        for status in ["", " WHERE status = 'failed'"] {
            has_an_index(&store, &format!("{status} ORDER BY {}", super::order(&page, sort_by.column(), "id"))).await;
        }
    }
    store.close().await;
}

#[tokio::test]
async fn days_amid_all_are_found_in_the_order_of_their_changes() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder).await;
    let all = filled(&store).await;
    let filter = Filter { from: Some(all[50].created_at), to: Some(all[70].created_at), ..Filter::default() };
    for order in [Order::Ascending, Order::Descending] {
        let page = Page { sort_by: SortBy::UpdatedAt, order, limit: 5, offset: 0 };
        assert!(store.walked(&filter, &page, 20).await.unwrap().is_some(), "{order:?}");
    }
}

#[tokio::test]
async fn an_order_that_contradicts_the_filter_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder).await;
    let all = filled(&store).await;
    let filter = Filter { to: Some(all[40].created_at), tags: vec!["tag0".to_owned()], ..Filter::default() };
    let sql = "UPDATE evaluations SET score = created_at";
    sqlx::query(sql).execute(&store.writer).await.unwrap();
    let page = Page { sort_by: SortBy::Score, order: Order::Descending, limit: 5, offset: 0 };
    assert!(store.walked(&filter, &page, 40).await.unwrap().is_none());
    assert_eq!(store.narrowest(&filter, 10).await.unwrap(), Along::Days);
}
