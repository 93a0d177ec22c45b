import type { Expectations } from '../stages/index.js';
import { kindOfTurn, wordsHeard } from './words-heard.js';

const asking = (end: 'open' | 'complete' | undefined): Expectations => ({
  isUnclear: () => false,
  isComplete: () => false,
  awaited: () => ({ likeliest: () => undefined, endOf: () => end }),
  knows: () => true,
  answerTo: () => Promise.resolve(undefined),
});
const heard = { text: 'My number is 617-880', completeness: 0.9 };

describe('words while a form asks for a value', () => {
  it.each([
    ['open', { unfinished: true, complete: false }],
    ['complete', { unfinished: false, complete: true }],
  ] as const)('are %s per the form, regardless of the grammar model', (end, told) => {
    expect(
      wordsHeard({ ...heard, completeness: end === 'open' ? 0.9 : 0.1 }, asking(end), 'words'),
    ).toMatchObject(told);
  });

  it('follow their grammar when the form cannot decide', () => {
    expect(
      wordsHeard({ text: 'A table for two', completeness: 0.9 }, asking(undefined), 'words'),
    ).toMatchObject({
      complete: true,
    });
  });
});

const SAYS = { said: 'We are open', unsaid: 'until five.' };

describe('outcome of a turn', () => {
  it('is empty without words, unless recognition was doubtful', () => {
    expect(kindOfTurn({ text: '' }, SAYS, undefined).outcome).toBe('nothing');
    expect(kindOfTurn({ text: '', doubtful: true }, SAYS, undefined).outcome).toBe('words');
  });

  it('is words without a classifier for the language', () => {
    expect(kindOfTurn({ text: 'yeah' }, undefined, undefined)).toEqual({
      outcome: 'words',
      meaning: undefined,
    });
  });

  it('asks the agent to wait', () => {
    expect(kindOfTurn({ text: 'Hold on a second.' }, SAYS, undefined)).toEqual({
      outcome: 'hold',
      meaning: 'hold',
    });
  });
});
