"""What the README and seed 003 show, as a type checker reads it; nothing of it is run."""

from __future__ import annotations

from mcp_evaluator import AsyncMCPEvaluatorClient, MCPEvaluatorClient, as_result, is_signed
from mcp_evaluator.types import CompletedEvaluation, EvaluationProgressData


def of_an_evaluation(client: MCPEvaluatorClient) -> None:
    evaluation = client.evaluations.create("/path/to/server", options={"transport": "stdio", "run_static": True})
    result: CompletedEvaluation = client.evaluations.wait_for_completion(evaluation["id"], timeout=300)
    print(result["score"], result.data["score"], result["data"]["score"], result.get("summary"))
    print(as_result(result).meta, as_result(evaluation).data["id"])
    print(result["scroe"])  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownArgumentType]
    report = client.reports.create(evaluation["id"], format="markdown")
    print(client.reports.download(report["reportId"]))


def of_secrets(client: MCPEvaluatorClient, body: bytes) -> None:
    key: str = client.keys.create("ci", ["evaluate:write", "evaluate:read"], expires_in_days=90)["key"]
    hook = client.webhooks.create("https://example.com/hook", ["evaluation:completed"])
    print(key, is_signed(body, "", hook["secret"]))
    client.webhooks.delete(hook["id"])


def of_events(client: MCPEvaluatorClient, evaluation_id: str) -> None:
    @client.on("evaluation:progress")
    def progress(data: EvaluationProgressData) -> None:
        print(data["progress"]["percentage"])

    client.on("evaluation:completed", lambda data: print("Score:", data["score"]))
    client.on("error", print)
    client.off("evaluation:progress", progress)
    for event in client.events(evaluation_id, ["evaluation:*"], timeout=60):
        print(event["eventId"], event["type"], event["data"])
    for event in client.events():
        if event["type"] != "system:status":
            print(event["eventId"])


async def of_asyncio(client: AsyncMCPEvaluatorClient, evaluation_id: str) -> None:
    result = await client.evaluations.wait_for_completion(evaluation_id)
    print(result.data["score"], (await client.keys.create("ci", ["evaluate:read"]))["key"])
    async for event in client.events(evaluation_id):
        print(event["eventId"])
