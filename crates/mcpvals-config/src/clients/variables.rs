//! Variables in clients' files: `${VAR}` (Claude), `${env:VAR}`, `${workspaceFolder}`, `${userHome}` (Cursor, VS Code).

use std::path::Path;

use mcpvals_model::SecretValue;
use serde_json::Value;

use super::places;
use crate::interpolate::{fill, variables};
use crate::load::Context;
use crate::secrets::from_variable;

/// Fills in all strings of an entry; gives the secrets among the variables.
///
/// # Errors
/// What cannot be filled in, in words.
pub(super) fn fill_in(value: &mut Value, file: &Path, context: &Context) -> Result<Vec<SecretValue>, String> {
    match value {
        Value::String(text) => {
            let plain = plain(text, file, context)?;
            *text = fill(&plain, &context.env)?;
            Ok(variables(&plain).iter().filter_map(|name| from_variable(name, &context.env)).collect())
        }
        Value::Array(items) => fill_all(items.iter_mut(), file, context),
        Value::Object(members) => fill_all(members.values_mut(), file, context),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(Vec::new()),
    }
}

fn fill_all<'v>(
    values: impl Iterator<Item = &'v mut Value>,
    file: &Path,
    context: &Context,
) -> Result<Vec<SecretValue>, String> {
    let mut secrets = Vec::new();
    for value in values {
        secrets.extend(fill_in(value, file, context)?);
    }
    Ok(secrets)
}

/// The editors' own variables as the shell's, or as what they stand for.
fn plain(text: &str, file: &Path, context: &Context) -> Result<String, String> {
    if text.contains("${input:") {
        return Err("it wants a value that the editor asks its user for (`${input:…}`)".to_owned());
    }
    let workspace = places::workspace(file).display().to_string();
    let home = places::home(context).map(|home| home.display().to_string()).unwrap_or_default();
    let text = text.replace("${env:", "${").replace("${workspaceFolder}", &workspace);
    let text = text.replace("${userHome}", &home).replace("${pathSeparator}", std::path::MAIN_SEPARATOR_STR);
    Ok(text.replace("${/}", std::path::MAIN_SEPARATOR_STR))
}
