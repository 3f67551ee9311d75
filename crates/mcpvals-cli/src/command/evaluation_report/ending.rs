//! How a report looks by the name of its file.

use std::path::Path;

use crate::audit_args::ReportFormat;

/// Endings and what they stand for. What two tools in a row put on a name (`junit.xml`, `sarif.json`) comes first.
const KNOWN: [(&str, ReportFormat); 13] = [
    ("junit.xml", ReportFormat::Junit),
    ("sarif.json", ReportFormat::Sarif),
    ("json", ReportFormat::Json),
    ("md", ReportFormat::Markdown),
    ("markdown", ReportFormat::Markdown),
    ("html", ReportFormat::Html),
    ("htm", ReportFormat::Html),
    ("xml", ReportFormat::Xml),
    ("sarif", ReportFormat::Sarif),
    ("junit", ReportFormat::Junit),
    ("txt", ReportFormat::Console),
    ("text", ReportFormat::Console),
    ("log", ReportFormat::Console),
];

/// What the name says, in whichever case; nothing where its ending is not known.
pub(super) fn format(path: &Path) -> Option<ReportFormat> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let has = |ending: &str| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'));
    KNOWN.iter().find(|(ending, _)| has(ending)).map(|(_, format)| *format)
}

/// The endings that are known, for people.
pub(super) fn known() -> String {
    KNOWN.iter().map(|(ending, _)| format!(".{ending}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::format;
    use crate::audit_args::ReportFormat;

    #[test]
    fn a_name_says_how_the_report_looks_in_whichever_case() {
        for (name, wanted) in [
            ("R1.HTML", Some(ReportFormat::Html)),
            ("r1.junit", Some(ReportFormat::Junit)),
            ("out/r1.Junit.xml", Some(ReportFormat::Junit)),
            ("r1.sarif.json", Some(ReportFormat::Sarif)),
            ("junit.xml", Some(ReportFormat::Xml)),
            ("r.v2.json", Some(ReportFormat::Json)),
            ("r.foo", None),
            ("json", None),
            ("a.json/report", None),
        ] {
            assert_eq!(format(Path::new(name)), wanted, "{name}");
        }
    }
}
