//! The other client: `rmcp`.

#![expect(deprecated, reason = "roots and sampling are deprecated from 2026-07-28 on, and spoken all the same")]

use std::process::Stdio;

use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{RevisionChoice, Target};
use rmcp::model::{
    CallToolRequestParams, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ErrorData, Implementation, ListRootsResult, ProtocolVersion,
};
use rmcp::service::{RequestContext, RunningService};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, UnixSocketHttpClient};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::ours::PATIENCE;
use crate::relay::Relay;
use crate::seen::{self, Call, Seen};

type Client = RunningService<RoleClient, Peer>;

/// Everything of the server, and the answers to these calls.
pub(crate) async fn look(target: &Target, choice: RevisionChoice, calls: &[Call]) -> Seen {
    let work = async {
        let (client, held) = connect(target, choice).await;
        let seen = see(&client, calls).await;
        client.cancel().await.expect("the session ends");
        drop(held);
        seen
    };
    timeout(PATIENCE, work).await.expect("rmcp is done within a minute")
}

/// What lives as long as the connection.
enum Held {
    Process { _child: Child },
    Relay { _relay: Relay },
}

async fn connect(target: &Target, choice: RevisionChoice) -> (Client, Held) {
    let (peer, mode) = (Peer { revision: handshake(choice) }, mode(choice));
    let (client, held) = match target {
        Target::Stdio { .. } => {
            let mut child = spawn(target);
            let pipes = (child.stdout.take().expect("it is piped"), child.stdin.take().expect("it is piped"));
            (peer.serve_with_lifecycle(pipes, mode).await, Held::Process { _child: child })
        }
        Target::Http { url, headers } => {
            assert_eq!(headers.len(), 0, "the servers of these tests need no headers");
            let relay = Relay::to(url.as_str());
            let client = UnixSocketHttpClient::new(relay.socket(), url.as_str());
            // It would put the whole URL into the request's first line, as for a proxy; not every server takes that.
            let path = format!("/{}", url.as_str().splitn(4, '/').nth(3).unwrap_or_default());
            let config = StreamableHttpClientTransportConfig::with_uri(path);
            let transport = StreamableHttpClientTransport::with_client(client, config);
            (peer.serve_with_lifecycle(transport, mode).await, Held::Relay { _relay: relay })
        }
        Target::Sse { .. } => panic!("rmcp does not speak HTTP+SSE"),
    };
    (client.unwrap_or_else(|error| panic!("rmcp has no session: {error:?}")), held)
}

fn spawn(target: &Target) -> Child {
    let Target::Stdio { command, args, env, cwd } = target else { panic!("{target:?} is no command") };
    let mut process = Command::new(command);
    process.args(args).current_dir(cwd).envs(env.iter().map(|(name, value)| (name, value.reveal())));
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    process.spawn().unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// The revision that `initialize` offers.
fn handshake(choice: RevisionChoice) -> Revision {
    match choice {
        RevisionChoice::Forced(revision) => revision,
        RevisionChoice::Negotiate => Revision::NEWEST_WITH_HANDSHAKE,
    }
}

fn mode(choice: RevisionChoice) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    match choice {
        RevisionChoice::Forced(revision) if revision.is_stateless() => {
            ClientLifecycleMode::Discover { preferred_versions }
        }
        RevisionChoice::Forced(_) => ClientLifecycleMode::Initialize,
        RevisionChoice::Negotiate => ClientLifecycleMode::Auto { preferred_versions, legacy_version: None },
    }
}

async fn see(client: &Client, calls: &[Call]) -> Seen {
    let facts = client.peer_info().expect("the server has introduced itself");
    let server = facts.server_info.clone().expect("and has a name");
    let has = &facts.capabilities;
    let tools = if has.tools.is_some() { client.list_all_tools().await.expect("tools") } else { Vec::new() };
    let (resources, templates) = match has.resources {
        Some(_) => (client.list_all_resources().await, client.list_all_resource_templates().await),
        None => (Ok(Vec::new()), Ok(Vec::new())),
    };
    let prompts = if has.prompts.is_some() { client.list_all_prompts().await.expect("prompts") } else { Vec::new() };
    // After the lists: from 2026-07-28 on, a tool's schema says which arguments go into headers, too.
    let mut answers = Vec::new();
    for (tool, args) in calls {
        answers.push(answer(client, tool, args).await);
    }
    Seen {
        revision: facts.protocol_version.to_string(),
        server: (server.name, server.version),
        instructions: facts.instructions.clone(),
        capabilities: seen::capabilities(&to_json(has)),
        tools: tools.iter().map(|tool| seen::tool(&to_json(tool))).collect(),
        resources: resources.expect("resources").iter().map(to_json).collect(),
        resource_templates: templates.expect("templates").iter().map(to_json).collect(),
        prompts: prompts.iter().map(to_json).collect(),
        answers,
    }
}

async fn answer(client: &Client, tool: &str, args: &Value) -> Value {
    let arguments = args.as_object().cloned().expect("arguments are an object");
    match client.call_tool(CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)).await {
        Ok(result) => seen::result(&to_json(&result)),
        Err(ServiceError::McpError(ErrorData { code, message, data, .. })) => {
            seen::error(code.0.into(), &message, data.as_ref())
        }
        Err(error) => panic!("rmcp has no answer from `{tool}`: {error}"),
    }
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("rmcp's types are JSON")
}

/// Answers what a server asks, as our profile says.
struct Peer {
    revision: Revision,
}

impl ClientHandler for Peer {
    fn get_info(&self) -> ClientConfig {
        let profile = seen::profile();
        let config =
            ClientConfig::new(of_json(profile.capabilities), Implementation::new(profile.name, profile.version));
        config.with_protocol_version(of_json(json!(self.revision.as_str())))
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let PeerReply::Result(message) = seen::profile().answers.sampling.remove(0).reply else {
            panic!("the profile has a message")
        };
        Ok(of_json(message))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        let roots = seen::profile().answers.roots;
        let roots: Vec<Value> = roots.iter().map(|root| json!({"uri": root.uri, "name": root.name})).collect();
        Ok(of_json(json!({"roots": roots})))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let PeerReply::Form(content) = seen::profile().answers.elicitation.remove(0).reply else {
            panic!("the profile accepts")
        };
        Ok(of_json(json!({"action": "accept", "content": content})))
    }
}

fn of_json<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("rmcp's types are JSON")
}
