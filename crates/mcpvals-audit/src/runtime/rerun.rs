//! The command that shows a test again.

use mcpvals_model::Target;
use mcpvals_wire::Redactor;
use serde_json::{Map, Value};

/// How the server is named on the command line of `mcpvals call`.
#[derive(Debug, Clone)]
pub struct Rerun {
    server: String,
    redactor: Redactor,
}

impl Rerun {
    /// By what is started or reached. Values of its environment are not told, and secrets in its arguments are masked.
    pub fn of(target: &Target, redactor: &Redactor) -> Self {
        let shell = |word: &str| shell(&redactor.text(word));
        let server = match target {
            Target::Stdio { command, args, env, cwd } => {
                let names = env.keys().map(|name| format!(" --env {}", shell(&format!("{name}=…"))));
                let words = std::iter::once(command).chain(args).map(|word| format!(" {}", shell(word)));
                let cwd = format!(" --cwd {}", shell(&cwd.display().to_string()));
                std::iter::once(cwd).chain(names).chain([" --".to_owned()]).chain(words).collect()
            }
            Target::Http { url, .. } => format!(" --url {}", shell(url.as_str())),
            Target::Sse { url, .. } => format!(" --transport sse --url {}", shell(url.as_str())),
        };
        Self { server, redactor: redactor.clone() }
    }

    /// A call of a tool.
    pub fn call(&self, tool: &str, arguments: &Map<String, Value>) -> String {
        let arguments = if arguments.is_empty() {
            String::new()
        } else {
            let arguments = Value::Object(arguments.clone()).to_string();
            format!(" --args {}", shell(&self.redactor.text(&arguments)))
        };
        format!("mcpvals call {}{arguments}{}", shell(tool), self.server)
    }

    /// All that it lists.
    pub fn inspect(&self) -> String {
        format!("mcpvals inspect{}", self.server)
    }
}

/// A word of a shell.
pub fn shell(word: &str) -> String {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '=' | '@' | ',' | '+' | '%');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::shell;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(shell("a-b_c.d/e"), "a-b_c.d/e");
        assert_eq!(shell("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(shell(""), "''");
    }
}
