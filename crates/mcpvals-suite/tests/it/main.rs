//! Driving and grading on real processes: the testkit's good server, and its zoo of faulty ones.

mod good;
mod kit;
mod zoo;
