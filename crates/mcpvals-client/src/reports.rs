//! Reports: made of an evaluation, kept for a while, downloaded.

use crate::error::Error;
use crate::http::{Http, Request};
use crate::types::{ReportList, ReportRequest, ReportView};

/// See [`Client::reports`](crate::Client::reports).
#[derive(Debug, Clone, Copy)]
pub struct Reports<'a> {
    pub(crate) http: &'a Http,
}

impl Reports<'_> {
    /// Makes a report of an evaluation that has ended.
    ///
    /// # Errors
    /// [`Error`]; 409 where there is nothing to report.
    pub async fn create(&self, evaluation: &str, request: &ReportRequest) -> Result<ReportView, Error> {
        self.http.data(Request::post(["evaluations", evaluation, "reports"], request)?).await
    }

    /// What a report is, and when it expires.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn get(&self, id: &str) -> Result<ReportView, Error> {
        self.http.data(Request::get(["reports", id])).await
    }

    /// The reports that have not expired, the newest first.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn list(&self) -> Result<ReportList, Error> {
        self.http.data(Request::get(["reports"])).await
    }

    /// A report's body.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn download(&self, id: &str) -> Result<Vec<u8>, Error> {
        self.http.bytes(&Request::get(["reports", id, "download"])).await.map(|(_, body)| body)
    }
}
