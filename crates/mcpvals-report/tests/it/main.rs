//! Each format over one made-up run, what must hold for any text, and the schemas.
#![expect(clippy::unwrap_used, reason = "an unwrap that fails is a test that fails")]

mod console;
mod coverage;
mod evaluations;
mod formats;
mod inspect;
mod junit;
mod matrix;
mod pages;
mod properties;
mod sample;
mod schemas;
mod traces;
