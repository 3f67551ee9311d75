//! Every page of the dashboard on one screen.

use futures_util::future::BoxFuture;

use super::frame::Page;
use super::{compare, evaluation, evaluations, history, keys, matrix, playground, reports, settings, traces};
use crate::auth::Scope;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::route::{Kind, LIST, Parameter};

/// A page.
pub(super) struct PageRoute {
    pub(super) path: &'static str,
    /// What its reader must have.
    pub(super) scope: Scope,
    /// Its words in the menu; empty where it is not there.
    pub(super) menu: &'static str,
    /// Of the query.
    pub(super) parameters: &'static [Parameter],
    pub(super) handler: Handler,
}

/// Makes a page for a request that passed.
pub(super) type Handler = fn(Ask) -> BoxFuture<'static, Result<Page, ApiError>>;

macro_rules! page {
    ($path:literal, $scope:ident, $menu:literal, $parameters:expr, $handler:path) => {
        PageRoute {
            path: $path,
            scope: Scope::$scope,
            menu: $menu,
            parameters: $parameters,
            handler: |ask| Box::pin($handler(ask)),
        }
    };
}

const TWO: &[Parameter] = &[
    Parameter { name: "a", kind: Kind::Text(100), about: "The one before" },
    Parameter { name: "b", kind: Kind::Text(100), about: "The one after" },
];
const TARGET: &[Parameter] = &[Parameter { name: "target", kind: Kind::Text(10_000), about: "Of which server" }];
const SERVER: &[Parameter] = &[Parameter { name: "serverPath", kind: Kind::Text(500), about: "Of which server" }];

/// All of them; those of the menu in its order.
pub(super) static PAGES: [PageRoute; 12] = [
    page!("/", Read, "Evaluations", LIST, evaluations::page),
    page!("/evaluations/{id}", Read, "", &[], evaluation::page),
    page!("/evaluations/{id}/run", Read, "", &[], traces::run),
    page!("/evaluations/{id}/traces/{name}", Read, "", &[], traces::replay),
    page!("/compare", Read, "Compare", TWO, compare::page),
    page!("/history", Read, "History", TARGET, history::page),
    page!("/matrix", Read, "Matrix", &[], matrix::page),
    page!("/playground", Write, "Playground", SERVER, playground::page),
    page!("/reports", Export, "Reports", &[], reports::page),
    page!("/settings", Admin, "Settings", &[], settings::page),
    page!("/keys", Admin, "Keys", &[], keys::page),
    page!("/evaluations", Read, "", LIST, evaluations::page),
];
