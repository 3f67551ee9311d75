from mcp_evaluator import MCPEvaluatorClient

client = MCPEvaluatorClient(
    base_url='http://localhost:3457',
    api_key='your-api-key',
    timeout=30
)

# Start evaluation
evaluation = client.evaluations.create(
    server_path='/path/to/server',
    options={
        'transport': 'stdio',
        'run_static': True,
        'run_runtime': True
    }
)

print(f"Evaluation started: {evaluation['id']}")

# Wait for completion
result = client.evaluations.wait_for_completion(
    evaluation['id'],
    timeout=300
)

print(f"Score: {result['score']}")

# Generate and download report
report = client.reports.create(
    evaluation['id'],
    format='markdown'
)

with open('evaluation-report.md', 'w') as f:
    f.write(client.reports.download(report['reportId']))
