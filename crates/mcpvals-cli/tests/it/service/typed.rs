//! The Rust client, against the running service: every request, with the types that it promises.

use std::time::Duration;

use futures_util::StreamExt as _;
use mcpvals_client::{
    Client, ConfigUpdate, ConfigUpdateLimits, Error, EvaluationFilter, EvaluationRequest, EvaluationStatus,
    HealthStatus, KeyRequest, KeyRequestScopes, ReportRequest, ReportRequestFormat, ToolListRequest, ToolTestRequest,
    ToolTestViewStatus, WebhookRequest,
};

use super::TestService;

fn client(service: &TestService, key: &str) -> Client {
    Client::builder(format!("http://{}", service.address)).key(key).build().unwrap()
}

fn documents() -> EvaluationRequest {
    EvaluationRequest { server_path: Some("documents".to_owned()), ..EvaluationRequest::default() }
}

#[tokio::test]
async fn an_evaluation_is_followed_to_its_end_and_reported() {
    let service = TestService::start();
    let client = client(&service, &service.admin);
    let accepted = client.evaluations().create(&documents()).await.unwrap();
    assert_eq!(accepted.status, EvaluationStatus::Queued);
    let id = accepted.id;
    let events: Vec<_> = client.evaluations().events(&id).map(Result::unwrap).collect().await;
    assert_eq!(events.first().unwrap().kind, "evaluation:started");
    assert!(events.last().unwrap().is_end(), "{:?}", events.last());
    let evaluation = client.evaluations().wait(&id, Duration::from_mins(1)).await.unwrap();
    assert_eq!((&evaluation.status, evaluation.id == id), (&EvaluationStatus::Completed, true));
    assert!(!evaluation.results.unwrap().runtime.unwrap().tool_tests.is_empty());

    let done =
        EvaluationFilter { status: Some(EvaluationStatus::Completed), limit: Some(5), ..EvaluationFilter::default() };
    let page = client.evaluations().list(&done).await.unwrap();
    assert_eq!(page.evaluations.iter().map(|one| &*one.id).collect::<Vec<_>>(), [&*id]);
    assert!(!client.evaluations().documents(&id).await.unwrap().documents.is_empty());

    let request = ReportRequest { format: Some(ReportRequestFormat::Json), ..ReportRequest::default() };
    let report = client.reports().create(&id, &request).await.unwrap();
    assert_eq!(client.reports().get(&report.report_id).await.unwrap(), report);
    let body = client.reports().download(&report.report_id).await.unwrap();
    assert_eq!(i64::try_from(body.len()).unwrap(), report.size);
    assert_eq!(client.reports().list().await.unwrap().reports, [report]);
}

#[tokio::test]
async fn tools_settings_keys_and_webhooks_have_their_types() {
    let service = TestService::start();
    let client = client(&service, &service.admin);
    let server_path = Some("documents".to_owned());
    let request = ToolListRequest { server_path: server_path.clone(), ..ToolListRequest::default() };
    let listed = client.tools().list(&request).await.unwrap();
    let tool_name = listed.tools[0]["name"].as_str().unwrap().to_owned();
    let request = ToolTestRequest { server_path, tool_name, ..ToolTestRequest::default() };
    let tested = client.tools().test(&request).await.unwrap();
    assert_eq!((tested.status, tested.result.success), (ToolTestViewStatus::Passed, true));

    assert_eq!(client.health().await.unwrap().status, HealthStatus::Healthy);
    assert_eq!(client.metrics().await.unwrap().period, "24h");
    let limits = ConfigUpdateLimits { max_concurrent_evaluations: Some(2), ..ConfigUpdateLimits::default() };
    let update = ConfigUpdate { limits: Some(limits), ..ConfigUpdate::default() };
    assert!(client.update_config(&update).await.unwrap().updated);
    assert_eq!(client.config().await.unwrap().limits.max_concurrent_evaluations, 2);

    let request =
        KeyRequest { name: "mine".to_owned(), scopes: vec![KeyRequestScopes::EvaluateRead], ..KeyRequest::default() };
    let key = client.keys().create(&request).await.unwrap();
    let other = self::client(&service, &key.key);
    assert!(other.evaluations().list(&EvaluationFilter::default()).await.unwrap().evaluations.is_empty());
    assert_eq!(client.keys().list().await.unwrap().keys.len(), 2);
    client.keys().revoke(&key.id).await.unwrap();

    let hook = WebhookRequest { url: "https://example.com/hook".to_owned(), ..WebhookRequest::default() };
    let hook = client.webhooks().create(&hook).await.unwrap();
    assert_eq!(client.webhooks().list().await.unwrap().webhooks.len(), 1);
    client.webhooks().delete(&hook.id).await.unwrap();
}

#[tokio::test]
async fn what_is_refused_says_why() {
    let service = TestService::start();
    let admin = client(&service, &service.admin);
    let refused = |error: Error| match error {
        Error::Api(refused) => (refused.status, refused.code),
        other => panic!("{other}"),
    };
    let gone = admin.evaluations().get("eval_nothing").await.unwrap_err();
    assert!(!gone.is_retry_safe());
    assert_eq!(refused(gone), (404, "RESOURCE_NOT_FOUND".to_owned()));
    let invalid = admin.evaluations().create(&EvaluationRequest::default()).await.unwrap_err();
    assert_eq!(refused(invalid), (400, "VALIDATION_ERROR".to_owned()));
    let nobody = client(&service, "mcpv_wrong").evaluations().get("eval_nothing").await.unwrap_err();
    assert_eq!(refused(nobody), (401, "AUTHENTICATION_REQUIRED".to_owned()));

    let hanging = EvaluationRequest { server_path: Some("hanging".to_owned()), ..EvaluationRequest::default() };
    let id = admin.evaluations().create(&hanging).await.unwrap().id;
    let late = admin.evaluations().wait(&id, Duration::from_millis(50)).await.unwrap_err();
    assert!(matches!(late, Error::WaitTimeout { .. }), "{late}");
    admin.evaluations().cancel(&id).await.unwrap();
    let ended = admin.evaluations().wait(&id, Duration::from_mins(1)).await.unwrap();
    assert_eq!(ended.status, EvaluationStatus::Cancelled);
}
