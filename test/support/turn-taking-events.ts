import type { TurnTakingEvent } from '../../src/adapters/turn-taking/index.js';

/** Events as tests write them: a voice is found 40 ms after it began and 100 ms after it ended. */

export const started = (onsetMs: number): TurnTakingEvent => ({
  kind: 'caller-started',
  atMs: onsetMs + 40,
  onsetMs,
});
export const stopped = (endMs: number): TurnTakingEvent => ({
  kind: 'caller-stopped',
  atMs: endMs + 100,
  endMs,
});
export const words = (
  atMs: number,
  count: number,
  unfinished = false,
  backchannel = false,
): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished,
  backchannel,
});
export const understood = (atMs: number, outcome: 'words' | 'backchannel' | 'nothing'): TurnTakingEvent => ({
  kind: 'turn-understood',
  atMs,
  outcome,
});
export const speaks = (atMs: number, speech: 'greeting' | 'reply' | 'prompt' = 'reply'): TurnTakingEvent => ({
  kind: 'agent-started',
  atMs,
  speech,
});
export const suspected = (atMs: number): TurnTakingEvent => ({ kind: 'caller-suspected', atMs });
export const finished = (atMs: number): TurnTakingEvent => ({ kind: 'agent-finished', atMs });
