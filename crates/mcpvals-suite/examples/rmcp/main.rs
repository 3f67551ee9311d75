//! A server made of `rmcp`, the official Rust SDK, for the tests: over stdio, or with `--http` over Streamable HTTP on a
//! free port, which it names on stderr as `listening URL`; with `--json`, too, without sessions and event streams where
//! it can do without.

mod answer;
mod catalogue;
mod question;
mod task;

use std::convert::Infallible;
use std::io::Write as _;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, ErrorData, GetTaskParams, GetTaskResult, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ServerConfig, SubscriptionFilter, Tool, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::task_manager::TaskManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio};
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use tokio::net::TcpListener;

/// One session of the server; it remembers nothing but the tasks of all.
#[derive(Clone, Default)]
struct Example {
    tasks: TaskManager,
}

type Context = RequestContext<RoleServer>;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let config = StreamableHttpServerConfig::default();
    let config = if has("--json") { config.with_json_response(true).with_legacy_session_mode(false) } else { config };
    runtime.block_on(async { if has("--http") { listen(config).await } else { talk().await } });
}

async fn talk() {
    let session = Example::default().serve(stdio()).await.expect("the client opens a session");
    session.waiting().await.expect("the session ends with its client");
}

async fn listen(config: StreamableHttpServerConfig) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let sessions = Arc::new(LocalSessionManager::default());
    let example = Example::default();
    let service = StreamableHttpService::new(move || Ok(example.clone()), sessions, config);
    writeln!(std::io::stderr(), "listening http://{address}/mcp").expect("stderr is open");
    while let Ok((stream, _)) = listener.accept().await {
        let service = service.clone();
        let answer = service_fn(move |request| {
            let service = service.clone();
            async move { Ok::<_, Infallible>(service.handle(request).await) }
        });
        // A client may hang up whenever it likes.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}

impl ServerHandler for Example {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(catalogue::capabilities())
            .with_server_info(Implementation::new("example-of-rmcp", "3.9.0"))
            .with_instructions("Made to be tested.")
    }

    /// Announces at once that its tools have changed, to see what becomes of it.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        // A client that is gone need not know.
        let _gone = context.peer.notify_tool_list_changed().await;
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let _gone = subscription.sink().notify_tool_list_changed().await;
        subscription.cancelled().await;
        Ok(())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        catalogue::tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        catalogue::page(request)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(catalogue::resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(catalogue::resource_templates()))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(catalogue::prompts()))
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: Context) -> Result<CallToolResponse, ErrorData> {
        answer::call(request, &self.tasks, context).await
    }

    async fn get_task(&self, request: GetTaskParams, _: Context) -> Result<GetTaskResult, ErrorData> {
        self.tasks.get_task(&request.task_id).map(GetTaskResult::new)
    }

    async fn update_task(&self, request: UpdateTaskParams, _: Context) -> Result<(), ErrorData> {
        self.tasks.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(&self, request: CancelTaskParams, _: Context) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&request.task_id)
    }
}
