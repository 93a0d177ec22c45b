import Sequencer from '@jest/test-sequencer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../scripts/lib/project.mjs';
import { mostlyWaits } from './rooms.mjs';

/** How long suites took, in seconds, that took ten or more on two cores; any other took about that: */
const LONG_SUITES = JSON.parse(readFileSync(new URL('./long-suites.json', import.meta.url), 'utf8'));
const USUAL_SECONDS = 3;

/**
 * Jest begins with what takes longest, or with the largest files where it has never run. Long suites can be small
 * files, and would begin last; and those that wait would come together, while processors are idle, before those that
 * keep them busy, which spoils measurements.
 */
export default class MixedSequencer extends Sequencer {
  sort(tests) {
    const suites = super.sort(tests).map((test) => {
      const file = path.relative(inProject(), test.path).replaceAll(path.sep, '/');
      const seconds = test.duration ? test.duration / 1_000 : LONG_SUITES[file];
      return { test, seconds: seconds ?? USUAL_SECONDS, waits: mostlyWaits(file) };
    });
    return mix(suites).map(({ test }) => test);
  }
}

/**
 * The longest first of each kind, and both kinds in step: at any time about the same share of each is done.
 * @template {{ seconds: number, waits: boolean }} T
 * @param {readonly T[]} suites
 * @returns {T[]}
 */
export function mix(suites) {
  const kinds = [true, false].map((waits) => kindOf(suites.filter((suite) => suite.waits === waits)));
  return suites.map(() => {
    const [next] = kinds
      .filter(({ left }) => left.length > 0)
      .sort((one, other) => one.begun / one.total - other.begun / other.total);
    const suite = next.left.shift();
    next.begun += suite.seconds;
    return suite;
  });
}

function kindOf(suites) {
  const left = suites.toSorted((one, other) => other.seconds - one.seconds);
  return { left, begun: 0, total: left.reduce((sum, { seconds }) => sum + seconds, 0) };
}
