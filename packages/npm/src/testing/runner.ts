// What is needed of a test runner; each has an adapter.

/** Says that a test is not for here and now, as far as the runner can be told while it runs. */
export type Skip = (reason: string) => void;

export interface TestOptions {
  /** In milliseconds. */
  timeout: number;
  /** Why it is not run at all. */
  skip?: string | undefined;
}

export interface Runner {
  describe(name: string, body: () => void): void;
  it(name: string, options: TestOptions, body: (skip: Skip) => Promise<void>): void;
  beforeAll(body: () => Promise<void>, timeout: number): void;
  afterAll(body: () => Promise<void>, timeout: number): void;
}

/** Why a test failed: the message says all, so there is no stack of ours to look through. */
export class TestFailure extends Error {
  override readonly name = 'TestFailure';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = `${this.name}: ${message}`;
  }
}
