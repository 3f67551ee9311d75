//! Two lists of calls in lines of the same columns, so that one sees where they part.

/// Calls that a line shows.
const SHOWN_MAX: usize = 30;
/// What stands where the other list has a call.
const GAP: &str = "-";

/// Both in columns: what fits stands below what it fits. `fits(expected, made)` compares one with one.
pub(super) fn in_order(expected: &[String], made: &[String], fits: impl Fn(usize, usize) -> bool) -> (String, String) {
    let (wanted, came) = (expected.len().min(SHOWN_MAX), made.len().min(SHOWN_MAX));
    let word = |words: &[String], at: Option<usize>| at.map_or(GAP.to_owned(), |at| words[at].clone());
    let columns = columns(wanted, came, fits);
    let of_expected = columns.iter().map(|(at, _)| word(expected, *at)).collect();
    let of_made = columns.iter().map(|(_, at)| word(made, *at)).collect();
    in_columns(cut(of_expected, expected.len()), cut(of_made, made.len()))
}

/// Both as they are: where any order will do, nothing belongs below anything.
pub(super) fn in_any_order(expected: &[String], made: &[String]) -> (String, String) {
    let plain = |words: &[String]| joined(&cut(words.iter().take(SHOWN_MAX).cloned().collect(), words.len()));
    (plain(expected), plain(made))
}

fn cut(mut words: Vec<String>, all: usize) -> Vec<String> {
    words.extend((all > SHOWN_MAX).then(|| "…".to_owned()));
    words
}

fn joined(words: &[String]) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn in_columns(mut expected: Vec<String>, mut made: Vec<String>) -> (String, String) {
    let is_empty = |words: &[String]| words.iter().all(|word| word == GAP);
    if is_empty(&expected) || is_empty(&made) {
        let real = |words: Vec<String>| words.into_iter().filter(|word| word != GAP).collect::<Vec<_>>();
        return (joined(&real(expected)), joined(&real(made)));
    }
    let columns = expected.len().max(made.len());
    expected.resize(columns, GAP.to_owned());
    made.resize(columns, GAP.to_owned());
    for (one, other) in expected.iter_mut().zip(&mut made) {
        let width = one.chars().count().max(other.chars().count());
        for cell in [one, other] {
            let room = " ".repeat(width - cell.chars().count());
            cell.push_str(", ");
            cell.push_str(&room);
        }
    }
    let line = |cells: Vec<String>| cells.concat().trim_end().trim_end_matches(',').to_owned();
    (line(expected), line(made))
}

/// As many as can be stand below what they fit, in order (a longest common subsequence); what fits nothing stands below
/// what is instead of it.
fn columns(wanted: usize, came: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<(Option<usize>, Option<usize>)> {
    let mut longest = vec![vec![0_usize; came + 1]; wanted + 1];
    for e in (0..wanted).rev() {
        for m in (0..came).rev() {
            let skipped = longest[e + 1][m].max(longest[e][m + 1]);
            longest[e][m] = if fits(e, m) { skipped.max(longest[e + 1][m + 1] + 1) } else { skipped };
        }
    }
    let (mut e, mut m, mut columns) = (0, 0, Vec::new());
    let (mut lone_e, mut lone_m) = (Vec::new(), Vec::new());
    while e < wanted || m < came {
        if e < wanted && m < came && fits(e, m) && longest[e][m] == longest[e + 1][m + 1] + 1 {
            pair(&mut columns, &mut lone_e, &mut lone_m);
            columns.push((Some(e), Some(m)));
            (e, m) = (e + 1, m + 1);
        } else if m == came || (e < wanted && longest[e + 1][m] >= longest[e][m + 1]) {
            lone_e.push(e);
            e += 1;
        } else {
            lone_m.push(m);
            m += 1;
        }
    }
    pair(&mut columns, &mut lone_e, &mut lone_m);
    columns
}

/// What stands alone between two pairs.
fn pair(columns: &mut Vec<(Option<usize>, Option<usize>)>, expected: &mut Vec<usize>, made: &mut Vec<usize>) {
    for at in 0..expected.len().max(made.len()) {
        columns.push((expected.get(at).copied(), made.get(at).copied()));
    }
    expected.clear();
    made.clear();
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[track_caller]
    fn check(expected: &str, made: &str, lines: (&str, &str)) {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (expected, made) = (words(expected), words(made));
        let (one, other) = in_order(&expected, &made, |e, m| expected[e] == made[m]);
        assert_eq!((one.as_str(), other.as_str()), lines);
    }

    #[test]
    fn what_fits_stands_below_what_it_fits() {
        check("add add good", "add echo add good", ("add, -,    add, good", "add, echo, add, good"));
        check("add good", "add multiply", ("add, good", "add, multiply"));
        check("add b c", "add", ("add, b, c", "add, -, -"));
        check("a", "", ("a", "none"));
        check("", "a b", ("none", "a, b"));
        check("", "", ("none", "none"));
    }
}
