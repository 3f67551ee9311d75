//! The instrument: owns every byte to and from the server under test.
