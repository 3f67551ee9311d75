//! The service itself: its settings, how it is, what it did.

use crate::client::Client;
use crate::error::Error;
use crate::http::Request;
use crate::types::{ConfigUpdate, ConfigUpdated, ConfigView, Health, MetricsView};

impl Client {
    /// What the service can do, and its settings. Needs the scope `evaluate:admin`.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn config(&self) -> Result<ConfigView, Error> {
        self.http.data(Request::get(["config"])).await
    }

    /// Changes settings, of all nodes; what is left out stays. Needs the scope `evaluate:admin`.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn update_config(&self, update: &ConfigUpdate) -> Result<ConfigUpdated, Error> {
        self.http.data(Request::put(["config"], update)?).await
    }

    /// Is the service well? Asks for no key.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn health(&self) -> Result<Health, Error> {
        self.http.data(Request::get(["health"])).await
    }

    /// What the last day came to.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn metrics(&self) -> Result<MetricsView, Error> {
        self.http.data(Request::get(["metrics"])).await
    }
}
