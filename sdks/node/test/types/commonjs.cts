// The same types for CommonJS.

import sdk = require('mcp-evaluator-sdk');

const client = new sdk.MCPEvaluatorClient();
const score: Promise<number | null | undefined> = client.evaluations.get('e').then((evaluation) => evaluation.data.score);
const removed: Promise<never> = client.evaluate('/path');
console.log(score, removed, sdk.VERSION);
