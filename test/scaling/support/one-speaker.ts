import type { Timeline } from './timelines.js';

/**
 * Where somebody was still heard over a connection of a caller when the agent was heard over a later one already. Each
 * connection leads to one instance, so that would be two speakers in one call.
 */
export function speakersAtOnce({ name, sounds }: Pick<Timeline, 'name' | 'sounds'>): string[] {
  return sounds.flatMap(({ connection, toMs }) => {
    const later = sounds.filter((other) => other.connection > connection && other.fromMs <= toMs);
    return later.map((other) => {
      const overlapMs = Math.round(toMs - other.fromMs);
      return `${name}: connection ${connection} was heard ${overlapMs} ms longer than ${other.connection} had been`;
    });
  });
}
