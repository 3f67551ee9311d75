// A service that says what a test wants, over HTTP and WebSocket, and remembers what it was asked.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { MCPEvaluatorClient } from 'mcp-evaluator-sdk';
import { WebSocketServer } from 'ws';

export const META = { requestId: 'req_1', timestamp: '2024-01-03T10:00:00Z', version: '1.0.0' };

export const good = (data, status = 200) => ({ status, body: JSON.stringify({ success: true, data, meta: META }) });

export const bad = (status, code, headers = {}) => ({
  status,
  headers: { 'x-request-id': 'req_1', ...headers },
  body: JSON.stringify({ success: false, error: { code, message: `${code} it is`, details: { field: 'f' }, documentation: 'd' }, meta: META }),
});

/** Starts a service whose HTTP answers are these, one after the other, the last one again and again. */
export async function fakeService(t, answers = [good({})]) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method, url: request.url, headers: request.headers, body, at: Date.now() });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer === 'silence') return;
    if (answer === 'hang up') return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const clients = [];
  t.after(async () => {
    for (const client of clients) client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const client = (options = {}) => {
    clients.push(new MCPEvaluatorClient({ baseUrl, apiKey: 'k', retryDelay: 5, ...options }));
    return clients.at(-1);
  };
  return { server, baseUrl, requests, client };
}

/**
 * The WebSocket of a fake service. `say` gets each message with its connection, numbered from 0, and whatever it gives
 * is sent; where it gives nothing, the command is answered as the service does.
 */
export function fakeSocket(t, service, say = () => undefined) {
  const sockets = new WebSocketServer({ server: service.server, path: '/ws' });
  const said = [];
  const connections = [];
  sockets.on('connection', (connection) => {
    const number = connections.push(connection) - 1;
    connection.on('message', (text) => {
      const message = JSON.parse(text);
      said.push({ number, ...message });
      const answers = say(message, number, connection) ?? [usual(message)];
      for (const answer of answers) connection.send(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  t.after(() => connections.forEach((connection) => connection.terminate()));
  return { said, connections, of: (type) => said.filter((message) => message.type === type) };
}

const ANSWERS = { auth: 'auth:success', subscribe: 'subscribed', unsubscribe: 'unsubscribed', getStatus: 'status' };

export function usual({ type, id, data }) {
  return { type: ANSWERS[type], id, data: { ...data } };
}

export const event = (place, type, data) => ({ type, eventId: String(place), data });

/** Waits until something holds; the machine may be slow. */
export async function until(holds, what = String(holds), patience = 20_000) {
  const end = Date.now() + patience;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await rest(5);
  }
}

/** The error that a promise comes to. */
export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}
