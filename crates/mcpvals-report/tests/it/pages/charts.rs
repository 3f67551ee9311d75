//! Charts of data as it comes, and of data that should not come.

use mcpvals_report::page::chart::{
    Bar, Bars, Gauge, Heat, HeatCell, Histogram, Stack, Stacked, Tone, Trend, TrendPoint, bars, gauge, heat, histogram,
    stacked, trend,
};
use mcpvals_report::page::{Ids, Markup};

/// Numbers that are none, or too large to be drawn.
const ODD: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, f64::MAX, f64::MIN_POSITIVE];

#[track_caller]
fn check(chart: &Markup) -> String {
    let html = chart.as_str();
    assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    for token in html5gum::Tokenizer::new(html).map(Result::unwrap) {
        assert!(!matches!(token, html5gum::Token::Error(_)), "{token:?} in {html}");
    }
    assert!(html.len() < 1 << 20, "{} bytes", html.len());
    html.to_owned()
}

fn some_bars(values: &[f64]) -> Markup {
    let bar = |value: &f64| Bar { label: "a <b>".to_owned(), value: *value, shown: "x".to_owned(), tone: Tone::Fair };
    let heads = ["Name", "Number"].map(str::to_owned);
    let data = Bars { title: "Bars".to_owned(), heads, full: None, bars: values.iter().map(bar).collect() };
    bars(&data, &mut Ids::default())
}

fn some_histogram(values: &[f64]) -> Markup {
    let data = Histogram { title: "Latency".to_owned(), noun: "call".to_owned(), values: values.to_vec() };
    histogram(&data, &mut Ids::default())
}

fn some_trend(values: &[f64]) -> Markup {
    let point = |(at, value): (usize, &f64)| TrendPoint {
        label: format!("run {at}"),
        value: *value,
        interval: Some((value - 0.1, value + 0.1)),
    };
    let points = values.iter().enumerate().map(point).collect();
    let heads = ["Run", "Rate"].map(str::to_owned);
    let data =
        Trend { title: "Rate".to_owned(), heads, range: Some((0.0, 1.0)), shown: |it| format!("{it:.2}"), points };
    trend(&data, &mut Ids::default())
}

fn some_stacks(parts: &[usize]) -> Markup {
    let kinds =
        [(Tone::Good, "passed".to_owned()), (Tone::Bad, "failed".to_owned()), (Tone::Unknown, "errored".to_owned())];
    let stack = |n: &usize| Stack { label: format!("suite {n}"), parts: vec![*n, n / 2, 1] };
    let stacks = parts.iter().map(stack).collect();
    let data = Stacked { title: "Verdicts".to_owned(), head: "Suite".to_owned(), kinds: kinds.into(), stacks };
    stacked(&data, &mut Ids::default())
}

fn some_heat(rows: usize, columns: usize) -> Markup {
    let cell = |n: usize| match n % 4 {
        0 => None,
        1 => Some(HeatCell { share: None, shown: "3 errored".to_owned(), below: String::new() }),
        _ => Some(HeatCell { share: Some(0.7), shown: "70 %".to_owned(), below: "48.1 % to 85.4 %".to_owned() }),
    };
    let row = |at: usize| (format!("workflow {at}"), (0..columns).map(|column| cell(at + column)).collect());
    let names = (0..columns).map(|column| format!("model {column}")).collect();
    let data = Heat {
        title: "Rates".to_owned(),
        head: "Workflow".to_owned(),
        columns: names,
        rows: (0..rows).map(row).collect(),
    };
    heat(&data, &mut Ids::default())
}

fn some_gauge(share: f64) -> Markup {
    let [shown, unit, says] = ["70 %", "7 of 10", "Score 70 %"].map(str::to_owned);
    gauge(&Gauge { share, shown, unit, says, tone: Tone::Good })
}

#[test]
fn each_chart_of_a_few_things() {
    let all = [
        some_bars(&[0.5, 1.0]),
        some_histogram(&[1.0, 2.0, 2.5, 90.0]),
        some_trend(&[0.5, 0.7, 0.6]),
        some_stacks(&[4, 2]),
        some_heat(2, 3),
        some_gauge(0.7),
    ];
    insta::assert_snapshot!(all.iter().map(check).collect::<String>());
}

#[test]
fn nothing_is_drawn_of_nothing() {
    for chart in [some_bars(&[]), some_histogram(&[]), some_trend(&[]), some_stacks(&[]), some_heat(0, 0)] {
        assert!(check(&chart).ends_with(": nothing to show.</p>\n"), "{chart}");
    }
    assert!(check(&some_histogram(&[f64::NAN, -3.0])).contains("nothing to show"));
}

#[test]
fn one_thing_is_drawn() {
    for chart in [some_bars(&[1.0]), some_histogram(&[1.0]), some_trend(&[1.0]), some_stacks(&[1]), some_heat(1, 1)] {
        assert!(check(&chart).contains("<svg viewBox"), "{chart}");
    }
    check(&some_histogram(&[0.0, 0.0]));
}

#[test]
fn ten_thousand_things_are_drawn_as_fewer() {
    let values: Vec<f64> = (0..10_000_u32).map(|n| f64::from(n % 97) / 97.0).collect();
    check(&some_bars(&values));
    check(&some_histogram(&values));
    check(&some_trend(&values));
    check(&some_stacks(&(0..10_000).collect::<Vec<_>>()));
    check(&some_heat(1_000, 100));
}

#[test]
fn numbers_that_are_none_are_drawn_as_nothing() {
    for odd in ODD {
        check(&some_gauge(odd));
        check(&some_bars(&[odd, 1.0]));
        check(&some_histogram(&[odd, 1.0]));
    }
    check(&some_bars(&ODD));
    check(&some_histogram(&[f64::NAN, f64::INFINITY, 1.0]));
    let page = some_trend(&[f64::NAN, f64::INFINITY, 0.5]);
    check(&page);
}
