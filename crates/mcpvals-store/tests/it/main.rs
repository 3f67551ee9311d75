//! The store on real databases.

mod contract;
mod faults;
mod race;
mod sample;
