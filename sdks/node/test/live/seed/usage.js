const { MCPEvaluatorClient } = require('mcp-evaluator-sdk');

const client = new MCPEvaluatorClient({
  baseUrl: 'http://localhost:3457',
  apiKey: 'your-api-key',
  timeout: 30000,
  retries: 3
});

// Start evaluation
const evaluation = await client.evaluations.create({
  serverPath: '/path/to/server',
  options: {
    transport: 'stdio',
    runStatic: true,
    runRuntime: true
  }
});

console.log('Evaluation started:', evaluation.id);

// Monitor progress with events
client.on('evaluation:progress', (data) => {
  console.log(`Progress: ${data.progress.percentage}%`);
});

client.on('evaluation:completed', async (data) => {
  console.log('Completed with score:', data.score);
  
  // Generate report
  const report = await client.reports.create(data.id, {
    format: 'markdown',
    includeEvidence: true
  });
  
  console.log('Report URL:', report.downloadUrl);
});

// Subscribe to specific evaluation
await client.subscribe(evaluation.id);
