//! The crate as its users call it.

mod idioms;
mod near_misses;
mod pairs;
mod reading;
mod refusals;
mod secrets;
