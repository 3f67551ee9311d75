//! The crate as its users call it.

mod pairs;
mod reading;
mod secrets;
