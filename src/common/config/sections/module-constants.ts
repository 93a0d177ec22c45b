/** How often each is looked at. */
export const deploymentConstants = {
  rolloutLookMs: 1_000,
  experimentLookMs: 10_000,
  gatesLookMs: 2_000,
};

export const analysisConstants = {
  /** Calls that one process analyses at once. */
  concurrent: 4,
  /** Retries come after 10 s, 1 min, 6 min, and then every 15 min. */
  maxAttempts: 5,
};

export const textChatConstants = {
  /** Of both sides. */
  maxTurns: 400,
  /** Of the stored state, which is read and written with each message. */
  maxCharacters: 1_000_000,
};

/** For streams of live call events, which the studio reads. */
export const studioConstants = {
  heartbeatMs: 15_000,
  /** What may be buffered for a slow reader before it is disconnected. */
  maxBacklogBytes: 262_144,
  maxReadersPerCall: 10,
  /** Readers of calls of other instances through this one. Each holds a connection to the other instance. */
  maxForwardedReaders: 500,
};
