import Sequencer from '@jest/test-sequencer';

/** One suite in so many counts as long. */
const SHORT_ONES_TO_A_LONG_ONE = 5;

/**
 * Jest begins with what takes longest. Here that is what waits for speech in real time, and what comes at the end keeps
 * processors busy (the loading of the service, browsers): first they would be idle, then overloaded, which spoils
 * measurements. So long suites come with short ones between them, the longest still first.
 */
export default class MixedSequencer extends Sequencer {
  sort(tests) {
    return mix(super.sort(tests));
  }
}

/**
 * @template T
 * @param {readonly T[]} sorted the longest first
 * @returns {T[]}
 */
export function mix(sorted) {
  const longOnes = Math.ceil(sorted.length / (SHORT_ONES_TO_A_LONG_ONE + 1));
  const shortOnes = sorted.slice(longOnes);
  return sorted.slice(0, longOnes).flatMap((long, index) => {
    const from = index * SHORT_ONES_TO_A_LONG_ONE;
    return [long, ...shortOnes.slice(from, from + SHORT_ONES_TO_A_LONG_ONE)];
  });
}
