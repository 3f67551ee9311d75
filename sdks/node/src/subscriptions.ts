// Whose events are wanted, and how far each subscription has heard: what a new connection goes on from.

import { ENDS, isAsked } from './event-types.js';

export interface Subscription {
  /** All, where it is left out. */
  readonly evaluationId: string | undefined;
  /** None is all. */
  readonly events: readonly string[];
  /** Nobody listens but `waitForCompletion`. */
  readonly isHidden: boolean;
  /** The last event that was heard; nothing for what happens from now on. */
  after: number | undefined;
}

export interface Message {
  readonly type: string;
  readonly eventId?: string;
  readonly data: Record<string, unknown>;
}

export class Subscriptions {
  readonly #byId = new Map<string | undefined, Subscription>();

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  get(evaluationId: string | undefined): Subscription | undefined {
    return this.#byId.get(evaluationId);
  }

  set(subscription: Subscription): void {
    this.#byId.set(subscription.evaluationId, subscription);
  }

  delete(evaluationId: string | undefined): void {
    this.#byId.delete(evaluationId);
  }

  all(): Subscription[] {
    return [...this.#byId.values()];
  }

  /** Will the end of this evaluation be told? */
  hasEndOf(evaluationId: string): boolean {
    const both = [this.get(evaluationId), this.get(undefined)];
    return both.some((found) => found !== undefined && ENDS.every((end) => isAsked(end, found.events)));
  }

  /**
   * Takes note of a message. True where somebody asked for it and did not hear it yet: after a cut, and of two
   * subscriptions that overlap, the same comes twice.
   */
  take(message: Message): boolean {
    if (message.eventId === undefined) return true;
    const place = Number(message.eventId);
    let isWanted = false;
    for (const subscription of this.#concerned(message)) {
      if (place <= (subscription.after ?? -1)) continue;
      subscription.after = place;
      isWanted ||= !subscription.isHidden && isAsked(message.type, subscription.events);
    }
    return isWanted;
  }

  #concerned(message: Message): Subscription[] {
    const both = [this.get(evaluationOf(message)), this.get(undefined)];
    return both.filter((found) => found !== undefined);
  }
}

/** Of which evaluation it is. */
export function evaluationOf({ data }: Message): string {
  return String(data['id'] ?? data['evaluationId'] ?? '');
}
