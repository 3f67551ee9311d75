// Who listens to what.

import { EventEmitter } from 'node:events';

import type { EventMap, EventMessage, EventName, Listener } from './event-types.js';

type Any = (...values: unknown[]) => void;

export class Listeners {
  readonly #emitter = new EventEmitter();

  constructor() {
    // Whoever has many evaluations has many listeners.
    this.#emitter.setMaxListeners(0);
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#emitter.on(name, listener as Any);
  }

  once<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#emitter.once(name, listener as Any);
  }

  off<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#emitter.off(name, listener as Any);
  }

  clear(): void {
    this.#emitter.removeAllListeners();
  }

  tell<Name extends EventName>(message: EventMessage<Name>): void {
    const { type, data } = message;
    if (type === 'error' && this.#emitter.listenerCount('error') === 0) {
      process.emitWarning(String((data as EventMap['error']).message), 'MCPEvaluatorWarning');
      return;
    }
    for (const listener of this.#emitter.rawListeners(type)) this.#call(listener as Any, data, message);
  }

  /** What a listener throws is its owner's, and must not keep the event from others or break the connection. */
  #call(listener: Any, data: unknown, message: unknown): void {
    try {
      Reflect.apply(listener, this.#emitter, [data, message]);
    } catch (error) {
      process.nextTick(() => {
        throw error;
      });
    }
  }
}
