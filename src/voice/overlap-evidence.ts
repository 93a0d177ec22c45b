/**
 * The classification of a voice that starts while the agent speaks, from which turn-taking decides about barge-in.
 * Times are in milliseconds.
 */
export interface OverlapEvidence {
  /** Since the detected onset of the voice. */
  readonly sinceOnsetMs: number;
  /** Log odds of an interruption by sound alone, over the last 60 ms; 0: even, above: likely. */
  readonly interruption: number;
  /**
   * Probability that the voice is not meant for the agent (muffled, distant, a television), 0 to 1, over the last 60
   * ms.
   */
  readonly notDirected: number;
  /** Probability of a backchannel, 0 to 1. */
  readonly backchannel: number;
  /** Probability of a cough, a breath or an "um", 0 to 1. */
  readonly tic: number;
}

/**
 * The verdict about a voice over the agent. With `unclear`, the agent speaks until more is known, or the turn has been
 * understood.
 */
export type OverlapVerdict = 'interruption' | 'backchannel' | 'not-directed' | 'unclear';

/** The basis of a verdict: sound, known words, length of the voice, or nothing yet. */
export type OverlapReason = 'sound' | 'words' | 'length' | 'none';

/**
 * The purpose of the caller's words, given what the agent has and has not yet said:
 * - `backchannel`: show only that the caller listens or thinks;
 * - `go-on`: ask the agent to continue;
 * - `answer`: answer a question that was just asked;
 * - `hold`: ask the agent to wait;
 * - `hello`: ask whether the agent can hear;
 * - `correction`: contradict what was said;
 * - `request`: start like a request ("stop", "what", "can you");
 * - `words`: anything else.
 */
export type Meaning = (typeof MEANINGS)[number];
export const MEANINGS = [
  'backchannel',
  'go-on',
  'answer',
  'hold',
  'hello',
  'correction',
  'request',
  'words',
] as const;

/** The verdict about a voice over the agent, when the agent stopped or the voice ended. */
export interface JudgedOverlap {
  readonly verdict: OverlapVerdict;
  readonly reason: OverlapReason;
  /** From the onset of the voice to the verdict. */
  readonly afterMs: number;
  /** Number of words known by then. */
  readonly wordCount: number;
  /** The purpose of its words; absent if none were known, or words in that language cannot be classified. */
  readonly meaning?: Meaning;
  /** How much more likely those words were than a hum, in natural logarithms; absent without word spotting. */
  readonly margin?: number;
  /** The sound classification; absent if there was none. */
  readonly evidence?: OverlapEvidence;
}
