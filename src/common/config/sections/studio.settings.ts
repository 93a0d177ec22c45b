/** For streams of live call events, which the studio reads. */
export const studioConstants = {
  heartbeatMs: 15_000,
  /** What may be buffered for a slow reader before it is disconnected. */
  maxBacklogBytes: 262_144,
  maxReadersPerCall: 10,
  /** Readers of calls of other instances through this one. Each holds a connection to the other instance. */
  maxForwardedReaders: 500,
};
