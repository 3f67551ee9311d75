//! Data files of other shapes than a config's: read and checked in the same way, with the same words.

use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::document::Document;
use crate::error::{ConfigErrors, Problem};
use crate::format;
use crate::load::read_text;
use crate::pointer::Pointer;
use crate::schema::Tidy;
use crate::shape::{self, Shape};
use crate::source::Source;
use mcpvals_model::SecretValue;

/// What a file says, with the place of everything in it.
#[derive(Debug, Clone)]
pub struct SettingsFile<T> {
    /// What it says, as far as it says it rightly: [`SettingsFile::refuse`] tells what is wrong.
    pub value: T,
    document: Document,
    /// What the schema sees.
    problems: Vec<Problem>,
    /// Where `value` is not what the file says: nothing that is found out there is the user's fault.
    healed: Vec<Pointer>,
    secrets: Vec<SecretValue>,
}

/// The schema by which a file of this shape is checked, for editors.
pub fn settings_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with_transform(Tidy);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Reads a file of JSON; comments and trailing commas are allowed. `name` is how messages speak of it.
///
/// # Errors
/// Where it is no file of JSON at all, or nothing in it can be used. What else is wrong with it, [`SettingsFile::refuse`] tells,
/// together with what no schema can see: all at once.
pub fn read_settings<T: JsonSchema + DeserializeOwned>(
    path: &Path,
    name: &str,
) -> Result<SettingsFile<T>, ConfigErrors> {
    let text = read_text(path).map_err(|message| ConfigErrors::of_file(name, message))?;
    let document = format::parse_json(Source::new(name, text))?.whole()?;
    let shaped = shape::check(&Shape::of(&settings_schema::<T>()), document.value.clone(), Vec::new());
    let (problems, healed, secrets) = (shaped.problems, shaped.healed, shaped.secrets);
    match serde_json::from_value(shaped.value) {
        Ok(value) => Ok(SettingsFile { value, document, problems, healed, secrets }),
        Err(error) => {
            let errors = problems.into_iter().map(|problem| document.locate(problem)).collect();
            let errors = ConfigErrors::new(errors).map(|errors| errors.with_secrets(secrets));
            Err(errors.unwrap_or_else(|| ConfigErrors::of_file(name, error.to_string())))
        }
    }
}

impl<T> SettingsFile<T> {
    /// Refuses it for what the schema sees, and for these faults: each a JSON pointer and what is wrong there.
    ///
    /// # Errors
    /// All of them, where there are any, each with its place.
    pub fn refuse(&self, faults: Vec<(String, String)>) -> Result<(), ConfigErrors> {
        let faults = faults.into_iter().map(|(pointer, message)| (Pointer::from_text(pointer), message));
        let real = faults.filter(|(pointer, _)| !self.healed.contains(pointer));
        let meant = real.map(|(pointer, message)| Problem::new(&pointer, message));
        let all = self.problems.iter().cloned().chain(meant).map(|problem| self.document.locate(problem)).collect();
        ConfigErrors::new(all).map_or(Ok(()), |errors| Err(errors.with_secrets(self.secrets.clone())))
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;

    use super::read_settings;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Shape {
        #[schemars(range(min = 1, max = 10))]
        count: Option<u32>,
        names: Option<Vec<String>>,
    }

    fn read(text: &str) -> Result<Shape, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        std::fs::write(&path, text).unwrap();
        let read = read_settings::<Shape>(&path, "x.json");
        read.and_then(|file| file.refuse(Vec::new()).map(|()| file.value)).map_err(|errors| {
            errors
                .errors()
                .iter()
                .map(|e| format!("{}:{} {} {}", e.place.line, e.place.column, e.pointer, e.message))
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once_with_its_place() {
        let read_back = read("{\n  // a remark\n  \"count\": 3, \"names\": [\"a\"],\n}").unwrap();
        assert_eq!((read_back.count, read_back.names), (Some(3), Some(vec!["a".to_owned()])));
        let faults = read("{\n  \"count\": 11,\n  \"name\": [1]\n}").unwrap_err();
        assert_eq!(faults.lines().count(), 2, "{faults}");
        assert!(faults.contains("2:12 /count") && faults.contains("3:3 /name unknown field `name`"), "{faults}");
    }

    #[test]
    fn a_fault_of_meaning_has_its_place_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        std::fs::write(&path, "{\"count\":\n  3}").unwrap();
        let file = read_settings::<Shape>(&path, "x.json").unwrap();
        let errors = file.refuse(vec![("/count".to_owned(), "it is odd".to_owned())]).unwrap_err();
        assert_eq!((errors.errors()[0].place.line, errors.errors()[0].place.column), (2, 3));
        assert!(file.refuse(Vec::new()).is_ok());
        std::fs::write(&path, "{\"count\": 3,\n \"nam\": 1}").unwrap();
        let file = read_settings::<Shape>(&path, "x.json").unwrap();
        let errors = file.refuse(vec![("/count".to_owned(), "it is odd".to_owned())]).unwrap_err();
        assert_eq!(errors.errors().len(), 2, "what the schema sees and what it does not are told at once");
    }
}
