//! Tools: those of a server, and one of them called.

use crate::error::Error;
use crate::http::{Http, Request};
use crate::types::{ToolListRequest, ToolListView, ToolTestRequest, ToolTestView};

/// See [`Client::tools`](crate::Client::tools).
#[derive(Debug, Clone, Copy)]
pub struct Tools<'a> {
    pub(crate) http: &'a Http,
}

impl Tools<'_> {
    /// Calls one tool, and says what to think of the answer.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn test(&self, request: &ToolTestRequest) -> Result<ToolTestView, Error> {
        self.http.data(Request::post(["tools", "test"], request)?).await
    }

    /// The tools of a server, with their schemas.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn list(&self, request: &ToolListRequest) -> Result<ToolListView, Error> {
        self.http.data(Request::post(["tools", "list"], request)?).await
    }
}
