/**
 * What is known of a voice that begins while the agent speaks: the ground on which turn-taking decides whether the
 * agent stops. Times are in milliseconds.
 */
export interface OverlapEvidence {
  /** Since the voice was found to begin. */
  readonly sinceOnsetMs: number;
  /** Log odds that the caller takes the turn, by the sound alone, over the last 60 ms; 0: even, above: likely. */
  readonly interruption: number;
  /** How likely the voice isn't meant for the agent (muffled, distant, a television), 0 to 1, over the last 60 ms. */
  readonly notDirected: number;
  /** How likely it only shows that the caller listens, 0 to 1. */
  readonly backchannel: number;
  /** How likely it is a cough, a breath or an "um", 0 to 1. */
  readonly tic: number;
}

/**
 * What a voice over the agent's is taken for: `unclear` keeps the agent speaking until more is known, or the turn has
 * been understood.
 */
export type OverlapVerdict = 'interruption' | 'backchannel' | 'not-directed' | 'unclear';

/** What a verdict rests on: the sound, the words that were known, how long the voice went on, or nothing yet. */
export type OverlapReason = 'sound' | 'words' | 'length' | 'none';

/**
 * What the caller's words are for, by what the agent had just said and what it had not said yet:
 * - `backchannel`: they only show that the caller listens, or thinks;
 * - `go-on`: the agent is to go on with what it has to say;
 * - `answer`: they answer a question that was just asked;
 * - `hold`: the agent is to wait;
 * - `hello`: does it hear the caller?
 * - `correction`: what was said is wrong;
 * - `request`: they begin as somebody does who wants something ("stop", "what", "can you");
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

/** What a voice over the agent's was taken for when the agent stopped, or when the voice had ended. */
export interface JudgedOverlap {
  readonly verdict: OverlapVerdict;
  readonly reason: OverlapReason;
  /** From the beginning of the voice to the judgement. */
  readonly afterMs: number;
  /** Words that were known by then. */
  readonly wordCount: number;
  /** What its words were for; absent where none were known, or nobody tells what is meant in that language. */
  readonly meaning?: Meaning;
  /** How much likelier those words were than a hum, in natural logarithms; absent where nobody looked. */
  readonly margin?: number;
  /** What was known of the sound; absent where nothing was. */
  readonly evidence?: OverlapEvidence;
}
