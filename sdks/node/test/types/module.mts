// What a strict user of the types may write in a module, and what is an error.

import { APIError, MCPEvaluatorClient, RateLimitError, verifyWebhook } from 'mcp-evaluator-sdk';
import type { ApiErrorCode, ClientErrorCode, Evaluation, EvaluationRequest, Resource } from 'mcp-evaluator-sdk';

const client = new MCPEvaluatorClient({ baseUrl: 'http://localhost:3457', apiKey: process.env['KEY'], timeout: 30000, retries: 3 });

const request: EvaluationRequest = { serverPath: '/s', options: { transport: 'stdio', runStatic: true, tags: ['ci'] } };
const evaluation = await client.evaluations.create(request, { signal: AbortSignal.timeout(5) });
const id: string = evaluation.data.id;

const result: Resource<Evaluation> = await client.evaluations.waitForCompletion(id, { timeout: 300_000, pollInterval: undefined });
const score: number | null | undefined = result.data.score;
const status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' = result.status;
const evidence: string[] | undefined = result.results?.static?.['Functionality Match']?.evidence;

client
  .on('evaluation:progress', (data, message) => {
    const percentage: number = data.progress.percentage;
    const place: string | undefined = message.eventId;
    return [percentage, place];
  })
  .on('evaluation:completed', async (data) => {
    const report = await client.reports.create(data.id, { format: 'markdown', includeEvidence: true });
    const text: string = await client.reports.download(report);
    return text;
  })
  .on('disconnected', ({ code, reason }) => `${code} ${reason}`)
  .on('error', (error) => error.message);
await client.subscribe(id, { events: ['progress'], lastEventId: '12' });

for await (const { score: each } of client.evaluations.all({ tags: ['a'], dateFrom: new Date(0) })) console.log(each, score, status);

const limits: number = (await client.config.get()).limits.maxConcurrentEvaluations;
const graded: string = (await client.tools.test({ serverPath: '/s', toolName: 't' })).validation.responseTime;

const { secret } = await client.webhooks.create({ url: 'https://ci.example/hook', events: ['completed'] });
const { key }: { key: string } = await client.keys.create({ name: 'ci', scopes: ['evaluate:read'] });
const event = verifyWebhook({ body: key, signature: undefined, secret, tolerance: undefined });
if (event.type === 'evaluation:completed') console.log(event.data.score?.toFixed(), event.eventId);
if (event.type === 'tool:result') console.log(event.data.toolName);
// @ts-expect-error not every event has a score
console.log(event.data.score);

try {
  await client.health();
} catch (error) {
  if (error instanceof RateLimitError) console.log(error.retryAfter, limits, graded, evidence);
  if (error instanceof APIError) {
    const code: ApiErrorCode = error.code;
    const retrySafe: boolean = error.retrySafe;
    console.log(code, retrySafe);
  }
}

// @ts-expect-error there is no such event
client.on('evaluation:exploded', () => {});
// @ts-expect-error there is no such transport
await client.evaluations.create({ serverPath: '/s', options: { transport: 'smoke' } });
// @ts-expect-error there is no such state
await client.evaluations.list({ status: 'lost' });
// @ts-expect-error an id is needed
await client.evaluations.get();
// @ts-expect-error a code of ours is none of the API's
const wrong: ApiErrorCode = 'WAIT_TIMEOUT' satisfies ClientErrorCode;
console.log(wrong);
