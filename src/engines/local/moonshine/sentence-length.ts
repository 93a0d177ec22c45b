/** A letter of somebody who speaks quickly or slowly: half of the time and twice the time of most. */
const QUICKEST_MS = 30;
const SLOWEST_MS = 110;
/** So much more at the beginning and the end, where a voice isn't found at once or noise goes on. */
const MARGIN_MS = 250;

/**
 * Whether somebody who speaks can need so long for a sentence. Where a recogniser understands next to nothing, short
 * words such as "yeah" are the likeliest, however long the sound was.
 * @param spokenMs How long the caller spoke.
 */
export function canTakeSoLong(sentence: string, spokenMs: number): boolean {
  const letters = sentence.replace(/[^\p{L}\p{N}]/gu, '').length;
  return spokenMs >= letters * QUICKEST_MS && spokenMs <= letters * SLOWEST_MS + MARGIN_MS;
}
