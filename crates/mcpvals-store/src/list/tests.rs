//! Every filter and order, along everything, beside a plain look at all.

use super::*;
use crate::{Location, NewEvaluation};

const STATES: [Status; 3] = [Status::Queued, Status::Completed, Status::Failed];

/// Evaluations of all kinds, in the order of their creation.
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
        let sql = "UPDATE evaluations SET status = $1, score = $2, updated_at = $3 WHERE id = $4";
        let status = STATES[usize::try_from(number % 3).unwrap()].as_str();
        let came_to = (number % 5 > 0).then_some(f64::from(i32::try_from(number * 7 % 11).unwrap()));
        let update = sqlx::query(sql).bind(status).bind(came_to).bind(1000 + number * 31 % 17).bind(evaluation.id);
        update.execute(&store.writer).await.unwrap();
    }
    let page = Page { sort_by: SortBy::CreatedAt, order: Order::Ascending, limit: 1000, offset: 0 };
    store.list(&Filter::default(), &page).await.unwrap().evaluations
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

#[tokio::test]
async fn a_list_is_the_same_whatever_it_is_read_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::File(folder.path().join("lists.db"))).await.unwrap();
    let all = filled(&store).await;
    for filter in filters(&all) {
        for (sort_by, order) in [
            (SortBy::CreatedAt, Order::Descending),
            (SortBy::UpdatedAt, Order::Ascending),
            (SortBy::Score, Order::Ascending),
            (SortBy::Score, Order::Descending),
        ] {
            let page = Page { sort_by, order, limit: 7, offset: 3 };
            let fitting: Vec<&Evaluation> = all.iter().filter(|one| fits(one, &filter)).collect();
            for gathered_max in [GATHERED_MAX, 20, 0] {
                let listed = store.list_gathering(&filter, &page, gathered_max).await.unwrap();
                let ids: Vec<String> = listed.evaluations.iter().map(|one| one.id.clone()).collect();
                assert_eq!(ids, sorted(fitting.clone(), &page), "{filter:?} {page:?} {gathered_max}");
                let total = i64::try_from(fitting.len()).unwrap();
                assert_eq!((listed.total, listed.is_exact), (total, true), "{filter:?}");
            }
        }
    }
}
