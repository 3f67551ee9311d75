// The mean of parts that weigh differently.

/** A part of a score: what it is called, what it weighs, and what it comes to, 0 to 1. */
export interface Part {
  name: string;
  weight: number;
  value: number;
}

/** The mean of the parts that are asked for: what is not asked about counts neither for nor against. */
export function weighted(parts: readonly Part[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight;
}

/** The parts in words: `expected tools 100 %, order 0 %`. */
export const inWords = (parts: readonly Part[]): string => parts.map(({ name, value }) => `${name} ${percent(value)}`).join(', ');

/** Rounded down, so that only a full score is shown as 100 %. */
export const percent = (value: number): string => `${Math.floor(value * 1000 + 1e-9) / 10} %`;

/** A scorer was asked about something of which nothing is known: no score would be true. */
export class CannotScoreError extends Error {
  override readonly name = 'CannotScoreError';
}
