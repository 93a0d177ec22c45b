/**
 * Latencies of one reply, in milliseconds from the end of the caller's speech; absent for stages that the engine lacks.
 */
export interface TurnLatency {
  /** Until the end of the turn was detected (includes the configured endpointing silence). */
  readonly endOfTurnMs?: number;
  /** Until the transcript was complete. */
  readonly transcriptMs?: number;
  /** Until the first token of the reply. */
  readonly firstTokenMs?: number;
  /** Until the first audio of the reply was written to the speech queue. */
  readonly firstAudioMs?: number;
  /** Until the first audio of the reply was sent to the caller. */
  readonly heardMs?: number;
}
