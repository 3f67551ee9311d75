//! The figures of the page about statistics are those of the program.

use mcpvals_model::{Confidence, MinPassRate, PassRate};

/// The rows of the page whose cells can all be read as numbers; what is no number in them is left out.
fn rows(columns: usize) -> Vec<Vec<f64>> {
    let page = super::root().join("docs/explanation/statistics.md");
    let page = std::fs::read_to_string(page).unwrap();
    let numbers = |row: &str| row.split(['|', ' ', '%']).filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    page.lines().filter(|line| line.starts_with('|')).map(numbers).filter(|row| row.len() == columns).collect()
}

/// Is it this part, in percent and cut after its first digit?
fn is_percent(shown: f64, part: f64) -> bool {
    (shown - part * 100.0).abs() < 0.1
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers that the page counts with")]
fn count(number: f64) -> u32 {
    number as u32
}

#[test]
fn intervals_are_those_of_the_program() {
    let rows = rows(5);
    assert_eq!(rows.len(), 5, "{rows:?}");
    for row in rows {
        let found = PassRate::new(count(row[0]), count(row[1]));
        let shown = [(row[2], found.rate), (row[3], found.interval.0), (row[4], found.interval.1)];
        assert!(shown.iter().all(|(shown, part)| is_percent(*shown, *part)), "{row:?} are {found:?}");
    }
}

#[test]
fn chances_of_several_tries_are_those_of_the_program() {
    // Beside `k` stand parts in percent; the probabilities of another table are below 1.
    let rows: Vec<Vec<f64>> = rows(3).into_iter().filter(|row| row[1] > 50.0).collect();
    let found = PassRate::new(18, 20);
    assert_eq!(rows.len(), 3, "{rows:?}");
    for row in rows {
        let k = count(row[0]);
        let shown = [(row[1], found.pass_at_k[&k]), (row[2], found.pass_hat_k[&k])];
        assert!(shown.iter().all(|(shown, part)| is_percent(*shown, *part)), "{row:?} are {found:?}");
    }
}

#[test]
fn so_many_repetitions_are_enough_and_one_fewer_is_not() {
    let rows: Vec<Vec<f64>> = rows(2).into_iter().filter(|row| row[0] < 1.0).collect();
    assert_eq!(rows.len(), 4, "{rows:?}");
    for row in rows {
        let (least, runs) = (MinPassRate { rate: row[0], confidence: Some(Confidence::P95) }, count(row[1]));
        assert!(least.holds(runs, runs) && !least.holds(runs - 1, runs - 1), "{row:?}");
    }
}
