//! API keys: made, listed, revoked. All of it needs the scope `evaluate:admin`.

use crate::error::Error;
use crate::http::{Http, Request};
use crate::types::{CreatedKey, Deleted, KeyList, KeyRequest};

/// See [`Client::keys`](crate::Client::keys).
#[derive(Debug, Clone, Copy)]
pub struct Keys<'a> {
    pub(crate) http: &'a Http,
}

impl Keys<'_> {
    /// Makes a key; what is secret of it is in this answer, and never again.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn create(&self, request: &KeyRequest) -> Result<CreatedKey, Error> {
        self.http.data(Request::post(["keys"], request)?).await
    }

    /// The keys; nothing secret is among it.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn list(&self) -> Result<KeyList, Error> {
        self.http.data(Request::get(["keys"])).await
    }

    /// Takes a key no more.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn revoke(&self, id: &str) -> Result<Deleted, Error> {
        self.http.data(Request::delete(["keys", id])).await
    }
}
