//! Variables in clients' files: `${VAR}` (Claude), `${env:VAR}`, `${workspaceFolder}`, `${userHome}` (Cursor, VS Code).

use std::collections::BTreeMap;
use std::path::Path;

use mcpvals_model::SecretValue;
use serde_json::Value;

use super::places;
use crate::interpolate::{fill, variables};
use crate::load::Context;
use crate::secrets::from_variable;

/// Fills in all strings of an entry; gives the secrets among the variables. Outside of its own `env`, a variable that only this sets
/// is left as it is: programs such as `mcp-remote` fill it in themselves.
///
/// # Errors
/// What cannot be filled in, in words.
pub(super) fn fill_in(entry: &mut Value, file: &Path, context: &Context) -> Result<Vec<SecretValue>, String> {
    let own = entry["env"].as_object().into_iter().flat_map(|env| env.keys());
    let mut with_own: BTreeMap<String, String> = own.map(|name| (name.clone(), format!("${{{name}}}"))).collect();
    with_own.extend(context.env.clone());
    let mut secrets = Vec::new();
    for (name, member) in entry.as_object_mut().into_iter().flatten() {
        let values = if name == "env" { &context.env } else { &with_own };
        fill_value(member, &mut |text| {
            let plain = plain(text, file, context)?;
            *text = fill(&plain, values)?;
            secrets.extend(variables(&plain).iter().filter_map(|name| from_variable(name, &context.env)));
            Ok(())
        })?;
    }
    Ok(secrets)
}

/// Every string within.
fn fill_value(value: &mut Value, fill: &mut dyn FnMut(&mut String) -> Result<(), String>) -> Result<(), String> {
    match value {
        Value::String(text) => fill(text),
        Value::Array(items) => items.iter_mut().try_for_each(|item| fill_value(item, fill)),
        Value::Object(members) => members.values_mut().try_for_each(|member| fill_value(member, fill)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// The editors' own variables as the shell's, or as what they stand for.
fn plain(text: &str, file: &Path, context: &Context) -> Result<String, String> {
    if text.contains("${input:") {
        return Err("it wants a value that the editor asks its user for (`${input:…}`)".to_owned());
    }
    let workspace = places::folder(file, context);
    let basename = workspace.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let workspace = workspace.display().to_string();
    let home = places::home(context).map(|home| home.display().to_string()).unwrap_or_default();
    let text = text.replace("${env:", "${").replace("${workspaceFolder}", &workspace);
    let text = text.replace("${workspaceFolderBasename}", &basename);
    let text = text.replace("${userHome}", &home).replace("${pathSeparator}", std::path::MAIN_SEPARATOR_STR);
    Ok(text.replace("${/}", std::path::MAIN_SEPARATOR_STR))
}
