// A webhook's request is taken only from the service, and only now.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SignatureError, verifyWebhook } from 'mcp-evaluator-sdk';

const NOW = 1_700_000_000_000;
const body = '{"type":"evaluation:completed","eventId":"7","data":{"id":"e","score":90}}';
const sign = (seconds, text = body, secret = 's') =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
const signature = sign(NOW / 1000);

test('what is signed is the event, whether its body is text or bytes', () => {
  for (const each of [body, Buffer.from(body)]) {
    assert.deepEqual(verifyWebhook({ body: each, signature, secret: 's' }, NOW), JSON.parse(body));
  }
});

test('a list with one signature is that signature', () => {
  assert.deepEqual(verifyWebhook({ body, signature: [signature], secret: 's' }, NOW), JSON.parse(body));
});

const refused = {
  'another body': { body: body.replace('90', '91') },
  'another secret': { secret: 'other' },
  'no signature': { signature: undefined },
  'two signatures': { signature: [signature, signature] },
  'half a signature': { signature: signature.slice(0, -1) },
  'another time': { signature: signature.replace('t=17', 't=18') },
  'a request of ten minutes ago': { signature: sign(NOW / 1000 - 600) },
};
for (const [name, change] of Object.entries(refused)) {
  test(`${name} is refused`, () => {
    assert.throws(() => verifyWebhook({ body, signature, secret: 's', ...change }, NOW), SignatureError);
  });
}
