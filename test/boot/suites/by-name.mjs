import Sequencer from '@jest/test-sequencer';

/** So that it is known which suites run before which. */
export default class ByName extends Sequencer {
  sort(tests) {
    return tests.toSorted((one, other) => one.path.localeCompare(other.path));
  }
}
