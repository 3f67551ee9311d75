//! Chores of the project: codegen, tidy, bench.

fn main() {}
