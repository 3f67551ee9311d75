//! Rows of data-driven tests from CSV and JSON Lines files.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::format::is_exact;
use crate::source::{Source, Span};

/// A row: column → value.
pub(crate) type Row = Map<String, Value>;

/// No test needs more rows, and a wrong file is soon recognised.
pub(crate) const ROWS_MAX: usize = 10_000;

const FILE_BYTES_MAX: u64 = 16 << 20;

/// So many bad rows show what is wrong with the rest.
const FAULTS_MAX: usize = 20;

/// Why a file gives no rows, with the place in it where there is one.
#[derive(Debug)]
pub(crate) struct RowsFault {
    /// In words.
    pub(crate) message: String,
    /// Where in the file.
    pub(crate) place: Option<(Arc<Source>, Span)>,
}

/// Reads the rows of a `.csv` or `.jsonl` file; or tells what is wrong with each row that is bad, up to a bound.
pub(crate) fn read_rows(path: &Path, name: &str) -> Result<Vec<Row>, Vec<RowsFault>> {
    let fault = |message: String| vec![RowsFault { message, place: None }];
    let size = std::fs::metadata(path).map_err(|error| fault(format!("cannot read `{name}`: {error}")))?.len();
    if size > FILE_BYTES_MAX {
        return Err(fault(format!("`{name}` is larger than {} MB", FILE_BYTES_MAX >> 20)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| fault(format!("cannot read `{name}`: {error}")))?;
    let source = Arc::new(Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text)));
    let rows = match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => read_csv(&source).map_err(|fault| vec![fault])?,
        Some("jsonl" | "ndjson") => read_json_lines(&source),
        _ => return Err(fault(format!("`{name}` is neither `.csv` nor `.jsonl`"))),
    };
    let rows = all_good(rows, |more| RowsFault { message: format!("`{name}` has {more}"), place: None })?;
    match rows.len() {
        0 => Err(fault(format!("`{name}` has no rows"))),
        1..=ROWS_MAX => Ok(rows),
        count => Err(fault(format!("`{name}` has {count} rows, more than {ROWS_MAX}"))),
    }
}

/// The rows, or the faults of those that are bad: the first of them, and how many more there are.
pub(crate) fn all_good<F>(rows: Vec<Result<Row, F>>, more: impl FnOnce(String) -> F) -> Result<Vec<Row>, Vec<F>> {
    let (mut good, mut faults, mut unsaid) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        match row {
            Ok(row) => good.push(row),
            Err(fault) if faults.len() < FAULTS_MAX => faults.push(fault),
            Err(_) => unsaid += 1,
        }
    }
    if unsaid > 0 {
        faults.push(more(format!("{unsaid} more bad row{}", if unsaid == 1 { "" } else { "s" })));
    }
    if faults.is_empty() { Ok(good) } else { Err(faults) }
}

/// What there is of each row; or why there are none.
fn read_csv(source: &Arc<Source>) -> Result<Vec<Result<Row, RowsFault>>, RowsFault> {
    let mut reader = csv::ReaderBuilder::new().from_reader(source.text.as_bytes());
    let fault = |error: &csv::Error| {
        let offset = error.position().and_then(|place| usize::try_from(place.byte()).ok()).unwrap_or(0);
        RowsFault { message: csv_words(error), place: Some((Arc::clone(source), offset..offset)) }
    };
    let columns = reader.headers().map_err(|error| fault(&error))?.clone();
    if let Some(name) = columns.iter().enumerate().find_map(|(at, name)| columns.iter().take(at).find(|c| *c == name)) {
        let message = format!("the header line has two columns `{name}`");
        return Err(RowsFault { message, place: Some((Arc::clone(source), 0..0)) });
    }
    let row = |record: csv::StringRecord| {
        columns.iter().zip(&record).map(|(name, cell)| (name.to_owned(), cell_value(cell))).collect()
    };
    Ok(reader.records().map(|record| record.map(row).map_err(|error| fault(&error))).collect())
}

fn csv_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} cells, the header line {expected_len}")
        }
        _ => format!("not valid CSV: {error}"),
    }
}

/// A cell that reads as a JSON number, `true`, `false` or `null` is one; any other is a string.
fn cell_value(cell: &str) -> Value {
    match serde_json::from_str(cell) {
        // What a number cannot hold exactly stays as it is written.
        Ok(Value::Number(number)) if !is_exact(&number, cell) => Value::String(cell.to_owned()),
        Ok(value @ (Value::Number(_) | Value::Bool(_) | Value::Null)) if cell.trim() == cell => value,
        _ => Value::String(cell.to_owned()),
    }
}

fn read_json_lines(source: &Arc<Source>) -> Vec<Result<Row, RowsFault>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: String| RowsFault { message, place: Some((Arc::clone(source), span)) };
        rows.push(match serde_json::from_str(line) {
            Ok(Value::Object(row)) => Ok(row),
            Ok(_) => Err(fault("the row is not an object".to_owned())),
            Err(error) => Err(fault(format!("not valid JSON: {error}"))),
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read_rows;

    #[track_caller]
    fn check(file: &str, text: &str, expected: Result<Value, &[&str]>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(file), text).unwrap();
        let rows = read_rows(&folder.path().join(file), file);
        let rows = rows.map(|rows| rows.into_iter().map(Value::Object).collect::<Value>());
        let faults = |faults: Vec<super::RowsFault>| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>();
        assert_eq!(rows.map_err(faults), expected.map_err(|words| words.iter().map(ToString::to_string).collect()));
    }

    #[test]
    fn cells_keep_the_type_they_read_as() {
        let rows = json!([{"a": 1, "b": "x y", "c": true}, {"a": "007", "b": "", "c": null}]);
        check("rows.csv", "a,b,c\n1,x y,true\n007,,null\n", Ok(rows));
    }

    #[test]
    fn json_lines_skip_empty_lines() {
        check("rows.jsonl", "{\"a\":[1]}\n\n{\"a\":2}", Ok(json!([{"a": [1]}, {"a": 2}])));
    }

    #[test]
    fn faults_are_told() {
        check("rows.csv", "a,b\n1\n", Err(&["the row has 1 cells, the header line 2"]));
        check("rows.csv", "a,a\n1,2\n", Err(&["the header line has two columns `a`"]));
        check("rows.csv", "a,b\n", Err(&["`rows.csv` has no rows"]));
        check("rows.jsonl", "[1]", Err(&["the row is not an object"]));
        check("rows.txt", "", Err(&["`rows.txt` is neither `.csv` nor `.jsonl`"]));
    }

    #[test]
    fn all_bad_rows_are_told_up_to_a_bound() {
        let (one, three) = ("the row has 1 cells, the header line 2", "the row has 3 cells, the header line 2");
        check("rows.csv", "a,b\n1\n1,2\n1,2,3\n", Err(&[one, three]));
        check("rows.jsonl", "[1]\n{}\n2\n", Err(&["the row is not an object"; 2]));
        let mut many = vec![one; 20];
        many.push("`rows.csv` has 5 more bad rows");
        check("rows.csv", &format!("a,b\n{}", "1\n".repeat(25)), Err(&many));
    }
}
