//! Each combination of a workflow with a model and a server is a suite of its own.

use std::collections::BTreeMap;

use mcpvals_model::{CaseId, CaseKind, Combination, ModelSpec, Suite, SuiteKind, SuiteName};

use super::Lowering;
use super::matrix::Axes;
use super::suite::World;
use crate::error::Problem;
use crate::file;
use crate::pointer::Pointer;

/// Combinations that one file may have: each has the whole workflow.
const COMBINATIONS_MAX: usize = 10_000;

impl Lowering<'_> {
    /// The suite of a workflow as it is, or once for each combination of what is varied.
    pub(super) fn combinations(
        &mut self,
        suite: Suite,
        workflow: &file::Workflow,
        world: &World<'_>,
        at: &Pointer,
    ) -> Vec<Suite> {
        let Axes { models, servers } = self.axes_of(workflow, world, at);
        if models.is_empty() && servers.is_empty() {
            return vec![suite];
        }
        let own = |suite: &Suite| suite.cases.iter().find_map(|case| model_of(&case.kind)).map(str::to_owned);
        let models = if models.is_empty() { own(&suite).into_iter().collect() } else { models };
        let servers = if servers.is_empty() { vec![suite.server] } else { servers };
        let places = models.iter().flat_map(|model| servers.iter().map(move |server| (model, *server)));
        let places = places.map(|(model, server)| Place { model, server, world });
        places.map(|place| place.play(&suite, &place.label(models.len() > 1, servers.len() > 1))).collect()
    }

    /// Are these more combinations than can be played? Told once.
    pub(super) fn are_too_many(&mut self, combinations: usize, at: &Pointer) -> bool {
        let are_too_many = combinations > COMBINATIONS_MAX;
        if are_too_many {
            let message = format!("with this workflow the matrix has more than {COMBINATIONS_MAX} combinations");
            self.report(Problem::new(at, message));
        }
        are_too_many
    }

    /// The name of a combination may be that of another suite.
    pub(super) fn check_combined_names(&mut self, suites: &[Suite], workflows: &[file::Workflow]) {
        let mut taken: BTreeMap<&SuiteName, Option<&str>> = BTreeMap::new();
        for suite in suites {
            let own = suite.combination.as_ref().map(|combination| combination.workflow.as_str());
            let other = taken.insert(&suite.name, own).filter(|other| *other != own);
            let Some(workflow) = other.and_then(|other| own.or(other)) else { continue };
            let index = workflows.iter().position(|known| known.name == workflow).unwrap_or_default();
            let at = Pointer::root().member(SuiteKind::Workflow.member()).item(index).member("name");
            let message = format!("the matrix makes a second suite or workflow \"{}\" of it", suite.name);
            self.report(Problem::new(&at, message));
        }
    }
}

/// One combination of a workflow.
struct Place<'a> {
    model: &'a str,
    server: usize,
    world: &'a World<'a>,
}

impl Place<'_> {
    /// `model=gpt-4o, server=b`: what is varied.
    fn label(&self, varies_models: bool, varies_servers: bool) -> String {
        let model = varies_models.then(|| format!("model={}", self.model));
        let server = varies_servers.then(|| format!("server={}", self.server_name()));
        model.into_iter().chain(server).collect::<Vec<_>>().join(", ")
    }

    fn server_name(&self) -> &str {
        self.world.servers.get(self.server).map_or("", |server| &server.name)
    }

    /// The suite with this model on this server.
    fn play(&self, suite: &Suite, label: &str) -> Suite {
        let workflow = suite.name.as_str().to_owned();
        let name = if label.is_empty() { workflow.clone() } else { format!("{workflow} [{label}]") };
        let (model, server) = (self.model.to_owned(), self.server_name().to_owned());
        let mut suite = Suite {
            name: SuiteName::new(name),
            server: self.server,
            combination: Some(Combination { workflow, model, server, replayed: false }),
            ..suite.clone()
        };
        for case in &mut suite.cases {
            case.id = CaseId::new(&suite.name, &case.title);
            self.set_model(&mut case.kind);
        }
        suite
    }

    fn set_model(&self, kind: &mut CaseKind) {
        let spec: Option<&ModelSpec> = self.world.models.iter().find(|known| known.name == self.model);
        if let CaseKind::Workflow(case) = kind {
            self.model.clone_into(&mut case.model);
            case.price = spec.and_then(|spec| spec.price);
        }
    }
}

fn model_of(kind: &CaseKind) -> Option<&str> {
    match kind {
        CaseKind::Workflow(case) => Some(&case.model),
        _ => None,
    }
}
