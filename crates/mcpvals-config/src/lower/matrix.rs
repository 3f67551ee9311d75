//! `matrix`: which models and servers are varied.

use mcpvals_model::ServerSpec;

use super::Lowering;
use super::suite::World;
use crate::error::Problem;
use crate::file::{self, ConfigFile, MatrixChoice, Varied};
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// Models or servers that one matrix may have: each two of them are compared.
const AXIS_MAX: usize = 50;

/// What there is to vary, and what the file varies where a workflow does not say.
pub(super) struct FileMatrix {
    models: Vec<String>,
    servers: Vec<String>,
    usual: Axes,
}

/// The models by name and the servers by index. What is empty is not varied.
#[derive(Clone, Default)]
pub(super) struct Axes {
    pub(super) models: Vec<String>,
    pub(super) servers: Vec<usize>,
}

impl Lowering<'_> {
    /// The matrix of the file; `models` in its order.
    pub(super) fn matrix(&mut self, file: &ConfigFile, models: &[String], servers: &[ServerSpec]) -> FileMatrix {
        let servers = servers.iter().map(|server| server.name.clone()).collect();
        let mut matrix = FileMatrix { models: models.to_vec(), servers, usual: Axes::default() };
        let at = Pointer::root().member("matrix");
        let given = file.matrix.as_ref().map(|choice| self.axes(choice, &matrix, &at));
        let asked = self.context.scope.matrix.then(|| self.axes(&MatrixChoice::Flag(true), &matrix, &at));
        matrix.usual = asked.or(given).unwrap_or_default();
        matrix
    }

    /// What is varied of a workflow: its own word goes before the file's, and what it names is fixed.
    pub(super) fn axes_of(&mut self, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> Axes {
        let mut axes = match &workflow.matrix {
            Some(choice) => self.own_axes(choice, workflow, world, &at.member("matrix")),
            None => world.matrix.usual.clone(),
        };
        if workflow.model.is_some() {
            axes.models.clear();
        }
        if names_servers(workflow) {
            axes.servers.clear();
        }
        // `--model` chooses one of them; another takes the place of all.
        let chosen = world.models.first().filter(|_| self.context.scope.model.is_some() && !axes.models.is_empty());
        if let Some(chosen) = chosen.filter(|chosen| !axes.models.contains(&chosen.name)) {
            axes.models = vec![chosen.name.clone()];
        }
        axes
    }

    fn own_axes(&mut self, choice: &MatrixChoice, workflow: &file::Workflow, world: &World<'_>, at: &Pointer) -> Axes {
        if let MatrixChoice::Named(matrix) = choice {
            let both = [
                (workflow.model.is_some() && matrix.models.is_some(), "model", "models"),
                (
                    names_servers(workflow) && matrix.servers.is_some(),
                    if workflow.servers.is_some() { "servers" } else { "server" },
                    "servers",
                ),
            ];
            for (_, fixed, varied) in both.iter().filter(|(is_both, ..)| *is_both) {
                let message = format!("the workflow names its `{fixed}`, so its matrix cannot vary it: leave one out");
                self.report(Problem::of_key(&at.member(varied), message));
            }
        }
        self.axes(choice, world.matrix, at)
    }

    fn axes(&mut self, choice: &MatrixChoice, known: &FileMatrix, at: &Pointer) -> Axes {
        let all = Some(Varied::All(file::All::All));
        let (models, servers) = match choice {
            MatrixChoice::Flag(false) => (None, None),
            MatrixChoice::Flag(true) => (all.as_ref(), all.as_ref()),
            MatrixChoice::Named(matrix) => (matrix.models.as_ref(), matrix.servers.as_ref()),
        };
        let models = self.varied(models, "model", &known.models, &at.member("models"));
        let servers = self.varied(servers, "server", &known.servers, &at.member("servers"));
        Axes { models: models.into_iter().map(|index| known.models[index].clone()).collect(), servers }
    }

    /// Indices of what is varied.
    fn varied(&mut self, varied: Option<&Varied>, what: &str, known: &[String], at: &Pointer) -> Vec<usize> {
        let indices = match varied {
            None => Vec::new(),
            Some(Varied::All(file::All::All)) => (0..known.len()).collect(),
            Some(Varied::Named(names)) => self.named(names, what, known, at),
        };
        if indices.len() > AXIS_MAX {
            let message =
                format!("a matrix has at most {AXIS_MAX} {what}s, and the file has {}: name some", known.len());
            self.report(Problem::new(at, message));
        }
        indices.into_iter().take(AXIS_MAX).collect()
    }

    fn named(&mut self, names: &[String], what: &str, known: &[String], at: &Pointer) -> Vec<usize> {
        if names.is_empty() {
            self.report(Problem::new(at, format!("no {what} is named here: name some, or leave it out")));
        }
        let mut indices = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let found = known.iter().position(|other| other == name);
            let message = match found {
                Some(index) if !indices.contains(&index) => {
                    indices.push(index);
                    continue;
                }
                Some(_) => format!("the {what} \"{name}\" is in the matrix already"),
                // That there is none is told elsewhere.
                None if known.is_empty() => continue,
                None => format!("no {what} is called \"{name}\"; there are: {}", known.join(", ")),
            };
            let near = if found.is_none() { nearest(name, known.iter().map(String::as_str)) } else { None };
            self.report(Problem::new(&at.item(number), message).with_nearest(near));
        }
        indices
    }
}

fn names_servers(workflow: &file::Workflow) -> bool {
    workflow.server.is_some() || workflow.servers.is_some()
}
