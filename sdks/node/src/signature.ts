// Is a webhook's request from the service? Its signature says so.

import { createHmac, timingSafeEqual } from 'node:crypto';

import { MCPEvaluatorError } from './errors.js';
import type { ServiceMessage } from './event-types.js';

export interface SignedRequest {
  /** The body as it came, byte by byte: not what a JSON parser made of it. */
  body: string | Uint8Array;
  /** The header `X-Mcpvals-Signature`, as `request.headers` has it; more than one is refused. */
  signature: string | readonly string[] | undefined;
  /** What `webhooks.create` showed. */
  secret: string;
  /** An older signature is somebody repeating an old request; in milliseconds. Default: 300000. */
  tolerance?: number | undefined;
}

/** A request that is not from the service, or is an old one once more. */
export class SignatureError extends MCPEvaluatorError {
  override readonly name = 'SignatureError';
  constructor(message: string) {
    super('INVALID_SIGNATURE', message, false);
  }
}

/**
 * The event that a webhook's request tells.
 *
 * @throws SignatureError where it is not signed with the secret, or not now.
 */
export function verifyWebhook(request: SignedRequest, now = Date.now()): ServiceMessage {
  const { body, signature = '', secret, tolerance = 300_000 } = request;
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec([signature].flat().join()) ?? [];
  if (!seconds || !hex) throw new SignatureError('the signature must be `t=SECONDS,v1=HEX`');
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(hex, 'hex'))) throw new SignatureError('the signature is not of this body and secret');
  if (Math.abs(now - Number(seconds) * 1000) > tolerance) throw new SignatureError('the signature is too old, or a clock is wrong');
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as ServiceMessage;
}
