/** Windows for the comparison of loudness. */
const WINDOW_MS = 20;

/**
 * Splits audio for a model with a maximum length. It cuts at the quietest point in the last third of that length, to
 * keep words whole.
 */
export function cutAtPauses(samples: Int16Array, longestMs: number, sampleRateHz: number): Int16Array[] {
  const longest = (longestMs * sampleRateHz) / 1000;
  const pieces: Int16Array[] = [];
  let rest = samples;
  while (rest.length > longest) {
    const from = Math.floor((longest * 2) / 3);
    const at = from + quietestAt(rest.subarray(from, longest), (WINDOW_MS * sampleRateHz) / 1000);
    pieces.push(rest.subarray(0, at));
    rest = rest.subarray(at);
  }
  return [...pieces, rest];
}

function quietestAt(samples: Int16Array, windowSamples: number): number {
  let quietest = Infinity;
  let found = 0;
  for (let at = 0; at + windowSamples <= samples.length; at += windowSamples) {
    const energy = samples.subarray(at, at + windowSamples).reduce((sum, sample) => sum + sample * sample, 0);
    if (energy < quietest) {
      quietest = energy;
      found = at + windowSamples / 2;
    }
  }
  return found;
}
