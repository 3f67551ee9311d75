//! The rules.

use mcpvals_model::Rule;

pub(crate) static ALL: [&Rule; 0] = [];
