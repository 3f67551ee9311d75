//! Who signs in where: sessions with one server share a token.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use mcpvals_model::{ServerSpec, Target};

use super::dpop::Proofs;
use super::{Authorizer, Visitor};
use crate::Redactor;

/// The authorizers of all servers of a run. Cheap to clone; clones share them.
#[derive(Debug, Clone, Default)]
pub struct SignIns {
    visitor: Option<Arc<dyn Visitor>>,
    redactor: Redactor,
    /// The key to which tokens that are there already are bound.
    proofs: Option<Arc<Proofs>>,
    /// Where a tester was not answered in time: nobody of the run waits there again.
    silent: Arc<Mutex<HashSet<String>>>,
    /// By the server's name.
    known: Arc<Mutex<HashMap<String, Arc<Authorizer>>>>,
}

impl SignIns {
    /// What is secret becomes known to this redactor; the visitor is asked where people must be.
    pub fn new(visitor: Option<Arc<dyn Visitor>>, redactor: Redactor) -> Self {
        Self { visitor, redactor, proofs: None, silent: Arc::default(), known: Arc::default() }
    }

    /// For the same people and the same secrets, with nobody signed in; tokens that are there already are bound to this key.
    #[must_use]
    pub(super) fn afresh(&self, proofs: Option<Arc<Proofs>>) -> Self {
        Self { proofs, ..Self::new(self.visitor.clone(), self.redactor.clone()) }
    }

    /// Was there no answer at this place before?
    pub(super) fn is_silent(&self, place: &str) -> bool {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner).contains(place)
    }

    pub(super) fn remember_silence(&self, place: String) {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner).insert(place);
    }

    pub(super) fn visitor(&self) -> Option<Arc<dyn Visitor>> {
        self.visitor.clone()
    }

    pub(super) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    /// That of this server; `None` where the server needs none.
    pub fn of(&self, spec: &ServerSpec) -> Option<Arc<Authorizer>> {
        let auth = spec.auth.clone()?;
        let (Target::Http { url, .. } | Target::Sse { url, .. }) = &spec.target else { return None };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let authorizer = || Authorizer::new(*auth, url, self.visitor.clone(), self.redactor.clone());
        let new = || Arc::new(authorizer().bound_to(self.proofs.clone()));
        Some(Arc::clone(known.entry(spec.name.clone()).or_insert_with(new)))
    }
}
