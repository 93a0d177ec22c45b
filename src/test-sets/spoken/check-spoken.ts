import type { Expectation } from '../script/test-script.js';
import type { SpokenFacts } from './spoken-facts.js';

type SpokenExpectation = Extract<
  Expectation,
  {
    kind:
      | 'answered-within'
      | 'yielded-within'
      | 'did-not-stop'
      | 'spoke-at-most'
      | 'heard-right'
      | 'lasted-at-most';
  }
>;

interface SpokenCheck {
  readonly outcome: 'passed' | 'failed';
  /** The measurement. */
  readonly detail: string;
}

const passedIf = (condition: boolean, detail: string): SpokenCheck => ({
  outcome: condition ? 'passed' : 'failed',
  detail,
});

const within = (ms: number | null, maximum: number, never: string): SpokenCheck =>
  ms === null ? passedIf(false, never) : passedIf(ms <= maximum, `After ${ms} ms.`);

/** Compares expected times and heard words with the measurements. */
export function checkSpoken(expectation: SpokenExpectation, facts: SpokenFacts | undefined): SpokenCheck {
  if (!facts) return passedIf(false, 'The case is not held as a call.');
  switch (expectation.kind) {
    case 'answered-within':
      return within(facts.answeredAfterMs, expectation.ms, 'There was no answer.');
    case 'yielded-within':
      return within(facts.yieldedAfterMs, expectation.ms, 'The agent was not interrupted.');
    case 'did-not-stop':
      return passedIf(!facts.wasInterrupted, facts.wasInterrupted ? 'It was interrupted.' : 'It went on.');
    case 'spoke-at-most':
      return passedIf(facts.agentSpokeMs <= expectation.ms, `For ${facts.agentSpokeMs} ms.`);
    case 'lasted-at-most':
      return passedIf(facts.callMs <= expectation.ms, `For ${facts.callMs} ms.`);
    case 'heard-right': {
      const rate = facts.wordErrorRate ?? 1;
      return passedIf(
        rate <= expectation.maxWordErrorRate,
        `Heard "${facts.heard}" (${Math.round(rate * 100)} %).`,
      );
    }
  }
}
