// The events that listeners may listen to.

import type { components } from './generated/asyncapi.js';

/** What the service tells, by name. */
export type ServiceEvents = components['schemas'];

/** What the client tells of its own connection. */
export interface ConnectionEvents {
  /** The WebSocket is open, and every subscription is in force again. */
  connected: Record<string, never>;
  /** It was closed; `code` and `reason` are the WebSocket's. */
  disconnected: { code: number; reason: string };
  /** It is opened again after `delay` milliseconds. */
  reconnecting: { attempt: number; delay: number };
  /** It is not opened again, or something that came cannot be understood. Without a listener it is a warning of the process. */
  error: Error;
}

export type EventMap = ServiceEvents & ConnectionEvents;
export type EventName = keyof EventMap;

/** A message as it came. */
export interface EventMessage<Name extends EventName = EventName> {
  type: Name;
  /** Where to go on from, as `lastEventId` of `subscribe`; the system's own events have none. */
  eventId?: string;
  data: EventMap[Name];
}

/** Any message of the service's: its `type` says what its `data` is. */
export type ServiceMessage = { [Name in keyof ServiceEvents]: EventMessage<Name> }[keyof ServiceEvents];

/** Gets what the event says, and the whole message beside it. */
export type Listener<Name extends EventName> = (data: EventMap[Name], message: EventMessage<Name>) => unknown;

/** Those after which nothing of an evaluation comes. */
export const ENDS = ['evaluation:completed', 'evaluation:failed', 'evaluation:cancelled'] as const;

/** Short names that are the evaluation's, whoever else has an event of that name. */
const OWN = ['started', 'progress', 'completed', 'failed', 'cancelled'];

/** Do the patterns of a subscription name this event? Full names, short ones, `hook:*` and `*`; none is all. */
export function isAsked(name: string, patterns: readonly string[]): boolean {
  const isFirst = (short: string) => name.startsWith('evaluation:') || !OWN.includes(short);
  const isNamed = (pattern: string) =>
    pattern === '*' ||
    pattern === name ||
    (name.endsWith(`:${pattern}`) && isFirst(pattern)) ||
    (pattern.endsWith(':*') && name.startsWith(pattern.slice(0, -1))) ||
    (pattern === 'error' && name === 'error:occurred');
  return patterns.length === 0 || patterns.some(isNamed);
}
