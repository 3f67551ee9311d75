//! From a config file to a plan.
