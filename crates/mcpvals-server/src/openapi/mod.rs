//! The documents of the API, made of the route table and the views: OpenAPI 3.1 for requests, AsyncAPI 3.0 for the WebSocket.

mod messages;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::error::Code;
use crate::event::KNOWN;
use crate::reply::VERSION;
use crate::route::{self, Answer, BASE, Kind, Parameter, Route};

pub use messages::document as messages;

/// The OpenAPI document.
pub fn document() -> Value {
    let mut generator = generator();
    let mut paths = Map::new();
    for route in &route::ROUTES {
        let path = paths.entry(format!("{BASE}{}", route.path)).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(route, &mut generator);
    }
    let written = route::ROUTES.iter().filter_map(|route| route.body);
    let mut schemas: Map<String, Value> =
        written.map(|schema| (schema.name.to_owned(), schema.to_json(&mut generator))).collect();
    schemas.extend(generator.take_definitions(true));
    schemas.insert("Meta".to_owned(), meta());
    schemas.insert("Error".to_owned(), error());
    for schema in schemas.values_mut() {
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove("$schema");
            members.shift_remove("$id");
        }
    }
    schemas.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "mcpvals",
            "version": VERSION,
            "description": "Evaluations of MCP servers as a service. Every answer is the envelope; the resource stands in `data`.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{ "url": "/", "description": "This service" }],
        "security": [{ "bearer": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "description": "An API key (`mcpvals keys create`) or a JWT." },
            },
            "headers": headers(),
            "schemas": schemas,
        },
    })
}

/// As it is served: where nobody is asked for a key, no route says that it needs one.
pub(crate) fn served(asks_for_keys: bool) -> Value {
    let mut document = document();
    if !asks_for_keys {
        document["security"] = json!([]);
        let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
        for operation in paths.filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut()) {
            operation["security"] = json!([]);
        }
    }
    document
}

fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        "/components/schemas".clone_into(settings.definitions_path.to_mut());
        settings.meta_schema = None;
    });
    settings.for_serialize().into_generator()
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": route.operation,
        "summary": route.summary,
        "responses": responses(route, generator),
    });
    let parameters: Vec<Value> = gaps(route.path).chain(route.parameters.iter().map(in_query)).collect();
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let Some(body) = route.body {
        let schema = json!({ "$ref": format!("#/components/schemas/{}", body.name) });
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    match route.scope {
        Some(scope) => {
            operation["security"] = json!([{ "bearer": [scope.as_str()] }]);
            operation["description"] = json!(format!("Needs the scope `{}`.", scope.as_str()));
        }
        None => operation["security"] = json!([]),
    }
    operation
}

fn gaps(path: &'static str) -> impl Iterator<Item = Value> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).map(|name| {
        json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string", "minLength": 1, "maxLength": 300 } })
    })
}

fn in_query(parameter: &Parameter) -> Value {
    let schema = match parameter.kind {
        Kind::OneOf(names) => json!({ "type": "string", "enum": names }),
        Kind::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Events => json!({ "type": "string", "pattern": format!("^{KNOWN}(,{KNOWN})*$") }),
        Kind::Text(most) => json!({ "type": "string", "minLength": 1, "maxLength": most, "pattern": "^[^\\u0000]+$" }),
        Kind::Time { .. } => {
            json!({ "anyOf": [{ "type": "string", "format": "date-time" }, { "type": "string", "format": "date" }] })
        }
    };
    json!({ "name": parameter.name, "in": "query", "description": parameter.about, "schema": schema })
}

fn responses(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut responses = json!({});
    let content = match route.answer {
        Answer::Bytes(kind @ "text/event-stream") => json!({ kind: { "schema": told() } }),
        Answer::Bytes(kind) => json!({ kind: { "schema": { "type": "string" } } }),
        Answer::Data(schema) => {
            let data = schema.to_json(generator);
            json!({ "application/json": { "schema": envelope(&data) } })
        }
    };
    responses[route.status.to_string()] =
        json!({ "description": route.summary, "headers": every_header(), "content": content });
    for (status, codes) in errors(route) {
        let names = codes.iter().map(|code| format!("`{}`", code.as_str())).collect::<Vec<_>>().join(", ");
        responses[status.to_string()] = json!({
            "description": names,
            "headers": every_header(),
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        });
    }
    responses
}

/// One event of a stream; a schema of such a stream is of each of its events.
fn told() -> Value {
    json!({
        "type": "object",
        "description": "Each event of the stream.",
        "required": ["event", "data"],
        "properties": {
            "id": { "type": "string", "description": "To come again with, as `Last-Event-ID`; `system:status` has none." },
            "event": { "type": "string" },
            "data": { "type": "string", "contentMediaType": "application/json", "description": "The event, as the WebSocket tells it." },
        },
    })
}

/// What may go wrong, by status.
fn errors(route: &Route) -> std::collections::BTreeMap<u16, Vec<Code>> {
    let mut codes = vec![Code::RateLimitExceeded, Code::InternalServerError, Code::ValidationError];
    // Even without a key: a name under which the service is not known.
    codes.push(Code::InsufficientPermissions);
    if route.scope.is_some() {
        codes.push(Code::AuthenticationRequired);
    }
    if route.body.is_some() {
        codes.extend([Code::PayloadTooLarge, Code::UnsupportedMediaType, Code::RequestTimeout]);
    }
    let mut found = std::collections::BTreeMap::<u16, Vec<Code>>::new();
    for code in codes.iter().chain(route.errors) {
        found.entry(code.facts().status).or_default().push(*code);
    }
    found
}

fn envelope(data: &Value) -> Value {
    json!({
        "type": "object",
        "required": ["success", "data", "meta"],
        "properties": {
            "success": { "const": true },
            "data": data,
            "meta": { "$ref": "#/components/schemas/Meta" },
            "id": { "type": "string", "description": "Of answers about one evaluation: as in `data`." },
            "status": { "type": "string", "description": "Of answers about one evaluation: as in `data`." },
            "score": { "type": "number", "description": "Of answers about one evaluation: as in `data`." },
        },
    })
}

fn meta() -> Value {
    json!({
        "type": "object",
        "description": "What is known of the request.",
        "required": ["requestId", "timestamp", "version"],
        "properties": {
            "requestId": { "type": "string", "pattern": "^req_[0-9a-f]{32}$" },
            "timestamp": { "type": "string", "format": "date-time" },
            "version": { "const": VERSION },
            "rateLimit": {
                "type": "object",
                "required": ["limit", "remaining", "resetAt"],
                "properties": {
                    "limit": { "type": "integer" },
                    "remaining": { "type": "integer" },
                    "resetAt": { "type": "string", "format": "date-time" },
                },
            },
        },
    })
}

fn error() -> Value {
    json!({
        "type": "object",
        "description": "Why a request was not answered as it wished.",
        "required": ["success", "error", "meta"],
        "properties": {
            "success": { "const": false },
            "error": {
                "type": "object",
                "required": ["code", "message", "details", "documentation"],
                "properties": {
                    "code": { "enum": Code::ALL.map(Code::as_str) },
                    "message": { "type": "string" },
                    "details": {
                        "type": "object",
                        "description": "Of invalid requests: `field`, `value`, `constraint` of the first violation, and all of them in `violations`.",
                    },
                    "documentation": { "type": "string", "format": "uri" },
                },
            },
            "meta": { "$ref": "#/components/schemas/Meta" },
        },
    })
}

fn headers() -> Value {
    let number = |about: &str| json!({ "description": about, "schema": { "type": "integer" } });
    json!({
        "X-RateLimit-Limit": number("Requests in a window"),
        "X-RateLimit-Remaining": number("What is left of them"),
        "X-RateLimit-Reset": number("When the window closes, in seconds since 1970"),
        "X-RateLimit-Window": number("How long a window is, in seconds"),
    })
}

fn every_header() -> Value {
    let names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Window"];
    names
        .into_iter()
        .map(|name| (name.to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })))
        .collect::<Map<_, _>>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let text = document.to_string();
        let mut references: Vec<&str> =
            text.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        references.sort_unstable();
        references.dedup();
        assert!(references.len() > 10);
        for reference in references {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn operations_have_names_of_their_own() {
        let mut names: Vec<&str> = route::ROUTES.iter().map(|route| route.operation).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
