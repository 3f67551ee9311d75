//! What is kept of an evaluation.

use serde_json::json;

use super::TestService;

#[test]
fn what_is_kept_is_listed_and_can_be_had() {
    let service = TestService::start();
    let id = service.evaluated(&json!({}));
    let documents = service.get(&format!("/api/v1/evaluations/{id}/documents")).data();
    let documents = documents["documents"].as_array().unwrap();
    assert!(documents.iter().any(|document| document["name"] == "evaluation.json"), "{documents:#?}");
    for document in documents {
        let body = service.get(document["url"].as_str().unwrap());
        assert_eq!((body.status, json!(body.body.len())), (200, document["size"].clone()), "{document:#}");
        let name = document["name"].as_str().unwrap().replace('/', "-");
        assert_eq!(body.header("content-disposition"), Some(format!("attachment; filename=\"{name}\"").as_str()));
    }
    for path in ["/api/v1/evaluations/eval_0/documents", "/api/v1/evaluations/eval_0/documents/evaluation.json"] {
        assert_eq!(service.get(path).outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
    }
    let missing = service.get(&format!("/api/v1/evaluations/{id}/documents/..%2F..%2Fsettings.json"));
    assert_eq!(missing.outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
}
