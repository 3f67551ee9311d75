//! The client against a provider over HTTP: every format, every failure.

use std::time::{Duration, Instant};

use mcpvals_llm::{Client, Conversation, Exchange, Ledger, Part, ToolNames, ToolResult, ToolSpec, Turn, WireRequest};
use mcpvals_model::{Budget, ModelFault, ModelSpec, Provider, Secret, Stop};
use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

fn model(provider: Provider, server: &ModelServer) -> ModelSpec {
    ModelSpec {
        name: provider.to_string(),
        provider,
        model: "double".to_owned(),
        base_url: Some(server.url()),
        api_key: Some(Secret::new("the-key")),
        lacks_key: false,
        temperature: Some(0.0),
        max_tokens: 100,
        price: None,
        seed: None,
        stream: false,
    }
}

/// Every provider, asked for answers at once and in pieces.
fn every_way(server: &ModelServer) -> impl Iterator<Item = ModelSpec> {
    let ways = |model: ModelSpec| [ModelSpec { stream: true, ..model.clone() }, model];
    Provider::ALL.map(|provider| model(provider, server)).into_iter().flat_map(ways)
}

fn conversation(turns: Vec<Turn>) -> Conversation {
    let schema = json!({"type": "object", "properties": {"a": {"type": "number"}}});
    let tools = vec![ToolSpec { name: "add".to_owned(), description: "Adds.".to_owned(), schema }];
    Conversation { system: "Be brief.".to_owned(), turns, tools, answer: None }
}

async fn ask(model: &ModelSpec, turns: Vec<Turn>, patience_ms: u64, deadline_ms: u64) -> Exchange {
    let client = Client::new(Duration::from_millis(patience_ms), |_| true).expect("a client");
    let deadline = Instant::now() + Duration::from_millis(deadline_ms);
    let names = ToolNames::new(["add"].into_iter());
    let request = client.request(model, &conversation(turns), &names);
    client.ask(model.provider, &request, &names, (deadline, &Ledger::new(Budget::default()))).await
}

fn question() -> Vec<Turn> {
    vec![Turn::User("1 + 2?".to_owned())]
}

async fn fault(said: Said, patience_ms: u64, deadline_ms: u64) -> (ModelFault, usize) {
    let server = ModelServer::saying(vec![said]);
    let exchange = ask(&model(Provider::Anthropic, &server), question(), patience_ms, deadline_ms).await;
    (exchange.reply.expect_err("no reply"), server.requests().len())
}

#[tokio::test]
async fn a_call_and_its_result_go_to_and_fro_with_every_provider() {
    let args = json!({"a": 1});
    let said = [Said::Calls(vec![("add".to_owned(), args.clone())]), Said::Text("It is “3”.".to_owned())];
    let server = ModelServer::start(move |_, turn| said[turn % 2].clone());
    for (index, model) in every_way(&server).enumerate() {
        let way = format!("{} {}", model.provider, model.stream);
        let first = ask(&model, question(), 0, 10_000).await.reply.expect("a reply");
        assert_eq!((first.stop.clone(), first.calls[0].tool.as_str()), (Stop::Calls, "add"), "{way}");
        assert_eq!((&first.calls[0].args, first.usage.input, first.usage.cached), (&args, 120, 20), "{way}");
        let id = first.calls[0].id.clone();
        let result =
            ToolResult { id, tool: "add".to_owned(), is_error: false, parts: vec![Part::Text("3".to_owned())] };
        let turns = [question(), vec![Turn::Model(first), Turn::Results(vec![result])]].concat();
        let last = ask(&model, turns, 0, 10_000).await.reply.expect("a reply");
        assert_eq!((last.stop, last.text.as_str(), last.usage.output), (Stop::End, "It is “3”.", 10), "{way}");
        let requests = server.requests().split_off(index * 2);
        assert!(requests.iter().all(|request| request.key.as_deref() == Some("the-key")), "{way}");
        assert!(requests[1].body.to_string().len() > requests[0].body.to_string().len(), "{way}");
        let is_streamed = requests[0].body["stream"] == true || requests[0].path.contains(":stream");
        assert_eq!(is_streamed, model.stream, "{way}");
    }
}

#[tokio::test]
async fn refusals_and_cut_offs_are_told() {
    let said = [Said::Refusal, Said::CutOff("It i".to_owned())];
    let server = ModelServer::start(move |_, turn| said[turn % 2].clone());
    for model in every_way(&server) {
        let refused = ask(&model, question(), 0, 10_000).await.reply.expect("a reply");
        assert!(matches!(refused.stop, Stop::Refused(_)), "{model:?}: {refused:?}");
        let cut = ask(&model, question(), 0, 10_000).await.reply.expect("a reply");
        assert_eq!(cut.stop, Stop::CutOff, "{model:?}");
    }
}

/// What is sent, what stands in traces and cassettes, and what goes back in the next turn.
#[tokio::test]
async fn what_came_in_pieces_is_kept_as_what_came_at_once() {
    let calls = ["add", "multiply"].map(|name| (name.to_owned(), json!({"a": 1, "b": "é"}))).to_vec();
    for provider in Provider::ALL {
        let mut kept = Vec::new();
        for stream in [true, false] {
            let said = Said::Thinking("Hm …".to_owned(), "I add “them”.".to_owned(), calls.clone());
            let server = ModelServer::saying(vec![said]);
            let model = ModelSpec { stream, ..model(provider, &server) };
            let exchange = ask(&model, question(), 0, 10_000).await;
            let reply = exchange.reply.expect("a reply");
            let client = Client::new(Duration::ZERO, |_| true).expect("a client");
            let turns = [question(), vec![Turn::Model(reply.clone())]].concat();
            let next = client.request(&model, &conversation(turns), &ToolNames::default()).body;
            kept.push((exchange.response, reply, next));
        }
        assert_eq!(kept[0], kept[1], "{provider}");
        assert_eq!((kept[0].1.text.as_str(), kept[0].1.calls.len()), ("I add “them”.", 2), "{provider}");
    }
}

#[tokio::test]
async fn what_passes_is_waited_for() {
    let busy = |status| Said::Error(status, vec![("retry-after-ms", "20".to_owned())], "busy".to_owned());
    let server = ModelServer::saying(vec![busy(429), busy(529), Said::Text("Now.".to_owned())]);
    let exchange = ask(&model(Provider::Anthropic, &server), question(), 1000, 10_000).await;
    assert_eq!(exchange.reply.expect("a reply").text, "Now.");
    assert_eq!((exchange.waited, server.requests().len()), (Duration::from_millis(40), 3));
}

#[tokio::test]
async fn a_provider_that_asks_for_too_much_time_is_not_waited_for() {
    let busy = Said::Error(429, vec![("retry-after", "3600".to_owned())], "busy".to_owned());
    let (fault, requests) = fault(busy, 1000, 10_000).await;
    assert!(matches!(&fault, ModelFault::Busy { status: 429, .. }) && requests == 1, "{fault}");
    assert!(fault.to_string().contains("it asks for 3600000 ms more, of 1000 ms in all"), "{fault}");
}

#[tokio::test]
async fn what_does_not_pass_is_told_at_once_in_the_providers_words() {
    for status in [400, 401, 403, 404] {
        let (fault, requests) = fault(Said::Error(status, Vec::new(), "no such thing".to_owned()), 1000, 10_000).await;
        assert_eq!((fault, requests), (ModelFault::Status { status, message: "no such thing".to_owned() }, 1));
    }
}

#[tokio::test]
async fn broken_answers_are_no_replies() {
    for broken in ["{\"content\": [", "<html>", "", "[]", "{\"content\": 7}"] {
        let (fault, requests) = fault(Said::Raw(broken.to_owned()), 1000, 10_000).await;
        assert!(matches!(fault, ModelFault::Unreadable { .. }) && requests == 1, "{broken}: {fault}");
    }
    let (cut, requests) = fault(Said::Cut, 600, 10_000).await;
    assert!(matches!(cut, ModelFault::Unreachable { .. }) && requests == 2, "{cut} {requests}");
}

#[tokio::test]
async fn the_connection_of_a_stream_is_used_again() {
    for provider in Provider::ALL {
        let server = ModelServer::saying(vec![Said::Text("It is 3.".to_owned())]);
        let model = ModelSpec { stream: true, ..model(provider, &server) };
        let client = Client::new(Duration::ZERO, |_| true).expect("a client");
        let names = ToolNames::default();
        let request = client.request(&model, &conversation(question()), &names);
        for _ in 0..3 {
            let deadline = Instant::now() + Duration::from_secs(10);
            client
                .ask(provider, &request, &names, (deadline, &Ledger::new(Budget::default())))
                .await
                .reply
                .expect("a reply");
        }
        let connections: Vec<usize> = server.requests().iter().map(|request| request.connection).collect();
        assert_eq!(connections, [0; 3], "{provider}");
    }
}

/// What comes of this where pieces are asked for, and how often it was asked.
async fn fault_in_pieces(provider: Provider, said: Said, patience_ms: u64) -> (ModelFault, usize) {
    let server = ModelServer::saying(vec![said]);
    let model = ModelSpec { stream: true, ..model(provider, &server) };
    let exchange = ask(&model, question(), patience_ms, 10_000).await;
    (exchange.reply.expect_err("no reply"), server.requests().len())
}

#[tokio::test]
async fn streams_that_break_are_no_replies_and_are_asked_for_again() {
    for provider in Provider::ALL {
        // The wait is the same for all.
        let (patience_ms, asked) = if provider == Provider::Gemini { (600, 2) } else { (0, 1) };
        for said in [Said::Cut, Said::Unended("It is 3.".to_owned())] {
            let (broken, requests) = fault_in_pieces(provider, said.clone(), patience_ms).await;
            assert!(matches!(broken, ModelFault::Unreachable { .. }), "{provider} {said:?}: {broken}");
            let told = broken.to_string();
            assert_eq!(told.contains("its stream ended before"), said != Said::Cut, "{provider}: {told}");
            assert_eq!(requests, asked, "{provider}: {told}");
        }
        let (overloaded, requests) =
            fault_in_pieces(provider, Said::Overload("too much".to_owned()), patience_ms).await;
        assert!(matches!(overloaded, ModelFault::Busy { .. }) && requests == asked, "{provider}: {overloaded}");
        assert!(overloaded.to_string().contains("too much (within its stream)"), "{overloaded}");
    }
}

#[tokio::test]
async fn what_is_no_stream_is_no_reply() {
    for provider in Provider::ALL {
        for broken in ["data: {\"type\": \n\n", "<html>", "", "data: []\n\n", "{\"error\": {\"message\": \"x\"}}"] {
            let (fault, _) = fault_in_pieces(provider, Said::Raw(broken.to_owned()), 0).await;
            let is_told = matches!(fault, ModelFault::Unreadable { .. } | ModelFault::Unreachable { .. });
            assert!(is_told, "{provider} {broken}: {fault}");
        }
        let said = Said::Error(400, Vec::new(), "no such thing".to_owned());
        let refused = ModelFault::Status { status: 400, message: "no such thing".to_owned() };
        assert_eq!(fault_in_pieces(provider, said, 0).await, (refused, 1));
    }
}

#[tokio::test]
async fn who_knows_no_streams_is_understood() {
    let server = ModelServer::saying(vec![Said::AtOnce("It is 3.".to_owned())]);
    for model in every_way(&server) {
        assert_eq!(ask(&model, question(), 0, 10_000).await.reply.expect("a reply").text, "It is 3.");
    }
}

#[tokio::test]
async fn every_turn_has_a_deadline() {
    let (fault, _) = fault(Said::Silence(Duration::from_mins(1)), 1000, 200).await;
    assert!(matches!(fault, ModelFault::TimedOut { .. }), "{fault}");
}

#[tokio::test]
async fn nobody_at_the_address_is_told() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let server = ModelServer::saying(vec![Said::Refusal]);
    let model = ModelSpec { base_url: Some(format!("http://127.0.0.1:{port}")), ..model(Provider::Gemini, &server) };
    let exchange = ask(&model, question(), 0, 5000).await;
    let fault = exchange.reply.expect_err("nobody is there").to_string();
    assert!(fault.contains("cannot be reached") && fault.to_lowercase().contains("refused"), "{fault}");
    assert_eq!(exchange.response, None::<Value>);
}

#[tokio::test]
async fn nobody_is_asked_at_an_address_that_may_not_be_reached() {
    let server = ModelServer::saying(vec![Said::Text("It is 3.".to_owned())]);
    let client = Client::new(Duration::ZERO, |address| !address.is_loopback()).expect("a client");
    let names = ToolNames::default();
    for model in every_way(&server) {
        let usual = client.request(&model, &conversation(question()), &names);
        for host in ["127.0.0.1", "localhost"] {
            let request = WireRequest { url: usual.url.replace("127.0.0.1", host), ..usual.clone() };
            let deadline = Instant::now() + Duration::from_secs(10);
            let ledger = Ledger::new(Budget::default());
            let fault =
                client.ask(model.provider, &request, &names, (deadline, &ledger)).await.reply.expect_err("no reply");
            assert!(
                matches!(&fault, ModelFault::Unreachable { message } if message.contains("its network")),
                "{fault}"
            );
        }
    }
    assert_eq!(server.requests().len(), 0);
}
