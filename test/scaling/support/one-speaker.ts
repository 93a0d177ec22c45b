import type { Timeline } from './timelines.js';

/**
 * Times when a caller still heard an earlier connection while the agent was audible on a later one. Each connection
 * belongs to one instance, so this would be two speakers in one call.
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
