import type { Schemas } from '../api/client.js';
import type { Option } from '../ui/inputs.js';

type Expectation = Schemas['TestTurn']['expect'][number];
type Kind = Expectation['kind'];

/** Kinds of expectations, in words. */
export const KINDS: readonly Option<Kind>[] = [
  { value: 'contains', label: 'The answer contains' },
  { value: 'not-contains', label: 'The answer does not contain' },
  { value: 'matches', label: 'The answer matches the pattern' },
  { value: 'tool-called', label: 'It calls the tool' },
  { value: 'judged', label: 'A model finds it true that' },
  { value: 'ends-call', label: 'It ends the call' },
  { value: 'ended-by', label: 'The call was ended by (agent or caller)' },
  { value: 'answered-within', label: 'It answers within (ms, calls only)' },
  { value: 'yielded-within', label: 'It yields within (ms, calls only)' },
  { value: 'spoke-at-most', label: 'It speaks at most (ms, calls only)' },
  { value: 'lasted-at-most', label: 'The call lasted at most (ms, calls only)' },
  { value: 'heard-right', label: 'It misheard at most (share of words, calls only)' },
  { value: 'did-not-stop', label: 'It did not stop (calls only)' },
];

export function textOfExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'contains':
    case 'not-contains':
      return expectation.text;
    case 'matches':
      return expectation.pattern;
    case 'tool-called':
      return expectation.name;
    case 'judged':
      return expectation.criterion;
    case 'answered-within':
    case 'yielded-within':
    case 'spoke-at-most':
    case 'lasted-at-most':
      return String(expectation.ms);
    case 'ended-by':
      return expectation.by;
    case 'heard-right':
      return String(expectation.maxWordErrorRate);
    case 'did-not-stop':
    case 'ends-call':
      return '';
  }
}

export function expectationOf(kind: Kind, text: string): Expectation {
  switch (kind) {
    case 'contains':
    case 'not-contains':
      return { kind, text };
    case 'matches':
      return { kind, pattern: text };
    case 'tool-called':
      return { kind, name: text };
    case 'judged':
      return { kind, criterion: text };
    case 'answered-within':
    case 'yielded-within':
    case 'spoke-at-most':
    case 'lasted-at-most':
      return { kind, ms: Number(text) || 0 };
    case 'ended-by':
      return { kind, by: text === 'caller' ? 'caller' : 'agent' };
    case 'heard-right':
      return { kind, maxWordErrorRate: Number(text) || 0 };
    case 'did-not-stop':
    case 'ends-call':
      return { kind };
  }
}
