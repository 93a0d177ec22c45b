/**
 * Defaults of turn-taking, by group. The defaults of LiveKit Agents (turn handling options, 1.5) are: endpointing of
 * 500 and 3000 ms, resumption 2000 ms after an interruption without words, no minimum of words, and 15 s until a caller
 * counts as absent. The others are ours. Engines may differ: see docs/explanation/turn-taking.md.
 */
export const TURN_TAKING_DEFAULTS = {
  endpointing: {
    minMs: 500,
    maxMs: 1_500,
    unclearMs: 900,
    completeMs: 300,
    beginEarly: true,
    earlyAttempts: 3,
  },
  interruption: { enabled: true, minMs: 100, minWords: 0, resumeAfterMs: 2_000, greeting: true },
  backchannel: { judge: true, duckDb: 9, say: '' },
  noise: { suppression: 'none', overBackgroundDb: 7 },
  prompts: { afterMs: 15_000, texts: ['Are you still there?'], hangUpAfterMs: 60_000 },
} as const;
