// A provider of models on the loopback, which says what a test wants.

import { createServer } from 'node:http';

/** @param reply what is answered to a request's body: `{text}`, or `{tool, args}`, or a promise of it. */
export async function model(reply) {
  const server = createServer(async (request, response) => {
    let asked = '';
    for await (const chunk of request) asked += chunk;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(completion(await reply(JSON.parse(asked)))));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}

function completion({ text, tool, args }) {
  const calls = tool && [{ id: 'call_1', type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }];
  const message = { role: 'assistant', content: text ?? null, ...(calls ? { tool_calls: calls } : {}) };
  const choices = [{ index: 0, finish_reason: calls ? 'tool_calls' : 'stop', message }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { id: 'chat_1', object: 'chat.completion', created: 0, model: 'double', choices, usage };
}
