//! Files of CI systems that a page shows: what they have us run.

use std::path::Path;

use serde_json::Value;

/// What a step runs, with how many lines below the first it stands; or what is wrong with it.
pub(super) type Step = (usize, Result<String, String>);

/// The commands of ours, and those that our GitHub Action and our GitLab component stand for.
pub(super) fn steps(text: &str) -> Vec<Step> {
    let mut steps = commands(text);
    let file: Value = serde_saphyr::from_str(text).unwrap_or_default();
    for (words, said) in asked(&file) {
        let line = text.lines().position(|line| line.contains(words)).unwrap_or_default();
        steps.push((line, said));
    }
    steps
}

fn commands(text: &str) -> Vec<Step> {
    let ours = |line: &str| {
        let command = line.trim().trim_start_matches("- ").trim_start_matches("run: ");
        command.starts_with("mcpvals ").then(|| command.to_owned())
    };
    text.lines().enumerate().filter_map(|(offset, line)| Some((offset, Ok(ours(line)?)))).collect()
}

/// Wherever a file asks for our action or component: the words by which it is found, and what that comes to.
fn asked(file: &Value) -> Vec<(&'static str, Result<String, String>)> {
    let mut found = Vec::new();
    let has = |name: &str, words: &str| file[name].as_str().is_some_and(|named| named.contains(words));
    if has("uses", "mcpvals/mcpvals@") {
        found.push(("uses: mcpvals/mcpvals@", evaluation(&file["with"], "action.yml")));
    }
    if has("component", "/mcpvals@") {
        found.push(("/mcpvals@", evaluation(&file["inputs"], "packages/gitlab/templates/mcpvals.yml")));
    }
    let within = file.as_object().into_iter().flat_map(|object| object.values());
    found.extend(within.chain(file.as_array().into_iter().flatten()).flat_map(asked));
    found
}

/// `mcpvals eval` with the arguments that are given; `read` is the file that says which inputs there are.
fn evaluation(given: &Value, read: &str) -> Result<String, String> {
    let known = inputs(read);
    let unknown: Vec<&String> =
        given.as_object().into_iter().flat_map(|given| given.keys()).filter(|name| !known.contains(name)).collect();
    if !unknown.is_empty() {
        return Err(format!("{read} has no such inputs: {unknown:?}"));
    }
    let args = given["args"].as_str().unwrap_or_default().split_whitespace();
    Ok(["mcpvals", "eval"].into_iter().chain(args).collect::<Vec<_>>().join(" "))
}

fn inputs(read: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(read);
    let text = std::fs::read_to_string(path).unwrap();
    // Behind this stand a component's jobs.
    let head: Value = serde_saphyr::from_str(text.split("\n---\n").next().unwrap()).unwrap();
    let inputs = head["inputs"].as_object().or_else(|| head["spec"]["inputs"].as_object()).unwrap();
    inputs.keys().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_workflow_are_its_commands() {
        assert_eq!(steps("steps:\n  - run: npm ci\n  - run: mcpvals list\n"), [(2, Ok("mcpvals list".to_owned()))]);
    }

    #[test]
    fn our_action_is_the_command_that_it_stands_for() {
        let workflow = |name: &str| {
            format!("jobs:\n  a:\n    steps:\n      - uses: mcpvals/mcpvals@v1\n        with: {{ {name}: -q }}\n")
        };
        assert_eq!(steps(&workflow("args")), [(3, Ok("mcpvals eval -q".to_owned()))]);
        assert!(matches!(steps(&workflow("arks"))[..], [(3, Err(_))]));
    }

    #[test]
    fn our_component_has_the_inputs_that_it_is_given() {
        let included =
            |name: &str| format!("include:\n  - component: $CI/mcpvals/mcpvals@1\n    inputs: {{ {name}: a }}\n");
        assert_eq!(steps(&included("config")), [(1, Ok("mcpvals eval".to_owned()))]);
        assert!(matches!(steps(&included("confid"))[..], [(1, Err(_))]));
    }
}
