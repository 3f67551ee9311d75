//! One request: sent, limited in time, sent again where that is right, its answer checked and unwrapped.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Method, Response, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::error::{Error, Refusal};
use crate::retry::Retry;

const API: &str = "api/v1/";

/// The connections, and how they are used.
#[derive(Debug)]
pub(crate) struct Http {
    client: reqwest::Client,
    base: Url,
    timeout: Duration,
    pub(crate) retry: Retry,
}

/// What is asked.
pub(crate) struct Request<'a> {
    method: Method,
    /// Below the API, each part as it is: it is escaped.
    path: Vec<&'a str>,
    query: Vec<(&'static str, String)>,
    body: Option<Value>,
}

impl<'a> Request<'a> {
    pub(crate) fn get(path: impl Into<Vec<&'a str>>) -> Self {
        Self { method: Method::GET, path: path.into(), query: Vec::new(), body: None }
    }

    pub(crate) fn delete(path: impl Into<Vec<&'a str>>) -> Self {
        Self { method: Method::DELETE, ..Self::get(path) }
    }

    pub(crate) fn post(path: impl Into<Vec<&'a str>>, body: &impl Serialize) -> Result<Self, Error> {
        Self::with_body(Method::POST, path, body)
    }

    pub(crate) fn put(path: impl Into<Vec<&'a str>>, body: &impl Serialize) -> Result<Self, Error> {
        Self::with_body(Method::PUT, path, body)
    }

    fn with_body(method: Method, path: impl Into<Vec<&'a str>>, body: &impl Serialize) -> Result<Self, Error> {
        let body = serde_json::to_value(body).map_err(|error| Error::Setting(format!("the request: {error}")))?;
        Ok(Self { method, body: Some(body), ..Self::get(path) })
    }

    pub(crate) fn query(mut self, query: Vec<(&'static str, String)>) -> Self {
        self.query = query;
        self
    }

    /// As errors name it.
    fn name(&self) -> String {
        format!("{} /{}", self.method, self.path.join("/"))
    }
}

impl Http {
    pub(crate) fn new(base: &str, key: Option<&str>, timeout: Duration, retry: Retry) -> Result<Self, Error> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls())
            .default_headers(headers(key)?)
            .user_agent(concat!("mcpvals-client/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| Error::Setting(format!("no client: {error}")))?;
        Ok(Self { client, base: address(base)?, timeout, retry })
    }

    /// What stands in `data` of the answer.
    pub(crate) async fn data<T: DeserializeOwned>(&self, request: Request<'_>) -> Result<T, Error> {
        let (status, body) = self.bytes(&request).await?;
        let invalid = |reason: String| Error::InvalidResponse { request: request.name(), status, reason };
        let mut envelope: Value = serde_json::from_slice(&body).map_err(|error| invalid(error.to_string()))?;
        if envelope["success"] != true {
            return Err(invalid("it has no `success`".to_owned()));
        }
        serde_json::from_value(envelope["data"].take()).map_err(|error| invalid(format!("`data`: {error}")))
    }

    /// The body as it is, with the status.
    pub(crate) async fn bytes(&self, request: &Request<'_>) -> Result<(u16, Vec<u8>), Error> {
        let within = self.timeout;
        let late = || Error::Timeout { request: request.name(), within };
        self.repeatedly(request, || async {
            let answer = async {
                let response = self.open(request).await?;
                let status = response.status().as_u16();
                let body = response.bytes().await.map_err(|source| broken(request, source))?;
                Ok((status, body.to_vec()))
            };
            tokio::time::timeout(within, answer).await.unwrap_or_else(|_| Err(late()))
        })
        .await
    }

    async fn repeatedly<T, F: Future<Output = Result<T, Error>>>(
        &self,
        request: &Request<'_>,
        once: impl Fn() -> F,
    ) -> Result<T, Error> {
        let is_repeatable = request.method != Method::POST;
        let mut attempt = 0;
        loop {
            let error = match once().await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let Some(wait) = self.retry.after(&error, attempt, is_repeatable) else { return Err(error) };
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// The head of an answer that is no refusal; its body is still to come.
    pub(crate) async fn open(&self, request: &Request<'_>) -> Result<Response, Error> {
        let mut sent = self.client.request(request.method.clone(), self.url(request)?);
        if let Some(body) = &request.body {
            sent = sent.header(reqwest::header::CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let response = sent.send().await.map_err(|source| broken(request, source))?;
        if response.status().is_success() { Ok(response) } else { Err(refusal(request, response).await) }
    }

    fn url(&self, request: &Request<'_>) -> Result<Url, Error> {
        // Such a part would lead elsewhere.
        if let Some(part) = request.path.iter().find(|part| matches!(**part, "" | "." | "..")) {
            return Err(Error::Setting(format!("`{part}` is no id that the service gave")));
        }
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(&request.path);
        }
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&request.query);
        }
        Ok(url)
    }
}

fn tls() -> ClientConfig {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider supports the default versions, as the tests show")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

fn headers(key: Option<&str>) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        // Whatever stands in such a message stands in a log: the key must not.
        let wrong = || Error::Setting("the key is not printable ASCII: is there a line break at its end?".to_owned());
        let mut value = HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_| wrong())?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    Ok(headers)
}

fn address(base: &str) -> Result<Url, Error> {
    let wrong = |why: &str| Error::Setting(format!("`{base}` is no address like http://localhost:3457: {why}"));
    let mut url = Url::parse(base).map_err(|error| wrong(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("it begins with neither http: nor https:"));
    }
    let path = url.path().trim_end_matches('/');
    let path = format!("{}/{API}", path.strip_suffix("/api/v1").unwrap_or(path));
    url.set_path(&path);
    Ok(url)
}

fn broken(request: &Request<'_>, source: reqwest::Error) -> Error {
    Error::Connection { request: request.name(), source: source.without_url() }
}

async fn refusal(request: &Request<'_>, response: Response) -> Error {
    let status = response.status().as_u16();
    let retry_after = retry_after(response.headers());
    let body = match response.bytes().await {
        Ok(body) => body,
        Err(source) => return broken(request, source),
    };
    match serde_json::from_slice::<Refusal>(&body) {
        Ok(refusal) => Error::Api(Box::new(refusal.into_error(status, retry_after))),
        Err(error) => Error::InvalidResponse { request: request.name(), status, reason: error.to_string() },
    }
}

/// The service gives seconds.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Http, Request, address};
    use crate::retry::Retry;

    #[test]
    fn addresses_may_name_the_api() {
        let path = |base: &str| address(base).map(|url| url.to_string());
        for base in ["http://localhost:3457", "http://localhost:3457/", "http://localhost:3457/api/v1/"] {
            assert_eq!(path(base).unwrap(), "http://localhost:3457/api/v1/");
        }
        assert_eq!(path("https://a.example/below").unwrap(), "https://a.example/below/api/v1/");
        assert!(path("ftp://a.example").unwrap_err().to_string().contains("neither http: nor https:"));
        assert!(path("localhost").is_err());
    }

    #[test]
    fn ids_are_parts_of_a_path_and_nothing_more() {
        let retry = Retry { times: 0, delay: Duration::ZERO, patience: Duration::ZERO };
        let http = Http::new("http://localhost:1", None, Duration::ZERO, retry).unwrap();
        let url = |id: &str| http.url(&Request::get(["evaluations", id]));
        assert_eq!(url("a/b?c").unwrap().as_str(), "http://localhost:1/api/v1/evaluations/a%2Fb%3Fc");
        assert!(url("..").is_err() && url("").is_err());
    }

    #[test]
    fn a_key_is_in_no_message() {
        let retry = Retry { times: 0, delay: Duration::ZERO, patience: Duration::ZERO };
        let error = Http::new("http://localhost:1", Some("secret\n"), Duration::ZERO, retry).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        let http = Http::new("http://localhost:1", Some("secret"), Duration::ZERO, retry).unwrap();
        assert!(!format!("{http:?}").contains("secret"), "{http:?}");
    }
}
